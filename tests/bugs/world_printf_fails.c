// property: unreach-call
// expect: false
// guards: Writing may fail.
#include <stdio.h>
void reach_error(void);
int main(void) {
  if (printf("abc\n") < 0) reach_error();
  return 0;
}
