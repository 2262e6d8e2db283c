/* SPDX-License-Identifier: MIT
 *
 * What programs of gen_memory.py include when they are run to find the truth.
 * A run tells the first thing that is wrong, which decides which properties
 * hold; behind a bad access, division, shift or overflow nothing is defined. */
#ifndef TESTS_FUZZ_MEMORY_TRUTH_H
#define TESTS_FUZZ_MEMORY_TRUTH_H

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  BAD_DEREF,
  BAD_FREE,
  OVERFLOW,
  DIVISION,
  BAD_SHIFT,
  REACHED,
  LEFT,
  UNWRITTEN,
  TOO_MUCH,
  ENDS
};
#define TRUTH_ENDS                                                             \
  {"valid-deref",      "valid-free",   "no-overflow",                          \
   "no-div-by-zero",   "no-bad-shift", "unreach-call",                         \
   "valid-memcleanup", "valid-init",   "too much"}

struct truth {
  struct {
    char *at;
    size_t size;
    int lives, heap;
  } objects[256];
  int n;
};
extern struct truth *truth_now(void);
extern void truth_end(int what) __attribute__((noreturn));
extern void truth_observe(unsigned value);

#ifndef NO_PROGRAM
static void truth_live(void *at, size_t size, int heap) {
  struct truth *t = truth_now();
  if (t->n == 256) truth_end(TOO_MUCH);
  t->objects[t->n].at = at, t->objects[t->n].size = size;
  t->objects[t->n].lives = 1, t->objects[t->n++].heap = heap;
}
static void truth_dead(void *at) {
  struct truth *t = truth_now();
  for (int i = 0; i < t->n; i++)
    if (t->objects[i].at == at) t->objects[i].lives = 0;
}
static void *truth_at(const void *at, size_t size) {
  struct truth *t = truth_now();
  for (int i = 0; i < t->n; i++)
    if (t->objects[i].lives && (char *)at >= t->objects[i].at &&
        (char *)at + size <= t->objects[i].at + t->objects[i].size)
      return (void *)at;
  truth_end(BAD_DEREF);
}
static int truth_index(int index, int elements) {
  if (index < 0 || index >= elements) truth_end(BAD_DEREF);
  return index;
}
static void *truth_malloc(size_t size) {
  void *at = malloc(size);
  truth_live(at, size, 1);
  return at;
}
static void truth_free(void *at) { /* the address is never used again */
  struct truth *t = truth_now();
  if (!at) return;
  for (int i = 0; i < t->n; i++)
    if (t->objects[i].at == at && t->objects[i].lives && t->objects[i].heap) {
      t->objects[i].lives = 0;
      return;
    }
  truth_end(BAD_FREE);
}
static void *truth_calloc(size_t n, size_t size) {
  void *at = calloc(n, size);
  truth_live(at, n * size, 1);
  return at;
}
static int truth_written(int is, int value) {
  if (!is) truth_end(UNWRITTEN);
  return value;
}
static int truth_fit(long long value) {
  if (value < INT_MIN || value > INT_MAX) truth_end(OVERFLOW);
  return (int)value;
}
static int truth_divisor(int value) {
  if (value == 0) truth_end(DIVISION);
  return value;
}
static int truth_amount(int value) {
  if (value < 0 || value > 31) truth_end(BAD_SHIFT);
  return value;
}
#define malloc          truth_malloc
#define free            truth_free
#define calloc          truth_calloc
#define AT(p)           ((__typeof__(p))truth_at((p), sizeof *(p)))
#define IN(i, n)        truth_index((i), (n))
#define LIVE(x)         truth_live(&(x), sizeof(x), 0)
#define DEAD(x)         truth_dead(&(x))
#define MATH(a, op, b)  ((a)op truth_divisor(b))
#define OVER(a, op, b)  truth_fit((long long)(a)op(b))
#define SHIFT(a, op, b) ((a)op truth_amount(b))
#define OBSERVE(s)      truth_observe(s)
/* Variables and arrays that are not written at first. */
#define RAW(type, name)     type name = 0, *name##_at = &name, name##_is = 0
#define RAWS(type, name, n) type name[n] = {0}, name##_is[n] = {0}
#define READ(name)          truth_written(name##_is, name)
#define SET(name)           *(name##_is = 1, name##_at)
#define READS(name, i)      truth_written(name##_is[i], name[i])
#define SETS(name, i)       *(name##_is[i] = 1, &name[i])
#endif
#endif
