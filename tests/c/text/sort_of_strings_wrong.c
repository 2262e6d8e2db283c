// property: unreach-call
// expect: false
// guards: strings are sorted, not left as they are
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}
int main(void) {
  const char *words[3] = {"pear", "apple", "fig"};
  qsort(words, 3, sizeof *words, by_text);
  if (strcmp(words[1], "apple") != 0) reach_error();
}
