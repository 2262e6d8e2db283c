// property: unreach-call
// expect: true
// guards: neighbours in a ring are in order
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);
typedef struct Node {
  int value;
  struct Node *next;
} Node;

int main(void) {
  Node *head = malloc(sizeof *head), *p = head;
  int level = 1;
  head->value = 0;
  head->next = head;
  while (__VERIFIER_nondet_int()) {
    p->next = malloc(sizeof *p);
    p = p->next;
    p->next = head;
    p->value = level;
    if (level < 4 && __VERIFIER_nondet_int()) level++;
  }
  for (p = head->next; p->value != 0; p = p->next)
    if (p->next->value != 0 && p->value > p->next->value) reach_error();
  return 0;
}
