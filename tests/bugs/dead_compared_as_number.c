// property: unreach-call
// expect: unknown
// says: dead
// guards: addresses of a dead and a new object that are compared as integers
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(24);
  if (!p) return 0;
  uintptr_t before = (uintptr_t)p;
  free(p);
  char *q = malloc(24);
  if ((uintptr_t)q == before) reach_error();
  free(q);
  return 0;
}
