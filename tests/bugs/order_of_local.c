// property: assertion
// expect: unknown
// guards: a local is changed by one argument and read by another: compilers differ
#include <assert.h>
static int join(int a, int b) {
  return a * 10 + b;
}
int main(void) {
  int i = 1;
  assert(join(i, i++) == 11);
  return 0;
}
