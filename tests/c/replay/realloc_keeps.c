// property: unreach-call,assertion
// expect: true
// guards: realloc keeps the contents
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(4);
  *p = 1;
  p = realloc(p, 8);
  if (*p != 1) reach_error();
  return 0;
}
