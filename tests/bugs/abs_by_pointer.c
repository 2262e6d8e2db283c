// property: no-overflow
// expect: false
// guards: abs of the least number, called through a pointer
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int (*f)(int) = abs;
  return f(__VERIFIER_nondet_int()) < 0;
}
