// property: valid-memtrack
// expect: true
// guards: getcwd that fails allocates nothing (a wrong false)
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char *name = getcwd(NULL, 0);
  free(name);
  return 0;
}
