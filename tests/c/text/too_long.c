// property: valid-memsafety
// expect: unknown
// args: --engine=texts
// guards: a copy of a text needs as much room as the text may need
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[10], copy[9];
  if (!fgets(line, sizeof line, stdin)) return 1;
  line[strcspn(line, "\n")] = '\0';
  strcpy(copy, line);
  return copy[0];
}
