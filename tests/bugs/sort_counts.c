// property: unreach-call
// expect: unknown
// says: the order of calls of a function given to qsort
// guards: how often qsort compares is open
#include <stdlib.h>
extern void reach_error(void);
static int calls;
static int compare(const void *a, const void *b) {
  calls++;
  return *(const char *)a - *(const char *)b;
}
int main(void) {
  char text[] = "acbd";
  qsort(text, 4, 1, compare);
  if (calls == 5 && text[0] != 'a') reach_error();
  return 0;
}
