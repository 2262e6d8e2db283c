// property: unreach-call
// expect: unknown
// args: --engine=concolic
// guards: memory that the program wrote is what it wrote
extern void reach_error(void);
struct node {
  int value;
  struct node *next;
};
extern struct node *get(void);

int main(void) {
  struct node *n = get();
  if (!n) return 0;
  n->value = 4;
  n->next = n;
  if (n->next->next->value != 4) reach_error();
  return 0;
}
