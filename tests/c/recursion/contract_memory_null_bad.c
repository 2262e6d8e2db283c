// property: valid-memsafety
// expect: false
// guards: no contract where a recursive function changes a pointer
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int here;
static int *block = &here;
static int down(int n) {
  if (n == 7) block = NULL;
  return n <= 0 ? 0 : 1 + down(n - 2);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 9) return 0;
  int m = down(n);
  *block = m;
  return 0;
}
