// property: unreach-call
// expect: false
// guards: no function of the library ever set errno (a wrong true)
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  if (!fopen("there is no such file", "r") && errno == ENOENT) reach_error();
  return 0;
}
