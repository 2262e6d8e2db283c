// property: assertion
// expect: true
// guards: a division that the compiler drops is no other end of the only run
#include <assert.h>
static int zero(void) { return 0; }
int main(void) {
  int x = 5;
  x = x / zero();
  assert(0);
  return x;
}
