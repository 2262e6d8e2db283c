/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'use-after-free', see bounds.c: memory that is given back
 * by way of hooks. */
#include <stdlib.h>

struct session {
  void *(*get)(size_t n);
  void (*drop)(void *p);
};

void session_start(struct session *s) {
  s->get = malloc;
  s->drop = free;
}

int member_bad(struct session *s, size_t n) {
  char *out = s->get(n + 1);
  if (!out) return -1;
  out[0] = 1;
  s->drop(out);
  return out[0];
}
int member_good(struct session *s, size_t n) {
  char *out = s->get(n + 1);
  if (!out) return -1;
  out[0] = 1;
  int first = out[0];
  s->drop(out);
  return first;
}

/* One of the places holds a function of another kind: nothing is presumed. */
struct mixed {
  void (*drop)(void *p);
};

static void keep(void *p) {
  (void)p;
}

void mixed_start(struct mixed *m, int all) {
  if (all)
    m->drop = keep;
  else
    m->drop = free;
}

int mixed_good(struct mixed *m) {
  char *out = malloc(2);
  if (!out) return -1;
  out[0] = 1;
  m->drop(out);
  return out[0];
}
