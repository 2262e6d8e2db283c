// property: unreach-call
// expect: unknown
// guards: the program looks at more than the sign of its comparison itself
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}
int main(void) {
  const char *words[2] = {"b", "a"};
  qsort(words, 2, sizeof *words, by_text);
  if (by_text(&words[0], &words[1]) != -1) reach_error();
}
