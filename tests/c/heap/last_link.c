// property: unreach-call
// expect: true
// guards: what the last node leads to is written
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);
typedef struct Node {
  int value;
  struct Node *next;
} Node;

int main(void) {
  Node *first = malloc(sizeof *first), *p = first;
  first->value = 1;
  while (__VERIFIER_nondet_int()) {
    p->next = malloc(sizeof *p);
    p = p->next;
    p->value = 1;
  }
  p->next = 0;
  for (p = first; p; p = p->next)
    if (p->value != 1) reach_error();
  return 0;
}
