// property: unreach-call
// expect: unknown
// guards: posix_memalign aligns.
#include <stdint.h>
#include <stdlib.h>
void reach_error(void);
int main(void) {
  void *p, *q = aligned_alloc(64, 128);
  if (posix_memalign(&p, 256, 10)) return 0;
  if ((uintptr_t)p % 256 || (uintptr_t)q % 64) reach_error();
  free(p);
  free(q);
  return 0;
}
