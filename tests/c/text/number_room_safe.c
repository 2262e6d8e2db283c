// property: valid-memsafety
// expect: true
// guards: twelve bytes are enough for any number; three for a small one
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char b[12], c[3], d[8];
  int x = __VERIFIER_nondet_int();
  sprintf(b, "%d", x);
  puts(b);
  if (x >= 0 && x < 100) sprintf(c, "%d", x);
  int n = snprintf(d, sizeof d, "%s: %8x", b, (unsigned)x);
  if (n < (int)sizeof d) puts(d);
  return 0;
}
