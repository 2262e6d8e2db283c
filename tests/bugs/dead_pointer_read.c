// property: unreach-call
// expect: unknown
// args: --64 --engine=local
// guards: what stands in the place of a freed object is read through it: a pointer that is known nowhere else
#include <stdlib.h>
extern void reach_error(void);
static int x;
int main(void) {
  int **a = malloc(16);
  free(a);
  int **b = malloc(16);
  *b = &x;
  int *t = *a;
  *t = 1;
  if (x) reach_error();
  return 0;
}
