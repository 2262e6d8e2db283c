// property: unreach-call
// expect: unknown
// args: --engine=sums
// guards: a loop whose bound is a pointer has no sum that is followed
extern void reach_error(void);
struct node {
  struct node *next;
};
int main(void) {
  struct node last = {0}, second = {&last}, first = {&second};
  struct node *end = 0;
  int cells[50], sum = 0, i = 0;
  for (struct node *n = &first; n != end; n = n->next) sum += cells[i++];
  if (sum == 7) reach_error();
  return 0;
}
