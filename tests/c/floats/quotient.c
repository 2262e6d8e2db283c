// property: unreach-call
// expect: true
// args: --timeout=200
// guards: a rational function: the range is cut until it is seen
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= -1e300 && x <= 1e300)) return 0;
  double y = x > 1 || x < -1 ? 1 / x : x;
  double r = y / (1 + 0.5 * y * y);
  if (!(r >= -0.7072 && r <= 0.7072)) reach_error();
  return 0;
}
