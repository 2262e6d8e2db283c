// property: unreach-call
// expect: true
// guards: two characters are no number above 99 or below -9
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int d;
  if (scanf("%2d", &d) == 1 && (d > 99 || d < -9)) reach_error();
  return 0;
}
