// property: unreach-call
// expect: true
// guards: one variable of the environment has one value
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *home = getenv("HOME"), *user = getenv("USER");
  if (home && !getenv("HOME")) reach_error();
  if (!user && getenv("USER")) reach_error();
}
