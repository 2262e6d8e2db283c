// property: unreach-call
// expect: true
// args: --timeout=200
// guards: a contraction: the bound is the input's
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  double y = 0;
  while (__VERIFIER_nondet_int()) {
    double u = __VERIFIER_nondet_double();
    if (!(u >= -3. && u <= 3.)) return 0;
    y = 0.9 * y + 0.1 * u;
    if (!(y >= -3.1 && y <= 3.1)) reach_error();
  }
  return 0;
}
