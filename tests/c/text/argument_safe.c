// property: valid-init
// expect: true
// args: --engine=texts
// guards: what strtol leaves behind the number is inside of the text
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  if (argc != 2) return 1;
  char *end;
  long n = strtol(argv[1], &end, 10);
  if (*end || n < 1 || n > 1000) {
    fprintf(stderr, "usage: %s N\n", argv[0]);
    return 1;
  }
  return 0;
}
