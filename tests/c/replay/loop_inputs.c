// property: unreach-call,assertion
// expect: false
// One input per iteration.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 9) return 0;
    sum = sum * 10 + x;
  }
  if (sum == 4711) reach_error();
  return 0;
}
