// property: valid-init
// expect: false
// guards: fewer bytes came than there is room for
#include <stdio.h>
int main(void) {
  char b[4];
  if (fread(b, 1, 4, stdin) == 0) return 1;
  return b[3];
}
