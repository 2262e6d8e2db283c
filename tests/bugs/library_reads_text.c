// property: unreach-call
// expect: unknown
// args: --timeout=8
// guards: sscanf gave any number, whatever the text (a wrong false)
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int x = 0;
  sscanf("5", "%d", &x);
  if (x == 6) reach_error();
  return 0;
}
