// property: unreach-call
// expect: unknown
// args: --timeout=4
// guards: an error deeper than we look is not proved away
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned same(unsigned n) {
  if (n == 0) return 0;
  unsigned r = same(n - 1) + 1;
  return r == 70000 ? 0 : r;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (same(n) != n) reach_error();
  return 0;
}
