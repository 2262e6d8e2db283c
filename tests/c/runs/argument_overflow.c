// property: no-overflow
// expect: false
// guards: arguments of main are numbers at the limits, too
#include <stdlib.h>
int main(int argc, char **argv) {
  if (argc != 3) return 1;
  return atoi(argv[1]) - atoi(argv[2]) > 0;
}
