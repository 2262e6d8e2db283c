// property: unreach-call
// expect: unknown
// args: --timeout=20
// guards: the number that memcmp returns, by way of memory; that a library returns 1000 is not shown
#include <string.h>
extern void reach_error(void);
struct entry {
  unsigned char key[2];
  int order;
};
int main(void) {
  struct entry e = {{9, 1}, 0};
  unsigned char other[2] = {4, 2};
  e.order = memcmp(e.key, other, 2);
  struct entry *volatile p = &e;
  if (p->order == 1000) reach_error();
  return 0;
}
