/* SPDX-License-Identifier: MIT
 *
 * Sizes that overflow: behind them the way goes on with what the machine
 * computes, so that nothing is proved that fails then. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *wraps(int file) {
  uint32_t n;
  if (read(file, &n, sizeof n) != sizeof n) return NULL;
  char *p = malloc(n + 1); /* fails: overflow */
  if (!p) return NULL;
  p[n] = 0; /* fails: bounds */
  return p;
}

char *of_anybody(unsigned n) {
  char *p = malloc(n + 1u);
  if (!p) return NULL;
  p[n] = 0; /* fails: bounds */
  return p;
}

int of_signed(const char *text) {
  int n = atoi(text);
  if (n < 1) return 0;
  int bytes = n * 64;               /* fails: overflow */
  if (bytes == 0) return 1 / bytes; /* fails: div */
  char *p = malloc(bytes);
  free(p);
  return 1;
}

int among(const char *a, const char *b) {
  static int table[64];
  int i = atoi(a), k = atoi(b);
  if (i < 0 || k < 0) return 0;
  int at = i + k;                /* fails: overflow */
  if (at < 64) return table[at]; /* fails: bounds */
  return 0;
}
