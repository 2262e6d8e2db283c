// property: unreach-call
// expect: false
// guards: signed overflow wraps; x + 1 < x is not folded to false
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x + 1 < x) reach_error();
  return 0;
}
