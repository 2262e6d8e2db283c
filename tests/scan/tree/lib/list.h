#ifndef LIST_H
#define LIST_H
struct node {
  int key;
  struct node *next;
};
struct node *list_find(struct node *head, int key);
struct node *list_push(struct node *head, int key);
int list_sum(const struct node *head);
int list_mean(const struct node *head);
#endif
