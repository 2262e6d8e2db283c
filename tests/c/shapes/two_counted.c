// property: valid-memcleanup
// expect: false
// guards: two objects that nobody wants, counted at once
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  while (__VERIFIER_nondet_int());
  int *p = malloc(4);
  malloc(4);
  malloc(4);
  free(p);
  return 0;
}
