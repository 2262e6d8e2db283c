/* SPDX-License-Identifier: MIT
 *
 * stdlib.h: qsort and bsearch.  The standard leaves the order of equal elements
 * open; this sort is stable, as glibc's is. */
#include "model.h"

typedef int Compare(const void *, const void *);

static void swap(char *a, char *b, size_t size) {
  size_t i;
  for (i = 0; i < size; i++) {
    char c = a[i];
    a[i] = b[i];
    b[i] = c;
  }
}

void qsort(void *base, size_t count, size_t size, Compare *compare) {
  char *at = base;
  size_t i, j;
  for (i = 1; i < count; i++)
    for (j = i; j > 0; j--) {
      char *left = at + (j - 1) * size, *right = at + j * size;
      if (compare(left, right) <= 0) break;
      swap(left, right, size);
    }
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              Compare *compare) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *at = (const char *)base + middle * size;
    int order = compare(key, at);
    if (order == 0) return (void *)at;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}
