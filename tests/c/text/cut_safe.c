// property: valid-memsafety
// expect: true
// args: --engine=texts
// guards: several bytes may be the end of a text
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[128], copy[128];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = '\0';
    char *equals = strchr(line, '=');
    if (!equals) continue;
    *equals++ = '\0';
    strcpy(copy, equals);
    if (strcmp(line, "name") == 0) puts(copy);
  }
  return 0;
}
