/* SPDX-License-Identifier: MIT
 *
 * Formulas between the original and the narrow system: seed invariants in,
 * lemmas and proofs out. */
#include "engine/shared/narrow_int.h"

/* Does the comparison depend on the value class alone? */
static bool compares_classes(Narrow *n, Term t, const NarrowDomain *d) {
  Term a = term_child(n->store, t, 0), b = term_child(n->store, t, 1);
  switch ((int)term_kind(n->store, t)) {
  case TERM_EQ: break;
  case TERM_ULT:
    if (!d->reads[TERM_UNSIGNED]) return false;
    break;
  case TERM_SLT:
    if (!d->reads[TERM_SIGNED]) return false;
    break;
  default: return false;
  }
  return narrow_constant(n, d, term_is_const(n->store, a) ? a : b) != NULL;
}

/* Does the node look at narrowed operands only through their class? */
static bool is_of_classes(Narrow *n, Term t) {
  for (uint32_t i = 0; i < term_n_children(n->store, t); i++) {
    Term child = term_child(n->store, t, i);
    const NarrowDomain *d = narrow_domain(n, child);
    if (d && (!term_is_var(n->store, child) || !compares_classes(n, t, d)))
      return false;
  }
  return true;
}

/* Conjuncts that need more than value classes are left out. */
Term narrow_seed(Narrow *n, Term seed) {
  require(term_is_bool(n->store, seed));
  TermList parts = {0};
  term_conjuncts(n->store, seed, &parts);
  uint32_t kept = 0;
  narrow_restart(n);
  for (uint32_t i = 0; i < parts.n; i++) {
    TermWalk walk;
    bool good = true;
    term_walk_init(&walk, n->store);
    term_walk_push(&walk, parts.at[i]);
    for (Term t; good && (t = term_walk_next(&walk)).id;)
      good = is_of_classes(n, t);
    term_walk_done(&walk);
    if (good) parts.at[kept++] = narrow_translate(n, parts.at[i]);
  }
  Term all = term_and_n(n->store, parts.at, kept);
  VEC_DONE(term_store_mem(n->store), &parts);
  return all;
}

static Term constant_term(Narrow *n, const NarrowDomain *d,
                          const NarrowConstant *at) {
  return term_u64(n->store, narrow_key(d, at->key), d->width);
}

static Term less(Narrow *n, const NarrowDomain *d, Term a, Term b) {
  return d->reads[TERM_SIGNED] ? term_slt(n->store, a, b)
                               : term_ult(n->store, a, b);
}

/* class(x) < number, for an ordered domain. */
static Term is_below(Narrow *n, const NarrowDomain *d, Term x,
                     uint64_t number) {
  assert(narrow_is_ordered(d) && d->bits > 0);
  for (uint32_t i = 0; i < d->constants.n; i++) {
    const NarrowConstant *at = &d->constants.at[i];
    if (at->number == number) return less(n, d, x, constant_term(n, d, at));
    if (at->number < number) continue;
    if (i == 0) return term_false();
    return term_not(less(n, d, constant_term(n, d, at - 1), x));
  }
  if (number > d->top) return term_true();
  return d->constants.n == 0
             ? term_false()
             : term_not(less(n, d,
                             constant_term(n, d, &VEC_LAST(&d->constants)), x));
}

/* class(x) = number. */
static Term is_at(Narrow *n, const NarrowDomain *d, Term x, uint64_t number) {
  assert(term_width(n->store, x) == d->width);
  Term none = term_true();
  for (uint32_t i = 0; i < d->constants.n; i++) {
    Term same = term_eq(n->store, x, constant_term(n, d, &d->constants.at[i]));
    if (d->constants.at[i].number == number) return same;
    none = term_and(n->store, none, term_not(same));
  }
  if (number > d->top) return term_false();
  if (!narrow_is_ordered(d)) return none;
  return term_and(n->store, is_below(n, d, x, number + 1),
                  term_not(is_below(n, d, x, number)));
}

/* class(x), as a term. */
static Term class_term(Narrow *n, const NarrowDomain *d, Term x) {
  assert(d->top >> d->bits == 0);
  Term number = term_u64(n->store, d->top, d->bits);
  for (uint64_t i = d->top; i-- > 0;)
    number = term_ite(n->store, is_at(n, d, x, i),
                      term_u64(n->store, i, d->bits), number);
  return number;
}

/* A comparison of a narrow variable with a constant, the short way. */
static Term back_comparison(Narrow *n, Term t) {
  TermStore *s = n->store;
  TermKind kind = term_kind(s, t);
  if (kind != TERM_EQ && kind != TERM_ULT) return TERM_NONE;
  Term a = term_child(s, t, 0), b = term_child(s, t, 1);
  bool left = !term_is_const(n->store, a);
  uint64_t number;
  if (!term_const_u64(s, left ? b : a, &number)) return TERM_NONE;
  const uint64_t *origin = map_find(&n->origin, term_node(left ? a : b));
  if (!origin) return TERM_NONE;
  Term x = {(uint32_t)*origin};
  const NarrowDomain *d = narrow_domain(n, x);
  assert(d && term_width(s, x) == d->width);
  if (kind == TERM_EQ) return is_at(n, d, x, number);
  if (!narrow_is_ordered(d)) return TERM_NONE;
  return left ? is_below(n, d, x, number)
              : term_not(is_below(n, d, x, number + 1));
}

Term narrow_back(Narrow *n, Term formula) {
  require(term_is_bool(n->store, formula));
  TermWalk walk;
  term_walk_init(&walk, n->store);
  term_walk_push(&walk, formula);
  TermMap *map = term_map_new(n->store, n->store);
  for (Term t; (t = term_walk_next(&walk)).id;) {
    const uint64_t *origin = map_find(&n->origin, term_node(t));
    Term made = back_comparison(n, t);
    if (origin) {
      Term x = {(uint32_t)*origin};
      made = class_term(n, narrow_domain(n, x), x);
    }
    if (made.id) term_map_put(map, t, made);
  }
  Term result = term_map_apply(map, formula);
  term_walk_done(&walk);
  term_map_free(map);
  return result;
}
