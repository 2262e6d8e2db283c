/* SPDX-License-Identifier: MIT
 *
 * Structural abstraction of a whole program, given as a transition system.
 *
 * Calls are part of the edges by then, so what is left open is the state at
 * loop heads: it may be anything that the seed invariants allow.  Every edge
 * into an error is one formula over that.  If none can hold, the seed
 * invariants are a proof, which the certificate checker derives anew.  If one
 * from the entry can, its path is an execution.  If one from a loop head can,
 * we cannot say: nothing refines what a loop leaves here. */
#include "engine/structural/structural.h"

typedef struct Whole {
  Ts *ts;
  const EngineOptions *options;
  Budget *budget;
  EngineResult *result;
  EngineStats *stats;
  const TsEdge *edge; /* asked about */
} Whole;

/* The state where the edge starts is open, unless that is the entry. */
static StructLeaf leaf(void *context, Term var) {
  const Whole *w = context;
  const TsLocation *from = ts_location(w->ts, w->edge->source);
  if (from->kind == TS_ENTRY) return STRUCT_FREE;
  for (uint32_t i = 0; i < from->n_vars; i++)
    if (term_same(from->vars[i].now, var)) return STRUCT_OPEN;
  return STRUCT_FREE;
}

static Term no_axiom(void *context, Term var) {
  (void)context, (void)var;
  return term_true();
}

static Term no_expansion(void *context, Term var) {
  (void)context, (void)var;
  return TERM_NONE;
}

static StructAnswer ask(Whole *w) {
  StructGraph graph = {w, leaf, no_axiom, no_expansion};
  StructOptions options = {.backend = engine_backend(w->ts, w->options),
                           .smt = w->options->smt};
  Struct *s = struct_new(w->ts->mem, w->ts->store, &graph, &options);
  Term seed = engine_seed(w->options, w->edge->source);
  Term formula = term_and(w->ts->store, seed, w->edge->formula);
  StructAnswer answer = struct_check(s, formula, w->budget);
  w->stats->queries += struct_stats(s)->rounds;
  w->stats->clauses += struct_stats(s)->clauses;
  struct_free(s);
  return answer;
}

/* From the entry straight into the error. */
static void claim_path(Whole *w, uint32_t edge) {
  assert(w->ts->edges.at[edge].source.id == w->ts->entry.id);
  SmtResult answer =
      engine_confirm_path(w->ts, w->options, &edge, 1, w->budget, w->result);
  if (answer == SMT_UNSAT)
    engine_give_up(w->result, "internal error: two solvers disagree");
  else if (answer == SMT_UNKNOWN)
    engine_give_up(w->result, "the path could not be confirmed");
}

/* True: the edge cannot be taken; otherwise the result says what it means. */
static bool is_impossible(Whole *w, uint32_t edge) {
  w->edge = &w->ts->edges.at[edge];
  StructAnswer answer = ask(w);
  const TsLocation *from = ts_location(w->ts, w->edge->source);
  if (answer.status == STRUCT_IMPOSSIBLE) return true;
  if (answer.status == STRUCT_UNKNOWN && !answer.open.id) {
    w->stats->unknowns++;
    engine_give_up(w->result, "%s", answer.reason);
  } else if (from->kind == TS_ENTRY) {
    claim_path(w, edge);
  } else {
    engine_give_up(w->result, "depends on what the loop leaves: %s",
                   from->name);
  }
  return false;
}

static void run_structural(Ts *ts, const EngineOptions *options, Budget *budget,
                           EngineResult *result, EngineStats *stats) {
  require(ts->entry.id < ts->locations.n);
  Whole w = {.ts = ts,
             .options = options,
             .budget = budget,
             .result = result,
             .stats = stats};
  bool all = true;
  stats->depth = 1;
  for (uint32_t e = 0; e < ts->edges.n; e++) {
    TsKind to = ts_location(ts, ts->edges.at[e].target)->kind;
    if (to != TS_ERROR && to != TS_UNSUPPORTED) continue;
    all &= is_impossible(&w, e);
    if (result->claim == ENGINE_UNSAFE) return;
  }
  if (all) engine_prove_by_seeds(ts, options, TS_PROOF_INVARIANTS, result);
}

const Engine engine_structural = {
    .name = "structural",
    .what = "one formula per check, calls opened by need; loops by seed "
            "invariants only",
    .run = run_structural};
