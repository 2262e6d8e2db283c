// property: unreach-call
// expect: unknown
// args: --64 --engine=local
// guards: a pointer written to a freed object may be read from memory of others
#include <stdlib.h>
extern void reach_error(void);
static int flag;
extern int **kernel(void);
int main(void) {
  int **a = malloc(sizeof *a);
  if (!a) return 0;
  free(a);
  int **b = kernel();
  if (!b) return 0;
  *a = &flag;
  **b = 1;
  if (flag) reach_error();
  return 0;
}
