// property: unreach-call,assertion
// expect: false
// guards: a coefficient of a linear form overflowed downwards; its error was lost
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 1e-300 && x <= 1e-150)) return 0;
  double u = x * 1e200;
  double y = u * -1e200;
  if (y < -3.5e120 && y > -3.6e120) reach_error();
  return 0;
}
