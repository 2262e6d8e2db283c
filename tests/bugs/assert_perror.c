// property: assertion
// expect: false
// guards: assert_perror is an assertion, too
#define _GNU_SOURCE
#include <assert.h>
int main(void) {
  assert_perror(5);
  return 0;
}
