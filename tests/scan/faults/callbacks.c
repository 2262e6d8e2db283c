/* SPDX-License-Identifier: MIT
 *
 * Functions that are called through pointers. */
#include <stdlib.h>

static void drop(void *p) {
  free(p);
}
static void each(int *p, int n, void (*visit)(void *)) {
  for (int i = 0; i < n; i++) visit(p);
}
void in_a_loop(void) {
  int *p = malloc(sizeof *p);
  each(p, 1, drop);
  free(p); /* fails: double-free */
}
