// property: valid-deref
// expect: false
// guards: an alignment that is no power of two may be refused (C17 7.22.3.1), also where memory never runs out
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned by = __VERIFIER_nondet_uint();
  if (by < 16 || by > 40) return 0;
  char *p = aligned_alloc(by, 80);
  *p = 1;
  free(p);
  return 0;
}
