// property: unreach-call
// expect: false
// guards: what is written there is something else
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);
typedef struct Node {
  int value;
  struct Node *next;
} Node;

int main(void) {
  Node *list = 0;
  int *kept = 0;
  while (__VERIFIER_nondet_int()) {
    Node *node = malloc(sizeof *node);
    node->value = 3;
    node->next = list;
    list = node;
    if (__VERIFIER_nondet_int()) kept = &node->value;
  }
  if (kept) *kept = 4;
  for (; list; list = list->next)
    if (list->value != 3) reach_error();
  return 0;
}
