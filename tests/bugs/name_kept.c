// property: valid-deref
// expect: true
// guards: a name that is there can be given
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char *name = calloc(4, 1);
  if (!name || argc < 2) return 0;
  if (access(argv[1], 0) != 0) remove(name);
  unlink(name);
  free(name);
  return system(NULL);
}
