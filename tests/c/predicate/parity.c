// property: unreach-call,assertion
// expect: true
// args: --engine=predicate
// guards: a fact about one bit of a number that wraps
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) { x += 2; if (x & 1) reach_error(); }
  return 0;
}
