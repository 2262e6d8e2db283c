/* SPDX-License-Identifier: MIT
 *
 * Rewrite rules for the order of bit-vectors: only < is left, near the ends of
 * the range = and !=. */
#include "term/rules/rules.h"

/* Is the constant INT_MIN (INT_MAX) of its width? */
static bool is_smin(const TermStore *s, Term t) {
  uint32_t exponent = 0;
  return const_power(s, t, &exponent) && exponent == term_width(s, t) - 1;
}
static Term smin_of(TermStore *s, uint32_t width) {
  assert(width >= 1 && width <= BV_MAX_WIDTH);
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

/* from: x <s INT_MIN, INT_MAX <s x   to: false   why: bounds of the range */
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

/* from: x <s INT_MIN+1, INT_MIN <s x, x <s INT_MAX
 * to: x = INT_MIN, x != INT_MIN, x != INT_MAX   why: one value is left */
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
  assert(is_real_extension(s, wide) && is_const(s, k));
  assert(order == TERM_ULT || order == TERM_SLT);
  uint32_t width = term_width(s, wide), part = term_width(s, kid(s, wide, 0));
  BvCmp cmp = order == TERM_ULT ? BV_ULT : BV_SLT;
  Term low = const_extract(s, k, part - 1, 0);
  bool zero = is(s, wide, TERM_ZEXT);
  Term back = zero ? term_zext(s, low, width) : term_sext(s, low, width);
  if (term_same(back, k)) return INSIDE;
  if (zero) /* the values are 0 .. 2^part - 1 */
    return const_less(s, cmp, k, zero_like(s, k)) ? BELOW : ABOVE;
  Term first = term_sext(s, smin_of(s, part), width);
  return const_less(s, cmp, k, first) ? BELOW : ABOVE;
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
