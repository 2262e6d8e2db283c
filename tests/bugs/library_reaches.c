// property: unreach-call
// expect: true
// guards: readv writes what its table points to, and nothing else
#include <sys/uio.h>
extern void reach_error(void);
int main(void) {
  char b[4] = {0};
  int k = 3;
  struct iovec v[1] = {{b, sizeof b}};
  readv(0, v, 1);
  if (k != 3) reach_error();
  return b[0];
}
