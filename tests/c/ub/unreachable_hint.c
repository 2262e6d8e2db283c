// property: unreach-call
// expect: false
// guards: a hint that x is 0 must not remove the error
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 4) __builtin_unreachable();
  reach_error();
  return 0;
}
