// property: unreach-call
// expect: unknown
// args: --engine=concolic
// guards: an error behind an access outside of its object is none
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *object = malloc(16);
  if (!object) return 0;
  if (object[4096] == 3) reach_error();
  return 0;
}
