// property: valid-memsafety
// expect: true
// guards: a line that was read has an end
#include <stdio.h>
int main(void) {
  char line[80];
  if (!fgets(line, sizeof line, stdin)) return 1;
  fputs(line, stdout);
  return 0;
}
