// property: unreach-call
// expect: unknown
// guards: any result was presumed of sin: a counterexample that no run has
#include <math.h>
extern void reach_error(void);
int main(void) {
  if (sin(0.5) > 2) reach_error();
  return 0;
}
