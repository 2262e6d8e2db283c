// property: valid-memtrack
// expect: unknown
// says: loop that may not end while heap objects live
// guards: where no end can be reached, nothing was said to be lost
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  p = NULL;
  while (1);
}
