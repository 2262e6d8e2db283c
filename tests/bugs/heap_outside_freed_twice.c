// property: unreach-call
// expect: unknown
// args: --64 --engine=local
// guards: what is freed twice may be given out twice: one object has two values
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(4);
  if (!p) return 0;
  free(p);
  free(p);
  int *q = malloc(4), *r = malloc(4);
  if (!q || !r) return 0;
  *q = 0;
  *r = 1;
  if (*q) reach_error();
  return 0;
}
