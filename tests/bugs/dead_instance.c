// property: unreach-call
// expect: unknown
// guards: one of many heap objects is used through another pointer than the one that was freed
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  long *before = NULL;
  for (int i = 0; i < 3; i++) {
    long *now = malloc(sizeof *now), *drop = before;
    if (!now) return 0;
    *now = 1;
    if (before && __VERIFIER_nondet_int()) free(drop);
    if (before && *before != 1) reach_error();
    before = now;
  }
}
