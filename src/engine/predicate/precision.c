/* SPDX-License-Identifier: MIT
 *
 * The precision: which predicates are tracked where.
 *
 * A predicate is a Boolean term over a location's `now` variables.  The same
 * term stands for the same diagram variable everywhere, so sets of states of
 * one location can be compared whatever its precision was when they were
 * computed: a set is an upper bound, and stays one.
 *
 * With global predicates a predicate found at one location is tried everywhere:
 * it is restated over the variables of another location, found by the C
 * variable they come from (or the program's value), where all of them exist. */
#include "engine/predicate/predicate_int.h"

static DdVar var_of(Pred *p, Term predicate) {
  assert(!term_is_negated(predicate));
  const uint64_t *found = map_find(&p->vars, predicate.id);
  if (found) return (DdVar){(uint32_t)*found};
  DdVar var = dd_add_var(p->dd);
  map_put(&p->vars, predicate.id, var.id);
  while (p->predicates.n <= var.id) VEC_PUSH(p->mem, &p->predicates, TERM_NONE);
  p->predicates.at[var.id] = predicate;
  assert(p->predicates.n > var.id);
  return var;
}

static uint32_t track_here(Pred *p, uint32_t loc, Term predicate) {
  assert(term_is_bool(p->store, predicate) && loc < p->ts->locations.n);
  PredPlace *place = &p->places[loc];
  if (map_find(&place->have, predicate.id)) return 0;
  map_put(&place->have, predicate.id, 1);
  VEC_PUSH(p->mem, &place->predicates, predicate);
  VEC_PUSH(p->mem, &place->next, term_map_apply(place->to_next, predicate));
  VEC_PUSH(p->mem, &place->vars, var_of(p, predicate));
  if (p->options->predicate.post == ENGINE_POST_RELATION)
    VEC_PUSH(p->mem, &place->ends, dd_add_var(p->dd));
  assert(place->predicates.n == place->vars.n &&
         place->predicates.n == place->next.n);
  return 1;
}

/* ---- global predicates ---- */

static bool is_same_thing(const Pred *p, const TsVar *a, const TsVar *b) {
  if (!sort_same(term_sort(p->store, a->now), term_sort(p->store, b->now)))
    return false;
  return a->c_var ? a->c_var == b->c_var : a->value == b->value && !b->c_var;
}

/* The variable of location `to` that `var` is there, or none. */
static Term counterpart(const Pred *p, uint32_t from, Term var, uint32_t to) {
  assert(from != to);
  const TsLocation *a = &p->ts->locations.at[from];
  const TsLocation *b = &p->ts->locations.at[to];
  for (uint32_t i = 0; i < a->n_vars; i++) {
    if (!term_same(a->vars[i].now, var)) continue;
    for (uint32_t k = 0; k < b->n_vars; k++)
      if (is_same_thing(p, &a->vars[i], &b->vars[k])) return b->vars[k].now;
  }
  return TERM_NONE;
}

/* The predicate of one location, over the variables of another; none: they do
 * not exist there. */
static Term restate(Pred *p, uint32_t from, Term predicate, uint32_t to) {
  TermList vars = {0};
  term_vars(p->store, predicate, &vars);
  Map map;
  map_init(&map, p->mem);
  bool whole = true;
  for (uint32_t i = 0; i < vars.n && whole; i++) {
    Term there = counterpart(p, from, vars.at[i], to);
    whole = there.id != 0;
    map_put(&map, vars.at[i].id, there.id);
  }
  Term restated =
      whole ? term_substitute(p->store, &map, predicate) : TERM_NONE;
  map_done(&map);
  VEC_DONE(term_store_mem(p->store), &vars);
  return restated.id ? term_positive(restated) : TERM_NONE;
}

static bool can_hold(const Pred *p, uint32_t loc) {
  return p->ts->locations.at[loc].kind == TS_CUT;
}

uint32_t pred_track(Pred *p, uint32_t loc, Term predicate) {
  require(term_is_bool(p->store, predicate));
  predicate = term_positive(predicate);
  uint32_t added = track_here(p, loc, predicate);
  if (p->options->predicate.scope == ENGINE_SCOPE_LOCATION) return added;
  for (uint32_t l = 0; l < p->ts->locations.n && added; l++) {
    if (l == loc || !can_hold(p, l)) continue;
    Term restated = restate(p, loc, predicate, l);
    if (restated.id && !term_is_true(restated)) track_here(p, l, restated);
  }
  return added;
}

/* ---- diagrams as terms ---- */

Term pred_term_of(Pred *p, Dd root) {
  if (dd_is_const(root)) return term_bool(p->store, dd_is_true(root));
  Map done; /* Dd.id -> Term.id */
  map_init(&done, p->mem);
  map_put(&done, dd_true().id, term_true().id);
  map_put(&done, dd_false().id, term_false().id);
  Vec(Dd) stack = {0};
  VEC_PUSH(p->mem, &stack, root);
  while (stack.n) {
    Dd f = VEC_LAST(&stack), high = dd_high(p->dd, f), low = dd_low(p->dd, f);
    uint64_t yes = map_get(&done, high.id, 0), no = map_get(&done, low.id, 0);
    if (!yes) VEC_PUSH(p->mem, &stack, high);
    if (!no) VEC_PUSH(p->mem, &stack, low);
    if (!yes || !no) continue;
    Term label = p->predicates.at[dd_top(p->dd, f).id];
    assert(label.id); /* no end of a relation */
    Term t =
        term_ite(p->store, label, (Term){(uint32_t)yes}, (Term){(uint32_t)no});
    map_put(&done, f.id, t.id);
    stack.n--;
  }
  Term result = {(uint32_t)map_get(&done, root.id, 0)};
  VEC_DONE(p->mem, &stack);
  map_done(&done);
  assert(result.id);
  return result;
}

void pred_count_precision(Pred *p) {
  uint64_t total = 0, most = 0, places = 0;
  for (uint32_t l = 0; l < p->ts->locations.n; l++) {
    uint32_t n = p->places[l].predicates.n;
    places += can_hold(p, l);
    total += n;
    if (n > most) most = n;
  }
  p->stats->predicates = p->vars.n;
  p->stats->predicates_placed = total;
  p->stats->predicates_most = most;
  p->stats->places = places;
}
