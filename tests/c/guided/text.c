// property: assertion
// args: --engine=guided
// expect: false
// guards: memory is filled with words that the program knows, and comparisons of bytes show what to try next
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[64];
  int words = 0;
  if (!fgets(line, sizeof line, stdin)) return 0;
  if (strncmp(line, "reset", 5) != 0) return 0;
  for (char *p = strtok(line, ","); p; p = strtok(NULL, ",")) words++;
  assert(words != 3);
  return 0;
}
