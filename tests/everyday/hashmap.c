/* Counts words: a hash map with chains. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 8 };

struct entry {
  struct entry *next;
  char *key;
  unsigned count;
};

static struct entry *table[BUCKETS];

static unsigned hash(const char *s) {
  unsigned h = 5381;
  while (*s) h = h * 33 + (unsigned char)*s++;
  return h % BUCKETS;
}

static struct entry *find(const char *key) {
  unsigned h = hash(key);
  for (struct entry *e = table[h]; e; e = e->next)
    if (strcmp(e->key, key) == 0) return e;
  struct entry *e = malloc(sizeof *e);
  if (!e) exit(1);
  e->key = malloc(strlen(key) + 1);
  if (!e->key) exit(1);
  strcpy(e->key, key);
  e->count = 0;
  e->next = table[h];
  table[h] = e;
  return e;
}

static void clear(void) {
  for (unsigned i = 0; i < BUCKETS; i++) {
    struct entry *e = table[i];
    while (e) {
      struct entry *next = e->next;
      free(e->key);
      free(e);
      e = next;
    }
    table[i] = NULL;
  }
}

int main(void) {
  const char *words[] = {"one", "two", "one", "three", "two", "one"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    find(words[i])->count++;
  assert(find("one")->count == 3);
  assert(find("two")->count == 2);
  clear();
  return 0;
}
