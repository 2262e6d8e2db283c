// property: valid-memsafety
// expect: false
// guards: no contract where a recursive function frees memory
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *block;
static int down(int n) {
  if (n == 0) {
    free(block);
    return 0;
  }
  return 1 + down(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 9) return 0;
  block = malloc(4);
  if (!block) return 0;
  if (down(n) == 5) block[1] = 1;
  return 0;
}
