// property: assertion
// expect: unknown
// guards: madvise may clear a page
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>
static char page[8192] __attribute__((aligned(4096)));
int main(void) {
  page[0] = 1;
  if (madvise(page, sizeof page, MADV_DONTNEED) == 0) assert(page[0] == 1);
  return 0;
}
