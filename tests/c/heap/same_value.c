// property: unreach-call
// expect: true
// guards: every node of a list of any length holds what all were given
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);
typedef struct Node {
  int value;
  struct Node *next;
} Node;

int main(void) {
  Node *list = 0;
  while (__VERIFIER_nondet_int()) {
    Node *node = malloc(sizeof *node);
    node->value = 7;
    node->next = list;
    list = node;
  }
  for (Node *p = list; p; p = p->next)
    if (p->value != 7) reach_error();
  return 0;
}
