/* SPDX-License-Identifier: MIT
 *
 * What comes from outside the program: random numbers, time, environment. */
#include "model.h"

static int non_negative(void) {
  int x = __cutpoint_nondet_int();
  __cutpoint_assume(x >= 0);
  return x;
}

int rand(void) {
  return non_negative();
}
int rand_r(unsigned *seed) {
  *seed = (unsigned)__cutpoint_nondet_int();
  return non_negative();
}
void srand(unsigned seed) {
}
/* In [0, 2^31[ on every Linux. */
long random(void) {
  return non_negative();
}
void srandom(unsigned seed) {
}
long lrand48(void) {
  return non_negative();
}
long mrand48(void) {
  return __cutpoint_nondet_int();
}
void srand48(long seed) {
}

long time(long *out) {
  long now = __cutpoint_nondet_long();
  if (out) *out = now;
  return now;
}
long clock(void) {
  return __cutpoint_nondet_long();
}
int gettimeofday(void *time, void *zone) {
  if (time) __cutpoint_havoc(time, 2 * sizeof(long));
  if (zone) __cutpoint_havoc(zone, 2 * sizeof(int));
  return model_choice() ? -1 : 0;
}
int clock_gettime(int which, void *time) {
  __cutpoint_havoc(time, 2 * sizeof(long));
  return model_choice() ? -1 : 0;
}
unsigned sleep(unsigned seconds) {
  return (unsigned)model_upto(seconds);
}
int usleep(unsigned microseconds) {
  return model_choice() ? -1 : 0;
}
int nanosleep(const void *want, void *rest) {
  if (rest) __cutpoint_havoc(rest, 2 * sizeof(long));
  return model_choice() ? -1 : 0;
}

/* NULL, or some string in memory of its own. */
char *getenv(const char *name) {
  size_t room = __cutpoint_nondet_size_t();
  char *text;
  if (model_choice()) return NULL;
  __cutpoint_assume(room > 0 && room <= 131072); /* Linux: MAX_ARG_STRLEN */
  text = __cutpoint_alloc(room);
  text[room - 1] = 0;
  return text;
}
