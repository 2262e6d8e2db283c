// property: unreach-call
// expect: false
// guards: the node that is put in does not point back
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);
typedef struct Node {
  struct Node *next, *before;
} Node;

int main(void) {
  Node *first = malloc(sizeof *first), *p = first;
  first->next = 0;
  first->before = 0;
  while (__VERIFIER_nondet_int()) {
    Node *node = malloc(sizeof *node);
    node->next = 0;
    node->before = first;
    p->next = node;
    p = node;
  }
  for (p = first; p->next; p = p->next)
    if (p->next->before != p) reach_error();
  return 0;
}
