// property: unreach-call
// expect: unknown
// guards: readv writes what the pointers in its table lead to
#include <sys/uio.h>
extern void reach_error(void);
int main(void) {
  char b[4] = {0};
  struct iovec v[1] = {{b, sizeof b}};
  readv(0, v, 1);
  if (b[2]) reach_error();
  return 0;
}
