// property: valid-init
// expect: false
// guards: fgets writes as far as the line goes; what lies behind the terminator is not initialised
#include <stdio.h>
int main(void) {
  char line[8];
  if (!fgets(line, sizeof line, stdin)) return 0;
  return line[6];
}
