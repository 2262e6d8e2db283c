// property: unreach-call
// expect: true
// args: --64 --engine=local
// guards: no object has an address of the first or last page
#include <stdlib.h>
extern void reach_error(void);
static int wrong;
int main(void) {
  for (;;) {
    char *p = malloc(8);
    if (p && ((unsigned long)p >= -4095ul || (unsigned long)p < 16)) wrong = 1;
    if (wrong) reach_error();
    free(p);
  }
}
