// property: unreach-call
// expect: true
// guards: a comparison that only looks: a program without inputs stays one
#include <stdlib.h>
extern void reach_error(void);
static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
int main(void) {
  int list[4] = {4, 1, 3, 2}, key = 3;
  qsort(list, 4, sizeof list[0], compare);
  for (int i = 0; i < 4; i++)
    if (list[i] != i + 1) reach_error();
  if (bsearch(&key, list, 4, sizeof key, compare) != &list[2]) reach_error();
  return 0;
}
