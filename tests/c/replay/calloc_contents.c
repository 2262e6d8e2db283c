// property: unreach-call,assertion
// expect: true
#include <stdlib.h>
extern void reach_error(void);
struct node { int key; short mark; };
int main(void) {
  struct node *n = calloc(1, sizeof *n);
  if (n->key != 0 || n->mark != 0) reach_error();
  return 0;
}
