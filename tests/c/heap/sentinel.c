// property: unreach-call
// expect: true
// timeout: 240
// guards: lists that end in a sentinel: no red node is the last
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);
typedef struct Node {
  int value;
  struct Node *next;
} Node;

enum { BLACK, RED };

int main(void) {
  Node *none = malloc(sizeof *none), *list = malloc(sizeof *list), *p = list;
  none->value = BLACK;
  none->next = 0;
  list->value = BLACK;
  list->next = none;
  while (__VERIFIER_nondet_int()) {
    p->next = malloc(sizeof *p);
    p = p->next;
    p->next = none;
    p->value = BLACK;
    if (__VERIFIER_nondet_int()) {
      p->value = RED;
      p->next = malloc(sizeof *p);
      p = p->next;
      p->next = none;
      p->value = BLACK;
    }
  }
  for (p = list; p != none; p = p->next) {
    if (p->value == RED) {
      p = p->next;
      if (p == none || p->value != BLACK) reach_error();
    }
  }
  return 0;
}
