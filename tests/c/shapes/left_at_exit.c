// property: valid-memtrack
// expect: unknown
// guards: at exit() a value that no variable holds any more was taken for one
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_int()) i++;
  int *p = malloc(sizeof *p);
  *p = i;
  p = 0;
  exit(0);
}
