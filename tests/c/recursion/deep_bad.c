// property: unreach-call
// expect: false
// guards: an error deeper than recursion is unrolled at first
// args: --recursion=300
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned height(unsigned n) {
  unsigned r = n ? height(n - 1) + 1 : 0;
  return r == 90 ? 1000 : r;
}
int main(void) {
  if (height(__VERIFIER_nondet_uint()) == 1005) reach_error();
  return 0;
}
