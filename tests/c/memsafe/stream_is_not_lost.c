// property: valid-memtrack
// expect: true
// guards: what fopen and getenv make is the library's, not lost
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *home = getenv("HOME");
  FILE *file = fopen("notes", "r");
  if (!file) return 1;
  int first = fgetc(file);
  fclose(file);
  return home && first == home[0];
}
