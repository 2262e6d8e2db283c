// property: unreach-call
// expect: false
// guards: what frexp stores
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int exponent = 0;
  double part = frexp(__VERIFIER_nondet_double(), &exponent);
  if (part == 0.75 && exponent == 5) reach_error();
  return 0;
}
