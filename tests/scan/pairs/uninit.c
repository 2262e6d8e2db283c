/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'uninit', see bounds.c. */
#include <stdio.h>
#include <string.h>

struct pair {
  int a, b;
};

int plain_bad(void) {
  int x;
  return x + 1;
}
int plain_good(void) {
  int x = 2;
  return x + 1;
}

int branch_bad(int c) {
  int x;
  if (c > 3) x = 1;
  return x;
}
int branch_good(int c) {
  int x;
  if (c > 3)
    x = 1;
  else
    x = 2;
  return x;
}

int flag_bad(int c) {
  int x, set = 0;
  if (c > 3) {
    x = 1;
    set = 1;
  }
  if (!set || c > 9) return x;
  return 0;
}
int flag_good(int c) {
  int x, set = 0;
  if (c > 3) {
    x = 1;
    set = 1;
  }
  if (set) return x;
  return 0;
}

int field_bad(void) {
  struct pair p;
  p.a = 1;
  return p.a + p.b;
}
int field_good(void) {
  struct pair p;
  p.a = 1;
  p.b = 2;
  return p.a + p.b;
}

int switch_bad(int c) {
  int x;
  switch (c) {
  case 1: x = 3; break;
  case 2: x = 4;
  }
  return x;
}
int switch_good(int c) {
  int x;
  switch (c) {
  case 1: x = 3; break;
  default: x = 4;
  }
  return x;
}

int pointer_bad(int c) {
  int y = 1, *p;
  if (c) p = &y;
  return *p;
}
int pointer_good(int c) {
  int y = 1, *p = &y;
  if (c) p = &y;
  return *p;
}

int array_bad(void) {
  int a[3];
  a[0] = 1;
  a[1] = 2;
  return a[0] + a[2];
}
int array_good(void) {
  int a[3];
  memset(a, 0, sizeof a);
  a[0] = 1;
  return a[0] + a[2];
}

static int set_bad_inner(int *out, int c) {
  if (c < 0) return -1;
  *out = c;
  return 0;
}
int out_bad(int c) {
  int x;
  set_bad_inner(&x, c);
  return x;
}
int out_good(int c) {
  int x;
  if (set_bad_inner(&x, c)) return 0;
  return x;
}
