// property: unreach-call
// expect: false
// guards: two variables have two values
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *home = getenv("HOME"), *user = getenv("USER");
  if (home && user && home[0] != user[0]) reach_error();
}
