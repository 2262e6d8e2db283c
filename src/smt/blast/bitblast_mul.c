/* SPDX-License-Identifier: MIT
 *
 * Words of gates: multiplication and division.
 *
 * A product is a sum of shifted rows, one per bit of the second factor.  When
 * one factor is a constant its digits are recoded as +1, 0, -1 with no two
 * neighbours set (the non-adjacent form), which needs a third fewer rows than
 * its ones and turns 2^n - 1 into one subtraction.
 *
 * Division is the restoring one: bring down a bit of the dividend, compare with
 * the divisor, subtract if it fits.  In step k the remainder has at most k + 1
 * bits, so the subtraction is no wider, and the divisor's bits above must be
 * zero for it to fit.  With divisor zero this gives quotient all ones and
 * the dividend as remainder, as SMT-LIB wants.  Quotient and remainder of the
 * same operands share all gates by hashing.
 */
#include "smt/blast/blast_int.h"

static bool is_constant(const Gates *gates, const SatLit *a, uint32_t w) {
  for (uint32_t i = 0; i < w; i++)
    if (!gate_constant(gates, a[i])) return false;
  return true;
}

static uint32_t n_zeros(const Gates *gates, const SatLit *a, uint32_t w) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < w; i++) n += a[i] == -gates->truth;
  return n;
}

/* out += sign * (a << shift), where sign is +1 or -1. */
static void add_shifted(Gates *gates, SatLit *out, const SatLit *a, int sign,
                        uint32_t shift, uint32_t w) {
  assert((sign == 1 || sign == -1) && shift < w);
  if (sign > 0)
    bits_add(gates, out + shift, out + shift, a, -gates->truth, w - shift);
  else
    bits_sub(gates, out + shift, out + shift, a, w - shift);
}

static void mul_constant(Gates *gates, SatLit *out, const SatLit *a,
                         const SatLit *constant, uint32_t w) {
  assert(is_constant(gates, constant, w));
  for (uint32_t i = 0; i < w; i++) out[i] = -gates->truth;
  int carry = 0; /* what the lower digits owe */
  for (uint32_t i = 0; i < w; i++) {
    int digit = (constant[i] == gates->truth) + carry;
    bool next_is_set = i + 1 < w && constant[i + 1] == gates->truth;
    carry = digit == 2 || (digit == 1 && next_is_set);
    if (digit == 1) add_shifted(gates, out, a, next_is_set ? -1 : 1, i, w);
  }
}

void bits_mul(Gates *gates, SatLit *out, const SatLit *a, const SatLit *b,
              uint32_t w) {
  assert(out != a && out != b);
  if (is_constant(gates, b, w)) {
    mul_constant(gates, out, a, b, w);
    return;
  }
  if (is_constant(gates, a, w)) {
    mul_constant(gates, out, b, a, w);
    return;
  }
  if (n_zeros(gates, a, w) > n_zeros(gates, b, w)) {
    const SatLit *old = a;
    a = b;
    b = old;
  }
  for (uint32_t i = 0; i < w; i++) out[i] = gate_and(gates, a[i], b[0]);
  SatLit *row = gates_scratch(gates, w);
  for (uint32_t k = 1; k < w; k++) {
    if (b[k] == -gates->truth) continue;
    for (uint32_t i = 0; i < w - k; i++) row[i] = gate_and(gates, a[i], b[k]);
    add_shifted(gates, out, row, 1, k, w);
  }
}

/* One step: does `rest` (n bits) hold the divisor?  If so, take it away. */
static SatLit divide_step(Gates *gates, SatLit *rest, const SatLit *b,
                          SatLit b_is_short, SatLit *scratch, uint32_t n) {
  assert(n >= 1);
  SatLit fits = gate_and(gates, b_is_short, bits_ule(gates, b, rest, n));
  if (fits == -gates->truth) return fits;
  bits_sub(gates, scratch, rest, b, n);
  bits_mux(gates, rest, fits, scratch, rest, n);
  return fits;
}

void bits_udivrem(Gates *gates, SatLit *quotient, SatLit *remainder,
                  const SatLit *a, const SatLit *b, uint32_t w) {
  assert(quotient || remainder);
  assert(!quotient || (quotient != a && quotient != b));
  assert(!remainder || (remainder != a && remainder != b));
  SatLit *rest = gates_scratch(gates, w);
  SatLit *scratch = gates_scratch(gates, w);
  SatLit *high_zero = gates_scratch(gates, w + 1); /* b[k..w[ are all zero */
  high_zero[w] = gates->truth;
  for (uint32_t k = w; k-- > 0;)
    high_zero[k] = gate_and(gates, high_zero[k + 1], -b[k]);
  for (uint32_t i = 0; i < w; i++) rest[i] = -gates->truth;
  /* After k steps the rest is at most the upper k bits of the dividend. */
  for (uint32_t k = 0; k < w; k++) {
    uint32_t n = k + 1;
    memmove(rest + 1, rest, sizeof *rest * k);
    rest[0] = a[w - 1 - k];
    SatLit fits = divide_step(gates, rest, b, high_zero[n], scratch, n);
    if (quotient) quotient[w - 1 - k] = fits;
  }
  if (remainder) memcpy(remainder, rest, sizeof *rest * w);
}

/* |a| as an unsigned word */
static SatLit *magnitude(Gates *gates, const SatLit *a, uint32_t w) {
  SatLit *out = gates_scratch(gates, w);
  bits_neg(gates, out, a, w);
  bits_mux(gates, out, a[w - 1], out, a, w);
  return out;
}

static void negate_if(Gates *gates, SatLit *out, SatLit cond, uint32_t w) {
  SatLit *negative = gates_scratch(gates, w);
  bits_neg(gates, negative, out, w);
  bits_mux(gates, out, cond, negative, out, w);
}

void bits_sdivrem(Gates *gates, SatLit *quotient, SatLit *remainder,
                  const SatLit *a, const SatLit *b, uint32_t w) {
  assert(quotient || remainder);
  SatLit *ua = magnitude(gates, a, w), *ub = magnitude(gates, b, w);
  bits_udivrem(gates, quotient, remainder, ua, ub, w);
  SatLit differ = gate_xor(gates, a[w - 1], b[w - 1]);
  if (quotient) negate_if(gates, quotient, differ, w);
  if (remainder) negate_if(gates, remainder, a[w - 1], w);
}
