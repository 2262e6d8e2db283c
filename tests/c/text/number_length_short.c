// property: valid-deref
// expect: false
// guards: a short has up to 6 characters
#include <stdio.h>
extern long __VERIFIER_nondet_long(void);
int main(void) {
  char l[21], u[21], h[6], x[17];
  long v = __VERIFIER_nondet_long();
  sprintf(l, "%ld", v);
  sprintf(u, "%lu", (unsigned long)v);
  sprintf(h, "%hd", (short)v);
  sprintf(x, "%lx", (unsigned long)v);
  return 0;
}
