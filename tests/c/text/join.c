// property: valid-memsafety
// expect: false
// guards: no room for the end of a joined text
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static char *join(const char *a, const char *b) {
  char *r = malloc(strlen(a) + strlen(b) + 1);
  sprintf(r, "%s/%s", a, b);
  return r;
}
int main(void) {
  char *p = join("usr", "lib");
  printf("%s\n", p);
  free(p);
  return 0;
}
