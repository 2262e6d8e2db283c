// property: unreach-call
// expect: true
// guards: slicing must keep a loop that does not end
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 0) return 0;
  while (x != 0) {
  }
  reach_error();
  return 0;
}
