// property: valid-memsafety
// expect: true
// guards: room for both parts, what is between them and the end
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static char *join(const char *a, const char *b) {
  char *r = malloc(strlen(a) + strlen(b) + 2);
  sprintf(r, "%s/%s", a, b);
  return r;
}
int main(void) {
  char *p = join("usr", "lib");
  printf("%s\n", p);
  free(p);
  return 0;
}
