// property: unreach-call
// expect: unknown
// guards: one buffer holds two names, one after the other: it is not the same
// variable
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char name[] = "A";
  char *first = getenv(name);
  name[0] = 'B';
  if (!first && getenv(name)) reach_error();
}
