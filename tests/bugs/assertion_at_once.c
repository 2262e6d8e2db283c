// expect: false
// says: error: assertion fails: 0
// guards: The same by the default, for an assertion.
#include <assert.h>

int main(void) {
  assert(0);
  return 0;
}
