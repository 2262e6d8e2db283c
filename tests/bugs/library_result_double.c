// property: unreach-call
// expect: false
// guards: a library function that stores and returns a float gives any; the counterexample runs the real one
#include <math.h>
extern void reach_error(void);
int main(void) { int q = 0; double r = remquo(5, 3, &q); if (q == 2 && r == -1) reach_error(); return 0; }
