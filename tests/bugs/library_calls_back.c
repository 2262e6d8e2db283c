// property: unreach-call
// expect: unknown
// says: the C library's lfind at
// guards: functions of the C library without a model were said to have no effect (a wrong true)
#include <search.h>
extern void reach_error(void);
static int compare(const void *a, const void *b) {
  if (*(const int *)a == *(const int *)b) reach_error();
  return 1;
}
int main(void) {
  int list[3] = {1, 2, 3}, key = 2;
  size_t n = 3;
  lfind(&key, list, &n, sizeof key, compare);
  return 0;
}
