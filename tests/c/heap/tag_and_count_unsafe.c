// property: valid-memsafety
// expect: false
// says: false\(valid-memtrack\)
// guards: ... a box that the wrong tag stands for is lost
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void free(void *p);
typedef struct Item {
  int tag, age;
  struct Item *self, *box, *next;
} Item;

int main(void) {
  Item *head = 0;
  int age = 0;
  while (__VERIFIER_nondet_int()) {
    Item *item = malloc(sizeof *item);
    item->age = age++ & 1023;
    item->self = item;
    item->box = item;
    item->tag = 0;
    if (__VERIFIER_nondet_int()) {
      item->tag = 2;
      item->box = malloc(sizeof *item);
    } else if (__VERIFIER_nondet_int()) {
      item->tag = 1;
    }
    item->next = head;
    head = item;
  }
  while (head) {
    Item *item = head;
    head = head->next;
    if (item->tag == 1) item->age = 0;
    free(item->self);
  }
  return 0;
}
