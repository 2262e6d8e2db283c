// property: unreach-call
// expect: true
// guards: the third operand of fma is what is added
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  double r = __builtin_fma((double)n, 2.0, 3.0);
  if (r < 5.0 || r > 11.0) reach_error();
  return 0;
}
