// property: unreach-call
// expect: false
// args: --timeout=200
// guards: the same with a bound that a constant input passes
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  double y = 0;
  while (__VERIFIER_nondet_int()) {
    double u = __VERIFIER_nondet_double();
    if (!(u >= -3. && u <= 3.)) return 0;
    y = 0.5 * y + 0.5 * u;
    if (!(y <= 2.5)) reach_error();
  }
  return 0;
}
