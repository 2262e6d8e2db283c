// property: unreach-call,assertion
// expect: true
// args: --engine=predicate
// guards: cells that are written at an unknown index
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {0, 0, 0, 0}, i = 0;
  while (__VERIFIER_nondet_int()) {
    i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3) return 0;
    a[i] = i;
    if (a[0] != 0 || a[2] == 1) reach_error();
  }
  return 0;
}
