// property: valid-deref
// expect: false
// guards: arguments of main may be longer than people think
#include <string.h>
int main(int argc, char **argv) {
  char name[16];
  if (argc < 2) return 1;
  strcpy(name, argv[1]);
  return name[0];
}
