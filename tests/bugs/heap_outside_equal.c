// property: unreach-call
// expect: unknown
// args: --64 --engine=local
// guards: a new object may have the address of a freed one
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(16);
  if (!p) return 0;
  free(p);
  char *q = malloc(16);
  if (p == q) reach_error();
  return 0;
}
