/* SPDX-License-Identifier: MIT
 *
 * What was freed in the ninth round of a loop, later than loops are unrolled,
 * by another name or type, and is used by a pointer that was held. */
#include <stdlib.h>
#include <string.h>

typedef struct S {
  int x;
  char *t;
  struct S *n;
  char **ts;
} S;
typedef struct B {
  char *buf;
  S *s;
  void *any;
  char **arr;
} B;
typedef union U {
  S *s;
  char *c;
} U;

enum { LATE = 9 };

static void put(B *b, S *s) {
  b->any = s;
  b->s = s;
}

static void as_text(B *b) {
  char *c = b->any;
  for (int i = 0; i <= LATE; i++)
    if (i == LATE) free(c);
}
int text_of_container(B *b) {
  S *s = b->any;
  as_text(b);
  return s->x; /* fails: use-after-free */
}

static void as_array(B *b) {
  for (int i = 0; i <= LATE; i++)
    if (i == LATE) free(b->arr);
}
int array_that_is_a_struct(B *b) {
  S *s = (S *)b->arr;
  as_array(b);
  return s->x; /* fails: use-after-free */
}

static void as_bytes(B *b) {
  char *p;
  memcpy(&p, &b->s, sizeof p);
  for (int i = 0; i <= LATE; i++)
    if (i == LATE) free(p);
}
int pointer_that_is_copied(B *b) {
  S *s = b->s;
  as_bytes(b);
  return s->x; /* fails: use-after-free */
}

static void get(B *b, void **out) {
  *out = b->any;
}
static void as_output(B *b) {
  char *c;
  get(b, (void **)&c);
  for (int i = 0; i <= LATE; i++)
    if (i == LATE) free(c);
}
int output_of_a_call(B *b) {
  S *s = b->any;
  as_output(b);
  return s->x; /* fails: use-after-free */
}

static void as_member(U *u) {
  for (int i = 0; i <= LATE; i++)
    if (i == LATE) free(u->c);
}
int other_member_of_a_union(U *u) {
  S *s = u->s;
  as_member(u);
  return s->x; /* fails: use-after-free */
}

static void as_number(B *b) {
  long v = (long)b->s;
  for (int i = 0; i <= LATE; i++)
    if (i == LATE) free((char *)v);
}
int number_made_a_pointer(B *b) {
  S *s = b->s;
  as_number(b);
  return s->x; /* fails: use-after-free */
}

static void by_address(S **ps) {
  S *s = *ps;
  for (int i = 0; i <= LATE; i++)
    if (i == LATE) free(s);
}
int copy_of_a_variable(S *s) {
  S *keep = s;
  by_address(&s);
  return keep->x; /* fails: use-after-free */
}

static void element(S *s) {
  for (int i = 0; i <= LATE; i++)
    if (i == LATE) free(s->ts[i]);
}
int element_of_an_array(S *s) {
  char *t = s->ts[LATE];
  element(s);
  return t[0]; /* fails: use-after-free */
}

int the_last_of_a_list(S *s) {
  S *p, *q, *last = s;
  for (p = s; p; p = q) {
    q = p->n;
    last = p;
    if (p->x == LATE) free(p);
  }
  return last->x; /* fails: use-after-free */
}

int old_one_of_a_member(B *b, S *s) {
  put(b, s);
  S *old = b->s;
  for (int i = 0; i <= LATE; i++)
    if (i == LATE) free(b->s);
  b->s = NULL;
  return old->x; /* fails: use-after-free */
}

int old_place_of_a_text(S *s) {
  char *t = s->t;
  for (int i = 0; i <= LATE; i++)
    if (i == LATE) s->t = realloc(s->t, LATE);
  return t[0]; /* fails: use-after-free */
}
