// property: unreach-call
// expect: unknown
// says: the C library's dl_iterate_phdr
// guards: dl_iterate_phdr calls back (a wrong true)
#define _GNU_SOURCE
#include <link.h>
extern void reach_error(void);
static int count(struct dl_phdr_info *info, size_t n, void *sum) {
  if (++*(int *)sum > 1) reach_error();
  return 0;
}
int main(void) {
  int sum = 0;
  dl_iterate_phdr(count, &sum);
  return 0;
}
