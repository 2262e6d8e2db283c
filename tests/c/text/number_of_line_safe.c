// property: valid-memsafety
// expect: true
// args: --engine=texts
// guards: a text that ends is walked along without a loop; its number is any
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char line[32];
  if (!fgets(line, sizeof line, stdin)) return 1;
  int n = atoi(line);
  if (n < 0 || n > 100) return 1;
  int *a = malloc(100 * sizeof *a);
  for (int i = 0; i < n; i++) a[i] = i;
  printf("%d\n", n > 0 ? a[n - 1] : 0);
  free(a);
  return 0;
}
