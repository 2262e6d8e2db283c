// property: valid-deref
// expect: false
// guards: fopen reads its strings
#include <stdio.h>
int main(void) {
  char name[2] = {'a', 'b'};
  return fopen(name, "r") != 0;
}
