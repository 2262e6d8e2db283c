/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'overflow', see bounds.c: sizes and indices that are
 * computed from what comes from outside. */
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct item {
  int number;
  char name[60];
};

void *product_bad(void) {
  char line[30];
  int n = 0;
  if (fgets(line, 30, stdin)) n = atoi(line);
  return malloc(n * 100);
}
void *product_good(void) {
  char line[30];
  int n = 0;
  if (fgets(line, 30, stdin)) n = atoi(line);
  return n < 0 || n > 1000 ? NULL : malloc(n * 100);
}

void *picture_bad(void) {
  int w, h;
  if (scanf("%d%d", &w, &h) != 2 || w < 0 || h < 0) return NULL;
  return calloc(w * h, 4);
}
void *picture_good(void) {
  int w, h;
  if (scanf("%d%d", &w, &h) != 2 || w < 0 || h < 0) return NULL;
  return calloc((size_t)w * h, 4);
}

/* Unsigned arithmetic goes round: too little is allocated. */
void *unsigned_bad(void) {
  unsigned w, h;
  return scanf("%u%u", &w, &h) == 2 ? malloc(w * h) : NULL;
}
void *unsigned_good(void) {
  unsigned w, h;
  return scanf("%u%u", &w, &h) == 2 ? malloc((size_t)w * h) : NULL;
}

char *end_bad(int file) {
  uint32_t n;
  return read(file, &n, sizeof n) == sizeof n ? malloc(n + 1) : NULL;
}
char *end_good(int file) {
  uint32_t n;
  if (read(file, &n, sizeof n) != sizeof n) return NULL;
  char *p = malloc((size_t)n + 1);
  if (p) p[n] = 0;
  return p;
}

/* The size goes by a function of the program. */
static void *allocate(size_t n) {
  void *p = malloc(n);
  if (!p) exit(1);
  return p;
}
struct item *wrapper_bad(int file) {
  uint32_t n;
  if (read(file, &n, sizeof n) != sizeof n) return NULL;
  return allocate(ntohl(n) * (uint32_t)sizeof(struct item));
}
struct item *wrapper_good(int file) {
  uint32_t n;
  if (read(file, &n, sizeof n) != sizeof n || ntohl(n) > 500) return NULL;
  return allocate(ntohl(n) * (uint32_t)sizeof(struct item));
}

static int table[10000];
int index_bad(void) {
  int x, y;
  if (scanf("%d%d", &x, &y) != 2) return 0;
  int at = x * 100 + y;
  return at < 0 || at >= 10000 ? 0 : table[at];
}
int index_good(void) {
  int x, y;
  if (scanf("%d%d", &x, &y) != 2 || x < 0 || x > 99 || y < 0 || y > 99)
    return 0;
  return table[x * 100 + y];
}

void copy_bad(char *to, const char *from, const char *a, const char *b) {
  int m = atoi(a), n = atoi(b);
  if (m >= 0 && n >= 0) memcpy(to, from, m + n);
}
void copy_good(char *to, const char *from, const char *a, const char *b) {
  int m = atoi(a), n = atoi(b);
  if (m >= 0 && n >= 0 && m < 100 && n < 100) memcpy(to, from, m + n);
}

/* Nor is as much printed as an int can tell. */
char *formatted_good(const char *name, int n) {
  int length = snprintf(NULL, 0, "%s: %d", name, n);
  char *p = length < 0 ? NULL : malloc(length + 1);
  if (p) p[0] = 0;
  return p;
}

/* No file is so large. */
char *file_good(int file) {
  off_t size = lseek(file, 0, SEEK_END);
  char *p = size < 0 ? NULL : malloc(size + 1);
  if (p) p[0] = 0;
  return p;
}

/* Lengths of texts do not add up to so much; and what is less than zero, made
 * wide, is no size. */
char *joined_good(const char *a, const char *b) {
  char *p = malloc(strlen(a) + strlen(b) + 2);
  if (p) sprintf(p, "%s %s", a, b);
  return p;
}

/* Whether it went round is looked at behind it: what counts is that the size is
 * used. */
void *looked_bad(int file) {
  uint32_t n, m;
  if (read(file, &n, 4) != 4 || read(file, &m, 4) != 4) return NULL;
  uint32_t size = n + m;
  if (size < 16) return NULL;
  return malloc(size);
}
void *looked_good(int file) {
  uint32_t n, m;
  if (read(file, &n, 4) != 4 || read(file, &m, 4) != 4) return NULL;
  uint32_t size = n + m;
  if (size < n) return NULL;
  return malloc(size);
}

void *divided_bad(int file) {
  uint32_t n;
  if (read(file, &n, 4) != 4) return NULL;
  uint32_t size = n * 12;
  if (size < n) return NULL;
  return malloc(size);
}
void *divided_good(int file) {
  uint32_t n;
  if (read(file, &n, 4) != 4) return NULL;
  uint32_t size = n * 12;
  if (size / 12 != n) return NULL;
  return malloc(size);
}

void *builtin_bad(int file) {
  uint32_t n, size;
  if (read(file, &n, 4) != 4) return NULL;
  __builtin_mul_overflow(n, 24u, &size);
  return malloc(size);
}
void *builtin_good(int file) {
  size_t n, m, size;
  if (read(file, &n, sizeof n) != sizeof n) return NULL;
  if (read(file, &m, sizeof m) != sizeof m) return NULL;
  if (__builtin_add_overflow(n, m, &size)) return NULL;
  return malloc(size);
}

void *negative_bad(int file) {
  int n, m, size;
  if (read(file, &n, 4) != 4 || read(file, &m, 4) != 4) return NULL;
  if (n < 0 || m < 0) return NULL;
  __builtin_mul_overflow(n, m, &size);
  return size < 0 ? NULL : malloc(size);
}
void *negative_good(int file) {
  int n, m, size;
  if (read(file, &n, 4) != 4 || read(file, &m, 4) != 4) return NULL;
  if (__builtin_add_overflow(n, m, &size) || size < 0) return NULL;
  return malloc(size);
}

void *added_up_bad(int file) {
  uint32_t n, total = 0;
  for (int i = 0; i < 100 && read(file, &n, 4) == 4; i++) total += n;
  return malloc(total);
}
void *added_up_good(int file) {
  uint32_t n, total = 0;
  for (int i = 0; i < 100 && read(file, &n, 4) == 4; i++) {
    total += n;
    if (total < n) return NULL;
  }
  return malloc(total);
}

void *shifted_bad(int file) {
  uint32_t n;
  return read(file, &n, 4) == 4 ? malloc(n << 4) : NULL;
}
void *shifted_good(int file) {
  uint32_t n;
  return read(file, &n, 4) == 4 && n < 1 << 20 ? malloc(n << 4) : NULL;
}

void *power_bad(int file) {
  unsigned char n;
  return read(file, &n, 1) == 1 && n < 32 ? malloc(48u << n) : NULL;
}
void *power_good(int file) {
  unsigned char n;
  return read(file, &n, 1) == 1 && n < 32 ? malloc(1u << n) : NULL;
}
