// property: unreach-call
// expect: unknown
// args: --engine=structural
// guards: what a loop leaves is not guessed
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int(), x = 1;
  while (n) {
    x = x * 3;
    n = n & (n - 1);
  }
  if (x == 81) reach_error();
  return 0;
}
