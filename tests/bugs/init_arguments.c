// property: valid-init
// expect: true
// args: --cores=1
// guards: the strings of argv have contents, which the environment wrote
#include <string.h>
int main(int argc, char **argv) {
  int n = 0;
  if (argc > 1 && strcmp(argv[1], "-v") == 0) n++;
  return n;
}
