// property: valid-deref
// expect: false
// guards: open, access, remove and system read their names.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char *p = malloc(8);
  if (!p) return 0;
  strcpy(p, "x");
  if (access(p, R_OK)) return 1;
  if (argc == 3) remove(p);
  free(p);
  if (argc == 2) open(p, O_RDONLY);
  return 0;
}
