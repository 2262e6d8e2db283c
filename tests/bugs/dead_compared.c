// property: unreach-call
// expect: unknown
// guards: new memory may lie where freed memory has been
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *first = malloc(8), *old = first;
  if (!first) return 0;
  free(first);
  first = malloc(8);
  if (first == old) reach_error();
}
