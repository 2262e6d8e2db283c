// property: unreach-call,valid-deref,valid-free
// expect: unknown
// guards: a comparison with a freed pointer ends no run, also where accesses and frees are asked about
#include <stdlib.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 64;
  char *p = malloc(n + 1);
  free(p);
  char *q = malloc(n + 1);
  if (p == q) reach_error();
  free(q);
  return 0;
}
