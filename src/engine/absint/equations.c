/* SPDX-License-Identifier: MIT
 *
 * An engine of polynomial equations alone.
 *
 * Some programs need no search, only an invariant that the cheap domains cannot
 * express: 2*s = i*i - i after a loop that adds up numbers, k = i*m + j in a
 * nested loop.  The engine adds such equations between products of variables
 * (affine.c) to the seed invariants.  When they exclude every error, it claims
 * so; otherwise it gives up.
 *
 * A few short runs of the system (sample.c) leave few candidates.  Whether one
 * is kept by an edge is seen by multiplying out (smt/split/refute.h); bits can
 * hardly show that, but they find a state that breaks it, or else it is given
 * up. */
#include "engine/absint/absint_int.h"

#include "smt/split/refute.h"

enum {
  STATE_TICKS = 400,  /* to find a state */
  REFUTE_TICKS = 600, /* to multiply out a candidate, */
  LONG_TICKS = 8000,  /* ... and what excludes an error */
  PASS_TICKS = 15000, /* of one domain */
  MOST_NUMBERS = 12   /* of a location: equations give some of them */
};

static SmtResult ask_bits(Ai *ai, uint32_t edge, const TermList *conjuncts,
                          uint64_t ticks) {
  Budget part = budget_part(ai->budget, ticks);
  SmtResult result =
      pair_check(ai_solver(ai, edge), conjuncts->at, conjuncts->n, &part);
  budget_return(ai->budget, &part);
  return result;
}

/* The edge first, then the newest conjuncts: their cases come first. */
static SmtResult multiply_out(Ai *ai, uint32_t edge, const TermList *conjuncts,
                              uint64_t ticks) {
  assert(edge < ai->ts->edges.n);
  TermList parts = {0};
  Budget part = budget_part(ai->budget, ticks);
  VEC_PUSH(ai->mem, &parts, ai->ts->edges.at[edge].formula);
  for (uint32_t i = conjuncts->n; i-- > 0;)
    VEC_PUSH(ai->mem, &parts, conjuncts->at[i]);
  SmtResult result = smt_refute(ai->mem, ai->store, &smt_blast,
                                ai->options->smt, parts.at, parts.n, &part);
  budget_return(ai->budget, &part);
  VEC_DONE(ai->mem, &parts);
  return result;
}

SmtResult ai_ask_products(Ai *ai, uint32_t edge, const TermList *conjuncts) {
  SmtResult result = multiply_out(ai, edge, conjuncts, REFUTE_TICKS);
  if (result == SMT_UNKNOWN)
    result = ask_bits(ai, edge, conjuncts, STATE_TICKS);
  return result;
}

static bool is_bad(const Ai *ai, TsLoc loc) {
  TsKind kind = ts_location(ai->ts, loc)->kind;
  return kind == TS_ERROR || kind == TS_UNSUPPORTED;
}

/* Do the invariants exclude every edge to an error? */
static bool excludes_errors(Ai *ai) {
  bool safe = true;
  for (uint32_t e = 0; e < ai->ts->edges.n && safe; e++) {
    const TsEdge *edge = &ai->ts->edges.at[e];
    if (!is_bad(ai, edge->target)) continue;
    TermList conjuncts = {0};
    term_conjuncts(ai->store, ai->invariants.at[edge->source.id], &conjuncts);
    ai->stats->queries++;
    SmtResult result = ask_bits(ai, e, &conjuncts, STATE_TICKS);
    if (result == SMT_UNKNOWN)
      result = multiply_out(ai, e, &conjuncts, LONG_TICKS);
    safe = result == SMT_UNSAT;
    VEC_DONE(ai->mem, &conjuncts);
  }
  return safe;
}

static void claim(Ai *ai, EngineResult *result) {
  assert(result->proof.invariants.n == 0);
  result->proof.kind = TS_PROOF_INVARIANTS;
  for (uint32_t l = 0; l < ai->ts->locations.n; l++)
    VEC_PUSH(term_store_mem(ai->store), &result->proof.invariants,
             term_and(ai->store, engine_seed(ai->options, (TsLoc){l}),
                      narrow_back(ai->narrow, ai->invariants.at[l])));
  result->claim = ENGINE_SAFE;
  assert(result->proof.invariants.n == ai->ts->locations.n);
}

static void learn(Ai *ai, const AiDomain *domain) {
  TermList found = {0};
  Budget *whole = ai->budget, part = budget_part(whole, PASS_TICKS);
  ai->budget = &part;
  if (ai_fixpoint(ai, domain, (AiSplit){0}, &found))
    for (uint32_t l = 0; l < found.n; l++)
      ai->invariants.at[l] =
          term_and(ai->store, ai->invariants.at[l], found.at[l]);
  assert(found.n == ai->invariants.n);
  ai->budget = whole;
  budget_return(whole, &part);
  VEC_DONE(term_store_mem(ai->store), &found);
}

/* Until they exclude every error. */
static bool learn_enough(Ai *ai) {
  static const AiDomain *const domains[] = {&ai_products, &ai_octagons,
                                            &ai_products, &ai_cubes};
  for (int i = 0; i < 4; i++) {
    learn(ai, domains[i]);
    if (domains[i] != &ai_octagons && excludes_errors(ai)) return true;
  }
  return false;
}

static bool is_array(const Ai *ai, Term var) {
  return sort_kind(term_sort(ai->store, var)) == SORT_ARRAY;
}

/* Is there a place with some numbers, and not too many for products?  Where
 * memory is part of the state, every question is about it, too, and takes many
 * times as long. */
static bool is_worthwhile(const Ai *ai) {
  bool found = false;
  for (uint32_t l = 0; l < ai->ts->locations.n; l++) {
    const TsLocation *at = &ai->ts->locations.at[l];
    uint32_t numbers = 0;
    for (uint32_t i = 0; i < at->n_vars; i++) {
      if (is_array(ai, at->vars[i].now)) return false;
      numbers += ai_is_number(ai, at->vars[i].now);
    }
    found |= at->kind == TS_CUT && numbers >= 2 && numbers <= MOST_NUMBERS;
  }
  return found;
}

static void run_equations(Ts *ts, const EngineOptions *options, Budget *budget,
                          EngineResult *result, EngineStats *stats) {
  require(ts->entry.id < ts->locations.n);
  AiStats counts = {0};
  Ai ai = {.store = ts->store,
           .mem = ts->mem,
           .options = options,
           .budget = budget,
           .stats = &counts,
           .start = AI_FROM_RUNS};
  ai_init(&ai, ts);
  if (is_worthwhile(&ai) && learn_enough(&ai))
    claim(&ai, result);
  else
    engine_give_up(result, "%s",
                   budget_is_spent(budget) ? "out of time"
                                           : "equations do not exclude errors");
  stats->queries += counts.queries;
  ai_done(&ai);
}

const Engine engine_equations = {
    .name = "equations",
    .what = "equations between products of variables, found without a search",
    .run = run_equations};
