// property: valid-memcleanup
// args: --malloc-may-fail
// expect: false
// guards: what realloc was given is still there when it fails
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  p = realloc(p, 8);
  free(p);
  return 0;
}
