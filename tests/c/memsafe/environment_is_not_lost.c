// property: valid-memtrack
// expect: true
// guards: what getenv gives is the library's, not lost
#include <stdlib.h>
int main(void) {
  char *home = getenv("HOME"), *copy = malloc(3);
  if (home && copy) copy[0] = home[0];
  free(copy);
  return 0;
}
