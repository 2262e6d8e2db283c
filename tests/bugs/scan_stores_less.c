// property: unreach-call
// expect: unknown
// guards: sscanf that fails stores nothing (a wrong false)
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int x = 1;
  sscanf("abc", "%d", &x);
  if (x != 1) reach_error();
  return 0;
}
