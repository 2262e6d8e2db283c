// property: unreach-call
// expect: false
// args: --timeout=200
// guards: not (x < y) is not x >= y
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (x < y) return 0;
  if (!(x >= y)) reach_error();
  return 0;
}
