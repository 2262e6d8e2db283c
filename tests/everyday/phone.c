/* A phone book: a hash map from names to numbers with chaining. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 16

struct entry {
  char *name;
  unsigned number;
  struct entry *next;
};

static struct entry *table[BUCKETS];

static unsigned hash(const char *s) {
  unsigned h = 5381;
  while (*s)
    h = h * 33 + (unsigned char)*s++;
  return h % BUCKETS;
}

static void put(const char *name, unsigned number) {
  unsigned h = hash(name);
  struct entry *e;

  for (e = table[h]; e != NULL; e = e->next)
    if (strcmp(e->name, name) == 0) {
      e->number = number;
      return;
    }
  e = malloc(sizeof *e);
  if (e == NULL)
    abort();
  e->name = malloc(strlen(name) + 1);
  if (e->name == NULL)
    abort();
  strcpy(e->name, name);
  e->number = number;
  e->next = table[h];
  table[h] = e;
}

static const struct entry *get(const char *name) {
  const struct entry *e;
  for (e = table[hash(name)]; e != NULL; e = e->next)
    if (strcmp(e->name, name) == 0)
      return e;
  return NULL;
}

static void clear(void) {
  int i;
  for (i = 0; i < BUCKETS; i++) {
    struct entry *e;
    for (e = table[i]; e != NULL; e = e->next) { /* BUG */
      free(e->name);
      free(e);
    }
    table[i] = NULL;
  }
}

int main(void) {
  const struct entry *e;

  put("anna", 4711);
  put("bert", 1234);
  put("carla", 5555);
  put("bert", 4321);
  e = get("bert");
  if (e != NULL)
    printf("bert: %u\n", e->number);
  clear();
  return 0;
}
