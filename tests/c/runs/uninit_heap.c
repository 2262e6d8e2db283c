// property: unreach-call,assertion
// expect: false
// guards: what malloc gives is an input where it is read first
#include <stdlib.h>
extern void reach_error(void);
struct pair {
  int a, b;
};
int main(void) {
  struct pair *p = malloc(sizeof *p), copy;
  p->a = 1;
  copy = *p;
  if (copy.a == 1 && copy.b == 77) reach_error();
  return 0;
}
