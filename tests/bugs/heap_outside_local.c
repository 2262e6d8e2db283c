// property: unreach-call
// expect: unknown
// args: --64 --engine=local
// guards: a pointer to a local read from a freed object may be that of another object
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int other = 0, flag = 0;
  int **a = malloc(sizeof *a);
  if (!a) return 0;
  *a = &other;
  free(a);
  int **b = malloc(sizeof *b);
  if (!b) return 0;
  *b = &flag;
  **a = 1;
  if (flag) reach_error();
  return 0;
}
