// property: valid-memsafety
// args: --32
// expect: true
// guards: objects that exist several times keep their own account
void *malloc(__SIZE_TYPE__);
void free(void *);
struct node {
  int v;
  struct node *next;
};
int main(void) {
  struct node *head = 0, *p;
  for (int i = 0; i < 2; i++) {
    p = malloc(sizeof *p);
    p->v = i;
    p->next = head;
    head = p;
  }
  for (p = head; p; p = p->next) p->v++;
  while (head) {
    p = head->next;
    free(head);
    head = p;
  }
  return 0;
}
