// property: assertion
// expect: false
// guards: two calls of strerror need not give the same text
#include <assert.h>
#include <string.h>
int main(void) {
  const char *a = strerror(2), *b = strerror(13);
  assert(a == b);
  return 0;
}
