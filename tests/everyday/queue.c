/* A queue: the value is read from the node that was just freed. */
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

struct queue {
  struct node *first, *last;
};

static void put(struct queue *q, int value) {
  struct node *node = malloc(sizeof *node);
  if (!node) exit(1);
  node->value = value;
  node->next = NULL;
  if (q->last)
    q->last->next = node;
  else
    q->first = node;
  q->last = node;
}

static int get(struct queue *q) {
  struct node *node = q->first;
  q->first = node->next;
  if (!q->first) q->last = NULL;
  free(node);
  return node->value; /* BUG */
}

int main(void) {
  struct queue q = {NULL, NULL};
  for (int i = 0; i < 4; i++) put(&q, i * 10);
  while (q.first) printf("%d\n", get(&q));
  return 0;
}
