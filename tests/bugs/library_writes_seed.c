// property: unreach-call
// expect: false
// guards: what a library function without a model leaves in its argument
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  unsigned seed = 1;
  rand_r(&seed);
  if (seed != 1) reach_error();
}
