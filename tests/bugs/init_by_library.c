// property: valid-init
// expect: false
// guards: what poll is given must be written
#include <poll.h>
int main(void) {
  struct pollfd file;
  return poll(&file, 1, 0);
}
