/* SPDX-License-Identifier: MIT
 *
 * Functions that return, whatever else is wrong with them. */
#include <stdlib.h>

static int lose(void) {
  char *p = malloc(4);
  if (!p) exit(1);
  return 0;
}
int after_a_leak(int n) {
  lose();
  return 1 / n; /* fails: div */
}

static int sum(const int *p, int n) {
  int all;
  for (int i = 0; i < n; i++) all += p[i];
  return all;
}
int after_a_read(const int *p, int n) {
  if (sum(p, n) == 3) exit(1);
  return 1 / n; /* fails: div */
}
