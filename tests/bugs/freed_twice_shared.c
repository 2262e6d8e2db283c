// property: unreach-call
// expect: unknown
// args: --64 --engine=local
// guards: what is freed twice may be given out twice: two live objects have one address
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(16);
  free(p);
  char *q = malloc(16);
  free(p);
  char *r = malloc(16);
  if (q == r) reach_error();
  return 0;
}
