// property: unreach-call
// expect: unknown
// says: unsupported: atexit
// guards: the same through a pointer
#include <stdlib.h>
extern void reach_error(void);
static void at_end(void) {
  reach_error();
}
int main(void) {
  int (*announce)(void (*)(void)) = atexit;
  announce(at_end);
  return 0;
}
