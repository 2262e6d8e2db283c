// property: unreach-call,assertion
// expect: true
// The proof speaks of floats, which only one of the solvers understands.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  float f = (float)x;
  if (!(f <= 2147483648.0f)) reach_error();
  return 0;
}
