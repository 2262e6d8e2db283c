/* SPDX-License-Identifier: MIT
 *
 * Can a model do what the real function did?  Every choice it has is tried,
 * depth first; a choice that violates one of its assumptions is taken back. */
#ifndef TESTS_MODELS_SEARCH_H
#define TESTS_MODELS_SEARCH_H

#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

/* ---- the search ------------------------------------------------------------
 */

enum { DEPTH = 64, WANTED = 12, MOST_RUNS = 100000 };

/* A number may be asked for as a double, whose bits are others. */
typedef struct Number {
  long long whole;
  double real;
} Number;

static struct {
  int chosen[DEPTH], options[DEPTH], depth;
  Number wanted[WANTED];
  int n_wanted;
  char *model;      /* the model's copy of memory, */
  const char *real; /* and what the real function left in its own */
  size_t bytes;
  jmp_buf failed;
} search;

/* One of n, as the script says. */
static int choose(int n) {
  int at = search.depth++;
  if (at >= DEPTH) longjmp(search.failed, 1);
  search.options[at] = n;
  return search.chosen[at];
}

/* To the next script; false: that was the last. */
static bool next_script(void) {
  int at = search.depth < DEPTH ? search.depth : DEPTH;
  while (at-- > 0) {
    if (++search.chosen[at] < search.options[at]) {
      for (int i = at + 1; i < DEPTH; i++) search.chosen[i] = 0;
      return true;
    }
  }
  return false;
}

static void want(long long number) {
  if (search.n_wanted < WANTED)
    search.wanted[search.n_wanted++] = (Number){number, (double)number};
}

static void want_real(double number) {
  if (search.n_wanted < WANTED)
    search.wanted[search.n_wanted++] = (Number){0, number};
}

static Number any_number(void) {
  return search.wanted[choose(search.n_wanted)];
}

/* Memory of the model that stands for memory of the real function. */
static void pair(void *model, const void *real, size_t bytes) {
  search.model = model, search.real = real, search.bytes = bytes;
}

/* ---- the primitives --------------------------------------------------------
 */

static void *allocated[DEPTH];
static int n_allocated;

unsigned char model___cutpoint_may_fail(void) {
  return 0;
}
void *model___cutpoint_alloc(size_t n) {
  if (n > 1 << 24 || n_allocated == DEPTH) longjmp(search.failed, 1);
  return allocated[n_allocated++] = calloc(n ? n : 1, 1);
}
void model___cutpoint_free(void *p) {
  (void)p;
}
size_t model___cutpoint_kept(const void *old, size_t bytes) {
  (void)old;
  size_t n = (size_t)any_number().whole;
  return n < bytes ? n : bytes;
}
/* Each result on its own. */
#define ALONE(type, name)                                                      \
  type model___cutpoint_world_##name(type result, ...) {                       \
    return result;                                                             \
  }
ALONE(int, character)
ALONE(int, back)
ALONE(char *, line)
ALONE(long, delimited)
ALONE(size_t, block)
ALONE(int, scanned)
ALONE(long, received)
ALONE(int, wrote)
ALONE(long, sent)
ALONE(int, puts)
ALONE(int, fputs)
ALONE(int, at_end)
ALONE(int, failed)
ALONE(int, moved)
ALONE(long, place)
ALONE(int, number)
ALONE(int, new)
ALONE(int, terminal)
ALONE(int, ends)
ALONE(int, size)
ALONE(long, sought)
ALONE(long, clock)
ALONE(long, time)
int model___cutpoint_world_ignored(int before, int number, int now) {
  (void)number, (void)now;
  return before;
}
void model___cutpoint_world_environment(void) {}
void model___cutpoint_world_asked(void) {}

void model___cutpoint_world_cleared(const void *stream) {
  (void)stream;
}
void model___cutpoint_world_parts(long *time, long second) {
  (void)time, (void)second;
}
void model___cutpoint_world_numbered(const void *stream, int file) {
  (void)stream, (void)file;
}
void model___cutpoint_world_rewound(const void *stream) {
  (void)stream;
}
void model___cutpoint_confirm_alignment(size_t bytes) {
  (void)bytes;
}
void model___cutpoint_confirm_text(const char *at, size_t n, int kind) {
  (void)at, (void)n, (void)kind;
}
void model___cutpoint_havoc(void *at, size_t n) {
  char *to = at;
  size_t from = (size_t)(to - search.model);
  if (to < search.model || from >= search.bytes) return;
  if (n > search.bytes - from) n = search.bytes - from;
  memcpy(to, search.real + from, n);
}
void model___cutpoint_havoc_object(void *at) {
  model___cutpoint_havoc(at, search.bytes);
}
void model___cutpoint_assume(int condition) {
  if (!condition) longjmp(search.failed, 1);
}
#define NUMBER(type, name)                                                     \
  type model___cutpoint_nondet_##name(void) {                                  \
    return (type)any_number().whole;                                           \
  }
NUMBER(int, int)
NUMBER(long, long)
NUMBER(unsigned long, ulong)
NUMBER(size_t, size_t)
NUMBER(unsigned char, uchar)
float model___cutpoint_nondet_float(void) {
  return (float)any_number().real;
}
double model___cutpoint_nondet_double(void) {
  return any_number().real;
}
long double model___cutpoint_nondet_long_double(void) {
  return any_number().real;
}
_Noreturn void model___cutpoint_stop_abort(void) {
  longjmp(search.failed, 1);
}
_Noreturn void model___cutpoint_unsupported_scanf_format(void) {
  longjmp(search.failed, 1);
}
_Noreturn void model___cutpoint_unsupported_getdelim_without_a_line(void) {
  longjmp(search.failed, 1);
}
void model___cutpoint_unsupported_a_second_sequence_of_random_numbers(void) {}
void model___cutpoint_unsupported_a_second_call_of_getenv(void) {}
void model___cutpoint_unsupported_a_signal_that_cannot_be_ignored(void) {}
void model___cutpoint_unsupported_a_buffer_that_a_stream_is_given(void) {}
void model___cutpoint_premise_the_name_of_a_locale_stays_where_it_is(void) {}
void model___cutpoint_premise_every_locale_has_the_characters_and_the_point_of_C(
    void) {}
void model___cutpoint_premise_qsort_keeps_the_order_of_equal_elements(void) {}
void model___cutpoint_premise_bsearch_halves_the_array(void) {}
void *model_test_memcpy(void *to, const void *from, size_t n) {
  return memmove(to, from, n);
}
void *model_test_memset(void *to, int byte, size_t n) {
  return memset(to, byte, n);
}

/* ---- one question ----------------------------------------------------------
 */

static void begin(void) {
  memset(&search, 0, sizeof search);
  want(0), want(1);
}

static void drop_allocated(void) {
  while (n_allocated) free(allocated[--n_allocated]);
}

/* Runs `body` with every script until `same` holds. */
#define MEMBER(what, body, same)                                               \
  do {                                                                         \
    volatile bool found = false;                                               \
    volatile unsigned runs = 0;                                                \
    checks++;                                                                  \
    do {                                                                       \
      drop_allocated();                                                        \
      search.depth = 0;                                                        \
      if (setjmp(search.failed) == 0) {                                        \
        body;                                                                  \
        found = (same);                                                        \
      }                                                                        \
    } while (!found && ++runs < MOST_RUNS && next_script());                   \
    drop_allocated();                                                          \
    if (!found && failures++ < 20)                                             \
      printf("line %d: %s: the model cannot do this\n", __LINE__, what);       \
  } while (0)

#define MODEL(type, name, ...) type model_##name(__VA_ARGS__)

static void random_text(char *out, unsigned most) {
  unsigned n = below(most);
  for (unsigned i = 0; i < n; i++) out[i] = "aAbB1 \xe9"[below(7)];
  out[n] = 0;
}

#endif
