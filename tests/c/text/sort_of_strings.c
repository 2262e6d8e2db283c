// property: unreach-call
// expect: true
// guards: the usual comparison of strings is one that only looks
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}
int main(void) {
  const char *words[3] = {"pear", "apple", "fig"};
  qsort(words, 3, sizeof *words, by_text);
  if (strcmp(words[0], "apple") != 0) reach_error();
  if (strcmp(words[2], "pear") != 0) reach_error();
}
