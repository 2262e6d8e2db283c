// property: valid-memsafety
// expect: false
// guards: an empty line has no last character
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[32];
  while (fgets(line, sizeof line, stdin)) {
    size_t n = strlen(line);
    if (line[n - 1] == '\n') line[n - 1] = 0;
    printf("[%s]\n", line);
  }
  return 0;
}
