// property: valid-memsafety
// expect: true
// guards: output of numbers and constant text is no reason for doubt
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  *p = 5;
  fprintf(stderr, "%d\n", *p);
  printf("%s %d\n", "five", *p);
  free(p);
  return 0;
}
