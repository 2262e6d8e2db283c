/* SPDX-License-Identifier: MIT
 *
 * Bit-vector values of any width: the one arithmetic that the interpreter,
 * the term rewriter and the model evaluator share.
 *
 * A value of width w >= 1 is an array of BV_WORDS(w) 64-bit words, least
 * significant first; bits above w are zero (every function keeps this).
 * Callers own the words.  A result may be the same array as an operand,
 * but not overlap it partly.  Division follows SMT-LIB: x/0 is all ones,
 * x%0 is x (signed: x/0 is -1 or 1 against the sign of x, x%0 is x); shifts by
 * w or more give 0 (or the sign for ashr).
 */
#ifndef NUM_BV_H
#define NUM_BV_H

#include "base/base.h"

#define BV_WORDS(width) (((width) + 63u) / 64u)

/* Values are at most this wide: scratch space is on the stack. */
#define BV_MAX_WIDTH 65536u
#define BV_MAX_WORDS BV_WORDS(BV_MAX_WIDTH)

typedef enum BvOp {
  BV_ADD,
  BV_SUB,
  BV_MUL,
  BV_UDIV,
  BV_SDIV,
  BV_UREM,
  BV_SREM,
  BV_SHL,
  BV_LSHR,
  BV_ASHR,
  BV_AND,
  BV_OR,
  BV_XOR
} BvOp;

typedef enum BvCmp { BV_EQ, BV_ULT, BV_ULE, BV_SLT, BV_SLE } BvCmp;

typedef uint64_t BvWord;

/* result := a op b, all of width `width`. */
void bv_binary(BvOp op, BvWord *result, const BvWord *a, const BvWord *b,
               uint32_t width);
bool bv_compare(BvCmp cmp, const BvWord *a, const BvWord *b, uint32_t width);
void bv_not(BvWord *result, const BvWord *a, uint32_t width);
void bv_neg(BvWord *result, const BvWord *a, uint32_t width);

/* result (width `to`) := a (width `from`), zero- or sign-extended or
 * truncated, as the widths say. */
void bv_zext(BvWord *result, uint32_t to, const BvWord *a, uint32_t from);
void bv_sext(BvWord *result, uint32_t to, const BvWord *a, uint32_t from);
/* result (hi-lo+1 bits) := a[hi:lo]. */
void bv_extract(BvWord *result, const BvWord *a, uint32_t hi, uint32_t lo);
/* result (wh+wl bits) := high ++ low.  result must not be an operand. */
void bv_concat(BvWord *result, const BvWord *high, uint32_t wh,
               const BvWord *low, uint32_t wl);

void bv_set_u64(BvWord *result, uint64_t value, uint32_t width);
void bv_set_i64(BvWord *result, int64_t value, uint32_t width);
void bv_set_ones(BvWord *result, uint32_t width);
void bv_copy(BvWord *result, const BvWord *a, uint32_t width);
bool bv_is_zero(const BvWord *a, uint32_t width);
bool bv_is_ones(const BvWord *a, uint32_t width);
bool bv_bit(const BvWord *a, uint32_t index);
/* The value as int64_t when it fits after sign extension. */
bool bv_fits_i64(const BvWord *a, uint32_t width, int64_t *value);
/* The value as uint64_t when it fits. */
bool bv_fits_u64(const BvWord *a, uint32_t width, uint64_t *value);

/* Decimal digits, unsigned or (with a minus sign) signed. */
void bv_print_unsigned(Text *out, const BvWord *a, uint32_t width);
void bv_print_signed(Text *out, const BvWord *a, uint32_t width);
/* Exactly `width` binary digits, most significant first. */
void bv_print_binary(Text *out, const BvWord *a, uint32_t width);
/* Read decimal digits with optional minus, modulo 2^width; false: no number.
 * `*end` is set behind the last digit. */
BASE_MUST_USE bool bv_parse(BvWord *result, uint32_t width, const char *text,
                            const char **end);

#endif
