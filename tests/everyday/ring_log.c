/* The last lines of a log, in a ring of copies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 3 };
static char *lines[KEPT];
static unsigned next;

static char *copy(const char *s) {
  size_t n = strlen(s);
  char *c = malloc(n); /* one too few */
  if (!c) exit(1);
  strcpy(c, s); /* BUG */
  return c;
}

static void keep(const char *line) {
  free(lines[next % KEPT]);
  lines[next++ % KEPT] = copy(line);
}

int main(void) {
  char line[64];
  while (fgets(line, sizeof line, stdin)) keep(line);
  for (unsigned i = 0; i < KEPT; i++) {
    const char *l = lines[(next + i) % KEPT];
    if (l) fputs(l, stdout);
  }
  for (unsigned i = 0; i < KEPT; i++) free(lines[i]);
  return 0;
}
