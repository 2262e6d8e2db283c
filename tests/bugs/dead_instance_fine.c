// property: unreach-call
// expect: true
// guards: objects that are freed one by one, and a list that is freed at the end
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct link {
  int value;
  struct link *rest;
};
static struct link *add(struct link *list, int value) {
  struct link *made = malloc(sizeof *made);
  if (!made) exit(0);
  made->value = value;
  made->rest = list;
  return made;
}
int main(void) {
  struct link *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct link *single = add(NULL, 5);
    if (single->value != 5) reach_error();
    free(single);
    list = add(list, 7);
  }
  for (struct link *at = list; at; at = at->rest)
    if (at->value != 7) reach_error();
  while (list) {
    struct link *rest = list->rest;
    free(list);
    list = rest;
  }
}
