/* SPDX-License-Identifier: MIT
 *
 * A query without what its formula says outright.
 *
 * An edge of a program leaves most variables alone: x' = x stands in the
 * formula, at its top or behind a block's Boolean that holds.  Predicates over
 * x' and over x are then the same, and a diagram that keeps a Boolean for each
 * grows with combinations that do not exist before elimination finds that out.
 * So variables that the formula fixes are replaced first, by a constant or by a
 * small sum, everywhere, until nothing new comes to the top:
 *
 *     exists x . x = t and F(x)   is   F(t)      (x not in t)
 *
 * which is exact.  What one round replaces is a substitution in solved form: no
 * value mentions a variable that is replaced.  Predicates that come out equal
 * share a Boolean afterwards (paq_view.c), and get their own back when the
 * answer is brought home (paq_ldd.c).
 *
 * Values are small and free of choices: along these the diagram goes backwards
 * case by case (paq_solve.c), which is cheaper. */
#include "predabs/paq_int.h"

#define MAX_VALUE 7u /* nodes of a value */

typedef struct Round {
  TermStore *store;
  Map values;    /* Term.id of a variable -> Term.id */
  Map mentioned; /* nodes of the values' variables */
} Round;

static bool is_sum(const TermStore *store, Term t) {
  if (term_size(store, t) > MAX_VALUE) return false;
  TermWalk walk;
  bool is_good = true;
  term_walk_init(&walk, store);
  term_walk_push(&walk, t);
  for (Term at; is_good && (at = term_walk_next(&walk)).id;) {
    TermKind kind = term_kind(store, at);
    is_good = kind == TERM_VAR || kind == TERM_CONST || kind == TERM_ADD ||
              kind == TERM_SUB || kind == TERM_NEG;
  }
  term_walk_done(&walk);
  return is_good;
}

static bool is_variable(const TermStore *store, Term t) {
  return !term_is_negated(t) && term_kind(store, t) == TERM_VAR;
}

/* From now on x is `value`; false: not in this round. */
static bool bind(Round *r, Term x, Term value) {
  assert(is_variable(r->store, x));
  assert(term_sort(r->store, x).id == term_sort(r->store, value).id);
  if (map_find(&r->values, x.id) || map_find(&r->mentioned, term_node(x)))
    return false;
  value = term_substitute(r->store, &r->values, value);
  TermList vars = {0};
  term_vars(r->store, value, &vars);
  bool is_free = term_size(r->store, value) <= MAX_VALUE;
  for (uint32_t i = 0; i < vars.n; i++)
    if (vars.at[i].id == x.id) is_free = false;
  for (uint32_t i = 0; is_free && i < vars.n; i++)
    map_put(&r->mentioned, term_node(vars.at[i]), 1);
  VEC_DONE(term_store_mem(r->store), &vars);
  if (is_free) map_put(&r->values, x.id, value.id);
  return is_free;
}

static void look_at(Round *r, Term conjunct) {
  assert(term_is_bool(r->store, conjunct));
  Term positive = term_is_negated(conjunct) ? term_not(conjunct) : conjunct;
  if (is_variable(r->store, positive)) {
    (void)bind(r, positive, term_bool(r->store, positive.id == conjunct.id));
    return;
  }
  if (positive.id != conjunct.id || term_kind(r->store, conjunct) != TERM_EQ)
    return;
  Term a = term_child(r->store, conjunct, 0);
  Term b = term_child(r->store, conjunct, 1);
  if (term_is_bool(r->store, a)) return;
  if (is_variable(r->store, a) && is_sum(r->store, b) && bind(r, a, b)) return;
  if (is_variable(r->store, b) && is_sum(r->store, a)) (void)bind(r, b, a);
}

void paq_replace(PaqReduced *query, TermStore *store, const Map *values) {
  Mem *mem = term_store_mem(store);
  TermMap *map = term_map_new(store, store);
  assert(values->n > 0);
  for (uint32_t i = 0; i < values->n; i++)
    term_map_put(map, (Term){(uint32_t)values->entries[i].key},
                 (Term){(uint32_t)values->entries[i].value});
  TermList parts = {0};
  for (uint32_t i = 0; i < query->parts.n; i++)
    term_conjuncts(store, term_map_apply(map, query->parts.at[i]), &parts);
  for (uint32_t i = 0; i < query->predicates.n; i++)
    query->predicates.at[i] = term_map_apply(map, query->predicates.at[i]);
  VEC_DONE(mem, &query->parts);
  query->parts = parts;
  term_map_free(map);
}

/* Whether something was replaced. */
static bool run_round(PaqReduced *query, TermStore *store) {
  Mem *mem = term_store_mem(store);
  Round round = {.store = store};
  map_init(&round.values, mem);
  map_init(&round.mentioned, mem);
  for (uint32_t i = 0; i < query->parts.n; i++)
    look_at(&round, query->parts.at[i]);
  bool has_changed = round.values.n > 0;
  if (has_changed) paq_replace(query, store, &round.values);
  map_done(&round.values);
  map_done(&round.mentioned);
  return has_changed;
}

void paq_reduce(PaqReduced *reduced, TermStore *store,
                const PredabsQuery *query) {
  Mem *mem = term_store_mem(store);
  *reduced = (PaqReduced){0};
  for (uint32_t i = 0; i < query->n_assumptions; i++)
    term_conjuncts(store, query->assumptions[i], &reduced->parts);
  for (uint32_t i = 0; i < query->n_parts; i++)
    term_conjuncts(store, query->parts[i], &reduced->parts);
  for (uint32_t i = 0; i < query->n; i++)
    VEC_PUSH(mem, &reduced->predicates, query->predicates[i]);
  while (run_round(reduced, store)) {
  }
  assert(reduced->predicates.n == query->n);
}

void paq_reduced_done(PaqReduced *reduced, TermStore *store) {
  VEC_DONE(term_store_mem(store), &reduced->parts);
  VEC_DONE(term_store_mem(store), &reduced->predicates);
}
