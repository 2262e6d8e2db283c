/* SPDX-License-Identifier: MIT
 *
 * Rewrite rules for arrays: reads over writes, and writes that change nothing.
 */
#include "term/rules/rules.h"

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
