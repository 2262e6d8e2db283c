/* SPDX-License-Identifier: MIT
 *
 * Which domains run, in which order.
 *
 * First constants, then equations, then bounds of numbers and of pairs that are
 * compared (packs.c), then equations again, since bounds show that some ways
 * are no ways; then, unless the system is large, bounds of all pairs, over
 * whole locations; then equations and bounds over
 * locations cut in two by a comparison that the program makes there,
 * one comparison at a time: that is how loops that run through phases are
 * understood.  Where there are floats, their bounds come early (floats.c). Each
 * pass may assume what the passes before it found, and what it finds is
 * inductive together with that.  A pass that does not end within its budget
 * leaves nothing.  When the invariants exclude every error, there is nothing
 * left to do. */
#include "engine/absint/absint_int.h"

#include <stdlib.h>

enum {
  MOST_SPLITS = 6,
  PASS_TICKS = 15000,  /* of one pass; constants may use all there are */
  SPLIT_TICKS = 1500,  /* of one pass over a split */
  FLOAT_TICKS = 20000, /* of the bounds of floats */
  MOST_FAILURES = 2    /* passes that did not end */
};

bool ai_is_number(const Ai *ai, Term var) {
  Sort sort = term_sort(ai->store, var);
  return sort_kind(sort) == SORT_BV && sort_width(sort) >= 2 &&
         sort_width(sort) <= 64 && !ai_is_narrowed(ai, var);
}

bool ai_is_narrowed(const Ai *ai, Term var) {
  return map_find(narrow_vars(ai->narrow), term_node(var)) != NULL;
}

/* ---- thresholds: the program's constants and their neighbours ---- */

static void add_threshold(Ai *ai, int64_t value) {
  assert(ai->n_thresholds <= AI_MOST_THRESHOLDS);
  for (uint32_t i = 0; i < ai->n_thresholds; i++)
    if (ai->thresholds[i] == value) return;
  if (ai->n_thresholds < AI_MOST_THRESHOLDS)
    ai->thresholds[ai->n_thresholds++] = value;
}

static int by_value(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

/* Also sees whether the program compares signed, unsigned, or both. */
static void find_thresholds(Ai *ai) {
  add_threshold(ai, 0);
  TermWalk walk;
  term_walk_init(&walk, ai->store);
  for (uint32_t e = 0; e < ai->ts->edges.n; e++)
    term_walk_push(&walk, ai->ts->edges.at[e].formula);
  for (Term t; (t = term_walk_next(&walk)).id;) {
    int64_t value;
    if (term_kind(ai->store, t) == TERM_SLT) ai->reads[TERM_SIGNED] = true;
    if (term_kind(ai->store, t) == TERM_ULT) ai->reads[TERM_UNSIGNED] = true;
    if (!term_const_i64(ai->store, t, &value)) continue;
    if (value == INT64_MIN || value == INT64_MAX) continue;
    for (int64_t near = -1; near <= 1; near++) {
      add_threshold(ai, value + near);
      add_threshold(ai, -(value + near));
    }
  }
  term_walk_done(&walk);
  if (!ai->reads[TERM_UNSIGNED]) ai->reads[TERM_SIGNED] = true;
  if (ai->n_thresholds)
    qsort(ai->thresholds, ai->n_thresholds, sizeof *ai->thresholds, by_value);
}

/* ---- splits ---- */

static bool is_state(Ai *ai, uint32_t loc, Term var) {
  const TsLocation *at = &ai->ts->locations.at[loc];
  for (uint32_t i = 0; i < at->n_vars; i++)
    if (term_same(at->vars[i].now, var)) return ai_is_number(ai, var);
  return false;
}

/* A comparison of numbers of the location. */
static bool is_candidate(Ai *ai, uint32_t loc, Term t) {
  TermKind kind = term_kind(ai->store, t);
  if (kind != TERM_ULT && kind != TERM_SLT) return false;
  TermList vars = {0};
  term_vars(ai->store, t, &vars);
  bool good = vars.n > 0 && vars.n <= 2;
  for (uint32_t i = 0; i < vars.n && good; i++)
    good = is_state(ai, loc, vars.at[i]);
  VEC_DONE(ai->mem, &vars);
  return good;
}

/* Comparisons made on the edges from a location to itself, in their order. */
static uint32_t find_splits(Ai *ai, AiSplit *splits) {
  uint32_t n = 0;
  for (uint32_t e = 0; e < ai->ts->edges.n; e++) {
    const TsEdge *edge = &ai->ts->edges.at[e];
    if (edge->source.id != edge->target.id) continue;
    TermWalk walk;
    term_walk_init(&walk, ai->store);
    term_walk_push(&walk, edge->formula);
    for (Term t; (t = term_walk_next(&walk)).id && n < MOST_SPLITS;)
      if (is_candidate(ai, edge->source.id, t))
        splits[n++] = (AiSplit){edge->source.id, t};
    term_walk_done(&walk);
  }
  assert(n <= MOST_SPLITS);
  return n;
}

/* ---- passes ---- */

static void learn(Ai *ai, const TermList *found) {
  require(found->n == ai->invariants.n);
  for (uint32_t l = 0; l < found->n; l++)
    ai->invariants.at[l] =
        term_and(ai->store, ai->invariants.at[l], found->at[l]);
}

/* What one pass may spend of the ticks left: more for a large system, whose
 * questions cost more. */
static uint64_t share_of(const AiDomain *domain, AiSplit split, uint64_t left) {
  if (split.predicate.id) return SPLIT_TICKS;
  if (domain == &ai_constants) return left;
  uint64_t share = left / 4 > PASS_TICKS ? left / 4 : PASS_TICKS;
  return share < left / 2 ? share : left / 2;
}

/* One domain, with a share of the budget; false: it was not enough. */
static bool pass(Ai *ai, const AiDomain *domain, AiSplit split) {
  TermList found = {0};
  Budget *whole = ai->budget;
  Budget part = *whole;
  uint64_t left = whole->tick_limit - whole->ticks;
  uint64_t share = share_of(domain, split, left);
  if (whole->tick_limit)
    part.tick_limit = whole->ticks + (share < left ? share : left);
  ai->budget = &part;
  bool good = ai_fixpoint(ai, domain, split, &found);
  if (good) {
    ai->stats->kept++;
    learn(ai, &found);
  }
  ai->budget = whole;
  budget_return(whole, &part);
  VEC_DONE(term_store_mem(ai->store), &found);
  return good;
}

/* Do the invariants exclude every edge to an error? */
static bool is_safe(Ai *ai) {
  for (uint32_t e = 0; e < ai->ts->edges.n; e++) {
    const TsEdge *edge = &ai->ts->edges.at[e];
    if (ts_location(ai->ts, edge->target)->kind != TS_ERROR) continue;
    assert(edge->source.id < ai->invariants.n);
    Term before = ai->invariants.at[edge->source.id];
    ai->stats->queries++;
    if (pair_check(ai_solver(ai, e), &before, 1, ai->budget) != SMT_UNSAT)
      return false;
  }
  return true;
}

/* Bounds of floats, first of variables, then of sums; true: safe. */
static bool float_passes(Ai *ai) {
  static const AiFloats how[] = {AI_FLOAT_VARIABLES, AI_FLOAT_SUMS};
  for (int i = 0; i < 2; i++) {
    TermList found = {0};
    Budget *whole = ai->budget;
    Budget part = budget_extra(whole, FLOAT_TICKS);
    ai->budget = &part;
    if (ai_floats(ai, how[i], &found)) {
      ai->stats->kept++;
      learn(ai, &found);
    }
    ai->budget = whole;
    budget_return(whole, &part);
    VEC_DONE(term_store_mem(ai->store), &found);
    if (is_safe(ai)) return true;
  }
  return false;
}

static bool has_numbers(const Ai *ai) {
  for (uint32_t l = 0; l < ai->ts->locations.n; l++)
    for (uint32_t i = 0; i < ai->ts->locations.at[l].n_vars; i++)
      if (ai_is_number(ai, ai->ts->locations.at[l].vars[i].now)) return true;
  return false;
}

/* Equations, bounds of pairs in packs, and equations again; true: safe. */
static bool zone_passes(Ai *ai, uint32_t *failures) {
  static const AiDomain *const domains[] = {&ai_affine, &ai_zones, &ai_affine};
  static const AiSplit whole = {0, TERM_NONE};
  bool safe = false;
  ai->packs = ai_packs_new(ai);
  uint32_t n = ai_packs_are_some(ai) ? 3 : 1;
  for (uint32_t i = 0; i < n && !safe && *failures < MOST_FAILURES; i++) {
    *failures += !pass(ai, domains[i], whole);
    safe = is_safe(ai);
  }
  return safe;
}

static void all_passes(Ai *ai) {
  bool pairs = ai_octagons_are_cheap(ai);
  const AiDomain *domains[] = {&ai_affine, pairs ? &ai_octagons : &ai_boxes};
  AiSplit splits[MOST_SPLITS + 1] = {{0, TERM_NONE}};
  uint32_t failures = !pass(ai, &ai_constants, splits[0]);
  bool has_floats = ai_has_floats(ai);
  if (!has_numbers(ai) && !has_floats) return;
  uint32_t n = 1 + find_splits(ai, splits + 1);
  bool safe = is_safe(ai);
  if (has_floats && !safe) {
    failures += !pass(ai, domains[1], splits[0]);
    safe = is_safe(ai) || float_passes(ai);
  }
  if (!safe) safe = zone_passes(ai, &failures);
  for (uint32_t k = 0; k < n && failures < MOST_FAILURES; k++)
    for (int i = k == 0; i < 2 && !safe; i++) {
      failures += !pass(ai, domains[i], splits[k]);
      safe = is_safe(ai);
      if (k > 0 || safe) continue;
      failures += !pass(ai, &ai_rates, splits[0]);
      safe = is_safe(ai);
    }
}

/* ---- life ---- */

void ai_init(Ai *ai, Ts *whole) {
  ai->narrow = narrow_new(whole, NARROW_DOMAINS);
  Ts *ts = ai->ts = narrow_ts(ai->narrow);
  ai->solvers = MEM_ARRAY(ai->mem, SolverPair *, ts->edges.n);
  ai->open = MEM_ARRAY(ai->mem, uint8_t *, ts->edges.n);
  ai->to_next = MEM_ARRAY(ai->mem, TermMap *, ts->edges.n);
  find_thresholds(ai);
  for (uint32_t e = 0; e < ts->edges.n; e++)
    ai->to_next[e] = ts_edge_next_map(ts, (TsEdgeId){e});
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    Term seed = engine_seed(ai->options, (TsLoc){l});
    VEC_PUSH(term_store_mem(ts->store), &ai->invariants,
             narrow_seed(ai->narrow, seed));
  }
  assert(ai->invariants.n == ts->locations.n);
}

void ai_done(Ai *ai) {
  Ts *ts = ai->ts;
  for (uint32_t e = 0; e < ts->edges.n; e++) {
    uint32_t n = ts_location(ts, ts->edges.at[e].target)->n_vars;
    term_map_free(ai->to_next[e]);
    if (ai->solvers[e]) pair_free(ai->solvers[e]);
    if (ai->open[e]) MEM_FREE_ARRAY(ai->mem, ai->open[e], n);
  }
  MEM_FREE_ARRAY(ai->mem, ai->open, ts->edges.n);
  MEM_FREE_ARRAY(ai->mem, ai->solvers, ts->edges.n);
  MEM_FREE_ARRAY(ai->mem, ai->to_next, ts->edges.n);
  VEC_DONE(term_store_mem(ts->store), &ai->invariants);
  if (ai->packs) ai_packs_free(ai, ai->packs);
  narrow_free(ai->narrow);
}

bool ai_invariants(Ts *ts, const EngineOptions *options, Budget *budget,
                   TermList *invariants, AiStats *stats) {
  require(invariants->n == 0);
  Ai ai = {.store = ts->store,
           .mem = ts->mem,
           .options = options,
           .budget = budget,
           .stats = stats};
  ai_init(&ai, ts);
  all_passes(&ai);
  for (uint32_t l = 0; l < ts->locations.n; l++)
    VEC_PUSH(term_store_mem(ts->store), invariants,
             narrow_back(ai.narrow, ai.invariants.at[l]));
  ai_done(&ai);
  assert(invariants->n == ts->locations.n);
  return true;
}
