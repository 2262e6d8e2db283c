// property: unreach-call,assertion
// expect: true
// args: --engine=predicate
// guards: a loop that is entered in its middle
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, y = 0;
again:
  if (__VERIFIER_nondet_int()) { x = 1; goto inside; }
  y = 0;
  while (__VERIFIER_nondet_int()) {
inside:
    if (x == 0 && y == 1) reach_error();
    if (x) y = 1;
    if (__VERIFIER_nondet_int()) { x = 0; y = 0; goto again; }
  }
  return 0;
}
