/* SPDX-License-Identifier: MIT
 *
 * Members that are written by way of their address, or together with others:
 * no premise about them may say that they are as their names are set. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int place;

/* The address of a first member is that of the struct. */
struct first {
  int *p;
};
static struct first *chosen;
static int **keeper;
static void choose(int c) {
  int *other, **to = c ? &chosen->p : &other;
  *to = NULL;
}
static int at_chosen(void) {
  int *p = chosen->p;
  return *p; /* fails: null-deref */
}

struct inner {
  int *p;
};
struct second {
  long n;
  struct inner in;
};
static struct second *nested;
static void keep(void) {
  keeper = &nested->in.p;
}
static void clear_kept(void) {
  *keeper = NULL;
}
static int at_nested(void) {
  int *p = nested->in.p;
  return *p; /* fails: null-deref */
}

struct third {
  int *p;
};
static struct third *returned;
static int **slot(void) {
  return &returned->p;
}
static int at_returned(void) {
  int *p = returned->p;
  return *p; /* fails: null-deref */
}

/* Arrays. */
struct row {
  long n;
  int *all[4];
};
static struct row *row;
static int **elements;
static void keep_row(void) {
  elements = row->all;
}
static void clear_element(int i) {
  elements[i & 3] = NULL;
}
static int at_row(int i) {
  int *p = row->all[i & 3];
  return *p; /* fails: null-deref */
}

struct walked {
  long n;
  int *all[4];
};
static struct walked *walked;
static void clear_all(int n) {
  int **to = walked->all;
  while (n-- > 0) *to++ = NULL;
}
static int at_walked(void) {
  int *p = walked->all[0];
  return *p; /* fails: null-deref */
}

/* Arrays of structs, and what is behind a struct. */
struct pair {
  int *a, *b;
};
struct pairs {
  long n;
  struct pair all[4];
};
static struct pairs *pairs;
static void clear_pairs(void) {
  memset(pairs->all, 0, sizeof pairs->all);
}
static int at_pairs(int i) {
  int *p = pairs->all[i & 3].b;
  return *p; /* fails: null-deref */
}

struct duo {
  int *a, *b;
};
struct duos {
  long n;
  struct duo all[4];
};
static struct duos *duos;
static void copy_null(void) {
  int *null = NULL;
  memcpy(&duos->all[1].b, &null, sizeof null);
}
static int at_duos(void) {
  int *p = duos->all[1].b;
  return *p; /* fails: null-deref */
}

struct head {
  int *p;
};
struct tail {
  long n;
  struct head in;
  int *q;
};
static struct tail *tail;
static void clear_tail(void) {
  memset(&tail->in, 0, sizeof *tail - offsetof(struct tail, in));
}
static int at_tail(void) {
  int *p = tail->q;
  return *p; /* fails: null-deref */
}

static void make(void) {
  chosen = malloc(sizeof *chosen);
  nested = malloc(sizeof *nested);
  returned = malloc(sizeof *returned);
  row = malloc(sizeof *row);
  walked = malloc(sizeof *walked);
  pairs = malloc(sizeof *pairs);
  duos = malloc(sizeof *duos);
  tail = malloc(sizeof *tail);
  if (!chosen || !nested || !returned || !row || !walked || !pairs || !duos ||
      !tail)
    exit(1);
  chosen->p = nested->in.p = returned->p = &place;
  for (int i = 0; i < 4; i++) {
    row->all[i] = walked->all[i] = &place;
    pairs->all[i].a = pairs->all[i].b = &place;
    duos->all[i].a = duos->all[i].b = &place;
  }
  tail->in.p = tail->q = &place;
}
int main(int argc, char **argv) {
  make();
  choose(argc);
  keep();
  clear_kept();
  *slot() = NULL;
  keep_row();
  clear_element(argc);
  clear_all(argc & 3 ? 4 : 3);
  clear_pairs();
  copy_null();
  clear_tail();
  switch (argc) {
  case 1: return at_chosen();
  case 2: return at_nested();
  case 3: return at_returned();
  case 4: return at_row(argc);
  case 5: return at_walked();
  case 6: return at_pairs(argc);
  case 7: return at_duos();
  default: return at_tail() + argv[1][0];
  }
}
