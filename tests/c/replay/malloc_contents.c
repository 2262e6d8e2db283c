// property: unreach-call,assertion
// expect: false
// Fresh heap memory holds anything.
#include <stdlib.h>
extern void reach_error(void);
struct node { int key; struct node *next; short mark; };
int main(void) {
  struct node *n = malloc(sizeof *n);
  n->next = 0;
  if (n->key == 17 && n->mark == 5) reach_error();
  return 0;
}
