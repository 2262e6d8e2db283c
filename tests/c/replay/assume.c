// property: unreach-call,assertion
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 1000);
  if (x % 7 == 3) reach_error();
  return 0;
}
