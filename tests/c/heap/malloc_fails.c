// property: valid-deref
// args: --malloc-may-fail
// expect: false
// guards: with --malloc-may-fail, what malloc returns is looked at before it is followed
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return 0;
}
