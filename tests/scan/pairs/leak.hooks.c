/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'leak', see bounds.c: memory that is got and given back
 * by way of hooks, in members and in globals. */
#include <stdlib.h>

struct session {
  void *(*get)(size_t n, void *data);
  void (*drop)(void *p, void *data);
  void *data;
  int (*ask)(void *data);
};

static void *plain_get(size_t n, void *data) {
  (void)data;
  return malloc(n);
}

static void plain_drop(void *p, void *data) {
  (void)data;
  free(p);
}

void session_start(struct session *s, void *(*get)(size_t, void *),
                   void (*drop)(void *, void *), int (*ask)(void *)) {
  s->get = get ? get : plain_get;
  s->drop = drop ? drop : plain_drop;
  s->ask = ask;
}

int member_bad(struct session *s, size_t n) {
  char *out = s->get(n + 1, s->data);
  if (!out) return -1;
  out[0] = 0;
  if (n > 100) return -2;
  s->drop(out, s->data);
  return 0;
}
int member_good(struct session *s, size_t n) {
  char *out = s->get(n + 1, s->data);
  if (!out) return -1;
  out[0] = 0;
  s->drop(out, s->data);
  return n > 100 ? -2 : 0;
}

static void *(*get_hook)(size_t) = malloc;
static void (*drop_hook)(void *) = free;

void set_hooks(void *(*get)(size_t), void (*drop)(void *)) {
  get_hook = get;
  drop_hook = drop;
}

static void *get(size_t n) {
  return get_hook(n);
}

static void drop(void *p) {
  if (p) drop_hook(p);
}

int global_bad(int c) {
  char *p = get(10);
  if (!p) return 1;
  p[0] = (char)c;
  if (c) return 2;
  drop(p);
  return 0;
}
int global_good(int c) {
  char *p = get(10);
  if (!p) return 1;
  p[0] = (char)c;
  drop(p);
  return c ? 2 : 0;
}

/* What a table starts with is in its members. */
static const struct memory {
  void *(*get)(size_t n);
  void (*drop)(void *p);
} memory = {malloc, free};

int table_bad(const struct memory *m, int c) {
  char *p = m->get(4);
  if (!p) return 1;
  p[0] = 0;
  if (c) return 2;
  m->drop(p);
  return 0;
}
int table_good(const struct memory *m, int c) {
  char *p = m->get(4);
  if (!p) return 1;
  p[0] = 0;
  m->drop(p);
  return c;
}

/* Who asks something else by a hook owes nothing. */
static int answers(void *data) {
  return data != NULL;
}
int other_good(struct session *s) {
  session_start(s, NULL, NULL, answers);
  return s->ask(s->data) + table_good(&memory, 1);
}
