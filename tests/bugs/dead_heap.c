// property: unreach-call
// expect: unknown
// guards: what was freed holds whatever the library puts there
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  long *number = malloc(sizeof *number);
  if (!number) return 0;
  *number = 1;
  free(number);
  if (*number != 1) reach_error();
}
