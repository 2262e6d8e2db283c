/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'leak', see bounds.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int never_bad(int n) {
  int *p = malloc(8);
  if (!p) return 0;
  p[0] = n;
  return p[0] + 1;
}
int never_good(int n) {
  int *p = malloc(8);
  if (!p) return 0;
  p[0] = n;
  n = p[0] + 1;
  free(p);
  return n;
}

int early_bad(int n) {
  char *p = malloc(16);
  if (n < 0) return -2;
  p[0] = (char)n;
  n = p[0];
  free(p);
  return n;
}
int early_good(int n) {
  char *p = malloc(16);
  if (!p) return -1;
  if (n < 0) {
    free(p);
    return -2;
  }
  p[0] = (char)n;
  n = p[0];
  free(p);
  return n;
}

size_t copy_bad(const char *s) {
  char *p = strdup(s);
  if (!p) return 0;
  return strlen(p);
}
size_t copy_good(const char *s) {
  char *p = strdup(s);
  if (!p) return 0;
  size_t n = strlen(p);
  free(p);
  return n;
}

int overwritten_bad(int n) {
  char *p = malloc(4);
  if (n) p = malloc(8);
  free(p);
  return n;
}
int overwritten_good(int n) {
  char *p = malloc(4);
  if (n) {
    free(p);
    p = malloc(8);
  }
  free(p);
  return n;
}

int grown_bad(size_t n) {
  char *p = malloc(n);
  p = realloc(p, n + 10);
  return p != NULL;
}
int grown_good(size_t n) {
  char *p = malloc(n);
  p = realloc(p, n + 10);
  free(p);
  return p != NULL;
}

int file_bad(const char *name) {
  char *line = malloc(100);
  FILE *f = fopen(name, "r");
  if (!f) return -1;
  int c = fgets(line, 100, f) != NULL ? line[0] : 0;
  fclose(f);
  free(line);
  return c;
}
int file_good(const char *name) {
  char *line = malloc(100);
  FILE *f = fopen(name, "r");
  if (!f) {
    free(line);
    return -1;
  }
  int c = fgets(line, 100, f) != NULL ? line[0] : 0;
  fclose(f);
  free(line);
  return c;
}

static int *make(int n) {
  int *p = malloc(sizeof *p);
  if (p) *p = n;
  return p;
}
int made_bad(int n) {
  int *p = make(n);
  return p ? *p : 0;
}
int made_good(int n) {
  int *p = make(n), r = p ? *p : 0;
  free(p);
  return r;
}

static void drop(int *p) {
  free(p);
}
int callee_bad(int n) {
  int *p = make(n);
  if (!p) return 0;
  if (n > 3) drop(p);
  return n;
}
int callee_good(int n) {
  int *p = make(n);
  if (!p) return 0;
  drop(p);
  return n;
}

struct node {
  struct node *next;
  int value;
};
/* One is kept by the caller's list, the other is lost. */
int listed_bad(struct node **list, int n) {
  struct node *a = malloc(sizeof *a);
  int *b = malloc(sizeof *b);
  *b = n;
  a->value = *b;
  a->next = *list;
  *list = a;
  if (n == 7) return 0;
  free(b);
  return 1;
}
int listed_good(struct node **list, int n) {
  struct node *a = malloc(sizeof *a);
  int *b = malloc(sizeof *b);
  *b = n;
  a->value = *b;
  free(b);
  a->next = *list;
  *list = a;
  return 1;
}

int chosen_bad(int kind) {
  char *p = NULL;
  switch (kind) {
  case 1: p = malloc(10); break;
  case 2: p = malloc(20); break;
  default: break;
  }
  if (kind == 2) free(p);
  return kind;
}
int chosen_good(int kind) {
  char *p = NULL;
  switch (kind) {
  case 1: p = malloc(10); break;
  case 2: p = malloc(20); break;
  default: break;
  }
  free(p);
  return kind;
}

/* What is returned is not what is freed. */
static char *behind_header(void) {
  char *p = malloc(20);
  return p ? p + 4 : NULL;
}
int header_good(void) {
  char *p = behind_header();
  if (p) free(p - 4);
  return 0;
}

int small_good(size_t n) {
  char here[8], *p = n > sizeof here ? malloc(n) : here;
  memset(p, 0, n);
  if (p != here) free(p);
  return 0;
}
