// property: unreach-call,assertion
// expect: true
// args: --engine=predicate
// guards: a pointer to one of two variables
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 0, b = 0, *p = __VERIFIER_nondet_int() ? &a : &b;
  while (__VERIFIER_nondet_int()) {
    *p = 1;
    if (a != 0 && b != 0) reach_error();
  }
  return 0;
}
