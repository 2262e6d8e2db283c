// property: unreach-call
// expect: true
// guards: a table of labels is followed exactly
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  static void *const table[] = {&&more, &&less, &&stop};
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    unsigned n = (unsigned)__VERIFIER_nondet_int() % 3;
    goto *table[n];
  more:
    sum += 2;
    continue;
  less:
    sum -= 1;
    continue;
  stop:
    break;
  }
  if (sum < -5 || sum > 10) reach_error();
  return 0;
}
