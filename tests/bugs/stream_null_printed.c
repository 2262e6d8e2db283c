// property: valid-deref
// expect: false
// guards: a stream that is NULL is looked at, with a constant format, too
#include <stdio.h>
int main(void) {
  FILE *f = fopen("none", "w");
  fprintf(f, "%d\n", 1);
  return 0;
}
