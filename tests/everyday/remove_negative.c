/* Removes nodes of a list, and follows the one just freed. */
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *list, int value) {
  struct node *node = malloc(sizeof *node);
  if (!node) exit(1);
  node->value = value;
  node->next = list;
  return node;
}

static struct node *remove_negative(struct node *list) {
  struct node **link = &list;
  for (struct node *at = list; at; at = at->next) { /* BUG */
    if (at->value < 0) {
      *link = at->next;
      free(at);
    } else {
      link = &at->next;
    }
  }
  return list;
}

int main(void) {
  struct node *list = push(push(push(NULL, 3), -1), 4);
  list = remove_negative(list);
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
