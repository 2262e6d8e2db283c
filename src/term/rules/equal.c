/* SPDX-License-Identifier: MIT
 *
 * Rewrite rules for equality of every sort.  Bit-vector constants stand last.
 */
#include "term/rules/rules.h"

/* from: x = x   to: true   why: reflexive */
RULE_APPLIES(eq_same) {
  return term_same(c->child[0], c->child[1]);
}
RULE_APPLY(eq_same) {
  return term_true();
}

/* from: true = x, false = x   to: x, !x   why: Boolean constants */
RULE_APPLIES(eq_constant) {
  return node_kind(s, c->child[0]) == TERM_TRUE ||
         node_kind(s, c->child[1]) == TERM_TRUE;
}
RULE_APPLY(eq_constant) {
  uint32_t at = node_kind(s, c->child[0]) == TERM_TRUE ? 0 : 1;
  Term other = c->child[1 - at];
  return term_is_true(c->child[at]) ? other : term_not(other);
}

/* from: !x = y   to: !(x = y)   why: negation moves out of iff */
RULE_APPLIES(eq_polarity) {
  return term_is_negated(c->child[0]) || term_is_negated(c->child[1]);
}
RULE_APPLY(eq_polarity) {
  bool odd = term_is_negated(c->child[0]) != term_is_negated(c->child[1]);
  Term t = term_eq(s, term_positive(c->child[0]), term_positive(c->child[1]));
  return odd ? term_not(t) : t;
}

static bool is_constant(const TermStore *s, Term t) {
  return is_const(s, t) || term_fp_const_bits(s, t).id != 0;
}

/* from: k = m (different constants, bit-vectors or floats)   to: false
 * why: the store is maximally shared, NaN has one pattern (other patterns
 * wait for fp_one_nan) */
RULE_APPLIES(eq_consts) {
  Term a = c->child[0], b = c->child[1];
  if (!is_constant(s, a) || !is_constant(s, b) || term_same(a, b)) return false;
  Term x = term_fp_const_bits(s, a), y = term_fp_const_bits(s, b);
  return x.id == 0 || !const_is_nan(s, term_sort(s, a), x) ||
         !const_is_nan(s, term_sort(s, b), y);
}
RULE_APPLY(eq_consts) {
  return term_false();
}

/* from: x = 0 (one bit)   to: !(x = 1)   why: two values */
RULE_APPLIES(eq_one_bit) {
  return is_zero(s, c->child[1]) && term_width(s, c->child[1]) == 1;
}
RULE_APPLY(eq_one_bit) {
  return term_not(term_eq(s, c->child[0], term_u64(s, 1, 1)));
}

/* from: ~x = k, -x = k   to: x = ~k, x = -k   why: both are involutions */
RULE_APPLIES(eq_unary_const) {
  return is_const(s, c->child[1]) &&
         (is(s, c->child[0], TERM_BVNOT) || is(s, c->child[0], TERM_NEG));
}
RULE_APPLY(eq_unary_const) {
  bool complement = is(s, c->child[0], TERM_BVNOT);
  Term k = complement ? const_not(s, c->child[1]) : const_neg(s, c->child[1]);
  return go_on(c, TERM_EQ, kid(s, c->child[0], 0), k, TERM_NONE);
}

/* from: ~x = ~y, -x = -y   to: x = y   why: both are injective */
RULE_APPLIES(eq_unary_both) {
  return (is(s, c->child[0], TERM_BVNOT) && is(s, c->child[1], TERM_BVNOT)) ||
         (is(s, c->child[0], TERM_NEG) && is(s, c->child[1], TERM_NEG));
}
RULE_APPLY(eq_unary_both) {
  return go_on(c, TERM_EQ, kid(s, c->child[0], 0), kid(s, c->child[1], 0),
               TERM_NONE);
}

/* from: x + k = m   to: x = m - k   why: adding a constant is a bijection */
RULE_APPLIES(eq_add_const) {
  return is_const(s, c->child[1]) && is_with_const(s, c->child[0], TERM_ADD);
}
RULE_APPLY(eq_add_const) {
  Term sum = c->child[0];
  Term k = const_binary(s, BV_SUB, c->child[1], kid(s, sum, 1));
  return go_on(c, TERM_EQ, kid(s, sum, 0), k, TERM_NONE);
}

/* from: x - y = 0, x ^ y = 0   to: x = y   why: both are 0 only there */
RULE_APPLIES(eq_sub_zero) {
  return is_zero(s, c->child[1]) &&
         (is(s, c->child[0], TERM_SUB) || is(s, c->child[0], TERM_BVXOR));
}
RULE_APPLY(eq_sub_zero) {
  return go_on(c, TERM_EQ, kid(s, c->child[0], 0), kid(s, c->child[0], 1),
               TERM_NONE);
}

/* from: x + y = x + z   to: y = z   why: adding x is a bijection */
RULE_APPLIES(eq_add_cancel) {
  Term a = c->child[0], b = c->child[1];
  return is(s, a, TERM_ADD) && is(s, b, TERM_ADD) &&
         (has_operand(s, a, kid(s, b, 0)) || has_operand(s, a, kid(s, b, 1)));
}
RULE_APPLY(eq_add_cancel) {
  Term a = c->child[0], b = c->child[1];
  uint32_t i = has_operand(s, a, kid(s, b, 0)) ? 0 : 1;
  Term left = other_operand(s, a, kid(s, b, i));
  return go_on(c, TERM_EQ, left, kid(s, b, 1 - i), TERM_NONE);
}

/* from: x + y = x   to: y = 0   why: adding x is a bijection */
static uint32_t self_sum(const TermStore *s, const Cand *c) {
  for (uint32_t i = 0; i < 2; i++)
    if (is(s, c->child[i], TERM_ADD) &&
        has_operand(s, c->child[i], c->child[1 - i]))
      return i;
  return 2;
}
RULE_APPLIES(eq_add_self) {
  return self_sum(s, c) < 2;
}
RULE_APPLY(eq_add_self) {
  uint32_t i = self_sum(s, c);
  Term y = other_operand(s, c->child[i], c->child[1 - i]);
  return go_on(c, TERM_EQ, y, term_u64(s, 0, term_width(s, y)), TERM_NONE);
}

/* from: x ++ y = k   to: x = high part of k & y = low part   why: by parts
 * (narrow only: the depth of nested parts is bounded by the width) */
RULE_APPLIES(eq_concat_const) {
  return is_const(s, c->child[1]) && is(s, c->child[0], TERM_CONCAT) &&
         term_width(s, c->child[0]) <= 1024;
}
RULE_APPLY(eq_concat_const) {
  Term high = kid(s, c->child[0], 0), low = kid(s, c->child[0], 1);
  uint32_t width = term_width(s, c->child[0]), cut = term_width(s, low);
  Term k_high = const_extract(s, c->child[1], width - 1, cut);
  Term k_low = const_extract(s, c->child[1], cut - 1, 0);
  return term_and(s, term_eq(s, high, k_high), term_eq(s, low, k_low));
}

static bool is_extension(const TermStore *s, Term t) {
  return is(s, t, TERM_ZEXT) || is(s, t, TERM_SEXT);
}

/* from: extension(x) = k   to: x = low part of k, or false
 * why: equal iff the low parts are and k is the extension of its low part */
RULE_APPLIES(eq_extension_const) {
  return is_const(s, c->child[1]) && is_extension(s, c->child[0]);
}
RULE_APPLY(eq_extension_const) {
  Term x = kid(s, c->child[0], 0), k = c->child[1];
  Term low = const_extract(s, k, term_width(s, x) - 1, 0);
  Term back = is(s, c->child[0], TERM_ZEXT)
                  ? term_zext(s, low, term_width(s, k))
                  : term_sext(s, low, term_width(s, k));
  if (!term_same(back, k)) return term_false();
  return go_on(c, TERM_EQ, x, low, TERM_NONE);
}

/* from: zext x = zext y, sext x = sext y (x, y of one width)   to: x = y
 * why: extension is injective */
RULE_APPLIES(eq_extension_both) {
  Term a = c->child[0], b = c->child[1];
  return is_extension(s, a) && is(s, b, node_kind(s, a)) &&
         term_width(s, kid(s, a, 0)) == term_width(s, kid(s, b, 0));
}
RULE_APPLY(eq_extension_both) {
  return go_on(c, TERM_EQ, kid(s, c->child[0], 0), kid(s, c->child[1], 0),
               TERM_NONE);
}

/* from: ite(b, k, m) = n (constants)   to: true, b, !b or false
 * why: the two cases */
RULE_APPLIES(eq_ite_consts) {
  Term t = c->child[0];
  return is_const(s, c->child[1]) && is(s, t, TERM_ITE) &&
         is_const(s, kid(s, t, 1)) && is_const(s, kid(s, t, 2));
}
RULE_APPLY(eq_ite_consts) {
  Term t = c->child[0], k = c->child[1];
  bool yes = term_same(kid(s, t, 1), k), no = term_same(kid(s, t, 2), k);
  if (yes == no) return term_bool(s, yes);
  return yes ? kid(s, t, 0) : term_not(kid(s, t, 0));
}

/* from: store(a, i, v) = store(a, i, w)   to: v = w
 * why: the arrays agree everywhere else */
RULE_APPLIES(eq_store_same) {
  Term a = c->child[0], b = c->child[1];
  return is(s, a, TERM_STORE) && is(s, b, TERM_STORE) &&
         term_same(kid(s, a, 0), kid(s, b, 0)) &&
         term_same(kid(s, a, 1), kid(s, b, 1));
}
RULE_APPLY(eq_store_same) {
  return go_on(c, TERM_EQ, kid(s, c->child[0], 2), kid(s, c->child[1], 2),
               TERM_NONE);
}
