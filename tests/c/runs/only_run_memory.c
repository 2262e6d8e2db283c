// property: valid-memsafety
// expect: true
// guards: a program without inputs that matter is decided by its only run
#include <stdio.h>
#include <stdlib.h>
struct node {
  int value;
  struct node *next;
};
static struct node *push(struct node *list, int value) {
  struct node *node = malloc(sizeof *node);
  if (!node) abort();
  node->value = value;
  node->next = list;
  return node;
}
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 40; i++) list = push(list, i % 7);
  while (list) {
    struct node *next = list->next;
    printf("%d ", list->value);
    putchar('\n');
    free(list);
    list = next;
  }
  return 0;
}
