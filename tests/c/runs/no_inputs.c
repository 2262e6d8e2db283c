// property: unreach-call,assertion
// expect: true
// says: no inputs
// guards: a program without inputs has one run, and a run that ends is a proof
#include <stdlib.h>
extern void reach_error(void);
struct node {
  struct node *next;
  double weight;
  int number; /* never set, never read */
};
int main(void) {
  struct node *list = 0;
  double sum = 0;
  for (int i = 0; i < 40; i++) {
    struct node *node = malloc(sizeof *node);
    node->weight = 0.1;
    node->next = list;
    list = node;
  }
  for (struct node *at = list; at; at = at->next) sum += at->weight;
  if (sum == 4.0) reach_error(); /* 0.1 is none */
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
