// property: unreach-call
// expect: unknown
// args: --64 --engine=local
// guards: what is copied from a freed object may hold pointers of another
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
static int other, flag;
struct Pair {
  int *first, *second;
};
int main(void) {
  struct Pair *a = malloc(sizeof *a), c;
  if (!a) return 0;
  a->first = a->second = &other;
  free(a);
  struct Pair *b = malloc(sizeof *b);
  if (!b) return 0;
  b->first = b->second = &flag;
  memcpy(&c, a, sizeof c);
  *c.second = 1;
  if (flag) reach_error();
  return 0;
}
