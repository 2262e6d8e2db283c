/* A search tree with recursive insert, lookup and release. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct tree {
  int key;
  struct tree *left, *right;
} tree;

static tree *insert(tree *t, int key) {
  if (!t) {
    t = calloc(1, sizeof *t);
    if (!t) abort();
    t->key = key;
  } else if (key < t->key) {
    t->left = insert(t->left, key);
  } else if (key > t->key) {
    t->right = insert(t->right, key);
  }
  return t;
}

static bool contains(const tree *t, int key) {
  while (t && t->key != key) t = key < t->key ? t->left : t->right;
  return t != NULL;
}

static void release(tree *t) {
  if (!t) return;
  release(t->left);
  release(t->right);
  free(t);
}

int main(void) {
  static const int keys[] = {5, 2, 8, 3};
  tree *t = NULL;
  for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
    t = insert(t, keys[i]);
  assert(contains(t, 8));
  assert(!contains(t, 4));
  release(t);
  return 0;
}
