/* SPDX-License-Identifier: MIT
 *
 * Cells that are written in parts, and read as a whole.
 * What is called good_ is proved, what is called bad_ is not (tests/scan/run).
 */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
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

/* Fills from outside may be short, or stay out. */
struct head {
  int size;
  short kind;
  char name[4];
};
long good_read(int fd) {
  long l;
  return read(fd, &l, sizeof l) == sizeof l ? l : 0;
}
long bad_read(int fd) {
  long l;
  return read(fd, &l, sizeof l) > 0 ? l : 0;
}
int good_byte(int fd) {
  char c;
  return read(fd, &c, 1) > 0 ? c : 0;
}
int bad_byte(int fd) {
  char c;
  return read(fd, &c, 1) >= 0 ? c : 0;
}
int good_filled_head(int fd) {
  struct head h;
  return read(fd, &h, sizeof h) == (ssize_t)sizeof h ? h.size + h.kind : 0;
}
int bad_head(int fd) {
  struct head h;
  return read(fd, &h, sizeof h) >= 4 ? h.kind : 0;
}
int good_front(int fd) {
  struct head h;
  return read(fd, &h, sizeof h) >= 4 ? h.size : 0;
}
int good_preset(int fd) {
  struct head h = {0};
  (void)!read(fd, &h, sizeof h);
  return h.size;
}
long bad_recv(int fd) {
  long l;
  return recvfrom(fd, &l, sizeof l, 0, NULL, NULL) > 0 ? l : 0;
}
int good_line(int fd) {
  char text[9];
  ssize_t n = read(fd, text, 8);
  if (n <= 0) return 0;
  text[n] = 0;
  return text[0] == 'a' && text[1] == 'b';
}
int good_index(int fd, unsigned i) {
  char text[9];
  ssize_t n = read(fd, text, 8);
  return n > 0 && i < (unsigned)n ? text[i] : 0;
}
int bad_index(int fd, unsigned i) {
  char text[9];
  ssize_t n = read(fd, text, 8);
  return n > 0 && i < 8 ? text[i] : 0;
}
int good_records(FILE *f) {
  struct head h[2];
  return fread(h, sizeof *h, 2, f) == 2 ? h[1].kind : 0;
}
int bad_records(FILE *f) {
  struct head h[2];
  return fread(h, sizeof *h, 2, f) ? h[1].kind : 0;
}
int bad_some_bytes(FILE *f) {
  long l;
  return fread(&l, 1, sizeof l, f) ? l != 0 : 0;
}
int good_text(FILE *f) {
  char text[9];
  if (!fgets(text, sizeof text, f)) return 0;
  return text[0] == '#' && text[1] == ' ';
}
int bad_text(FILE *f) {
  char text[9];
  return fgets(text, sizeof text, f) ? text[7] : 0;
}
int good_scan(const char *s) {
  int a, b;
  return sscanf(s, "%d %d", &a, &b) == 2 ? a + b : 0;
}
int bad_scan(const char *s) {
  int a, b;
  return sscanf(s, "%d %d", &a, &b) >= 1 ? b : 0;
}
int bad_scan_ignored(const char *s) {
  int a;
  sscanf(s, "%d", &a);
  return a;
}
int good_word(const char *s) {
  char w[8];
  return sscanf(s, "%7s", w) == 1 ? w[0] : 0;
}
int bad_word(const char *s) {
  char w[8];
  return sscanf(s, "%7s", w) == 1 ? w[5] : 0;
}
int good_count(const char *s) {
  int a, n;
  return sscanf(s, "%d %n", &a, &n) == 1 ? n : 0;
}
int bad_count(const char *s) {
  int a, n;
  return sscanf(s, "%d]%n", &a, &n) == 1 ? n : 0;
}
int bad_scan_half(const char *s) {
  union {
    short half;
    int all;
  } u;
  return sscanf(s, "%hd", &u.half) == 1 ? u.all : 0;
}
int bad_beside(const char *s) {
  struct head h;
  return sscanf(s, "%d", &h.size) == 1 ? h.kind : 0;
}
int bad_format(const char *s, const char *format) {
  int a;
  return sscanf(s, format, &a) == 1 ? a : 0;
}
int good_format(const char *s, const char *format) {
  int a = 0;
  return sscanf(s, format, &a) == 1 ? a : 0;
}
