// property: unreach-call,assertion
// expect: unknown
// Our model of snprintf writes any text; the real one does not.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char text[8];
  snprintf(text, sizeof text, "%d", 7);
  if (text[0] == 'x') reach_error();
  return 0;
}
