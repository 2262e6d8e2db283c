// property: valid-deref
// expect: false
// says: main is called with argc == 0
// guards: that there is not even the program's name is said aloud
#include <stdio.h>
int main(int argc, char **argv) {
  if (argc < 2) printf("usage: %s FILE\n", argv[0]);
  return 0;
}
