// property: unreach-call
// expect: false
// args: --timeout=200
// guards: rounding to float can go up
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > 1 && x < 2)) return 0;
  float f = (float)x;
  if ((double)f > x) reach_error();
  return 0;
}
