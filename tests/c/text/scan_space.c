// property: unreach-call
// expect: unknown
// guards: a word that scanf reads has no blanks: no counterexample needs one
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char w[3];
  if (scanf("%2s", w) == 1 && w[0] == ' ') reach_error();
  return 0;
}
