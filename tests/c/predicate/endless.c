// property: unreach-call,assertion
// expect: true
// args: --engine=predicate
// guards: a loop that never ends is a proof
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x == 7) { }
  if (x == 7) reach_error();
  return 0;
}
