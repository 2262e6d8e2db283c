// property: valid-deref
// expect: true
// guards: fopen and perror read strings to their end
#include <stdio.h>
int main(int argc, char **argv) {
  if (argc < 2) return 1;
  if (!fopen(argv[1], "r")) perror(argv[1]);
  return 0;
}
