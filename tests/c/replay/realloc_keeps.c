// property: unreach-call,assertion
// expect: unknown
// Our model of realloc forgets the contents; the real one does not.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(4);
  *p = 1;
  p = realloc(p, 8);
  if (*p != 1) reach_error();
  return 0;
}
