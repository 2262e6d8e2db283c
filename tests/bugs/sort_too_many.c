// property: valid-deref
// expect: false
// guards: qsort touches all elements that it is told of
#include <stdlib.h>
static int all_equal(const void *a, const void *b) { return 0; }
int main(void) {
  int numbers[2] = {2, 1};
  qsort(numbers, 3, sizeof *numbers, all_equal);
  return 0;
}
