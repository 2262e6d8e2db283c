/* SPDX-License-Identifier: MIT
 *
 * Variable arguments lead to what the caller has made. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void clear(int n, ...) {
  va_list list;
  va_start(list, n);
  *va_arg(list, int *) = 0;
  va_end(list);
}
int one(void) {
  int x = 1;
  clear(1, &x);
  return 1 / x; /* fails: div */
}

static void clear_all(int n, ...) {
  va_list list;
  va_start(list, n);
  while (n--) *va_arg(list, int *) = 0;
  va_end(list);
}
int many(void) {
  int x = 1, y = 1;
  clear_all(2, &y, &x);
  return 1 / x; /* fails: div */
}

struct box {
  int *to;
};
static void clear_inside(int n, ...) {
  va_list list;
  va_start(list, n);
  *va_arg(list, struct box *)->to = 0;
  va_end(list);
}
int inside(void) {
  int x = 1;
  struct box b = {&x};
  clear_inside(1, &b);
  return 1 / x; /* fails: div */
}

static void drop(int n, ...) {
  va_list list;
  va_start(list, n);
  free(va_arg(list, void *));
  va_end(list);
}
int freed(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  *p = 1;
  drop(1, p);
  return *p; /* fails: use-after-free */
}

static void scan(const char *text, ...) {
  va_list list;
  va_start(list, text);
  vsscanf(text, "%d", list);
  va_end(list);
}
int scanned(void) {
  int x = 1;
  scan("0", &x);
  return 1 / x; /* fails: div */
}
