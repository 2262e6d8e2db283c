// property: valid-init
// expect: false
// guards: bytes that are not initialised, copied to a global pointer
#include <string.h>
int *g;
int main(void) {
  int *p;
  memcpy(&g, &p, sizeof p);
  return g != 0;
}
