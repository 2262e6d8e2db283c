// property: unreach-call
// expect: false
// guards: what hangs from a node may be a node of the list
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);
typedef struct Node {
  struct Node *next, *inner;
} Node;

static Node *inner_of(Node *other) {
  if (__VERIFIER_nondet_int()) return 0;
  if (__VERIFIER_nondet_int()) return other;
  Node *node = malloc(sizeof *node);
  node->next = 0;
  node->inner = 0;
  return node;
}

int main(void) {
  Node *list = 0;
  while (__VERIFIER_nondet_int()) {
    Node *node = malloc(sizeof *node);
    node->next = list;
    node->inner = inner_of(list);
    list = node;
  }
  for (; list; list = list->next) {
    Node *inner = list->inner;
    if (inner && inner->next) reach_error();
  }
  return 0;
}
