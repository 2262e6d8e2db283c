// property: unreach-call
// expect: false
// guards: a pointer in memory that realloc moved was not followed to where it
// led before
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, k = __VERIFIER_nondet_int();
  int **v = malloc(sizeof *v);
  v[0] = &x;
  v = realloc(v, 2 * sizeof *v);
  *v[0] = k;
  if (x == 77) reach_error();
  free(v);
  return 0;
}
