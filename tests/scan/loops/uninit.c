/* SPDX-License-Identifier: MIT
 *
 * Cells that are written in parts, and read as a whole.
 * What is called good_ is proved, what is called bad_ is not (tests/scan/run).
 */
#include <string.h>
#include <stdint.h>
#include <stdlib.h>
struct u {
  uint64_t low, high;
};
struct m {
  int a;
  char b;
  short c;
};
static struct u mul(uint64_t a, uint64_t b) {
  struct u r;
  r.low = a * b;
  r.high = a;
  return r;
}
static struct u half(uint64_t a) {
  struct u r;
  r.low = a;
  return r;
}
static struct m small(int a) {
  struct m r;
  r.a = a;
  r.c = 3;
  return r;
}
uint64_t good_mul(uint64_t a) {
  struct u r = mul(a, 3);
  r.low += r.high;
  return r.low;
}
uint64_t bad_half(uint64_t a) {
  struct u r = half(a);
  return r.low + r.high;
}
uint64_t good_half(uint64_t a) {
  struct u r = half(a);
  return r.low;
}
int bad_small(int a) {
  struct m r = small(a);
  return r.b;
}
int good_small(int a) {
  struct m r = small(a);
  return r.a + r.c;
}
int bad_part(int a) {
  union {
    int i;
    short s[2];
  } u;
  u.s[0] = 1;
  if (a) return u.i;
  return 0;
}
int good_part(int a) {
  union {
    int i;
    short s[2];
  } u;
  u.s[0] = 1;
  u.s[1] = 2;
  if (a) return u.i;
  return 0;
}
int bad_bytes(void) {
  int v;
  memcpy(&v, "ab", 3);
  return v;
}
int good_bytes(void) {
  int v = 0;
  memcpy(&v, "ab", 3);
  return v;
}
int bad_fill(void) {
  long v;
  memset(&v, 0, 7);
  return v != 0;
}
int good_fill(void) {
  long v;
  memset(&v, 0, 8);
  return v != 0;
}
int bad_maybe(int c) {
  struct u r, *p = &r;
  r.low = 1;
  if (c) p->high = 2;
  struct u s = r;
  return s.high > 3;
}
struct u bad_ret(int c) {
  struct u r;
  if (c) r.low = 1;
  r.high = 2;
  struct u q;
  q.low = r.low;
  q.high = 1;
  return q;
}

struct n {
  int a;
  int b;
};
static struct n small2(int a) {
  struct n r;
  r.a = a;
  return r;
}
int bad_small2(int a) {
  struct n r = small2(a);
  return r.b;
}
struct k {
  short a;
  short b;
  int c;
};
static struct k small3(int a) {
  struct k r;
  r.a = a;
  r.c = 3;
  return r;
}
int bad_small3(int a) {
  struct k r = small3(a);
  return r.b;
}
