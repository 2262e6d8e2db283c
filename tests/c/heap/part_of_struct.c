// property: unreach-call
// expect: true
// guards: nodes that are part of structs, from a global head on
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long size);
typedef struct Link {
  struct Link *next;
} Link;
typedef struct Item {
  int value;
  Link link;
} Item;
static Link head = {&head};

int main(void) {
  while (__VERIFIER_nondet_int()) {
    Item *item = malloc(sizeof *item);
    item->value = 5;
    item->link.next = head.next;
    head.next = &item->link;
  }
  for (Link *p = head.next; p && p != &head; p = p->next) {
    Item *item = (Item *)((char *)p - __builtin_offsetof(Item, link));
    if (item->value != 5) reach_error();
  }
  return 0;
}
