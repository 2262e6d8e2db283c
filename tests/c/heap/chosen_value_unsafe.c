// property: unreach-call
// expect: false
// guards: the input changes on the way
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);
typedef struct Node {
  int value;
  struct Node *next;
} Node;

int main(void) {
  int choice = __VERIFIER_nondet_int() != 0;
  Node *first = malloc(sizeof *first), *last = first;
  while (__VERIFIER_nondet_int()) {
    last->value = choice ? 10 : 20;
    choice = __VERIFIER_nondet_int() != 0;
    last->next = malloc(sizeof *first);
    last = last->next;
  }
  last->value = 30;
  int seen = choice ? 10 : 20;
  Node *p = first;
  while (p->value == seen) p = p->next;
  if (p->value != 30) reach_error();
  return 0;
}
