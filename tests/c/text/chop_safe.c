// property: valid-memsafety
// expect: true
// guards: the newline of a line that may be empty
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[32];
  while (fgets(line, sizeof line, stdin)) {
    size_t n = strlen(line);
    if (n > 0 && line[n - 1] == '\n') line[n - 1] = 0;
    printf("[%s]\n", line);
  }
  return 0;
}
