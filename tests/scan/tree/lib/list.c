#include "list.h"

#include <stdlib.h>

/* NULL when the key is not there. */
struct node *list_find(struct node *head, int key) {
  while (head && head->key != key) head = head->next;
  return head;
}

/* The result of malloc is not looked at: a finding. */
struct node *list_push(struct node *head, int key) {
  struct node *made = malloc(sizeof *made);
  made->key = key;
  made->next = head;
  return made;
}

int list_sum(const struct node *head) {
  int sum = 0;
  for (; head; head = head->next) sum += head->key;
  return sum;
}

static int list_length(const struct node *head) {
  int n = 0;
  for (; head; head = head->next) n++;
  return n;
}

/* An empty list has no mean: a finding, or unknown because of the loop. */
int list_mean(const struct node *head) {
  return list_sum(head) / list_length(head);
}
