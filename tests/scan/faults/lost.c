/* SPDX-License-Identifier: MIT
 *
 * Who loses memory returns: what else was done on that way has been done. */
#include <stdlib.h>

struct part {
  int a, b;
};
static struct part *make(int a) {
  struct part *p = malloc(sizeof *p);
  if (!p) exit(1);
  p->a = a;
  return p;
}

static int swap(struct part *p) {
  free(p);
  struct part *q = make(1);
  return q->a;
}
int swapped(void) {
  struct part *p = make(1);
  int x = swap(p);
  p->a = 3; /* fails: use-after-free */
  return x;
}

static int swap_some(struct part *p, int *n) {
  if (*n < 3) return 0;
  struct part *q = make(1);
  *n = 0;
  return q->a;
}
int divided(int n) {
  struct part *p = make(n);
  int x = swap_some(p, &n);
  free(p);
  return n < 3 ? x / n : 0; /* fails: div */
}

int main(int argc, char **argv) {
  (void)argv;
  return argc > 2 ? swapped() : divided(argc + 3);
}
