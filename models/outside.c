/* SPDX-License-Identifier: MIT
 *
 * What comes from outside the program: random numbers, time, environment. */
#include "model.h"

void __cutpoint_unsupported_a_second_sequence_of_random_numbers(void);
void __cutpoint_unsupported_a_second_call_of_getenv(void);

/* Any numbers are a sequence of random numbers, but the same seed gives the
 * same sequence again, and so does the seed 1 what comes without a seed. */
static unsigned char is_drawing;

static void seed_once(void) {
  if (is_drawing) __cutpoint_unsupported_a_second_sequence_of_random_numbers();
  is_drawing = 1;
}

static int non_negative(void) {
  int x = __cutpoint_nondet_int();
  is_drawing = 1;
  __cutpoint_assume(x >= 0);
  return x;
}

int rand(void) {
  return non_negative();
}
void srand(unsigned seed) {
  seed_once();
}
/* In [0, 2^31[ on every Linux. */
long random(void) {
  return non_negative();
}
void srandom(unsigned seed) {
  seed_once();
}
long lrand48(void) {
  return non_negative();
}
long mrand48(void) {
  is_drawing = 1;
  return __cutpoint_nondet_int();
}
double drand48(void) {
  double x = __cutpoint_nondet_double();
  is_drawing = 1;
  __cutpoint_assume(x >= 0 && x < 1);
  return x;
}
unsigned arc4random_uniform(unsigned bound) {
  return bound > 1 ? (unsigned)model_upto(bound - 1) : 0;
}
void srand48(long seed) {
  seed_once();
}

/* world.c */
long __cutpoint_world_clock(long now);
long __cutpoint_world_time(long now);
void __cutpoint_world_parts(long *time, long second);
void __cutpoint_world_environment(void);
void __cutpoint_world_asked(void);

static long since_some_time(void) {
  long now = __cutpoint_nondet_long();
  __cutpoint_assume(now >= -1);
  return now;
}

/* Linux keeps time in nanoseconds, in 63 bits: no clock shows more. */
static void is_shown(long long seconds) {
  const long long last = 9223372036LL;
  __cutpoint_assume(seconds <= last && seconds >= -last);
}

long time(long *out) {
  long now = __cutpoint_world_time(since_some_time());
  is_shown(now);
  if (out) *out = now;
  return now;
}
/* The kernel counts nanoseconds in 63 bits; a clock of 32 bits goes round. */
long clock(void) {
  long now = since_some_time();
  __cutpoint_assume((long long)now <= 9223372036854775LL);
  return __cutpoint_world_clock(now);
}
/* POSIX: no value is reserved to tell of an error. */
int gettimeofday(void *time, void *zone) {
  if (time) __cutpoint_havoc(time, 2 * sizeof(long));
  if (zone) __cutpoint_havoc(zone, 2 * sizeof(int));
  if (time) __cutpoint_world_parts(time, 1000000);
  if (time) is_shown(*(long *)time);
  return 0;
}
/* Linux has had the first eight clocks, and TAI, for long; those that belong to
 * a device or another process may be gone. */
int clock_gettime(int which, void *time) {
  enum { LAST_COMMON = 7, TAI = 11 };
  int is_there = (which >= 0 && which <= LAST_COMMON) || which == TAI;
  if (!is_there && model_choice()) {
    model_perhaps_some(time, 2 * sizeof(long));
    return -1;
  }
  __cutpoint_havoc(time, 2 * sizeof(long));
  __cutpoint_world_parts(time, 1000000000);
  is_shown(*(long *)time);
  return 0;
}
unsigned sleep(unsigned seconds) {
  return (unsigned)model_upto(seconds);
}
/* What was left of the last one. */
unsigned alarm(unsigned seconds) {
  static unsigned last;
  unsigned left = (unsigned)model_upto(last);
  last = seconds;
  return left;
}
/* Comes back from a handler only, and no program that sets one gets here. */
int pause(void) {
  __cutpoint_assume(0);
  return -1;
}
int usleep(unsigned microseconds) {
  return model_choice() ? -1 : 0;
}
int nanosleep(const void *want, void *rest) {
  const long *time = want;
  model_takes(time[0] | time[1]);
  if (rest) __cutpoint_havoc(rest, 2 * sizeof(long));
  return model_choice() ? -1 : 0;
}

/* ---- the environment ---- */

/* A variable of the environment is NULL, or some string in memory of its own.
 * Asked again by the same name it is the same one, unless the program has
 * changed its environment.  In a whole program the front end makes each constant
 * name a Variable (src/frontend/library/names.c); which one another name means
 * is not known: such a name may be asked for once, and alone.
 * kept_: never lost. */
typedef struct Variable {
  char name[64];
  char *value;
  unsigned char is_known;
} Variable;

unsigned char __cutpoint_names_are_variables; /* or as defined there */
static unsigned char is_asked, is_asked_any, is_changed;

/* setenv and its like are called (src/frontend/library/writes.c). */
void __cutpoint_environment_changes(void) {
  is_changed = 1;
  __cutpoint_world_environment();
}

static char *kept_value(void) {
  size_t room = __cutpoint_nondet_size_t();
  if (model_choice()) return NULL;
  __cutpoint_assume(room > 0 && room <= 131072); /* Linux: MAX_ARG_STRLEN */
  char *value = __cutpoint_alloc(room + 1); /* =value: nothing free takes */
  value[0] = '=';
  value[room] = 0;
  return value + 1;
}

char *getenv(const char *name) {
  Variable *variable = __cutpoint_names_are_variables ? (Variable *)name : NULL;
  if (is_asked && (!variable || is_asked_any || is_changed))
    __cutpoint_unsupported_a_second_call_of_getenv();
  is_asked = 1;
  __cutpoint_world_asked();
  if (!variable) {
    is_asked_any = 1;
    return kept_value();
  }
  if (!variable->is_known) variable->value = kept_value();
  variable->is_known = 1;
  return variable->value;
}

/* ---- the locale ---- */

void __cutpoint_premise_every_locale_has_the_characters_and_the_point_of_C(void);
void __cutpoint_premise_the_name_of_a_locale_stays_where_it_is(void);

/* NULL, unless a category that there is is only asked for, or a name, which the
 * next call may change. */
char *setlocale(int category, const char *name) {
  enum { CATEGORIES = 13 }; /* glibc's, LC_ALL among them */
  static char found[1024];
  int is_asked_for = !name && category >= 0 && category < CATEGORIES;
  __cutpoint_premise_every_locale_has_the_characters_and_the_point_of_C();
  __cutpoint_premise_the_name_of_a_locale_stays_where_it_is();
  if (!is_asked_for && model_choice()) return NULL;
  model_any_string(found, sizeof found);
  return found;
}
