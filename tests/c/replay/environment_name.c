// property: valid-deref
// expect: false
// says: getenv\("HOME"\)
// guards: a variable of the environment is called by its name
#include <stdlib.h>
int main(void) {
  char *home = getenv("HOME");
  return *home;
}
