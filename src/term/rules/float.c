/* SPDX-License-Identifier: MIT
 *
 * Rewrite rules for floats.  There is one NaN: its bit pattern is the canonical
 * one. */
#include "term/rules/rules.h"

bool const_is_nan(const TermStore *s, Sort sort, Term bits) {
  assert(term_width(s, bits) == sort_float_width(sort));
  BvWord out[1];
  FoldIn in = {.kind = TERM_FP_IS_NAN,
               .operand = sort,
               .sort = sort_bool(),
               .a = term_const_words(s, bits)};
  return fold_words(&in, out) && out[0];
}

/* from: float(bits(x))   to: x   why: inverse, NaN included */
RULE_APPLIES(fp_bits_back) {
  Term t = c->child[0];
  return is(s, t, TERM_FP_TO_BITS) &&
         sort_same(term_sort(s, kid(s, t, 0)), c->sort);
}
RULE_APPLY(fp_bits_back) {
  return kid(s, c->child[0], 0);
}

/* from: float(a NaN pattern)   to: float(canonical NaN)   why: one NaN */
RULE_APPLIES(fp_one_nan) {
  if (!is_const(s, c->child[0])) return false;
  BvWord bits[BV_WORDS(128)];
  const BvWord *words = term_const_words(s, c->child[0]);
  bv_copy(bits, words, sort_float_width(c->sort));
  fold_canonical_nan(c->sort, bits);
  return !bv_compare(BV_EQ, bits, words, sort_float_width(c->sort));
}
RULE_APPLY(fp_one_nan) {
  BvWord bits[BV_WORDS(128)];
  uint32_t width = sort_float_width(c->sort);
  bv_copy(bits, term_const_words(s, c->child[0]), width);
  fold_canonical_nan(c->sort, bits);
  return go_on(c, TERM_FP_FROM_BITS, term_const(s, bits, width), TERM_NONE,
               TERM_NONE);
}

/* from: -(-x)   to: x   why: the sign bit, NaN stays */
RULE_APPLIES(fp_neg_twice) {
  return is(s, c->child[0], TERM_FP_NEG);
}
RULE_APPLY(fp_neg_twice) {
  return kid(s, c->child[0], 0);
}

/* from: |-x|, ||x||   to: |x|   why: the sign is lost */
RULE_APPLIES(fp_abs_sign) {
  return is(s, c->child[0], TERM_FP_NEG) || is(s, c->child[0], TERM_FP_ABS);
}
RULE_APPLY(fp_abs_sign) {
  return go_on(c, TERM_FP_ABS, kid(s, c->child[0], 0), TERM_NONE, TERM_NONE);
}

/* from: convert x to its own format   to: x   why: exact */
RULE_APPLIES(fp_same_format) {
  return sort_same(term_sort(s, c->child[0]), c->sort);
}
RULE_APPLY(fp_same_format) {
  return c->child[0];
}

/* from: x == x, x <= x   to: !isNaN x   why: IEEE comparison */
RULE_APPLIES(fp_eq_same) {
  return term_same(c->child[0], c->child[1]);
}
RULE_APPLY(fp_eq_same) {
  return term_not(term_unary(s, TERM_FP_IS_NAN, c->child[0]));
}

/* from: x < x   to: false   why: IEEE comparison */
RULE_APPLIES(fp_lt_same) {
  return term_same(c->child[0], c->child[1]);
}
RULE_APPLY(fp_lt_same) {
  return term_false();
}

/* from: isNaN(-x), isZero(|x|), ...   to: isNaN(x), isZero(x), ...
 * why: none of these classes looks at the sign */
RULE_APPLIES(fp_class_sign) {
  return is(s, c->child[0], TERM_FP_NEG) || is(s, c->child[0], TERM_FP_ABS);
}
RULE_APPLY(fp_class_sign) {
  return go_on(c, c->kind, kid(s, c->child[0], 0), TERM_NONE, TERM_NONE);
}

/* x below changes of its sign, which do not make or unmake NaN. */
static Term without_sign(const TermStore *s, Term t) {
  while (is(s, t, TERM_FP_NEG) || is(s, t, TERM_FP_ABS)) t = kid(s, t, 0);
  return t;
}

/* from: ite(isNaN x, canonical NaN, bits of x)   to: bits of x
 * why: FP_TO_BITS gives that pattern; this is how it is printed (the test may
 * have lost a sign on the way) */
RULE_APPLIES(ite_nan_bits) {
  Term b = c->child[0], k = c->child[1], t = c->child[2];
  if (!is(s, b, TERM_FP_IS_NAN) || !is(s, t, TERM_FP_TO_BITS) ||
      !is_const(s, k) ||
      !term_same(without_sign(s, kid(s, b, 0)), without_sign(s, kid(s, t, 0))))
    return false;
  Sort sort = term_sort(s, kid(s, b, 0));
  BvWord bits[BV_WORDS(128)];
  bv_copy(bits, term_const_words(s, k), sort_float_width(sort));
  if (!const_is_nan(s, sort, k)) return false;
  fold_canonical_nan(sort, bits);
  return bv_compare(BV_EQ, bits, term_const_words(s, k),
                    sort_float_width(sort));
}
RULE_APPLY(ite_nan_bits) {
  return c->child[2];
}
