// property: unreach-call
// expect: unknown
// args: --64 --engine=local
// guards: realloc may leave the object where it was
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(4);
  if (!p) return 0;
  int *q = realloc(p, 8);
  if (!q) return 0;
  if (p == q) reach_error();
  return 0;
}
