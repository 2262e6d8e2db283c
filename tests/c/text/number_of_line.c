// property: valid-memsafety
// expect: false
// guards: the number of a text is one that the text says
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char line[32];
  if (!fgets(line, sizeof line, stdin)) return 1;
  int n = atoi(line);
  if (n < 0 || n > 100) return 1;
  int *a = malloc(100 * sizeof *a);
  for (int i = 0; i <= n; i++) a[i] = i;
  free(a);
  return 0;
}
