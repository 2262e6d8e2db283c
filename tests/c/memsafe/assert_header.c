// property: valid-deref
// expect: true
// guards: the name of a header, whose macro ends with a comma expression
#include <assert.h>
int main(void) {
  int a[3] = {1, 2, 3}, i = 2;
  assert(a[i] == 3);
  return 0;
}
