#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

static struct node *push(struct node *list, int key) {
  struct node *n = malloc(sizeof *n);
  n->key = key;
  n->next = list;
  return n;
}

static struct node *drop(struct node *list, int key) {
  struct node **at = &list;
  while (*at && (*at)->key != key) at = &(*at)->next;
  if (*at) {
    struct node *old = *at;
    *at = old->next;
    free(old);
  }
  return list;
}

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 3; i++) list = push(list, i);
  struct node *first = list;
  list = drop(list, 2);
  int sum = first->key;
  while (list) {
    struct node *next = list->next;
    sum += list->key;
    free(list);
    list = next;
  }
  return sum;
}
