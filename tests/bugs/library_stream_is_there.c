// property: unreach-call
// expect: true
// guards: stdout is a stream when the program starts (a wrong false)
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  if (!stdout) reach_error();
  return 0;
}
