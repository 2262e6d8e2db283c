// property: unreach-call
// expect: true
// guards: the same name gives the same string
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  if (getenv("HOME") != getenv("HOME")) reach_error();
}
