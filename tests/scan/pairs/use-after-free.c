/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'use-after-free', see bounds.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  int n;
};

int plain_bad(void) {
  int *p = malloc(8);
  if (!p) return 0;
  *p = 1;
  free(p);
  return *p;
}
int plain_good(void) {
  int *p = malloc(8);
  if (!p) return 0;
  *p = 1;
  int n = *p;
  free(p);
  return n;
}

int branch_bad(int c) {
  char *p = malloc(8);
  if (!p) return 0;
  p[0] = 1;
  if (c) free(p);
  c = p[0];
  return c;
}
int branch_good(int c) {
  char *p = malloc(8);
  if (!p) return 0;
  p[0] = 1;
  if (c) {
    free(p);
    return 0;
  }
  c = p[0];
  free(p);
  return c;
}

static void drop(void *p) {
  free(p);
}
int callee_bad(int *p) {
  drop(p);
  return *p;
}
int callee_good(int *p) {
  int n = *p;
  drop(p);
  return n;
}

void list_bad(struct node *l) {
  for (; l; l = l->next) free(l);
}
void list_good(struct node *l) {
  while (l) {
    struct node *next = l->next;
    free(l);
    l = next;
  }
}

void passed_bad(char *p) {
  free(p);
  puts(p);
}
void passed_good(char *p) {
  puts(p);
  free(p);
}

int grown_bad(int *p) {
  int *q = realloc(p, 80);
  if (!q) return 0;
  return *p;
}
int grown_good(int *p) {
  int *q = realloc(p, 80);
  if (!q) return 0;
  int first = *q;
  free(q);
  return first;
}

static void use(char *p) {
  p[0] = 0;
}
void given_bad(void) {
  char *p = malloc(3);
  if (!p) return;
  free(p);
  use(p);
}
void given_good(void) {
  char *p = malloc(3);
  if (!p) return;
  use(p);
  free(p);
}

struct text {
  char *at;
  char inside[8];
  int length;
};
static void put(struct text *t, int n) {
  if (t->at != t->inside) free(t->at);
  t->length = n;
}
int inside_bad(struct text *t) {
  char *old = t->at;
  put(t, 1);
  return t->at == t->inside ? 0 : old[0];
}
int inside_good(struct text *t) {
  put(t, 1);
  put(t, 2);
  return t->length;
}

struct pipe {
  char *buffer;
  int number;
};
struct view {
  struct pipe *pipe;
  int lines;
  int (*read)(struct view *);
};
static void end_pipe(struct pipe *p) {
  free(p->buffer);
  p->number = 0;
}
void ended_bad(struct view *v) {
  struct pipe *p = v->pipe;
  if (p) {
    while (!v->read(v)) continue;
    free(p);
    v->pipe = 0;
  }
  v->lines = p ? p->number : 0;
}
void ended_good(struct view *v) {
  if (v->pipe) {
    while (!v->read(v)) continue;
    end_pipe(v->pipe);
    v->pipe = 0;
  }
  v->lines = 1;
}

/* A place that the library found. */
int found_bad(const char *text) {
  char *p = strdup(text);
  char *at = strchr(p, 'x');
  free(p);
  return at ? *at : 0;
}
int found_good(const char *text) {
  char *p = strdup(text);
  char *at = strchr(p, 'x');
  int c = at ? *at : 0;
  free(p);
  return c;
}
int chosen_bad(char *a, char *b, int c) {
  char *to = strcpy(c ? a : b, "x");
  free(a);
  return to[0];
}
int chosen_good(char *a, char *b) {
  char *to = strcpy(b, "x");
  free(a);
  return to[0];
}

/* A block that is given back by a step from a pointer that is one of
 * several. */
static char *with_head(int n) {
  char *block = malloc(16 + (size_t)n);
  return block ? block + 16 : NULL;
}
static void drop_with_head(char *p) {
  free(p - 16);
}
int head_bad(int n) {
  char *p = NULL;
  if (n > 0) p = with_head(n);
  if (p) drop_with_head(p);
  return p ? p[0] : 0;
}
int head_good(int n) {
  char *p = NULL;
  if (n > 0) p = with_head(n);
  if (!p) return 0;
  p[0] = 1;
  n = p[0];
  drop_with_head(p);
  return n;
}
int step_bad(int n) {
  char *p = NULL;
  if (n != 7) {
    if (!(p = malloc(20))) return 0;
    p += 8;
  }
  if (p) free(p - 8);
  if (p) p[0] = 1;
  return 1;
}
int step_good(int n) {
  char *p = NULL;
  if (n != 7) {
    if (!(p = malloc(20))) return 0;
    p += 8;
  }
  if (p) p[0] = 1;
  if (p) free(p - 8);
  return 1;
}
int chosen_stream_bad(int n) {
  FILE *f = stdin;
  if (n != 7 && !(f = fopen("name", "r"))) return 0;
  if (n != 7) fclose(f);
  return fgetc(f);
}
int chosen_stream_good(int n) {
  FILE *f = stdin;
  if (n != 7 && !(f = fopen("name", "r"))) return 0;
  int c = fgetc(f);
  if (n != 7) fclose(f);
  return c;
}

/* Elements that know where the pointer to them is. */
struct linked {
  struct linked *next, **at;
  int n;
};
struct chain {
  int n;
  struct linked *first;
};
static void unlink_element(struct linked *e) {
  if (e->next) e->next->at = e->at;
  *e->at = e->next;
}
void unlinked_good(struct chain *c) {
  struct linked *e;
  while ((e = c->first)) {
    if (e->next) e->next->at = e->at;
    *e->at = e->next;
    free(e);
  }
}
void unlinked_bad(struct chain *c) {
  struct linked *e;
  for (e = c->first; e; e = e->next) {
    unlink_element(e);
    free(e);
  }
}
void counted_bad(struct chain *c) {
  struct linked *e;
  while ((e = c->first)) {
    if (e->next) e->next->at = e->at;
    *e->at = e->next;
    free(e);
    c->n -= e->n;
  }
}

/* What stands behind a long loop is reached. */
int filled_bad(void) {
  int *p = malloc(100 * sizeof *p);
  if (!p) return 0;
  for (int i = 0; i < 100; i++) p[i] = 5;
  free(p);
  return p[0];
}
int filled_good(void) {
  int *p = malloc(100 * sizeof *p);
  if (!p) return 0;
  for (int i = 0; i < 100; i++) p[i] = 5;
  int first = p[0];
  free(p);
  return first;
}

/* A call frees a member and leaves it as it is. */
struct holder {
  char *text;
  struct holder *next;
};
static void drop_bad_inner(struct holder *h) {
  free(h->text);
}
static void drop_good_inner(struct holder *h) {
  free(h->text);
  h->text = malloc(4);
}
int left_bad(struct holder *h) {
  drop_bad_inner(h);
  return h->text[0];
}
int left_good(struct holder *h) {
  drop_good_inner(h);
  return h->text ? h->text[0] : 0;
}

/* ... on some way. */
static void perhaps_inner(struct holder *h) {
  char *text = h->text;
  if (h->next) text = NULL;
  free(text);
}
int perhaps_bad(struct holder *h) {
  if (h->next) return 0;
  perhaps_inner(h);
  return h->text[0];
}

/* The same place is read once more: a global, or where a copy was put. */
static struct holder *current;
void set_current(void) {
  current = calloc(1, sizeof *current);
}
char *global_bad(void) {
  free(current);
  return current ? current->text : NULL;
}
char *global_good(void) {
  free(current);
  current = NULL;
  return current ? current->text : NULL;
}
char *copy_bad(struct holder *h, struct holder *next) {
  h->next = next;
  free(next);
  return h->next->text;
}
char *copy_good(struct holder *h, struct holder *next) {
  h->next = next;
  free(h);
  return next->text;
}

/* No run shows what a function without a body does with what it is given. */
int push_out(const char *data, size_t n);
int pushed_bad(void) {
  char *data = malloc(4);
  if (!data) return 0;
  memset(data, 0, 4);
  free(data);
  return push_out(data, 4);
}
int pushed_good(void) {
  char *data = malloc(4);
  if (!data) return 0;
  memset(data, 0, 4);
  int done = push_out(data, 4);
  free(data);
  return done;
}

/* What a call has freed comes back. */
static char *marked_bad(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  if (!copy) return NULL;
  strcpy(copy, text);
  free(copy);
  return copy;
}
int marks_bad(void) {
  char *copy = marked_bad("mark");
  return copy ? copy[0] : 0;
}
static char *marked_good(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  if (!copy) return NULL;
  strcpy(copy, text);
  if (copy[0] != 'm') {
    free(copy);
    return NULL;
  }
  return copy;
}
int marks_good(void) {
  char *copy = marked_good("mark");
  int first = copy ? copy[0] : 0;
  free(copy);
  return first;
}

/* A run does not see what the library reads. */
static void tell(const char *text) {
  if (text) printf("%s\n", text);
}
void told_bad(void) {
  char *text = malloc(8);
  if (!text) return;
  strcpy(text, "freed");
  free(text);
  tell(text);
}
void told_good(void) {
  char *text = malloc(8);
  if (!text) return;
  strcpy(text, "freed");
  tell(text);
  free(text);
}

void printed_bad(void) {
  char *text = malloc(8);
  if (!text) return;
  strcpy(text, "freed");
  free(text);
  printf("%d %*s\n", 1, 8, text);
}
/* the number of the pointer alone */
void printed_good(void) {
  char *text = malloc(8);
  if (!text) return;
  free(text);
  printf("%d %p\n", 1, (void *)text);
}
