/* Every different word is stored once; equal words get the same pointer. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 64

struct word {
  struct word *next;
  char text[];
};

static struct word *table[BUCKETS];

static unsigned hash_of(const char *s) {
  unsigned h = 2166136261u;
  while (*s)
    h = (h ^ (unsigned char)*s++) * 16777619u;
  return h;
}

static const char *intern(const char *s) {
  unsigned h = hash_of(s);
  for (struct word *w = table[h % BUCKETS]; w != NULL; w = w->next)
    if (strcmp(w->text, s) == 0)
      return w->text;
  size_t length = strlen(s);
  struct word *w = malloc(sizeof *w + length);
  if (w == NULL)
    exit(1);
  strcpy(w->text, s); /* BUG */
  w->next = table[h % BUCKETS];
  table[h % BUCKETS] = w;
  return w->text;
}

static void release(void) {
  for (int i = 0; i < BUCKETS; i++) {
    struct word *w = table[i];
    while (w) {
      struct word *next = w->next;
      free(w);
      w = next;
    }
    table[i] = NULL;
  }
}

int main(void) {
  const char *a = intern("alpha");
  const char *b = intern("beta");
  const char *c = intern("alpha");
  assert(a == c);
  assert(a != b);
  char line[40];
  while (scanf("%39s", line) == 1)
    puts(intern(line));
  release();
  return 0;
}
