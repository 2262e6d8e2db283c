// property: unreach-call
// expect: unknown
// guards: the same for objects of which there are many
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void drop(long *number) { free(number); }
int main(void) {
  while (__VERIFIER_nondet_int()) {
    long *number = malloc(sizeof *number);
    if (!number) return 0;
    *number = 1;
    drop(number);
    if (*number != 1) reach_error();
  }
}
