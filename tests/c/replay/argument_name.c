// property: valid-deref
// expect: true
// says: argc >= 1
// args: --assumptions
// guards: the usual line of main is no error: there is a name (a premise)
#include <stdio.h>
int main(int argc, char **argv) {
  if (argc < 2) printf("usage: %s FILE\n", argv[0]);
  return 0;
}
