// property: valid-init
// expect: true
// guards: what realloc keeps stays as it was
#include <stdlib.h>
int main(void) {
  int *a = calloc(4, sizeof *a);
  a = realloc(a, 2 * sizeof *a);
  int sum = a[0] + a[1];
  free(a);
  return sum;
}
