// property: valid-deref
// expect: false
// guards: lines of input are tried as texts, whatever the first run asks for
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct tokens {
  char **at;
  size_t n, room;
};
static void push(struct tokens *t, const char *s, size_t length) {
  if (t->n == t->room) {
    t->room = t->room ? 2 * t->room : 4;
    t->at = realloc(t->at, t->room * sizeof *t->at);
    if (!t->at) exit(1);
  }
  char *copy = malloc(length);
  if (!copy) exit(1);
  memcpy(copy, s, length);
  copy[length] = 0;
  t->at[t->n++] = copy;
}
int main(void) {
  char line[24];
  struct tokens t = {0};
  if (!fgets(line, sizeof line, stdin)) return 0;
  char *p = line;
  while (*p) {
    size_t n = strcspn(p, " \n");
    if (n) push(&t, p, n);
    p += n;
    if (*p) p++;
  }
  for (size_t i = 0; i < t.n; i++) free(t.at[i]);
  free(t.at);
  return 0;
}
