/* A list: built, reversed, summed, freed. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *list, int value) {
  struct node *node = malloc(sizeof *node);
  if (!node) {
    fputs("out of memory\n", stderr);
    exit(1);
  }
  node->value = value;
  node->next = list;
  return node;
}

static struct node *reverse(struct node *list) {
  struct node *done = NULL;
  while (list) {
    struct node *next = list->next;
    list->next = done;
    done = list;
    list = next;
  }
  return done;
}

static void free_all(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

int main(void) {
  struct node *list = NULL;
  for (int i = 1; i <= 5; i++) list = push(list, i * i);
  list = reverse(list);
  int last = 0;
  for (struct node *at = list; at; at = at->next) {
    assert(at->value > last);
    last = at->value;
  }
  free_all(list);
  return 0;
}
