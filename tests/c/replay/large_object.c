// property: unreach-call
// args: --engine=bounded
// expect: false
// Any size leads to the error; the one of the first counterexample may be more
// than a machine has.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned long size = __VERIFIER_nondet_ulong();
  if (size < 1000) return 0;
  char *object = malloc(size);
  object[999] = (char)__VERIFIER_nondet_int();
  if (object[999] == 77) reach_error();
  return 0;
}
