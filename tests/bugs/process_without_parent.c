// property: assertion
// expect: false
// guards: the first process of a container has no parent that it sees
#include <assert.h>
#include <unistd.h>
int main(void) {
  assert(getppid() > 0);
  return 0;
}
