// property: valid-init
// expect: false
// guards: what scanf did not store is not there
#include <stdio.h>
int main(void) {
  int x;
  scanf("%d", &x);
  return x > 3;
}
