// property: unreach-call
// args: --32 --timeout=20
// expect: false
// guards: for 32 bits the compiler may compute with more digits than double has
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
int main(void) {
  double b = __VERIFIER_nondet_double();
  __VERIFIER_assume(b == 3.0);
  volatile double third = 1.0 / b;
  if (third == 1.0 / b) reach_error();
  return 0;
}
