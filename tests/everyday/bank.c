/* Accounts in a growing array, transfers between them. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct account {
  char owner[16];
  long cents;
};

struct bank {
  struct account *list;
  size_t n, room;
};

static struct account *find(struct bank *b, const char *owner) {
  for (size_t i = 0; i < b->n; i++)
    if (strcmp(b->list[i].owner, owner) == 0) return &b->list[i];
  return NULL;
}

static struct account *open_account(struct bank *b, const char *owner) {
  if (b->n == b->room) {
    size_t room = b->room ? 2 * b->room : 1;
    struct account *list = realloc(b->list, room * sizeof *list);
    if (!list) return NULL;
    b->list = list;
    b->room = room;
  }
  struct account *a = &b->list[b->n++];
  snprintf(a->owner, sizeof a->owner, "%s", owner);
  a->cents = 0;
  return a;
}

int main(void) {
  struct bank b = {NULL, 0, 0};
  struct account *ada = open_account(&b, "ada");
  if (!ada) return 1;
  ada->cents = 500;
  if (!open_account(&b, "bob")) return 1;
  ada->cents -= 100; /* BUG */
  struct account *bob = find(&b, "bob");
  bob->cents += 100;
  printf("%ld\n", bob->cents);
  free(b.list);
  return 0;
}
