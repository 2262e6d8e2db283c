/* SPDX-License-Identifier: MIT
 *
 * Operators on values: the one place where the meaning of a kind is computed,
 * for constant folding and for evaluation alike.
 *
 * Bit-vectors go to num/bv.  Floats of single and double format are computed
 * by the host, whose arithmetic is IEEE 754 in these two formats (x86-64 and
 * AArch64 round every operation to its format); operands are `volatile`, so
 * that nothing is computed at translation time or moved across the change of
 * rounding mode.  What the host cannot do exactly (other formats, ties away
 * from zero, conversions of more than 64 bits) or SMT-LIB leaves open (minimum
 * of two zeros, conversion out of range) is refused, never guessed.  Questions
 * about the bits alone (is it NaN? negate!) are answered in every format.
 */
#include "term/term_int.h"

#include <fenv.h>
#include <math.h>

/* ---- bit-vectors ---- */

bool fold_is_bv(TermKind kind) {
  return kind >= TERM_BVNOT && kind <= TERM_SLE;
}

bool fold_is_float(TermKind kind) {
  return kind >= TERM_FP_FROM_BITS && kind <= TERM_FP_TO_UINT;
}

static BvOp bv_op(TermKind kind) {
  assert(kind >= TERM_ADD && kind <= TERM_BVXOR);
  return (BvOp)(kind - TERM_ADD + BV_ADD);
}
static_assert(TERM_BVXOR - TERM_ADD == BV_XOR - BV_ADD, "same order");

static BvCmp bv_cmp(TermKind kind) {
  assert(kind >= TERM_ULT && kind <= TERM_SLE);
  return (BvCmp)(kind - TERM_ULT + BV_ULT);
}
static_assert(TERM_SLE - TERM_ULT == BV_SLE - BV_ULT, "same order");

static bool fold_bv(const FoldIn *in, BvWord *out) {
  assert(in->a && sort_kind(in->operand) == SORT_BV);
  uint32_t width = sort_bits(in->operand);
  if (in->kind >= TERM_ADD && in->kind <= TERM_BVXOR)
    bv_binary(bv_op(in->kind), out, in->a, in->b, width);
  else if (in->kind >= TERM_ULT)
    out[0] = bv_compare(bv_cmp(in->kind), in->a, in->b, width);
  else if (in->kind == TERM_BVNOT)
    bv_not(out, in->a, width);
  else if (in->kind == TERM_NEG)
    bv_neg(out, in->a, width);
  else if (in->kind == TERM_CONCAT)
    bv_concat(out, in->a, width, in->b, in->low_width);
  else if (in->kind == TERM_EXTRACT)
    bv_extract(out, in->a, in->high, in->low);
  else if (in->kind == TERM_ZEXT)
    bv_zext(out, sort_width(in->sort), in->a, width);
  else
    bv_sext(out, sort_width(in->sort), in->a, width);
  return true;
}

/* ---- floats as bits: any format ---- */

typedef struct FloatClass {
  bool negative, exponent_ones, exponent_zero, fraction_zero;
} FloatClass;

static FloatClass classify(Sort sort, const BvWord *bits) {
  assert(sort_kind(sort) == SORT_FLOAT && sort_float_width(sort) <= 128);
  uint32_t e = sort_exponent_bits(sort), f = sort_significand_bits(sort) - 1;
  BvWord part[BV_WORDS(128)];
  FloatClass class = {.negative = bv_bit(bits, e + f)};
  bv_extract(part, bits, e + f - 1, f);
  class.exponent_ones = bv_is_ones(part, e);
  class.exponent_zero = bv_is_zero(part, e);
  bv_extract(part, bits, f - 1, 0);
  class.fraction_zero = bv_is_zero(part, f);
  return class;
}

static bool is_nan(FloatClass class) {
  return class.exponent_ones && !class.fraction_zero;
}

static void flip(BvWord *bits, uint32_t index) {
  bits[index / 64] ^= (uint64_t)1 << (index % 64);
}

void fold_canonical_nan(Sort sort, BvWord *bits) {
  if (!is_nan(classify(sort, bits))) return;
  uint32_t e = sort_exponent_bits(sort), f = sort_significand_bits(sort) - 1;
  bv_set_u64(bits, 0, e + f + 1);
  for (uint32_t i = f - 1; i < e + f; i++) flip(bits, i);
  assert(is_nan(classify(sort, bits)));
}

static bool answer_class(TermKind kind, FloatClass class) {
  switch ((int)kind) {
  case TERM_FP_IS_NAN: return is_nan(class);
  case TERM_FP_IS_INF: return class.exponent_ones && class.fraction_zero;
  case TERM_FP_IS_ZERO: return class.exponent_zero && class.fraction_zero;
  case TERM_FP_IS_NORMAL: return !class.exponent_ones && !class.exponent_zero;
  case TERM_FP_IS_SUBNORMAL: return class.exponent_zero && !class.fraction_zero;
  case TERM_FP_IS_NEGATIVE: return class.negative && !is_nan(class);
  default: unreachable_case();
  }
}

/* Sign operations and changes between bits and float. */
static void fold_signs(const FoldIn *in, BvWord *out) {
  Sort sort = in->kind == TERM_FP_FROM_BITS ? in->sort : in->operand;
  assert(sort_kind(sort) == SORT_FLOAT);
  uint32_t width = sort_float_width(sort);
  bv_copy(out, in->a, width);
  bool negative = bv_bit(in->a, width - 1);
  if (in->kind == TERM_FP_NEG || (in->kind == TERM_FP_ABS && negative))
    flip(out, width - 1);
  fold_canonical_nan(sort, out);
}

/* ---- floats on the host: single and double ---- */

static bool on_host(Sort sort) {
  return sort_format(sort) == TERM_FLOAT_SINGLE ||
         sort_format(sort) == TERM_FLOAT_DOUBLE;
}

/* Every single is a double; the format decides how results are rounded. */
static double read_float(Sort sort, const BvWord *bits) {
  assert(on_host(sort));
  if (sort_format(sort) == TERM_FLOAT_DOUBLE) {
    double value;
    memcpy(&value, bits, sizeof value);
    return value;
  }
  uint32_t low = (uint32_t)bits[0];
  float value;
  memcpy(&value, &low, sizeof value);
  return (double)value;
}

static void write_double(double value, BvWord *out) {
  memcpy(out, &value, sizeof value);
  fold_canonical_nan(sort_float(TERM_FLOAT_DOUBLE), out);
}

static void write_single(float value, BvWord *out) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  out[0] = bits;
  fold_canonical_nan(sort_float(TERM_FLOAT_SINGLE), out);
}

static int host_mode(TermRounding mode) {
  switch (mode) {
  case TERM_RNE: return FE_TONEAREST;
  case TERM_RTP: return FE_UPWARD;
  case TERM_RTN: return FE_DOWNWARD;
  case TERM_RTZ: return FE_TOWARDZERO;
  case TERM_RNA: break;
  }
  unreachable_case();
}

/* To an integral value.  Not rint() in the mode: compilers expand it to code
 * that is right only in the default mode.  Every single is exact. */
static double to_integral(TermRounding mode, double a) {
  switch (mode) {
  case TERM_RNE: return rint(a);
  case TERM_RTP: return ceil(a);
  case TERM_RTN: return floor(a);
  case TERM_RTZ: return trunc(a);
  case TERM_RNA: break;
  }
  unreachable_case();
}

static double double_op(TermKind kind, volatile double a, volatile double b,
                        volatile double c) {
  volatile double r = 0;
  switch ((int)kind) {
  case TERM_FP_ADD: r = a + b; break;
  case TERM_FP_SUB: r = a - b; break;
  case TERM_FP_MUL: r = a * b; break;
  case TERM_FP_DIV: r = a / b; break;
  case TERM_FP_FMA: r = fma(a, b, c); break;
  case TERM_FP_SQRT: r = sqrt(a); break;
  case TERM_FP_REM: r = remainder(a, b); break;
  default: unreachable_case();
  }
  return r;
}

static float single_op(TermKind kind, volatile float a, volatile float b,
                       volatile float c) {
  volatile float r = 0;
  switch ((int)kind) {
  case TERM_FP_ADD: r = a + b; break;
  case TERM_FP_SUB: r = a - b; break;
  case TERM_FP_MUL: r = a * b; break;
  case TERM_FP_DIV: r = a / b; break;
  case TERM_FP_FMA: r = fmaf(a, b, c); break;
  case TERM_FP_SQRT: r = sqrtf(a); break;
  case TERM_FP_REM: r = remainderf(a, b); break;
  default: unreachable_case();
  }
  return r;
}

static bool fold_integral(const FoldIn *in, BvWord *out) {
  double r = to_integral(in->mode, read_float(in->operand, in->a));
  if (sort_format(in->operand) == TERM_FLOAT_DOUBLE)
    write_double(r, out);
  else
    write_single((float)r, out);
  return true;
}

static bool fold_arithmetic(const FoldIn *in, BvWord *out) {
  assert(sort_same(in->sort, in->operand) && in->mode != TERM_RNA);
  if (in->kind == TERM_FP_ROUND) return fold_integral(in, out);
  double a = read_float(in->operand, in->a);
  double b = in->b ? read_float(in->operand, in->b) : 0;
  double c = in->c ? read_float(in->operand, in->c) : 0;
  int old = fegetround();
  fesetround(host_mode(in->mode));
  if (sort_format(in->operand) == TERM_FLOAT_DOUBLE)
    write_double(double_op(in->kind, a, b, c), out);
  else
    write_single(single_op(in->kind, (float)a, (float)b, (float)c), out);
  fesetround(old);
  return true;
}

static bool fold_min_max(const FoldIn *in, BvWord *out) {
  assert((in->kind == TERM_FP_MIN || in->kind == TERM_FP_MAX) && in->b);
  double a = read_float(in->operand, in->a);
  double b = read_float(in->operand, in->b);
  if (a == 0 && b == 0 && signbit(a) != signbit(b)) return false;
  bool first = isnan(b) || (in->kind == TERM_FP_MIN ? a <= b : a >= b);
  out[0] = first ? in->a[0] : in->b[0];
  fold_canonical_nan(in->operand, out);
  return true;
}

static bool fold_compare(const FoldIn *in, BvWord *out) {
  assert(in->kind >= TERM_FP_EQ && in->kind <= TERM_FP_LE && in->b);
  double a = read_float(in->operand, in->a);
  double b = read_float(in->operand, in->b);
  out[0] = in->kind == TERM_FP_EQ   ? a == b
           : in->kind == TERM_FP_LT ? a < b
                                    : a <= b;
  return true;
}

static bool fold_to_integer(const FoldIn *in, BvWord *out) {
  uint32_t width = sort_width(in->sort);
  if (width > 64) return false;
  double a = read_float(in->operand, in->a);
  if (isnan(a) || isinf(a)) return false;
  double r = to_integral(in->mode, a);
  if (in->kind == TERM_FP_TO_UINT) {
    if (r < 0 || r >= ldexp(1, (int)width)) return false;
    bv_set_u64(out, (uint64_t)r, width);
    return true;
  }
  double limit = ldexp(1, (int)width - 1);
  if (r < -limit || r >= limit) return false;
  bv_set_i64(out, (int64_t)r, width);
  return true;
}

static bool fold_from_integer(const FoldIn *in, BvWord *out) {
  assert(on_host(in->sort) && in->mode != TERM_RNA);
  uint32_t width = sort_width(in->operand);
  if (width > 64) return false;
  bool is_signed = in->kind == TERM_FP_FROM_SINT;
  BvWord wide[1];
  if (is_signed)
    bv_sext(wide, 64, in->a, width);
  else
    bv_zext(wide, 64, in->a, width);
  volatile int64_t i = (int64_t)wide[0];
  volatile uint64_t u = wide[0];
  int old = fegetround();
  fesetround(host_mode(in->mode));
  if (sort_format(in->sort) == TERM_FLOAT_DOUBLE) {
    volatile double r = is_signed ? (double)i : (double)u;
    write_double(r, out);
  } else {
    volatile float r = is_signed ? (float)i : (float)u;
    write_single(r, out);
  }
  fesetround(old);
  return true;
}

static bool fold_convert(const FoldIn *in, BvWord *out) {
  if (sort_same(in->operand, in->sort)) {
    bv_copy(out, in->a, sort_float_width(in->sort));
    return true;
  }
  if (!on_host(in->operand) || !on_host(in->sort)) return false;
  volatile double a = read_float(in->operand, in->a);
  int old = fegetround();
  fesetround(host_mode(in->mode));
  if (sort_format(in->sort) == TERM_FLOAT_DOUBLE) {
    write_double(a, out);
  } else {
    volatile float r = (float)a;
    write_single(r, out);
  }
  fesetround(old);
  return true;
}

static bool fold_float(const FoldIn *in, BvWord *out) {
  TermKind kind = in->kind;
  if (kind == TERM_FP_FROM_BITS || kind == TERM_FP_TO_BITS ||
      kind == TERM_FP_ABS || kind == TERM_FP_NEG) {
    fold_signs(in, out);
    return true;
  }
  if (kind >= TERM_FP_IS_NAN && kind <= TERM_FP_IS_NEGATIVE) {
    out[0] = answer_class(kind, classify(in->operand, in->a));
    return true;
  }
  if (in->mode == TERM_RNA) return false;
  if (kind == TERM_FP_TO_FP) return fold_convert(in, out);
  if (kind == TERM_FP_FROM_SINT || kind == TERM_FP_FROM_UINT)
    return on_host(in->sort) && fold_from_integer(in, out);
  if (!on_host(in->operand)) return false;
  if (kind == TERM_FP_MIN || kind == TERM_FP_MAX) return fold_min_max(in, out);
  if (kind >= TERM_FP_EQ && kind <= TERM_FP_LE) return fold_compare(in, out);
  if (kind == TERM_FP_TO_SINT || kind == TERM_FP_TO_UINT)
    return fold_to_integer(in, out);
  return fold_arithmetic(in, out);
}

bool fold_words(const FoldIn *in, BvWord *out) {
  if (fold_is_bv(in->kind)) return fold_bv(in, out);
  assert(fold_is_float(in->kind));
  return fold_float(in, out);
}
