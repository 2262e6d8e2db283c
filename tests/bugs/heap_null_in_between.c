// property: unreach-call,assertion
// args: --32 --timeout=8
// expect: unknown
// guards: a read through NULL is of no object: two objects followed missed the
// run on which any value comes of it
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef struct Node {
  struct Node *next, *inner;
} Node;

static Node *make(void) {
  Node *n = malloc(sizeof *n);
  n->next = n->inner = 0;
  if (__VERIFIER_nondet_int()) {
    n->inner = malloc(sizeof *n);
    n->inner->next = n->inner->inner = 0;
  }
  return n;
}

int main(void) {
  Node *list = make(), *end = list;
  while (__VERIFIER_nondet_int()) end = end->next = make();
  for (end = list; end; end = end->next) {
    int length = 0;
    for (Node *inner = end->inner; inner;) {
      length = length == 0 ? 1 : 2;
      if (inner->inner || inner->next) reach_error();
      inner = inner->inner;
      if (length == 1) inner = inner->inner;
    }
    if (length > 1) reach_error();
  }
  return 0;
}
