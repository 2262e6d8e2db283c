// property: unreach-call
// expect: unknown
// guards: what was given away before, the library may know
#include <sys/uio.h>
extern void reach_error(void);
extern void keep(char *);
int main(void) {
  char b[4] = {0}, c[4] = {0};
  struct iovec v[1] = {{b, sizeof b}};
  keep(c);
  readv(0, v, 1);
  if (c[2]) reach_error();
  return 0;
}
