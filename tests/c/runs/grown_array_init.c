// property: valid-init
// expect: false
// guards: what realloc adds was never written
#include <stdlib.h>
int main(void) {
  int *a = calloc(4, sizeof *a);
  a = realloc(a, 8 * sizeof *a);
  int sum = 0;
  for (int i = 0; i < 5; i++)
    if (a[i]) sum++;
  free(a);
  return sum;
}
