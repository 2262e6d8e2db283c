/* SPDX-License-Identifier: MIT
 *
 * Rewrite rules for the bits of bit-vectors: shifts, bitwise operators, parts
 * and extensions.  Constants stand last in commutative operators. */
#include "term/rules/rules.h"

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
  assert(shifts_twice(s, c));
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
  return are_complements(s, c->child[0], c->child[1]);
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
  return are_complements(s, c->child[0], c->child[1]);
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
  assert(low <= high);
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
