/* SPDX-License-Identifier: MIT
 *
 * Integers of 128 bits, and what C does not say about them.
 *
 * Linear constraints have coefficients of 64 bits and sums of 128.  Nothing
 * here wraps: where the type is too small, the caller has checked before. */
#ifndef NUM_INTEGER_H
#define NUM_INTEGER_H

#include "num/bv.h"

typedef __int128 Integer;

static inline Integer integer_abs(Integer a) {
  return a < 0 ? -a : a;
}

/* a / b rounded down; C rounds towards zero. */
static inline Integer integer_floor_div(Integer a, Integer b) {
  assert(b > 0);
  return a / b - (a % b < 0);
}

/* The greatest common divisor, not negative; of zero and a it is |a|. */
Integer integer_gcd(Integer a, Integer b);

/* Are the ones of the mask bits [first..end[ and no others? */
BASE_MUST_USE bool integer_is_run(Integer mask, uint32_t *first, uint32_t *end);

/* The value of two words, and the words of a value. */
static inline Integer integer_of_words(const BvWord words[2]) {
  return (Integer)((unsigned __int128)words[1] << 64 | words[0]);
}
/* Modulo 2^width. */
void integer_words(Integer value, BvWord *words, uint32_t width);

/* Decimal digits, with a minus sign where it is needed. */
void integer_print(Text *out, Integer value);

/* ---- ranges: low <= x <= high ---- */

typedef struct IntegerRange {
  Integer low, high;
} IntegerRange;

static inline bool range_is_within(IntegerRange a, IntegerRange b) {
  return b.low <= a.low && a.high <= b.high;
}

/* The smallest range around both. */
static inline IntegerRange range_join(IntegerRange a, IntegerRange b) {
  assert(a.low <= a.high && b.low <= b.high);
  return (IntegerRange){a.low < b.low ? a.low : b.low,
                        a.high > b.high ? a.high : b.high};
}

static inline IntegerRange range_add(IntegerRange a, IntegerRange b) {
  return (IntegerRange){a.low + b.low, a.high + b.high};
}

static inline IntegerRange range_sub(IntegerRange a, IntegerRange b) {
  return (IntegerRange){a.low - b.high, a.high - b.low};
}

static inline IntegerRange range_shift(IntegerRange a, Integer by) {
  return (IntegerRange){a.low + by, a.high + by};
}

static inline IntegerRange range_scale(IntegerRange a, Integer factor) {
  Integer x = factor * a.low, y = factor * a.high;
  return (IntegerRange){x < y ? x : y, x < y ? y : x};
}

/* Of the quotients by a positive number, rounded down or towards zero. */
static inline IntegerRange range_floor_div(IntegerRange a, Integer divisor) {
  return (IntegerRange){integer_floor_div(a.low, divisor),
                        integer_floor_div(a.high, divisor)};
}

static inline IntegerRange range_trunc_div(IntegerRange a, Integer divisor) {
  assert(divisor > 0);
  return (IntegerRange){a.low / divisor, a.high / divisor};
}

#endif
