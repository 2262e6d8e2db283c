// property: unreach-call
// expect: unknown
// guards: A line ends with its newline.
#include <stdio.h>
void reach_error(void);
int main(void) {
  char b[5];
  if (fgets(b, 5, stdin) && b[0] == '\n' && b[1] != 0) reach_error();
  return 0;
}
