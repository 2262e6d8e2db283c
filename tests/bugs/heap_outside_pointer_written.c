// property: unreach-call
// expect: unknown
// args: --64 --engine=local
// guards: a pointer written to a freed object may be read from another
#include <stdlib.h>
extern void reach_error(void);
static int other, flag;
int main(void) {
  int **a = malloc(sizeof *a);
  if (!a) return 0;
  free(a);
  int **b = malloc(sizeof *b);
  if (!b) return 0;
  *b = &other;
  *a = &flag;
  **b = 1;
  if (flag) reach_error();
  return 0;
}
