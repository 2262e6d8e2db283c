// property: unreach-call
// expect: unknown
// guards: a variable that was not there is there once it is set
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  if (getenv("A")) return 0;
  if (setenv("A", "b", 1) == 0 && getenv("A")) reach_error();
}
