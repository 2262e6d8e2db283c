// property: unreach-call
// expect: false
// args: --timeout=200
// guards: the same filter, a bound that it passes soon
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float now = 0, before = 0;
  while (1) {
    float in = __VERIFIER_nondet_float();
    if (!(in >= -1.f && in <= 1.f)) return 0;
    float next = 1.5f * now - 0.7f * before + in;
    before = now;
    now = next;
    if (!(now <= 3.f)) reach_error();
  }
}
