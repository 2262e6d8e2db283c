// property: unreach-call
// expect: false
// args: --timeout=200
// guards: one unit in the last place less
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  union {
    float f;
    unsigned u;
  } top = {0.3f * 0.7f};
  top.u--;
  if (!(x >= 0.1f && x <= 0.3f && y >= 0.1f && y <= 0.7f)) return 0;
  if (x * y > top.f) reach_error();
  return 0;
}
