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
