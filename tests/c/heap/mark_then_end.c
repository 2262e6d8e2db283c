// property: unreach-call
// expect: true
// guards: a marked node comes before the last: two nodes are followed
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);
typedef struct Node {
  int value;
  struct Node *next;
} Node;

int main(void) {
  Node *first = malloc(sizeof *first), *p = first;
  first->value = 0;
  while (__VERIFIER_nondet_int()) {
    p->next = malloc(sizeof *p);
    p = p->next;
    p->value = 0;
  }
  p->value = 1;
  p->next = malloc(sizeof *p);
  p->next->value = 2;
  for (p = first; p->value != 1; p = p->next)
    if (p->value != 0) reach_error();
  if (p->next->value != 2) reach_error();
  return 0;
}
