// property: unreach-call
// expect: false
// guards: strcmp was said to return -1, 0 or 1: the standard fixes the sign only (a wrong true)
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char word[3] = {__VERIFIER_nondet_char(), 'x', 0};
  int order = strcmp(word, "ax");
  if (order != 0 && order * order > 1) reach_error();
  return 0;
}
