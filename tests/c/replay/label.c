// property: unreach-call
// expect: false
// args: --error-label=FAILED
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) goto FAILED;
  return 0;
FAILED:
  return 1;
}
