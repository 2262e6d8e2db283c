// property: valid-deref
// expect: false
// guards: the program's own words are tried as arguments
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  long count = 1;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-v") == 0)
      printf("%ld\n", count);
    else if (strcmp(argv[i], "--count") == 0)
      count = strtol(argv[++i], NULL, 10);
    else
      return 1;
  }
  return 0;
}
