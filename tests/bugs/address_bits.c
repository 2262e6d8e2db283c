// property: unreach-call
// expect: unknown
// guards: the bits of an address are the machine's choice, not ours
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(4);
  if (((unsigned long)p & 7) == 3) reach_error();
  return 0;
}
