#include "list.h"
#include "pick.h"

#include <stdio.h>

static int half(int value) {
  return scaled(value, 2);
}

int main(void) {
  struct node *list = list_push(NULL, COUNT);
  printf("%d %d\n", half(list_sum(list)), pick_checked(&list->key, 1));
  return 0;
}
