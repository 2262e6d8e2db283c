// property: assertion,valid-deref,valid-free,valid-init
// expect: false
// says: assertion +proved up to the first violation of valid-deref
// says: valid-free +proved up to the first violation of valid-deref
// says: valid-init +proved up to the first violation of valid-deref
// guards: an access just behind the end of its object ends the only run wherever objects lie
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
  struct word *next;
  char text[];
};

static struct word *table[8];

static const char *keep(const char *s) {
  unsigned h = 7;
  for (const char *p = s; *p; p++) h = h * 31 + (unsigned char)*p;
  for (struct word *w = table[h % 8]; w; w = w->next)
    if (strcmp(w->text, s) == 0) return w->text;
  struct word *w = malloc(sizeof *w + strlen(s));
  strcpy(w->text, s);
  w->next = table[h % 8];
  table[h % 8] = w;
  return w->text;
}

int main(void) {
  const char *a = keep("one"), *b = keep("two");
  char line[16];
  assert(a != b);
  while (scanf("%15s", line) == 1) puts(keep(line));
  for (int i = 0; i < 8; i++)
    while (table[i]) {
      struct word *next = table[i]->next;
      free(table[i]);
      table[i] = next;
    }
  return 0;
}
