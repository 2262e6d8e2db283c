/* SPDX-License-Identifier: MIT
 *
 * More pairs for the check 'null-deref', see bounds.c: allocations that may
 * fail, because half of those who ask for memory look whether there is some. */
#include <stdlib.h>

int *one_bad(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  return p;
}
int *one_good(void) {
  int *p = malloc(sizeof *p);
  if (p) *p = 1;
  return p;
}

/* Who gets it looks; not so who only gives it back. */
static void keep_bad(long *at) {
  at[0] = 0;
  free(at);
}
static void keep_good(long *at) {
  if (at) at[0] = 0;
  free(at);
}
static void pass_good(long *at) {
  keep_good(at);
}
void made_bad(void) {
  long *p = calloc(2, sizeof *p);
  keep_bad(p);
}
void made_good(void) {
  long *p = calloc(2, sizeof *p);
  pass_good(p);
}

struct box {
  int n;
};
static void drop(struct box *b) {
  if (b) free(b);
}
static struct box *box_new(void) {
  return realloc(NULL, sizeof(struct box));
}
int used_good(int n) {
  struct box *b = box_new();
  b->n = n;
  n += b->n;
  drop(b);
  return n;
}
