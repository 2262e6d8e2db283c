// property: unreach-call,assertion
// expect: false
// args: --engine=predicate
// guards: comparison of a negative with an unsigned number
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = -1; unsigned u = 1;
  while (__VERIFIER_nondet_int()) { if (i > u) reach_error(); i = -1; }
  return 0;
}
