// property: unreach-call
// expect: true
// args: --timeout=200
// guards: x / c * c moves by units in the last place and comes to rest
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  float x = 0;
  for (int i = 0; i < 500000; i++) {
    if (__VERIFIER_nondet_int()) {
      x = __VERIFIER_nondet_float();
      if (!(x >= -50.f && x <= 50.f)) return 0;
    }
    x = x / 1.7f;
    x = x * 1.7f;
  }
  if (!(x >= -60.f && x <= 60.f)) reach_error();
  return 0;
}
