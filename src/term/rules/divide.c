/* SPDX-License-Identifier: MIT
 *
 * Rewrite rules for division: at the width that the operands really have.
 *
 * C divides chars and shorts as ints.  A divider has as many gates as the
 * square of its width, and a solver's steps in it are long, so the operation is
 * done at the least width that holds both operands, and its result extended. */
#include "term/rules/rules.h"

static bool is_signed(TermKind kind) {
  assert(kind >= TERM_UDIV && kind <= TERM_SREM);
  return kind == TERM_SDIV || kind == TERM_SREM;
}

/* The least width that holds the constant, unsigned or signed. */
static uint32_t width_of_const(const TermStore *s, Term t, TermKind kind) {
  const BvWord *words = term_const_words(s, t);
  uint32_t n = term_width(s, t);
  bool top = is_signed(kind) && bv_bit(words, n - 1);
  while (n > 1 && bv_bit(words, n - 1) == top) n--;
  if (n == 1 && bv_bit(words, 0) == top) return 1;
  return is_signed(kind) ? n + 1 : n;
}

/* The same for any value of the term, as its form tells. */
static uint32_t width_of(const TermStore *s, Term t, TermKind kind) {
  uint32_t width = term_width(s, t);
  if (is_const(s, t)) {
    uint32_t least = width_of_const(s, t, kind);
    return least < width ? least : width;
  }
  if (is(s, t, TERM_SEXT) && is_signed(kind))
    return term_width(s, kid(s, t, 0));
  if (!is(s, t, TERM_ZEXT)) return width;
  uint32_t least = term_width(s, kid(s, t, 0)) + is_signed(kind);
  return least < width ? least : width;
}

/* The quotient of the least number and -1, signed, needs a bit more; so does
 * the quotient by zero, which is all ones, unsigned. */
static uint32_t least_width(const TermStore *s, const Cand *c) {
  uint32_t a = width_of(s, c->child[0], c->kind);
  uint32_t b = width_of(s, c->child[1], c->kind);
  bool is_quotient = c->kind == TERM_UDIV || c->kind == TERM_SDIV;
  return (a > b ? a : b) + is_quotient;
}

/* from: x / y, x % y (both extensions, or one and a constant)
 * to: the extension of the same at the least width
 * why: quotient and remainder are no longer than the operands; the remainder by
 *      zero is x; the quotient by zero is -1 (all ones at any width), signed 1
 *      where x is negative */
RULE_APPLIES(divide_extensions) {
  return least_width(s, c) < term_width(s, c->child[0]);
}
RULE_APPLY(divide_extensions) {
  uint32_t width = term_width(s, c->child[0]), least = least_width(s, c);
  Term a = term_extract(s, c->child[0], least - 1, 0);
  Term b = term_extract(s, c->child[1], least - 1, 0);
  switch ((int)c->kind) {
  case TERM_UDIV: return term_sext(s, term_udiv(s, a, b), width);
  case TERM_UREM: return term_zext(s, term_urem(s, a, b), width);
  case TERM_SDIV: return term_sext(s, term_sdiv(s, a, b), width);
  default: return term_sext(s, term_srem(s, a, b), width);
  }
}
