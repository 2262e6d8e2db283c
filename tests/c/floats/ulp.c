// property: unreach-call
// expect: true
// args: --timeout=200
// guards: the greatest product is exactly this
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (!(x >= 0.1f && x <= 0.3f && y >= 0.1f && y <= 0.7f)) return 0;
  if (x * y > 0.3f * 0.7f) reach_error();
  return 0;
}
