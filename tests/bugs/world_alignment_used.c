// property: valid-deref
// expect: false
// guards: Aligned memory is memory like other.
#include <stdlib.h>
int main(void) {
  char *p;
  if (posix_memalign((void **)&p, 4096, 10)) return 0;
  p[10] = 1;
  free(p);
  return 0;
}
