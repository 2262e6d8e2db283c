// property: unreach-call
// expect: unknown
// guards: a stream writes into the buffer it was given
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  static char buffer[BUFSIZ];
  setbuf(stdout, buffer);
  puts("x");
  if (buffer[0] == 'x') reach_error();
}
