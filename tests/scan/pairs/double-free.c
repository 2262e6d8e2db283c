/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'double-free', see bounds.c. */
#include <stdlib.h>

struct pair {
  char *a, *b;
};

void twice_bad(void) {
  char *p = malloc(8);
  free(p);
  free(p);
}
void twice_good(void) {
  char *p = malloc(8);
  free(p);
  p = NULL;
  free(p);
}

void branch_bad(int n) {
  char *p = malloc(8);
  if (n > 3) free(p);
  free(p);
}
void branch_good(int n) {
  char *p = malloc(8);
  if (n > 3) {
    free(p);
    return;
  }
  free(p);
}

static void drop(void *p) {
  free(p);
}
void callee_bad(char *p) {
  drop(p);
  free(p);
}
void callee_good(char *p, char *q) {
  drop(p);
  free(q);
}

void variable_bad(int c) {
  char room[4], *p = room;
  if (c) p = malloc(8);
  free(p);
}
void variable_good(int c) {
  char room[4], *p = room;
  if (c) p = malloc(8);
  if (c) free(p);
}

void inside_bad(void) {
  char *p = malloc(8);
  free(p + 1);
}
void inside_good(void) {
  char *p = malloc(8);
  p++;
  free(p - 1);
}

void fields_bad(struct pair *p) {
  free(p->a);
  free(p->b);
  free(p->a);
}
void fields_good(struct pair *p) {
  free(p->a);
  free(p->b);
  p->a = NULL;
  free(p->a);
}

int error_bad(int n) {
  char *p = malloc(8);
  int bad = 0;
  if (n < 0) {
    free(p);
    bad = 1;
  }
  if (bad || n == 0) free(p);
  return bad;
}
int error_good(int n) {
  char *p = malloc(8);
  int bad = 0;
  if (n < 0) {
    free(p);
    bad = 1;
  }
  if (!bad) free(p);
  return bad;
}

/* A step back from one of several pointers. */
int step_bad(int c) {
  char *p = malloc(9);
  if (!p) return 0;
  char *q = c ? p + 4 : p;
  free(q - 2);
  return 1;
}
int step_good(int c) {
  char *p = malloc(9);
  if (!p) return 0;
  char *q = c ? p + 4 : p;
  free(c ? q - 4 : q);
  return 1;
}

/* What a caller passes, and what a loop leaves, may be a variable. */
static void drop_bad(char *text) {
  free(text);
}
void dropped_bad(void) {
  static char text[8];
  text[0] = 1;
  drop_bad(text);
}
static void drop_good(char *text) {
  free(text);
}
void dropped_good(void) {
  char *text = malloc(8);
  if (!text) return;
  text[0] = 1;
  drop_good(text);
}
void around_bad(int n) {
  static long few[10];
  long *data = NULL;
  for (int i = 0; i < 1; i++) data = few;
  data[0] = n;
  free(data);
}
void around_good(int n) {
  static long few[10];
  long *data = n > 10 ? malloc(sizeof *data) : few;
  if (data) data[0] = n;
  if (data != few) free(data);
}
static void drop_by_bad(char *text) {
  free(text);
}
void dropped_by_bad(void) {
  void (*drop)(char *) = drop_by_bad;
  char text[8];
  text[0] = 1;
  drop(text);
}
