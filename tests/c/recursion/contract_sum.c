// property: unreach-call
// expect: true
// guards: a contract relates result and arguments, however deep the recursion
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static unsigned move(unsigned from, unsigned to) {
  if (from == 0) return to;
  return move(from - 1, to + 1);
}
int main(void) {
  unsigned a = (unsigned)__VERIFIER_nondet_int();
  unsigned b = (unsigned)__VERIFIER_nondet_int();
  if (move(a, b) != a + b) reach_error();
  return 0;
}
