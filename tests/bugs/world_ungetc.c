// property: unreach-call
// expect: unknown
// guards: What was put back comes first.
#include <stdio.h>
void reach_error(void);
int main(void) {
  int c = getchar();
  if (c == EOF || ungetc(c, stdin) != c) return 0;
  if (getchar() != c) reach_error();
  return 0;
}
