/* SPDX-License-Identifier: MIT
 *
 * The fixpoint of a domain, by symbolic abstraction [RSY04].
 *
 * As long as an edge leads from a state inside the source's invariant to one
 * outside the target's, the target's is made to include the state that the
 * model shows.  So arithmetic is exact, bit for bit, whatever the edge
 * contains: that nothing overflows is derived, not assumed.  When no edge
 * leads outside any more, the invariants are inductive.
 *
 * A location may be cut in two by a predicate: then each half has an invariant
 * of its own.  Loops that run through phases have simple invariants in each
 * phase and none over both. */
#include "engine/absint/absint_int.h"

typedef struct Run {
  Ai *ai;
  const AiDomain *domain;
  Vec(AiCell) cells;
  uint32_t *first; /* by location: its cells; [n_locations] the end */
} Run;

static void add_cell(Run *r, uint32_t loc, Term condition) {
  assert(loc < r->ai->ts->locations.n && term_is_bool(r->ai->store, condition));
  bool is_entry = loc == r->ai->ts->entry.id;
  AiCell cell = {.loc = loc,
                 .condition = condition,
                 .reached = is_entry,
                 .invariant = is_entry ? term_true() : term_false(),
                 .shape = r->domain->make(r->ai, loc)};
  VEC_PUSH(r->ai->mem, &r->cells, cell);
}

static void make_cells(Run *r, AiSplit split) {
  uint32_t n = r->ai->ts->locations.n;
  r->first = MEM_ARRAY(r->ai->mem, uint32_t, n + 1);
  for (uint32_t l = 0; l < n; l++) {
    r->first[l] = r->cells.n;
    bool is_split = split.predicate.id && split.loc == l;
    add_cell(r, l, is_split ? split.predicate : term_true());
    if (is_split) add_cell(r, l, term_not(split.predicate));
  }
  r->first[n] = r->cells.n;
}

SolverPair *ai_solver(Ai *ai, uint32_t e) {
  require(e < ai->ts->edges.n);
  if (!ai->solvers[e]) {
    ai->solvers[e] =
        pair_new(ai->mem, ai->store, engine_backend(ai->ts, ai->options),
                 ai->options->smt);
    pair_add(ai->solvers[e], ai->ts->edges.at[e].formula);
  }
  return ai->solvers[e];
}

/* The variables of the cell that the edge leaves open, its condition apart.
 * Given to the caller, who frees as many bytes as there are variables. */
static uint8_t *open_vars(Ai *ai, uint32_t e, const AiCell *to) {
  assert(to->loc == ai->ts->edges.at[e].target.id);
  const TsLocation *at = &ai->ts->locations.at[to->loc];
  if (!ai->open[e]) {
    ai->open[e] = MEM_ARRAY(ai->mem, uint8_t, at->n_vars);
    ai_find_open(ai, e, ai->open[e]);
  }
  uint8_t *open = MEM_ARRAY(ai->mem, uint8_t, at->n_vars);
  TermWalk walk;
  term_walk_init(&walk, ai->store);
  term_walk_push(&walk, to->condition);
  while (term_walk_next(&walk).id) continue;
  for (uint32_t i = 0; i < at->n_vars; i++)
    open[i] = ai->open[e][i] && !term_walk_has_seen(&walk, at->vars[i].now);
  term_walk_done(&walk);
  return open;
}

static void include(Run *r, uint32_t e, AiCell *to, Smt *smt) {
  assert(to->loc == r->ai->ts->edges.at[e].target.id);
  Ai *ai = r->ai;
  uint8_t *open = open_vars(ai, e, to);
  AiSeen seen = {smt, open};
  r->domain->include(ai, to->shape, to->loc, &seen);
  to->reached = true;
  to->invariant = r->domain->invariant(ai, to->shape, to->loc);
  MEM_FREE_ARRAY(ai->mem, open, ai->ts->locations.at[to->loc].n_vars);
  assert(term_is_bool(ai->store, to->invariant));
}

typedef enum Step { STEP_INSIDE, STEP_GREW, STEP_STOPPED } Step;

/* Does the edge lead from one cell outside the other's invariant?  Then that
 * grows. */
static Step step(Run *r, uint32_t e, const AiCell *from, AiCell *to) {
  assert(r->ai->ts->edges.at[e].source.id == from->loc);
  Ai *ai = r->ai;
  if (!from->reached || term_is_true(to->invariant)) return STEP_INSIDE;
  SolverPair *pair = ai_solver(ai, e);
  TermMap *to_next = ai->to_next[e];
  TermList assume = {0};
  term_conjuncts(ai->store, ai->invariants.at[from->loc], &assume);
  term_conjuncts(ai->store, from->invariant, &assume);
  VEC_PUSH(ai->mem, &assume, from->condition);
  VEC_PUSH(ai->mem, &assume, term_map_apply(to_next, to->condition));
  VEC_PUSH(ai->mem, &assume, term_not(term_map_apply(to_next, to->invariant)));
  ai->stats->queries++;
  SmtResult result = pair_check(pair, assume.at, assume.n, ai->budget);
  VEC_DONE(ai->mem, &assume);
  if (result == SMT_UNKNOWN) return STEP_STOPPED;
  if (result == SMT_UNSAT) return STEP_INSIDE;
  include(r, e, to, pair_answer(pair));
  return STEP_GREW;
}

/* The same, one conjunct after the other; one that can neither be broken nor be
 * shown to hold is given up. */
static Step step_products(Run *r, uint32_t e, const AiCell *from, AiCell *to) {
  assert(r->domain->drop != NULL);
  Ai *ai = r->ai;
  if (!from->reached || term_is_true(to->invariant)) return STEP_INSIDE;
  TermList assume = {0}, parts = {0};
  term_conjuncts(ai->store, ai->invariants.at[from->loc], &assume);
  term_conjuncts(ai->store, from->invariant, &assume);
  term_conjuncts(ai->store, to->invariant, &parts);
  Step done = STEP_INSIDE;
  for (uint32_t i = 0; i < parts.n && done == STEP_INSIDE; i++) {
    Term there = term_map_apply(ai->to_next[e], parts.at[i]);
    VEC_PUSH(ai->mem, &assume, term_not(there));
    ai->stats->queries++;
    SmtResult result = ai_ask_products(ai, e, &assume);
    assume.n--;
    if (result == SMT_UNSAT) continue;
    done = STEP_GREW;
    if (result == SMT_SAT)
      include(r, e, to, pair_answer(ai_solver(ai, e)));
    else if (!r->domain->drop(ai, to->shape, to->loc, parts.at[i]))
      done = STEP_STOPPED;
    else
      to->invariant = r->domain->invariant(ai, to->shape, to->loc);
  }
  VEC_DONE(ai->mem, &parts);
  VEC_DONE(ai->mem, &assume);
  return budget_is_spent(ai->budget) ? STEP_STOPPED : done;
}

static Step step_cell(Run *r, uint32_t e, const AiCell *from, AiCell *to) {
  return r->domain->prover == AI_PRODUCTS ? step_products(r, e, from, to)
                                          : step(r, e, from, to);
}

static Step step_edge(Run *r, uint32_t e) {
  const TsEdge *edge = &r->ai->ts->edges.at[e];
  uint32_t source = edge->source.id, target = edge->target.id;
  bool grew = false;
  for (uint32_t i = r->first[source]; i < r->first[source + 1]; i++)
    for (uint32_t k = r->first[target]; k < r->first[target + 1]; k++) {
      Step done;
      while ((done = step_cell(r, e, &r->cells.at[i], &r->cells.at[k])) ==
             STEP_GREW)
        grew = true;
      if (done == STEP_STOPPED) return STEP_STOPPED;
    }
  return grew ? STEP_GREW : STEP_INSIDE;
}

/* Round after round over all edges until nothing moves. */
static bool run_to_end(Run *r) {
  for (bool moved = true; moved;) {
    moved = false;
    for (uint32_t e = 0; e < r->ai->ts->edges.n; e++) {
      TsLoc target = r->ai->ts->edges.at[e].target;
      if (ts_location(r->ai->ts, target)->kind != TS_CUT) continue;
      Step done = step_edge(r, e);
      if (done == STEP_STOPPED) return false;
      moved |= done == STEP_GREW;
    }
  }
  return true;
}

/* The cell's invariant without what was found before. */
static Term new_part(Ai *ai, const AiCell *cell) {
  TermList parts = {0}, old = {0};
  term_conjuncts(ai->store, cell->invariant, &parts);
  term_conjuncts(ai->store, ai->invariants.at[cell->loc], &old);
  Map have;
  map_init(&have, ai->mem);
  for (uint32_t i = 0; i < old.n; i++) map_put(&have, old.at[i].id, 1);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < parts.n; i++)
    if (!map_find(&have, parts.at[i].id)) parts.at[kept++] = parts.at[i];
  Term all = term_and_n(ai->store, parts.at, kept);
  map_done(&have);
  VEC_DONE(ai->mem, &parts);
  VEC_DONE(ai->mem, &old);
  return all;
}

static Term invariant_of(Run *r, uint32_t loc) {
  assert(r->first[loc] < r->first[loc + 1]);
  TermStore *store = r->ai->store;
  if (r->ai->ts->locations.at[loc].kind != TS_CUT) return term_true();
  Term all = term_true();
  for (uint32_t i = r->first[loc]; i < r->first[loc + 1]; i++) {
    const AiCell *cell = &r->cells.at[i];
    all = term_and(store, all,
                   term_implies(store, cell->condition, new_part(r->ai, cell)));
  }
  return all;
}

/* A state that runs have met; where they do, no location is cut in two. */
static void meet(void *context, uint32_t e, Smt *smt) {
  Run *r = context;
  assert(r->cells.n == r->ai->ts->locations.n);
  include(r, e, &r->cells.at[r->ai->ts->edges.at[e].target.id], smt);
}

bool ai_fixpoint(Ai *ai, const AiDomain *domain, AiSplit split,
                 TermList *found) {
  require(found->n == 0);
  Run r = {.ai = ai, .domain = domain};
  make_cells(&r, split);
  assert(ai->start != AI_FROM_RUNS || !split.predicate.id);
  if (ai->start == AI_FROM_RUNS) ai_sample(ai, meet, &r);
  bool good = run_to_end(&r);
  for (uint32_t l = 0; good && l < ai->ts->locations.n; l++)
    VEC_PUSH(term_store_mem(ai->store), found, invariant_of(&r, l));
  for (uint32_t i = 0; i < r.cells.n; i++)
    domain->free(ai, r.cells.at[i].loc, r.cells.at[i].shape);
  VEC_DONE(ai->mem, &r.cells);
  MEM_FREE_ARRAY(ai->mem, r.first, ai->ts->locations.n + 1);
  return good;
}
