// property: valid-init
// expect: false
// guards: what printf prints is read, also where its model does not need it
#include <stdio.h>
int main(void) {
  int x;
  printf("%d\n", x);
  return 0;
}
