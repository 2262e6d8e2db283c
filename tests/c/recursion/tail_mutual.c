// property: unreach-call
// expect: true
// guards: three functions that call each other last are one loop
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned two(unsigned n);
static unsigned one(unsigned n);
static unsigned zero(unsigned n) { return n == 0 ? 0 : two(n - 1); }
static unsigned one(unsigned n) {
  if (n == 0) return 1;
  return zero(n - 1);
}
static unsigned two(unsigned n) {
  if (n) return one(n - 1);
  return 2;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (zero(n) > 2) reach_error();
  return 0;
}
