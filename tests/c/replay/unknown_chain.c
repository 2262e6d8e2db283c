// property: unreach-call,assertion
// expect: false
// Memory nobody knows, reached through memory nobody knows.
extern void reach_error(void);
struct node { struct node *next; int key; };
extern struct node *somewhere(void);
int main(void) {
  struct node *n = somewhere();
  if (n == 0 || n->next == 0 || n->next == n) return 0;
  if (n->key == 3 && n->next->key == 4) reach_error();
  return 0;
}
