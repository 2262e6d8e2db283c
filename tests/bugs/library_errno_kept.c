// property: unreach-call
// expect: true
// guards: errno is kept by what cannot fail, and never set to zero
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char text[4];
  errno = 7;
  strcpy(text, "abc");
  if (errno != 7) reach_error();
  close(3);
  if (errno == 0) reach_error();
  return 0;
}
