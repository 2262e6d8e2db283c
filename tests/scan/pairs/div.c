/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'div', see bounds.c. */
#include <stdio.h>
#include <sys/resource.h>
#include <stdlib.h>

int input_bad(void) {
  char b[14];
  int d = -1;
  if (fgets(b, 14, stdin)) d = atoi(b);
  return 100 / d;
}
int input_good(void) {
  char b[14];
  int d = -1;
  if (fgets(b, 14, stdin)) d = atoi(b);
  return d ? 100 / d : 0;
}

int zero_bad(int n) {
  int d = 0;
  if (n > 5) d = n;
  return n / d;
}
int zero_good(int n) {
  int d = 1;
  if (n > 5) d = n;
  return n / d;
}

static int part_bad_inner(int a, int b) {
  return a % b;
}
int passed_bad(int n) {
  return part_bad_inner(n, 0);
}
static int part_good_inner(int a, int b) {
  return a % b;
}
int passed_good(int n) {
  return part_good_inner(n, 3);
}

int count_bad(int *v, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (v[i] > 3) k++;
  return 100 / k;
}
int count_good(int *v, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (v[i] > 3) k++;
  return k ? 100 / k : 0;
}

int scan_bad(void) {
  int d;
  if (scanf("%d", &d) != 1) return 0;
  return 5 / d;
}
int scan_good(void) {
  int d;
  if (scanf("%d", &d) != 1 || d == 0) return 0;
  return 5 / d;
}

static const struct layout {
  unsigned char columns;
  short widths[2];
} layouts[] = {{1, {100, 0}}, {2, {50, 50}}, {4, {25, 25}}};
int table_bad(int i) {
  if (i < 0 || i > 2) return 0;
  return 100 / layouts[i].widths[1];
}
int table_good(int i) {
  if (i < 0 || i > 2) return 0;
  return 100 / layouts[i].columns;
}

int ask(int what);
/* What holds of a loop says nothing of states in which it is not reached. */
int unreached_bad(int n) {
  int r = 0;
  if (n >= 0 && n <= 5) {
    int a = n, b = 0;
    while (a < 10 && b < 3) {
      if (ask(b)) break;
      a++;
      b++;
    }
    r = a + 1;
  } else if (n < 90 || n > 1000)
    r = 1;
  return 10 / r;
}
int unreached_good(int n) {
  int r = 2;
  if (n >= 0 && n <= 5) {
    int a = n, b = 0;
    while (a < 10 && b < 3) {
      if (ask(b)) break;
      a++;
      b++;
    }
    r = a + 1;
  } else if (n < 90 || n > 1000)
    r = 1;
  return 10 / r;
}

/* Where a counter is when its loop has ended. */
int ended_bad(void) {
  int i;
  for (i = 0; i < 100; i++) ask(i);
  return 5 / (i - 100);
}
int ended_good(void) {
  int i;
  for (i = 0; i < 100; i++) ask(i);
  return 5 / (i - 99);
}

/* A limit is not beyond the one that it may be set to. */
int limit_good(void) {
  struct rlimit r;
  if (getrlimit(RLIMIT_NOFILE, &r)) return 0;
  return 10 / (r.rlim_cur <= r.rlim_max);
}
int limit_bad(void) {
  struct rlimit r;
  if (getrlimit(RLIMIT_NOFILE, &r)) return 0;
  return 10 / (r.rlim_cur < r.rlim_max);
}

/* What %n tells is as long as all that was read before it. */
int behind_digits_good(const char *text) {
  int n = 0;
  sscanf(text, "0%*[xX]%*[0-9a-f]%n", &n);
  return n ? 100 / (n - 2) : 0;
}
int behind_digits_bad(const char *text) {
  int n = 0;
  sscanf(text, "0%*[xX]%*[0-9a-f]%n", &n);
  return n ? 100 / (n - 3) : 0;
}

/* A number in memory for which the function does not look (low confidence). */
struct pool {
  int rooms, workers, kind;
};
static int workers;

void pool_set(struct pool *p, int n) {
  p->rooms = n;
  p->workers = n;
  p->kind = n > 3 ? 4 : 8;
  workers = n;
}

int member_bad(const struct pool *p, int n) {
  return n / p->rooms;
}
int member_good(const struct pool *p, int n) {
  return p->workers < 1 ? n : n / p->workers;
}

int global_bad(int n) {
  int sum = 0;
  for (int i = 0; i < workers; i++) sum += i;
  return sum + n / workers;
}
int global_good(int n) {
  return n / (workers ? workers : 1);
}

/* None of the numbers that there are is zero. */
int kind_good(const struct pool *p, int n) {
  return n / p->kind;
}
