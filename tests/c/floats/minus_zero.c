// property: unreach-call
// expect: false
// args: --timeout=200
// guards: -0 equals 0, but its reciprocal does not
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x != 0) return 0;
  if (1 / x < 0) reach_error();
  return 0;
}
