// property: unreach-call
// expect: false
// guards: a counterexample that follows NULL is none; the other one is found
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *list = 0;
  for (int i = 0; __VERIFIER_nondet_int(); i++) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->next = list;
    fresh->value = i;
    list = fresh;
  }
  if (list->value == 3 && list->next->next->value != 0) reach_error();
  return 0;
}
