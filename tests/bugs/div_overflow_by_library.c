// property: no-overflow
// expect: false
// guards: the quotient of div does not fit
#include <limits.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 0) return 0;
  return div(INT_MIN, n).quot != 0;
}
