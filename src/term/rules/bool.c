/* SPDX-License-Identifier: MIT
 *
 * Rewrite rules for conjunction and if-then-else.  Arguments of commutative
 * operators are ordered before rules run: true and false come first. */
#include "term/rules/rules.h"

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
    if (fits && has_operand(s, whole, part)) return i;
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
  Term y = other_operand(s, c->child[i], x);
  return go_on(c, TERM_AND, x, term_not(y), TERM_NONE);
}

/* from: (x & y) & (!x & z)   to: false   why: contradiction */
RULE_APPLIES(and_clashes) {
  Term a = c->child[0], b = c->child[1];
  return is(s, a, TERM_AND) && is(s, b, TERM_AND) &&
         (has_operand(s, b, term_not(kid(s, a, 0))) ||
          has_operand(s, b, term_not(kid(s, a, 1))));
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
