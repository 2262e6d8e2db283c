#include "pick.h"

#include <stddef.h>

/* NULL for every other number. */
int *pick(int *a, int *b, int which) {
  if (which == 0) return a;
  if (which == 1) return b;
  return NULL;
}

/* A finding: which = 2. */
int pick_value(int *a, int *b, int which) {
  return *pick(a, b, which);
}

/* None. */
int pick_checked(int *a, int which) {
  int *p = pick(a, a, which);
  return p ? *p : 0;
}

/* A finding: by = 0. */
int ratio(int value, int by) {
  if (by < 0) by = -by;
  return value / by;
}

/* None: all its callers are here, and pass 2. */
int scaled(int value, int by) {
  return value / by;
}

/* None. */
int shifted(int value, unsigned by) {
  return by < 32 ? value >> by : 0;
}

/* None, by the premise about parameters. */
int first(int *a) {
  return *a;
}
