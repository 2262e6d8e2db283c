/* A prefix tree of lower-case words. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

struct trie {
  struct trie *next[26];
  bool is_word;
};

static struct trie *trie_new(void) {
  struct trie *t = calloc(1, sizeof *t);
  if (!t) exit(1);
  return t;
}

static void trie_add(struct trie *t, const char *word) {
  for (; *word; word++) {
    int i = *word - 'a';
    if (!t->next[i]) t->next[i] = trie_new();
    t = t->next[i];
  }
  t->is_word = true;
}

static bool trie_has(const struct trie *t, const char *word) {
  for (; *word && t; word++) t = t->next[*word - 'a'];
  return t && t->is_word;
}

static void trie_free(struct trie *t) {
  if (!t) return;
  for (int i = 0; i < 26; i++) trie_free(t->next[i]);
  free(t);
}

int main(void) {
  struct trie *t = trie_new();
  trie_add(t, "car");
  trie_add(t, "cat");
  assert(trie_has(t, "cat") && !trie_has(t, "ca"));
  trie_free(t);
  return 0;
}
