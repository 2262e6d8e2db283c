// property: unreach-call
// expect: unknown
// args: --64 --engine=local
// guards: a new object may have the address of a freed one, kept as a number
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
static uintptr_t last;
int main(void) {
  char *p = malloc(16);
  if (!p) return 0;
  last = (uintptr_t)p + 1;
  free(p);
  char *q = malloc(16);
  if (last - 1 == (uintptr_t)q) reach_error();
  return 0;
}
