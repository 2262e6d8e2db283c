// property: valid-deref,valid-memtrack
// expect: true
// guards: several variables of the environment, each with its string
#include <stdlib.h>
int main(void) {
  char *home = getenv("HOME"), *user = getenv("USER"), *path = getenv("PATH");
  return home && user && path ? home[0] + user[0] + path[0] : 0;
}
