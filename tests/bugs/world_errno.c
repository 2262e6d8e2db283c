// property: unreach-call
// expect: true
// guards: fopen never fails without an error.
#include <errno.h>
#include <stdio.h>
void reach_error(void);
int main(void) {
  errno = 0;
  FILE *f = fopen("x", "r");
  if (!f && errno == 0) reach_error();
  if (f) fclose(f);
  return 0;
}
