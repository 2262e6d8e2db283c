/* SPDX-License-Identifier: MIT
 *
 * Rewrite rules for bit-vectors.  Constants stand last in commutative
 * operators.  All equations are modulo 2^width. */
#include "term/rules.h"

static Term zero_like(TermStore *s, Term t) {
  return term_u64(s, 0, term_width(s, t));
}
static Term ones_like(TermStore *s, Term t) {
  return term_i64(s, -1, term_width(s, t));
}

static bool is_summand(const TermStore *s, Term sum, Term t) {
  return is(s, sum, TERM_ADD) &&
         (term_same(kid(s, sum, 0), t) || term_same(kid(s, sum, 1), t));
}
static Term other_summand(const TermStore *s, Term sum, Term t) {
  return kid(s, sum, term_same(kid(s, sum, 0), t) ? 1 : 0);
}

static bool complements(const TermStore *s, Term a, Term b) {
  return (is(s, a, TERM_BVNOT) && term_same(kid(s, a, 0), b)) ||
         (is(s, b, TERM_BVNOT) && term_same(kid(s, b, 0), a));
}

/* The constant is the least / greatest signed value. */
static bool is_smin(const TermStore *s, Term t) {
  uint32_t exponent = 0;
  return const_power(s, t, &exponent) && exponent == term_width(s, t) - 1;
}
static Term smin_of(TermStore *s, uint32_t width) {
  BvWord words[BV_MAX_WORDS];
  bv_set_u64(words, 0, width);
  words[(width - 1) / 64] |= (uint64_t)1 << ((width - 1) % 64);
  return term_const(s, words, width);
}
static bool is_smax(const TermStore *s, Term t) {
  if (!is_const(s, t)) return false;
  BvWord words[BV_MAX_WORDS];
  uint32_t width = term_width(s, t);
  bv_not(words, term_const_words(s, t), width);
  if (!bv_bit(words, width - 1)) return false;
  words[(width - 1) / 64] ^= (uint64_t)1 << ((width - 1) % 64);
  return bv_is_zero(words, width);
}

/* ---- complement and negation ---- */

/* from: ~~x   to: x   why: involution */
RULE_APPLIES(bvnot_twice) {
  return is(s, c->child[0], TERM_BVNOT);
}
RULE_APPLY(bvnot_twice) {
  return kid(s, c->child[0], 0);
}

/* from: -(-x)   to: x   why: involution */
RULE_APPLIES(neg_twice) {
  return is(s, c->child[0], TERM_NEG);
}
RULE_APPLY(neg_twice) {
  return kid(s, c->child[0], 0);
}

/* from: -(x - y)   to: y - x   why: ring */
RULE_APPLIES(neg_sub) {
  return is(s, c->child[0], TERM_SUB);
}
RULE_APPLY(neg_sub) {
  Term t = c->child[0];
  return go_on(c, TERM_SUB, kid(s, t, 1), kid(s, t, 0), TERM_NONE);
}

/* from: -(x * k)   to: x * -k   why: ring */
RULE_APPLIES(neg_mul_const) {
  return is_with_const(s, c->child[0], TERM_MUL);
}
RULE_APPLY(neg_mul_const) {
  Term t = c->child[0];
  return go_on(c, TERM_MUL, kid(s, t, 0), const_neg(s, kid(s, t, 1)),
               TERM_NONE);
}

/* from: -(x + k)   to: -k - x   why: ring */
RULE_APPLIES(neg_add_const) {
  return is_with_const(s, c->child[0], TERM_ADD);
}
RULE_APPLY(neg_add_const) {
  Term t = c->child[0];
  return go_on(c, TERM_SUB, const_neg(s, kid(s, t, 1)), kid(s, t, 0),
               TERM_NONE);
}

/* ---- sums ---- */

/* from: x + 0   to: x   why: neutral */
RULE_APPLIES(add_zero) {
  return is_zero(s, c->child[1]);
}
RULE_APPLY(add_zero) {
  return c->child[0];
}

/* from: (x + k) + m   to: x + (k + m)   why: associative */
RULE_APPLIES(add_const_const) {
  return is_const(s, c->child[1]) && is_with_const(s, c->child[0], TERM_ADD);
}
RULE_APPLY(add_const_const) {
  Term t = c->child[0];
  Term k = const_binary(s, BV_ADD, kid(s, t, 1), c->child[1]);
  return go_on(c, TERM_ADD, kid(s, t, 0), k, TERM_NONE);
}

/* from: x + x   to: x * 2   why: ring (0 at width 1, where 2 is 0) */
RULE_APPLIES(add_same) {
  return term_same(c->child[0], c->child[1]);
}
RULE_APPLY(add_same) {
  Term two = term_u64(s, 2, term_width(s, c->child[0]));
  return go_on(c, TERM_MUL, c->child[0], two, TERM_NONE);
}

/* from: x + ~x   to: all ones   why: ~x = -x - 1 */
RULE_APPLIES(add_complement) {
  return complements(s, c->child[0], c->child[1]);
}
RULE_APPLY(add_complement) {
  return ones_like(s, c->child[0]);
}

/* from: x + -y   to: x - y   why: ring */
RULE_APPLIES(add_neg) {
  return is(s, c->child[0], TERM_NEG) || is(s, c->child[1], TERM_NEG);
}
RULE_APPLY(add_neg) {
  uint32_t i = is(s, c->child[1], TERM_NEG) ? 1 : 0;
  return go_on(c, TERM_SUB, c->child[1 - i], kid(s, c->child[i], 0), TERM_NONE);
}

static uint32_t difference_child(const TermStore *s, const Cand *c) {
  for (uint32_t i = 0; i < 2; i++)
    if (is(s, c->child[i], TERM_SUB) &&
        term_same(kid(s, c->child[i], 1), c->child[1 - i]))
      return i;
  return 2;
}

/* from: (x - y) + y   to: x   why: ring */
RULE_APPLIES(add_sub) {
  return difference_child(s, c) < 2;
}
RULE_APPLY(add_sub) {
  return kid(s, c->child[difference_child(s, c)], 0);
}

/* from: (x + k) + y   to: (x + y) + k   why: ring; constants go outside */
RULE_APPLIES(add_lift_const) {
  return is_with_const(s, c->child[0], TERM_ADD) ||
         is_with_const(s, c->child[1], TERM_ADD);
}
RULE_APPLY(add_lift_const) {
  uint32_t i = is_with_const(s, c->child[0], TERM_ADD) ? 0 : 1;
  Term sum = c->child[i], y = c->child[1 - i], k = kid(s, sum, 1);
  return go_on(c, TERM_ADD, term_add(s, kid(s, sum, 0), y), k, TERM_NONE);
}

/* ---- differences ---- */

/* from: x - x   to: 0   why: ring */
RULE_APPLIES(sub_same) {
  return term_same(c->child[0], c->child[1]);
}
RULE_APPLY(sub_same) {
  return zero_like(s, c->child[0]);
}

/* from: x - k   to: x + -k   why: ring */
RULE_APPLIES(sub_const) {
  return is_const(s, c->child[1]);
}
RULE_APPLY(sub_const) {
  return go_on(c, TERM_ADD, c->child[0], const_neg(s, c->child[1]), TERM_NONE);
}

/* from: 0 - x   to: -x   why: ring */
RULE_APPLIES(sub_from_zero) {
  return is_zero(s, c->child[0]);
}
RULE_APPLY(sub_from_zero) {
  return go_on(c, TERM_NEG, c->child[1], TERM_NONE, TERM_NONE);
}

/* from: x - -y   to: x + y   why: ring */
RULE_APPLIES(sub_neg) {
  return is(s, c->child[1], TERM_NEG);
}
RULE_APPLY(sub_neg) {
  return go_on(c, TERM_ADD, c->child[0], kid(s, c->child[1], 0), TERM_NONE);
}

/* from: (x + y) - x   to: y   why: ring */
RULE_APPLIES(sub_add_left) {
  return is_summand(s, c->child[0], c->child[1]);
}
RULE_APPLY(sub_add_left) {
  return other_summand(s, c->child[0], c->child[1]);
}

/* from: x - (x + y)   to: -y   why: ring */
RULE_APPLIES(sub_add_right) {
  return is_summand(s, c->child[1], c->child[0]);
}
RULE_APPLY(sub_add_right) {
  return go_on(c, TERM_NEG, other_summand(s, c->child[1], c->child[0]),
               TERM_NONE, TERM_NONE);
}

/* from: (x + k) - y   to: (x - y) + k   why: ring; constants go outside */
RULE_APPLIES(sub_lift_left) {
  return is_with_const(s, c->child[0], TERM_ADD);
}
RULE_APPLY(sub_lift_left) {
  Term sum = c->child[0], k = kid(s, sum, 1);
  Term rest = term_sub(s, kid(s, sum, 0), c->child[1]);
  return go_on(c, TERM_ADD, rest, k, TERM_NONE);
}

/* from: x - (y + k)   to: (x - y) + -k   why: ring; constants go outside */
RULE_APPLIES(sub_lift_right) {
  return is_with_const(s, c->child[1], TERM_ADD);
}
RULE_APPLY(sub_lift_right) {
  Term sum = c->child[1], k = kid(s, sum, 1);
  Term rest = term_sub(s, c->child[0], kid(s, sum, 0));
  return go_on(c, TERM_ADD, rest, const_neg(s, k), TERM_NONE);
}

/* ---- products ---- */

/* from: x * 0   to: 0   why: ring */
RULE_APPLIES(mul_zero) {
  return is_zero(s, c->child[1]);
}
RULE_APPLY(mul_zero) {
  return c->child[1];
}

/* from: x * 1   to: x   why: ring */
RULE_APPLIES(mul_one) {
  return is_u64(s, c->child[1], 1);
}
RULE_APPLY(mul_one) {
  return c->child[0];
}

/* from: x * -1   to: -x   why: ring */
RULE_APPLIES(mul_minus_one) {
  return is_ones(s, c->child[1]);
}
RULE_APPLY(mul_minus_one) {
  return go_on(c, TERM_NEG, c->child[0], TERM_NONE, TERM_NONE);
}

/* from: (x * k) * m   to: x * (k * m)   why: associative */
RULE_APPLIES(mul_const_const) {
  return is_const(s, c->child[1]) && is_with_const(s, c->child[0], TERM_MUL);
}
RULE_APPLY(mul_const_const) {
  Term t = c->child[0];
  Term k = const_binary(s, BV_MUL, kid(s, t, 1), c->child[1]);
  return go_on(c, TERM_MUL, kid(s, t, 0), k, TERM_NONE);
}

/* from: -x * k   to: x * -k   why: ring */
RULE_APPLIES(mul_neg_const) {
  return is_const(s, c->child[1]) && is(s, c->child[0], TERM_NEG);
}
RULE_APPLY(mul_neg_const) {
  Term k = const_neg(s, c->child[1]);
  return go_on(c, TERM_MUL, kid(s, c->child[0], 0), k, TERM_NONE);
}

/* from: (x + k) * m   to: x * m + k * m   why: distributive; constants go
 * outside */
RULE_APPLIES(mul_add_const) {
  return is_const(s, c->child[1]) && is_with_const(s, c->child[0], TERM_ADD);
}
RULE_APPLY(mul_add_const) {
  Term t = c->child[0], m = c->child[1];
  Term k = const_binary(s, BV_MUL, kid(s, t, 1), m);
  return go_on(c, TERM_ADD, term_mul(s, kid(s, t, 0), m), k, TERM_NONE);
}

/* ---- division ---- */

/* from: x udiv 0   to: all ones   why: SMT-LIB */
RULE_APPLIES(udiv_zero) {
  return is_zero(s, c->child[1]);
}
RULE_APPLY(udiv_zero) {
  return ones_like(s, c->child[0]);
}

/* from: x udiv 2^k   to: x >> k   why: positional notation */
RULE_APPLIES(udiv_power) {
  uint32_t exponent = 0;
  return const_power(s, c->child[1], &exponent);
}
RULE_APPLY(udiv_power) {
  uint32_t exponent = 0;
  const_power(s, c->child[1], &exponent);
  Term k = term_u64(s, exponent, term_width(s, c->child[0]));
  return go_on(c, TERM_LSHR, c->child[0], k, TERM_NONE);
}

/* from: x urem 0   to: x   why: SMT-LIB */
RULE_APPLIES(urem_zero) {
  return is_zero(s, c->child[1]);
}
RULE_APPLY(urem_zero) {
  return c->child[0];
}

/* from: x urem 2^k   to: x & (2^k - 1)   why: positional notation */
RULE_APPLIES(urem_power) {
  uint32_t exponent = 0;
  return const_power(s, c->child[1], &exponent);
}
RULE_APPLY(urem_power) {
  Term one = term_u64(s, 1, term_width(s, c->child[0]));
  Term mask = const_binary(s, BV_SUB, c->child[1], one);
  return go_on(c, TERM_BVAND, c->child[0], mask, TERM_NONE);
}

/* from: x rem x (signed or unsigned)   to: 0   why: also 0 rem 0 is 0 */
RULE_APPLIES(rem_same) {
  return term_same(c->child[0], c->child[1]);
}
RULE_APPLY(rem_same) {
  return zero_like(s, c->child[0]);
}

/* from: x sdiv 1   to: x   why: meaning (width 1: the divisor is -1, and
 * -x is x) */
RULE_APPLIES(sdiv_one) {
  return is_u64(s, c->child[1], 1);
}
RULE_APPLY(sdiv_one) {
  return c->child[0];
}

/* from: x sdiv -1   to: -x   why: meaning; the least value wraps to itself */
RULE_APPLIES(sdiv_minus_one) {
  return is_ones(s, c->child[1]);
}
RULE_APPLY(sdiv_minus_one) {
  return go_on(c, TERM_NEG, c->child[0], TERM_NONE, TERM_NONE);
}

/* from: x srem 1, x srem -1   to: 0   why: they divide everything */
RULE_APPLIES(srem_unit) {
  return is_u64(s, c->child[1], 1) || is_ones(s, c->child[1]);
}
RULE_APPLY(srem_unit) {
  return zero_like(s, c->child[0]);
}

/* ---- shifts ---- */

/* The amount of a shift by a constant below the width. */
static bool amount_of(const TermStore *s, Term t, uint32_t *amount) {
  uint64_t value = 0;
  if (!term_const_u64(s, t, &value) || value >= term_width(s, t)) return false;
  *amount = (uint32_t)value;
  return true;
}

static bool is_too_far(const TermStore *s, Term t) {
  uint32_t amount = 0;
  return is_const(s, t) && !amount_of(s, t, &amount);
}

/* from: 0 shifted any way   to: 0   why: no bit is set */
RULE_APPLIES(shift_of_zero) {
  return is_zero(s, c->child[0]);
}
RULE_APPLY(shift_of_zero) {
  return c->child[0];
}

/* from: x shifted (shl, lshr) by the width or more   to: 0   why: SMT-LIB */
RULE_APPLIES(shift_out) {
  return is_too_far(s, c->child[1]);
}
RULE_APPLY(shift_out) {
  return zero_like(s, c->child[0]);
}

/* from: x shl k   to: x * 2^k   why: positional notation; one operator for
 * the linear view */
RULE_APPLIES(shl_const) {
  uint32_t amount = 0;
  return amount_of(s, c->child[1], &amount);
}
RULE_APPLY(shl_const) {
  Term one = term_u64(s, 1, term_width(s, c->child[0]));
  Term power = const_binary(s, BV_SHL, one, c->child[1]);
  return go_on(c, TERM_MUL, c->child[0], power, TERM_NONE);
}

/* from: x >> 0   to: x   why: meaning */
RULE_APPLIES(shift_by_zero) {
  return is_zero(s, c->child[1]);
}
RULE_APPLY(shift_by_zero) {
  return c->child[0];
}

/* Two right shifts of the same kind by constants below the width. */
static bool shifts_twice(const TermStore *s, const Cand *c) {
  uint32_t k = 0, m = 0;
  return is(s, c->child[0], c->kind) && amount_of(s, c->child[1], &k) &&
         amount_of(s, kid(s, c->child[0], 1), &m);
}

static Term total_shift(TermStore *s, const Cand *c, uint32_t *total) {
  uint32_t k = 0, m = 0;
  amount_of(s, c->child[1], &k);
  amount_of(s, kid(s, c->child[0], 1), &m);
  *total = k + m;
  return term_u64(s, k + m, term_width(s, c->child[1]));
}

/* from: (x lshr k) lshr m   to: x lshr (k + m), or 0   why: shifts add */
RULE_APPLIES(lshr_lshr) {
  return shifts_twice(s, c);
}
RULE_APPLY(lshr_lshr) {
  uint32_t total = 0, width = term_width(s, c->child[0]);
  Term amount = total_shift(s, c, &total);
  if (total >= width) return zero_like(s, c->child[0]);
  return go_on(c, TERM_LSHR, kid(s, c->child[0], 0), amount, TERM_NONE);
}

/* from: (x ashr k) ashr m   to: x ashr min(k + m, width - 1)
 * why: shifts add, and further ones repeat the sign */
RULE_APPLIES(ashr_ashr) {
  return shifts_twice(s, c);
}
RULE_APPLY(ashr_ashr) {
  uint32_t total = 0, width = term_width(s, c->child[0]);
  Term amount = total_shift(s, c, &total);
  if (total >= width) amount = term_u64(s, width - 1, width);
  return go_on(c, TERM_ASHR, kid(s, c->child[0], 0), amount, TERM_NONE);
}

/* from: all ones ashr x   to: all ones   why: the sign fills */
RULE_APPLIES(ashr_of_ones) {
  return is_ones(s, c->child[0]);
}
RULE_APPLY(ashr_of_ones) {
  return c->child[0];
}

/* from: x ashr k (k >= width)   to: x ashr (width - 1)   why: SMT-LIB */
RULE_APPLIES(ashr_out) {
  return is_too_far(s, c->child[1]);
}
RULE_APPLY(ashr_out) {
  uint32_t width = term_width(s, c->child[0]);
  return go_on(c, TERM_ASHR, c->child[0], term_u64(s, width - 1, width),
               TERM_NONE);
}

/* ---- bitwise ---- */

/* from: x & x, x | x   to: x   why: idempotent */
RULE_APPLIES(bitwise_same) {
  return term_same(c->child[0], c->child[1]);
}
RULE_APPLY(bitwise_same) {
  return c->child[0];
}

/* from: (x op k) op m   to: x op (k op m), for &, |, ^   why: associative */
RULE_APPLIES(bitwise_assoc) {
  return is_const(s, c->child[1]) && is_with_const(s, c->child[0], c->kind);
}
RULE_APPLY(bitwise_assoc) {
  BvOp op = c->kind == TERM_BVAND  ? BV_AND
            : c->kind == TERM_BVOR ? BV_OR
                                   : BV_XOR;
  Term t = c->child[0];
  Term k = const_binary(s, op, kid(s, t, 1), c->child[1]);
  return go_on(c, c->kind, kid(s, t, 0), k, TERM_NONE);
}

/* from: x & 0, x & ones   to: 0, x   why: absorbing, neutral */
RULE_APPLIES(bvand_const) {
  return is_zero(s, c->child[1]) || is_ones(s, c->child[1]);
}
RULE_APPLY(bvand_const) {
  return c->child[is_zero(s, c->child[1]) ? 1 : 0];
}

/* from: x & ~x   to: 0   why: bit by bit */
RULE_APPLIES(bvand_complement) {
  return complements(s, c->child[0], c->child[1]);
}
RULE_APPLY(bvand_complement) {
  return zero_like(s, c->child[0]);
}

/* from: x | 0, x | ones   to: x, ones   why: neutral, absorbing */
RULE_APPLIES(bvor_const) {
  return is_zero(s, c->child[1]) || is_ones(s, c->child[1]);
}
RULE_APPLY(bvor_const) {
  return c->child[is_zero(s, c->child[1]) ? 0 : 1];
}

/* from: x | ~x   to: ones   why: bit by bit */
RULE_APPLIES(bvor_complement) {
  return complements(s, c->child[0], c->child[1]);
}
RULE_APPLY(bvor_complement) {
  return ones_like(s, c->child[0]);
}

/* from: x ^ x   to: 0   why: bit by bit */
RULE_APPLIES(bvxor_same) {
  return term_same(c->child[0], c->child[1]);
}
RULE_APPLY(bvxor_same) {
  return zero_like(s, c->child[0]);
}

/* from: x ^ 0, x ^ ones   to: x, ~x   why: bit by bit */
RULE_APPLIES(bvxor_const) {
  return is_zero(s, c->child[1]) || is_ones(s, c->child[1]);
}
RULE_APPLY(bvxor_const) {
  if (is_zero(s, c->child[1])) return c->child[0];
  return go_on(c, TERM_BVNOT, c->child[0], TERM_NONE, TERM_NONE);
}

/* from: ~x ^ y   to: ~(x ^ y)   why: bit by bit */
RULE_APPLIES(bvxor_bvnot) {
  return is(s, c->child[0], TERM_BVNOT) || is(s, c->child[1], TERM_BVNOT);
}
RULE_APPLY(bvxor_bvnot) {
  uint32_t i = is(s, c->child[0], TERM_BVNOT) ? 0 : 1;
  Term rest = term_bvxor(s, kid(s, c->child[i], 0), c->child[1 - i]);
  return go_on(c, TERM_BVNOT, rest, TERM_NONE, TERM_NONE);
}

/* ---- parts ---- */

static Term go_on_extract(Cand *c, Term t, uint32_t high, uint32_t low) {
  c->high = high;
  c->low = low;
  return go_on(c, TERM_EXTRACT, t, TERM_NONE, TERM_NONE);
}

/* from: x[h:m+1] ++ x[m:l]   to: x[h:l]   why: neighbours */
RULE_APPLIES(concat_extracts) {
  Term a = c->child[0], b = c->child[1];
  return is(s, a, TERM_EXTRACT) && is(s, b, TERM_EXTRACT) &&
         term_same(kid(s, a, 0), kid(s, b, 0)) &&
         term_extract_low(s, a) == term_extract_high(s, b) + 1;
}
RULE_APPLY(concat_extracts) {
  Term a = c->child[0], b = c->child[1];
  return go_on_extract(c, kid(s, a, 0), term_extract_high(s, a),
                       term_extract_low(s, b));
}

/* from: 0 ++ x   to: zext x   why: meaning */
RULE_APPLIES(concat_zero) {
  return is_zero(s, c->child[0]);
}
RULE_APPLY(concat_zero) {
  return go_on(c, TERM_ZEXT, c->child[1], TERM_NONE, TERM_NONE);
}

/* from: k ++ (m ++ x), (x ++ k) ++ m   to: (k ++ m) ++ x, x ++ (k ++ m)
 * why: associative */
RULE_APPLIES(concat_consts) {
  Term a = c->child[0], b = c->child[1];
  return (is_const(s, a) && is(s, b, TERM_CONCAT) &&
          is_const(s, kid(s, b, 0))) ||
         (is_const(s, b) && is_with_const(s, a, TERM_CONCAT));
}
RULE_APPLY(concat_consts) {
  Term a = c->child[0], b = c->child[1];
  if (is_const(s, a) && is(s, b, TERM_CONCAT) && is_const(s, kid(s, b, 0)))
    return go_on(c, TERM_CONCAT, term_concat(s, a, kid(s, b, 0)), kid(s, b, 1),
                 TERM_NONE);
  return go_on(c, TERM_CONCAT, kid(s, a, 0), term_concat(s, kid(s, a, 1), b),
               TERM_NONE);
}

/* from: x[w-1:0]   to: x   why: all of it */
RULE_APPLIES(extract_all) {
  return c->low == 0 && c->high + 1 == term_width(s, c->child[0]);
}
RULE_APPLY(extract_all) {
  return c->child[0];
}

/* from: x[h:l][i:j]   to: x[l+i:l+j]   why: meaning */
RULE_APPLIES(extract_extract) {
  return is(s, c->child[0], TERM_EXTRACT);
}
RULE_APPLY(extract_extract) {
  Term t = c->child[0];
  uint32_t low = term_extract_low(s, t);
  return go_on_extract(c, kid(s, t, 0), low + c->high, low + c->low);
}

/* from: (x ++ y)[i:j] within one part   to: x[..] or y[i:j]   why: meaning */
RULE_APPLIES(extract_concat) {
  Term t = c->child[0];
  if (!is(s, t, TERM_CONCAT)) return false;
  uint32_t cut = term_width(s, kid(s, t, 1));
  return c->high < cut || c->low >= cut;
}
RULE_APPLY(extract_concat) {
  Term t = c->child[0];
  uint32_t cut = term_width(s, kid(s, t, 1));
  if (c->high < cut) return go_on_extract(c, kid(s, t, 1), c->high, c->low);
  return go_on_extract(c, kid(s, t, 0), c->high - cut, c->low - cut);
}

/* from: (extension x)[i:j]
 * to: x[i:j] when below the width of x; 0 when all above (zext); the shorter
 *     extension of x[..:j] when across (zext, or sext)
 * why: the bits above are zero, or copies of the sign */
RULE_APPLIES(extract_extension) {
  Term t = c->child[0];
  if (is(s, t, TERM_ZEXT)) return true;
  return is(s, t, TERM_SEXT) && c->low < term_width(s, kid(s, t, 0));
}
RULE_APPLY(extract_extension) {
  Term t = c->child[0], x = kid(s, t, 0);
  uint32_t width = term_width(s, x);
  if (c->high < width) return go_on_extract(c, x, c->high, c->low);
  if (c->low >= width) return term_u64(s, 0, c->high - c->low + 1);
  TermKind kind = node_kind(s, t);
  Term low = term_extract(s, x, width - 1, c->low);
  if (c->high - c->low + 1 == term_width(s, low)) return low;
  return go_on(c, kind, low, TERM_NONE, TERM_NONE);
}

/* from: zext zext x   to: zext x   why: zeros above zeros */
RULE_APPLIES(zext_zext) {
  return is(s, c->child[0], TERM_ZEXT);
}
RULE_APPLY(zext_zext) {
  return go_on(c, TERM_ZEXT, kid(s, c->child[0], 0), TERM_NONE, TERM_NONE);
}

/* Is t a zext that adds at least one bit, so that its sign is 0? */
static bool is_wider_zext(const TermStore *s, Term t) {
  return is(s, t, TERM_ZEXT) && term_width(s, t) > term_width(s, kid(s, t, 0));
}

/* from: sext sext x, sext zext x   to: sext x, zext x
 * why: the sign of the inner one is the sign of x, or 0 */
RULE_APPLIES(sext_extension) {
  return is(s, c->child[0], TERM_SEXT) || is_wider_zext(s, c->child[0]);
}
RULE_APPLY(sext_extension) {
  return go_on(c, node_kind(s, c->child[0]), kid(s, c->child[0], 0), TERM_NONE,
               TERM_NONE);
}

/* ---- comparison ---- */

/* from: x < x   to: false   why: irreflexive */
RULE_APPLIES(less_same) {
  return term_same(c->child[0], c->child[1]);
}
RULE_APPLY(less_same) {
  return term_false();
}

/* from: x <=u y   to: !(y <u x)   why: total order */
RULE_APPLIES(ule_is_not_ult) {
  return true;
}
RULE_APPLY(ule_is_not_ult) {
  return term_not(term_ult(s, c->child[1], c->child[0]));
}

/* from: x <=s y   to: !(y <s x)   why: total order */
RULE_APPLIES(sle_is_not_slt) {
  return true;
}
RULE_APPLY(sle_is_not_slt) {
  return term_not(term_slt(s, c->child[1], c->child[0]));
}

/* from: x <u 0, ones <u x   to: false   why: bounds of the range */
RULE_APPLIES(ult_bounds) {
  return is_zero(s, c->child[1]) || is_ones(s, c->child[0]);
}
RULE_APPLY(ult_bounds) {
  return term_false();
}

/* from: x <u 1, 0 <u x, x <u ones, ones-1 <u x
 * to: x = 0, x != 0, x != ones, x = ones   why: one value is left */
static bool is_below_ones(const TermStore *s, Term t) {
  if (!is_const(s, t) || term_width(s, t) == 1) return false;
  BvWord words[BV_MAX_WORDS];
  uint64_t value = 0;
  bv_not(words, term_const_words(s, t), term_width(s, t));
  return bv_fits_u64(words, term_width(s, t), &value) && value == 1;
}
RULE_APPLIES(ult_next_to_bound) {
  return is_u64(s, c->child[1], 1) || is_zero(s, c->child[0]) ||
         is_ones(s, c->child[1]) || is_below_ones(s, c->child[0]);
}
RULE_APPLY(ult_next_to_bound) {
  Term a = c->child[0], b = c->child[1];
  if (is_u64(s, b, 1)) return term_eq(s, a, zero_like(s, a));
  if (is_zero(s, a)) return term_ne(s, b, a);
  if (is_ones(s, b)) return term_ne(s, a, b);
  return term_eq(s, b, ones_like(s, b));
}

/* from: x <s y (one bit)   to: x = 1 & !(y = 1)   why: 1 is -1 */
RULE_APPLIES(slt_one_bit) {
  return term_width(s, c->child[0]) == 1;
}
RULE_APPLY(slt_one_bit) {
  Term one = term_u64(s, 1, 1);
  return term_and(s, term_eq(s, c->child[0], one),
                  term_ne(s, c->child[1], one));
}

/* from: x <s least, greatest <s x   to: false   why: bounds of the range */
RULE_APPLIES(slt_bounds) {
  return is_smin(s, c->child[1]) || is_smax(s, c->child[0]);
}
RULE_APPLY(slt_bounds) {
  return term_false();
}

/* x - 1 or x + 1 of a constant is the bound of the signed range. */
static bool is_after_smin(const TermStore *s, Term t) {
  uint32_t width = term_width(s, t);
  if (!is_const(s, t) || width == 1) return false;
  BvWord words[BV_MAX_WORDS];
  bv_copy(words, term_const_words(s, t), width);
  if (!bv_bit(words, 0) || !bv_bit(words, width - 1)) return false;
  words[0] &= ~(uint64_t)1;
  words[(width - 1) / 64] &= ~((uint64_t)1 << ((width - 1) % 64));
  return bv_is_zero(words, width);
}

/* from: x <s least+1, least <s x, x <s greatest
 * to: x = least, x != least, x != greatest   why: one value is left */
RULE_APPLIES(slt_next_to_bound) {
  return is_after_smin(s, c->child[1]) || is_smin(s, c->child[0]) ||
         is_smax(s, c->child[1]);
}
RULE_APPLY(slt_next_to_bound) {
  Term a = c->child[0], b = c->child[1];
  if (is_after_smin(s, b)) return term_eq(s, a, smin_of(s, term_width(s, a)));
  if (is_smin(s, a)) return term_ne(s, b, a);
  return term_ne(s, a, b);
}

static bool is_real_extension(const TermStore *s, Term t) {
  return (is(s, t, TERM_ZEXT) || is(s, t, TERM_SEXT)) &&
         term_width(s, t) > term_width(s, kid(s, t, 0));
}

/* How extensions compare: zero-extended values are unsigned either way;
 * sign extension keeps both orders. */
static TermKind narrow_order(const TermStore *s, TermKind order, Term wide) {
  return is(s, wide, TERM_ZEXT) ? TERM_ULT : order;
}

/* from: extension x < extension y (same kind, x and y of one width)
 * to: x < y, unsigned if zext   why: extensions are monotone */
RULE_APPLIES(less_extensions) {
  Term a = c->child[0], b = c->child[1];
  return is_real_extension(s, a) && is(s, b, node_kind(s, a)) &&
         term_width(s, kid(s, a, 0)) == term_width(s, kid(s, b, 0));
}
RULE_APPLY(less_extensions) {
  Term a = c->child[0], b = c->child[1];
  return go_on(c, narrow_order(s, c->kind, a), kid(s, a, 0), kid(s, b, 0),
               TERM_NONE);
}

/* Where a constant lies relative to the values of an extension, in the given
 * order. */
typedef enum Place { BELOW, INSIDE, ABOVE } Place;

static Place place_of(TermStore *s, TermKind order, Term wide, Term k) {
  uint32_t width = term_width(s, wide), part = term_width(s, kid(s, wide, 0));
  BvCmp cmp = order == TERM_ULT ? BV_ULT : BV_SLT;
  Term low = const_extract(s, k, part - 1, 0);
  bool zero = is(s, wide, TERM_ZEXT);
  Term back = zero ? term_zext(s, low, width) : term_sext(s, low, width);
  if (term_same(back, k)) return INSIDE;
  if (zero) /* the values are 0 .. 2^part - 1 */
    return const_less(s, cmp, k, zero_like(s, k)) ? BELOW : ABOVE;
  Term least = term_sext(s, smin_of(s, part), width);
  return const_less(s, cmp, k, least) ? BELOW : ABOVE;
}

/* Under the unsigned order the values of a sext have a gap in the middle. */
static bool has_gap(const TermStore *s, TermKind order, Term wide) {
  return order == TERM_ULT && is(s, wide, TERM_SEXT);
}

/* from: extension x < k   to: x < low part of k, or true, or false
 * why: k is among the values of the extension, above or below them all */
RULE_APPLIES(less_extension_const) {
  return is_real_extension(s, c->child[0]) && is_const(s, c->child[1]) &&
         !has_gap(s, c->kind, c->child[0]);
}
RULE_APPLY(less_extension_const) {
  Term wide = c->child[0], x = kid(s, wide, 0), k = c->child[1];
  Place place = place_of(s, c->kind, wide, k);
  if (place != INSIDE) return term_bool(s, place == ABOVE);
  return go_on(c, narrow_order(s, c->kind, wide), x,
               const_extract(s, k, term_width(s, x) - 1, 0), TERM_NONE);
}

/* from: k < extension x   to: low part of k < x, or true, or false
 * why: as above */
RULE_APPLIES(less_const_extension) {
  return is_real_extension(s, c->child[1]) && is_const(s, c->child[0]) &&
         !has_gap(s, c->kind, c->child[1]);
}
RULE_APPLY(less_const_extension) {
  Term wide = c->child[1], x = kid(s, wide, 0), k = c->child[0];
  Place place = place_of(s, c->kind, wide, k);
  if (place != INSIDE) return term_bool(s, place == BELOW);
  return go_on(c, narrow_order(s, c->kind, wide),
               const_extract(s, k, term_width(s, x) - 1, 0), x, TERM_NONE);
}

static bool is_ite_of_consts(const TermStore *s, Term t) {
  return is(s, t, TERM_ITE) && is_const(s, kid(s, t, 1)) &&
         is_const(s, kid(s, t, 2));
}

/* from: ite(b, k, m) < n, n < ite(b, k, m) (constants)
 * to: true, b, !b or false   why: the two cases */
RULE_APPLIES(less_ite_consts) {
  Term a = c->child[0], b = c->child[1];
  return (is_ite_of_consts(s, a) && is_const(s, b)) ||
         (is_ite_of_consts(s, b) && is_const(s, a));
}
RULE_APPLY(less_ite_consts) {
  BvCmp cmp = c->kind == TERM_ULT ? BV_ULT : BV_SLT;
  Term a = c->child[0], b = c->child[1];
  Term test = is_const(s, b) ? a : b;
  bool truth[2];
  for (uint32_t i = 0; i < 2; i++) {
    Term branch = kid(s, test, i + 1);
    truth[i] = is_const(s, b) ? const_less(s, cmp, branch, b)
                              : const_less(s, cmp, a, branch);
  }
  if (truth[0] == truth[1]) return term_bool(s, truth[0]);
  return truth[0] ? kid(s, test, 0) : term_not(kid(s, test, 0));
}
