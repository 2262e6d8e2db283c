// property: valid-memsafety
// args: --malloc-may-fail
// expect: true
// guards: a failed realloc leaves the old object as it is
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  *p = 1;
  int *q = realloc(p, 2 * sizeof *q);
  if (!q) {
    free(p);
    return 1;
  }
  q[1] = 3;
  free(q);
  return 0;
}
