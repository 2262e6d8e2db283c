// property: valid-memsafety
// expect: false
// args: --engine=shapes
// guards: of each list that a node owns one node is lost
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct item {
  struct item *next;
  int price;
};
struct box {
  struct item *items;
  struct box *next;
};
int main(void) {
  struct box *shelf = 0;
  while (__VERIFIER_nondet_int()) {
    struct box *box = malloc(sizeof *box);
    box->items = 0;
    while (__VERIFIER_nondet_int()) {
      struct item *item = malloc(sizeof *item);
      item->price = __VERIFIER_nondet_int();
      item->next = box->items;
      box->items = item;
    }
    box->next = shelf;
    shelf = box;
  }
  while (shelf) {
    struct box *box = shelf;
    while (box->items && box->items->next) {
      struct item *item = box->items;
      box->items = item->next;
      free(item);
    }
    shelf = box->next;
    free(box);
  }
  return 0;
}
