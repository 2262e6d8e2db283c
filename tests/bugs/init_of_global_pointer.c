// property: valid-init
// expect: true
// guards: a pointer that is a global has contents from the start
#include <stdio.h>
#include <string.h>
static int none;
int *known = &none;
int main(void) {
  char line[8];
  if (!fgets(line, sizeof line, stdin)) return 0;
  return (int)strlen(line) + line[1] + *known;
}
