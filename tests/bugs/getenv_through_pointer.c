// property: valid-deref
// expect: unknown
// guards: a name that is given through a pointer is a name
#include <stdlib.h>
static char *(*volatile ask)(const char *) = getenv;
int main(void) {
  char *home = getenv("HOME"), *user = ask("USER");
  return (home ? *home : 0) + (user ? *user : 0);
}
