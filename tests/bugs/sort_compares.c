// property: unreach-call
// expect: false
// guards: which elements qsort compares is open; the model compared few of them (a wrong true)
#include <stdlib.h>
extern void reach_error(void);
struct pair {
  int key, payload;
};
static int compare(const void *a, const void *b) {
  const struct pair *p = a, *q = b;
  if (abs(p->key - q->key) == 20) reach_error();
  return p->key - q->key;
}
int main(void) {
  struct pair list[5] = {{10}, {20}, {30}, {40}, {50}};
  qsort(list, 5, sizeof list[0], compare);
  return 0;
}
