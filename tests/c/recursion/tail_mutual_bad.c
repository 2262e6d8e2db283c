// property: unreach-call
// expect: false
// guards: what a tail call in a component leads to is found
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned two(unsigned n, unsigned way);
static unsigned one(unsigned n, unsigned way);
static unsigned zero(unsigned n, unsigned way) {
  return n == 0 ? way : two(n - 1, way + 1);
}
static unsigned one(unsigned n, unsigned way) {
  if (n == 0 && way == 20) reach_error();
  return n == 0 ? 1 : zero(n - 1, way);
}
static unsigned two(unsigned n, unsigned way) {
  if (n) return one(n - 1, way);
  return 2;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 100) return 0;
  return zero(n - 100, 0) == 3;
}
