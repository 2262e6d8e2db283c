// property: unreach-call
// expect: true
// guards: whether a character is of a class is known
#include <ctype.h>
extern void reach_error(void);
int main(void) {
  if (!(isdigit)('7') || (isalpha)('7') || (isspace)('x')) reach_error();
  return 0;
}
