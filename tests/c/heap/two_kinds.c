// property: unreach-call
// expect: true
// guards: two lists of nodes from one place
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);
typedef struct Node {
  int value;
  struct Node *next;
} Node;

static Node *put(Node *list, int value) {
  Node *node = malloc(sizeof *node);
  node->value = value;
  node->next = list;
  return node;
}

int main(void) {
  Node *a = 0, *b = 0;
  int ones = 0;
  while (__VERIFIER_nondet_int()) {
    a = put(a, 1);
    b = put(b, 2);
  }
  if (a && a->value != 1) reach_error();
  for (; b; b = b->next) ones += b->value == 2;
  return 0;
}
