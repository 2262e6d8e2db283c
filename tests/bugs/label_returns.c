// property: unreach-call
// args: --error-label=ERROR
// expect: false
// guards: a label before a return of its own
int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 3) goto ERROR;
  return 0;
ERROR:
  return -1;
}
