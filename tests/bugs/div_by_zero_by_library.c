// property: no-div-by-zero
// expect: false
// guards: div divides
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  return div(10, __VERIFIER_nondet_int()).quot;
}
