// property: assertion
// expect: unknown
// guards: a run whose way depends on the order of two objects is not the only
// one
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *a = malloc(8), *b = malloc(8);
  char *v[2] = {b, a};
  if (v[0] < v[1]) {
    char *t = v[0];
    v[0] = v[1];
    v[1] = t;
  }
  assert(v[0] == b);
  free(a);
  free(b);
  return 0;
}
