// property: unreach-call
// expect: false
// guards: a size that does not fit sets errno
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  errno = 0;
  char *p = calloc(__VERIFIER_nondet_ulong(), 16);
  if (!p && errno == ENOMEM) reach_error();
}
