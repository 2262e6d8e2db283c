// property: unreach-call
// expect: false
// args: --timeout=200
// guards: half of the least number is zero
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x > 0)) return 0;
  if (x / 2 == 0) reach_error();
  return 0;
}
