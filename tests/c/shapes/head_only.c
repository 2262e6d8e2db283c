// property: valid-memtrack
// expect: true
// guards: its first node leads to all
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
struct queue {
  struct node *head, *tail;
};
static struct queue *queue;

int main(void) {
  queue = malloc(sizeof *queue);
  queue->head = queue->tail = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    if (queue->tail)
      queue->tail->next = n;
    else
      queue->head = n;
    queue->tail = n;
  }
  unsigned a = __VERIFIER_nondet_int();
  if (a * a * a + 7u * a == 3735928559u + 7u) queue->tail = NULL;
  return 0;
}
