/* SPDX-License-Identifier: MIT
 *
 * Running the system a little.
 *
 * A run begins at the entry and takes one edge after the other; a solver that
 * gets the state before the edge finds one after it.  Edges are tried in
 * turn, beginning with another one at each step, so that loops are left now and
 * then.  Inputs are the solver's choice; small values are preferred, so that
 * loops that count up to them end, and not the same ones in every run.
 *
 * States so found are real.  They serve to exclude equations by arithmetic that
 * would each cost a question otherwise.
 *
 * Cost: RUNS times STEPS questions that fix every variable before the edge. */
#include "engine/absint/absint_int.h"

enum {
  RUNS = 10,
  STEPS = 40,
  MOST_TICKS = 2500, /* of all runs */
  EDGE_TICKS = 60,   /* of a question */
  SMALL = 16         /* preferred values are below it */
};

typedef struct Sampler {
  Ai *ai;
  Budget budget;
  Rng rng;
  uint32_t loc;
  TermList state; /* constants, by variable of the location */
} Sampler;

static SmtResult check(Sampler *s, uint32_t e, const TermList *assume) {
  Budget part = budget_extra(&s->budget, EDGE_TICKS);
  SmtResult result =
      pair_check(ai_solver(s->ai, e), assume->at, assume->n, &part);
  budget_return(&s->budget, &part);
  return result;
}

static bool prefer(Sampler *s, uint32_t e, TermList *assume, Term preferred) {
  assert(term_is_bool(s->ai->store, preferred));
  VEC_PUSH(s->ai->mem, assume, preferred);
  if (check(s, e, assume) == SMT_SAT) return true;
  assume->n--;
  return false;
}

/* Numbers at the end of the edge are to be small, and not always the same, if
 * they can. */
static SmtResult prefer_small(Sampler *s, uint32_t e, TermList *assume) {
  TermStore *store = s->ai->store;
  const TsLocation *to = ts_location(s->ai->ts, s->ai->ts->edges.at[e].target);
  for (uint32_t i = 0; i < to->n_vars; i++) {
    Term var = to->vars[i].next;
    if (!ai_is_number(s->ai, to->vars[i].now)) continue;
    uint32_t width = term_width(store, var);
    if (width < 6) continue;
    Term value = term_u64(store, rng_below(&s->rng, SMALL), width);
    Term most = term_u64(store, 2 * SMALL, width);
    if (!prefer(s, e, assume, term_eq(store, var, value)))
      (void)prefer(s, e, assume, term_ult(store, var, most));
  }
  return check(s, e, assume);
}

/* Inputs are chosen where the entry is left; later the first answer does. */
static SmtResult find_successor(Sampler *s, uint32_t e) {
  assert(s->ai->ts->edges.at[e].source.id == s->loc);
  Ai *ai = s->ai;
  const TsLocation *from = &ai->ts->locations.at[s->loc];
  assert(s->loc == ai->ts->entry.id || s->state.n == from->n_vars);
  TermList assume = {0};
  for (uint32_t i = 0; i < from->n_vars; i++)
    VEC_PUSH(ai->mem, &assume,
             term_eq(ai->store, from->vars[i].now, s->state.at[i]));
  SmtResult result = check(s, e, &assume);
  if (result == SMT_SAT && s->loc == ai->ts->entry.id)
    result = prefer_small(s, e, &assume);
  VEC_DONE(ai->mem, &assume);
  return result;
}

static void step_over(Sampler *s, uint32_t e) {
  Ai *ai = s->ai;
  Smt *smt = pair_answer(ai_solver(ai, e));
  s->loc = ai->ts->edges.at[e].target.id;
  s->state.n = 0;
  const TsLocation *at = &ai->ts->locations.at[s->loc];
  for (uint32_t i = 0; i < at->n_vars; i++)
    VEC_PUSH(ai->mem, &s->state, smt_value_term(smt, at->vars[i].next));
  assert(s->state.n == at->n_vars);
}

/* One edge further; false: the run ends here. */
static bool advance(Sampler *s, AiMeet *meet, void *context) {
  Ai *ai = s->ai;
  uint32_t n = ai->ts->edges.n, first = rng_below(&s->rng, n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t e = (first + i) % n;
    const TsEdge *edge = &ai->ts->edges.at[e];
    if (edge->source.id != s->loc) continue;
    if (ts_location(ai->ts, edge->target)->kind != TS_CUT) continue;
    if (find_successor(s, e) != SMT_SAT) continue;
    meet(context, e, pair_answer(ai_solver(ai, e)));
    step_over(s, e);
    return true;
  }
  return false;
}

void ai_sample(Ai *ai, AiMeet *meet, void *context) {
  require(!ai->is_running);
  Sampler s = {.ai = ai, .budget = *ai->budget, .rng = {1}};
  uint64_t most = s.budget.ticks + MOST_TICKS;
  ai->is_running = true;
  for (uint32_t run = 0; run < RUNS; run++) {
    s.loc = ai->ts->entry.id;
    s.state.n = 0;
    for (uint32_t i = 0; i < STEPS && s.budget.ticks < most; i++)
      if (budget_is_spent(&s.budget) || !advance(&s, meet, context)) break;
  }
  ai->is_running = false;
  VEC_DONE(ai->mem, &s.state);
  budget_return(ai->budget, &s.budget);
}
