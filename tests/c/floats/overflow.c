// property: unreach-call
// expect: false
// args: --timeout=200
// guards: two finite numbers, an infinite sum
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (!(x <= 3e38f && y <= 3e38f && x >= 0 && y >= 0)) return 0;
  float s = x + y;
  if (s - s != 0) reach_error();
  return 0;
}
