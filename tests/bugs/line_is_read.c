// property: valid-init
// expect: true
// guards: fgets writes a terminator and at least one character before it
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[8];
  if (!fgets(line, sizeof line, stdin)) return 0;
  return (int)strlen(line) + line[1];
}
