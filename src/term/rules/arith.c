/* SPDX-License-Identifier: MIT
 *
 * Rewrite rules for arithmetic of bit-vectors: sums, products, division.
 * Constants stand last in commutative operators.  All equations are modulo
 * 2^width. */
#include "term/rules/rules.h"

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
  return are_complements(s, c->child[0], c->child[1]);
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
  return is(s, c->child[0], TERM_ADD) &&
         has_operand(s, c->child[0], c->child[1]);
}
RULE_APPLY(sub_add_left) {
  return other_operand(s, c->child[0], c->child[1]);
}

/* from: x - (x + y)   to: -y   why: ring */
RULE_APPLIES(sub_add_right) {
  return is(s, c->child[1], TERM_ADD) &&
         has_operand(s, c->child[1], c->child[0]);
}
RULE_APPLY(sub_add_right) {
  return go_on(c, TERM_NEG, other_operand(s, c->child[1], c->child[0]),
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

/* from: x sdiv -1   to: -x   why: meaning; INT_MIN wraps to itself */
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
