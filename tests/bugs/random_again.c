// property: unreach-call
// expect: unknown
// guards: the same seed gives the same numbers
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  srand(1);
  int a = rand();
  srand(1);
  if (rand() != a) reach_error();
}
