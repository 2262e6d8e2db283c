/* SPDX-License-Identifier: MIT
 *
 * stdlib.h: qsort and bsearch.  The standard leaves open which elements are
 * compared, how often and in which order (C11 7.22.5); only that the comparison
 * must be consistent.  So what a comparison may do, it may do for any two: one
 * call for two of them comes first.  Where the comparison only looks, the twin
 * __cutpoint_pure_ is called in place of the function; where it writes or stops,
 * the call is marked as one of which not every behaviour is looked at
 * (src/frontend/library/open.c).
 *
 * The order of equal elements, and which of them is found, are premises. */
#include "model.h"

typedef int Compare(const void *, const void *);

void __cutpoint_reads_bytes(const void *at, size_t bytes); /* format.c */
void __cutpoint_premise_qsort_keeps_the_order_of_equal_elements(void);
void __cutpoint_premise_bsearch_halves_the_array(void);

static void swap(char *a, char *b, size_t size) {
  size_t i;
  for (i = 0; i < size; i++) {
    char c = a[i];
    a[i] = b[i];
    b[i] = c;
  }
}

/* Any element; there is one. */
static char *any_element(const void *base, size_t count, size_t size) {
  return (char *)base + model_upto(count - 1) * size;
}

void __cutpoint_pure_qsort(void *base, size_t count, size_t size,
                           Compare *compare) {
  char *at = base;
  size_t i, j;
  __cutpoint_premise_qsort_keeps_the_order_of_equal_elements();
  if (count > 1) __cutpoint_reads_bytes(base, count * size);
  for (i = 1; i < count; i++)
    for (j = i; j > 0; j--) {
      char *left = at + (j - 1) * size, *right = at + j * size;
      if (compare(left, right) <= 0) break;
      swap(left, right, size);
    }
}

void qsort(void *base, size_t count, size_t size, Compare *compare) {
  if (count > 1 && model_choice())
    compare(any_element(base, count, size), any_element(base, count, size));
  __cutpoint_pure_qsort(base, count, size, compare);
}

void *__cutpoint_pure_bsearch(const void *key, const void *base, size_t count,
                              size_t size, Compare *compare) {
  size_t low = 0, high = count;
  __cutpoint_premise_bsearch_halves_the_array();
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

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              Compare *compare) {
  if (count > 0 && model_choice())
    compare(key, any_element(base, count, size));
  return __cutpoint_pure_bsearch(key, base, count, size, compare);
}
