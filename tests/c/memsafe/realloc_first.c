// property: valid-deref
// expect: false
// guards: a pointer into memory that realloc moved, where that is what a block begins with
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(4 * sizeof(int)), *q;
  if (!p) return 0;
  q = p + 1;
  *q = 1;
  for (int i = 0; i < 2; i++) {
    if (__VERIFIER_nondet_int()) {
      int *r = realloc(p, 8 * sizeof(int));
      if (!r) break;
      p = r;
    }
    *q = i;
  }
  free(p);
  return 0;
}
