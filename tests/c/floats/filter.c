// property: unreach-call
// expect: true
// args: --timeout=200
// guards: a filter of second order is bounded in directions, not in a box
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
    if (!(now >= -40.f && now <= 40.f)) reach_error();
  }
}
