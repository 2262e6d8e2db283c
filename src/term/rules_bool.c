/* SPDX-License-Identifier: MIT
 *
 * Rewrite rules for Boolean structure, equality, if-then-else, arrays and
 * floats.  Arguments of commutative operators are ordered before rules run:
 * true and false first, bit-vector constants last. */
#include "term/rules.h"

/* Is `part` one of the two conjuncts of the AND node `whole`? */
static bool conjunct_of(const TermStore *s, Term whole, Term part) {
  return term_same(kid(s, whole, 0), part) || term_same(kid(s, whole, 1), part);
}

/* The conjunct of `whole` beside `part`. */
static Term other_conjunct(const TermStore *s, Term whole, Term part) {
  return kid(s, whole, term_same(kid(s, whole, 0), part) ? 1 : 0);
}

static bool is_negated_and(const TermStore *s, Term t) {
  return term_is_negated(t) && node_kind(s, t) == TERM_AND;
}

/* ---- and ---- */

/* from: true & x, false & x   to: x, false   why: neutral, absorbing */
RULE_APPLIES(and_constant) {
  return node_kind(s, c->child[0]) == TERM_TRUE ||
         node_kind(s, c->child[1]) == TERM_TRUE;
}
RULE_APPLY(and_constant) {
  uint32_t at = node_kind(s, c->child[0]) == TERM_TRUE ? 0 : 1;
  return term_is_true(c->child[at]) ? c->child[1 - at] : term_false();
}

/* from: x & x   to: x   why: idempotent */
RULE_APPLIES(and_same) {
  return term_same(c->child[0], c->child[1]);
}
RULE_APPLY(and_same) {
  return c->child[0];
}

/* from: x & !x   to: false   why: contradiction */
RULE_APPLIES(and_opposite) {
  return term_same(c->child[0], term_not(c->child[1]));
}
RULE_APPLY(and_opposite) {
  return term_false();
}

/* The child that is an AND (negated: `sign` 1) with `other` (times `flip`) as
 * conjunct; 2: neither. */
static uint32_t and_child(const TermStore *s, const Cand *c, uint32_t sign,
                          uint32_t flip) {
  for (uint32_t i = 0; i < 2; i++) {
    Term whole = c->child[i], part = {c->child[1 - i].id ^ flip};
    bool fits = sign ? is_negated_and(s, whole) : is(s, whole, TERM_AND);
    if (fits && conjunct_of(s, whole, part)) return i;
  }
  return 2;
}

/* from: x & (x & y)   to: x & y   why: idempotent */
RULE_APPLIES(and_contains) {
  return and_child(s, c, 0, 0) < 2;
}
RULE_APPLY(and_contains) {
  return c->child[and_child(s, c, 0, 0)];
}

/* from: x & (!x & y)   to: false   why: contradiction */
RULE_APPLIES(and_contradicts) {
  return and_child(s, c, 0, 1) < 2;
}
RULE_APPLY(and_contradicts) {
  return term_false();
}

/* from: x & !(!x & y)   to: x   why: x implies x | !y */
RULE_APPLIES(and_covers) {
  return and_child(s, c, 1, 1) < 2;
}
RULE_APPLY(and_covers) {
  return c->child[1 - and_child(s, c, 1, 1)];
}

/* from: x & !(x & y)   to: x & !y   why: unit resolution */
RULE_APPLIES(and_resolves) {
  return and_child(s, c, 1, 0) < 2;
}
RULE_APPLY(and_resolves) {
  uint32_t i = and_child(s, c, 1, 0);
  Term x = c->child[1 - i];
  Term y = other_conjunct(s, c->child[i], x);
  return go_on(c, TERM_AND, x, term_not(y), TERM_NONE);
}

/* from: (x & y) & (!x & z)   to: false   why: contradiction */
RULE_APPLIES(and_clashes) {
  Term a = c->child[0], b = c->child[1];
  return is(s, a, TERM_AND) && is(s, b, TERM_AND) &&
         (conjunct_of(s, b, term_not(kid(s, a, 0))) ||
          conjunct_of(s, b, term_not(kid(s, a, 1))));
}
RULE_APPLY(and_clashes) {
  return term_false();
}

static bool is_value_test(const TermStore *s, Term t) {
  return node_kind(s, t) == TERM_EQ && is_const(s, kid(s, t, 1)) &&
         !is_const(s, kid(s, t, 0));
}

/* from: x = k & x = m, x = k & x != m (k, m different constants)
 * to: false, x = k   why: one value at a time */
RULE_APPLIES(and_two_values) {
  Term a = c->child[0], b = c->child[1];
  return is_value_test(s, a) && is_value_test(s, b) &&
         term_node(a) != term_node(b) &&
         term_same(kid(s, a, 0), kid(s, b, 0)) &&
         !(term_is_negated(a) && term_is_negated(b));
}
RULE_APPLY(and_two_values) {
  Term a = c->child[0], b = c->child[1];
  if (!term_is_negated(a) && !term_is_negated(b)) return term_false();
  return term_is_negated(a) ? b : a;
}

/* ---- equality ---- */

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

/* Does the constant bit pattern stand for NaN? */
static bool is_nan_bits(const TermStore *s, Sort sort, Term bits) {
  BvWord out[1];
  FoldIn in = {.kind = TERM_FP_IS_NAN,
               .operand = sort,
               .sort = sort_bool(),
               .a = term_const_words(s, bits)};
  return fold_words(&in, out) && out[0];
}

/* from: k = m (different constants, bit-vectors or floats)   to: false
 * why: the store is maximally shared, NaN has one pattern (other patterns
 * wait for fp_one_nan) */
RULE_APPLIES(eq_consts) {
  Term a = c->child[0], b = c->child[1];
  if (!is_constant(s, a) || !is_constant(s, b) || term_same(a, b)) return false;
  Term x = term_fp_const_bits(s, a), y = term_fp_const_bits(s, b);
  return x.id == 0 || !is_nan_bits(s, term_sort(s, a), x) ||
         !is_nan_bits(s, term_sort(s, b), y);
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
         (conjunct_of(s, a, kid(s, b, 0)) || conjunct_of(s, a, kid(s, b, 1)));
}
RULE_APPLY(eq_add_cancel) {
  Term a = c->child[0], b = c->child[1];
  uint32_t i = conjunct_of(s, a, kid(s, b, 0)) ? 0 : 1;
  Term left = other_conjunct(s, a, kid(s, b, i));
  return go_on(c, TERM_EQ, left, kid(s, b, 1 - i), TERM_NONE);
}

/* from: x + y = x   to: y = 0   why: adding x is a bijection */
static uint32_t self_sum(const TermStore *s, const Cand *c) {
  for (uint32_t i = 0; i < 2; i++)
    if (is(s, c->child[i], TERM_ADD) &&
        conjunct_of(s, c->child[i], c->child[1 - i]))
      return i;
  return 2;
}
RULE_APPLIES(eq_add_self) {
  return self_sum(s, c) < 2;
}
RULE_APPLY(eq_add_self) {
  uint32_t i = self_sum(s, c);
  Term y = other_conjunct(s, c->child[i], c->child[1 - i]);
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

/* ---- if-then-else ---- */

/* from: ite(true, x, y), ite(false, x, y)   to: x, y   why: meaning */
RULE_APPLIES(ite_constant) {
  return node_kind(s, c->child[0]) == TERM_TRUE;
}
RULE_APPLY(ite_constant) {
  return c->child[term_is_true(c->child[0]) ? 1 : 2];
}

/* from: ite(!b, x, y)   to: ite(b, y, x)   why: meaning */
RULE_APPLIES(ite_negated) {
  return term_is_negated(c->child[0]);
}
RULE_APPLY(ite_negated) {
  return go_on(c, TERM_ITE, term_not(c->child[0]), c->child[2], c->child[1]);
}

/* from: ite(b, x, x)   to: x   why: both cases agree */
RULE_APPLIES(ite_same) {
  return term_same(c->child[1], c->child[2]);
}
RULE_APPLY(ite_same) {
  return c->child[1];
}

/* from: ite(b, ite(b, x, y), z)   to: ite(b, x, z)   why: b is known there */
RULE_APPLIES(ite_inner_yes) {
  Term t = c->child[1];
  return is(s, t, TERM_ITE) && term_same(kid(s, t, 0), c->child[0]);
}
RULE_APPLY(ite_inner_yes) {
  return go_on(c, TERM_ITE, c->child[0], kid(s, c->child[1], 1), c->child[2]);
}

/* from: ite(b, x, ite(b, y, z))   to: ite(b, x, z)   why: b is known there */
RULE_APPLIES(ite_inner_no) {
  Term t = c->child[2];
  return is(s, t, TERM_ITE) && term_same(kid(s, t, 0), c->child[0]);
}
RULE_APPLY(ite_inner_no) {
  return go_on(c, TERM_ITE, c->child[0], c->child[1], kid(s, c->child[2], 2));
}

/* Does the Boolean branch say no more than the condition? */
static bool is_known(const TermStore *s, const Cand *c, Term branch) {
  return sort_kind(c->sort) == SORT_BOOL &&
         (node_kind(s, branch) == TERM_TRUE ||
          term_node(branch) == term_node(c->child[0]));
}

/* from: ite(b, x, y), x one of true, false, b, !b
 * to: b | y (x true or b), !b & y (x false or !b)   why: the cases of b */
RULE_APPLIES(ite_bool_yes) {
  return is_known(s, c, c->child[1]);
}
RULE_APPLY(ite_bool_yes) {
  Term b = c->child[0], x = c->child[1], y = c->child[2];
  if (term_is_true(x) || term_same(x, b)) return term_or(s, b, y);
  return term_and(s, term_not(b), y);
}

/* from: ite(b, x, y), y one of true, false, b, !b
 * to: !b | x (y true or !b), b & x (y false or b)   why: the cases of b */
RULE_APPLIES(ite_bool_no) {
  return is_known(s, c, c->child[2]);
}
RULE_APPLY(ite_bool_no) {
  Term b = c->child[0], x = c->child[1], y = c->child[2];
  if (term_is_true(y) || term_same(y, term_not(b)))
    return term_or(s, term_not(b), x);
  return term_and(s, b, x);
}

/* from: ite(b, x, !x)   to: b = x   why: iff */
RULE_APPLIES(ite_bool_opposite) {
  return term_same(c->child[1], term_not(c->child[2]));
}
RULE_APPLY(ite_bool_opposite) {
  return term_eq(s, c->child[0], c->child[1]);
}

/* from: ite(b, !x, y)   to: !ite(b, x, !y)   why: negation moves out */
RULE_APPLIES(ite_bool_polarity) {
  return term_is_negated(c->child[1]);
}
RULE_APPLY(ite_bool_polarity) {
  return term_not(
      term_ite(s, c->child[0], term_not(c->child[1]), term_not(c->child[2])));
}

/* from: ite(b, x, ite(d, x, y))   to: ite(b | d, x, y)   why: same branch */
RULE_APPLIES(ite_merge) {
  Term t = c->child[2];
  return is(s, t, TERM_ITE) && term_same(kid(s, t, 1), c->child[1]);
}
RULE_APPLY(ite_merge) {
  Term t = c->child[2];
  Term either = term_or(s, c->child[0], kid(s, t, 0));
  return go_on(c, TERM_ITE, either, c->child[1], kid(s, t, 2));
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
  if (!is_nan_bits(s, sort, k)) return false;
  fold_canonical_nan(sort, bits);
  return bv_compare(BV_EQ, bits, term_const_words(s, k),
                    sort_float_width(sort));
}
RULE_APPLY(ite_nan_bits) {
  return c->child[2];
}

/* ---- arrays ---- */

/* x of x + k (or x itself), and k; a constant is an offset from nothing. */
static Term base_and_offset(const TermStore *s, Term t, Term *offset) {
  *offset = TERM_NONE;
  if (is_const(s, t)) {
    *offset = t;
    return TERM_NONE;
  }
  if (!is_with_const(s, t, TERM_ADD)) return t;
  *offset = kid(s, t, 1);
  return kid(s, t, 0);
}

/* Can the two indices never be equal?  x + k and x + m with k != m. */
static bool differ(const TermStore *s, Term i, Term j) {
  if (term_same(i, j) || sort_kind(term_sort(s, i)) != SORT_BV) return false;
  Term k, m;
  Term x = base_and_offset(s, i, &k), y = base_and_offset(s, j, &m);
  if (!term_same(x, y) || term_same(k, m)) return false;
  return !(k.id == 0 && is_zero(s, m)) && !(m.id == 0 && is_zero(s, k));
}

/* from: select(const(v), i)   to: v   why: meaning */
RULE_APPLIES(select_const_array) {
  return is(s, c->child[0], TERM_CONST_ARRAY);
}
RULE_APPLY(select_const_array) {
  return kid(s, c->child[0], 0);
}

/* from: select(store(a, i, v), i)   to: v   why: read over write */
RULE_APPLIES(select_same_index) {
  return is(s, c->child[0], TERM_STORE) &&
         term_same(kid(s, c->child[0], 1), c->child[1]);
}
RULE_APPLY(select_same_index) {
  return kid(s, c->child[0], 2);
}

/* from: select(store(a, i, v), j), i and j never equal   to: select(a, j)
 * why: read over write */
RULE_APPLIES(select_other_index) {
  return is(s, c->child[0], TERM_STORE) &&
         differ(s, kid(s, c->child[0], 1), c->child[1]);
}
RULE_APPLY(select_other_index) {
  return go_on(c, TERM_SELECT, kid(s, c->child[0], 0), c->child[1], TERM_NONE);
}

/* from: store(store(a, i, v), i, w)   to: store(a, i, w)   why: overwritten */
RULE_APPLIES(store_again) {
  return is(s, c->child[0], TERM_STORE) &&
         term_same(kid(s, c->child[0], 1), c->child[1]);
}
RULE_APPLY(store_again) {
  return go_on(c, TERM_STORE, kid(s, c->child[0], 0), c->child[1], c->child[2]);
}

/* from: store(a, i, select(a, i))   to: a   why: nothing changes */
RULE_APPLIES(store_selected) {
  Term v = c->child[2];
  return is(s, v, TERM_SELECT) && term_same(kid(s, v, 0), c->child[0]) &&
         term_same(kid(s, v, 1), c->child[1]);
}
RULE_APPLY(store_selected) {
  return c->child[0];
}

/* from: store(const(v), i, v)   to: const(v)   why: nothing changes */
RULE_APPLIES(store_default) {
  return is(s, c->child[0], TERM_CONST_ARRAY) &&
         term_same(kid(s, c->child[0], 0), c->child[2]);
}
RULE_APPLY(store_default) {
  return c->child[0];
}

/* ---- floats ---- */

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
