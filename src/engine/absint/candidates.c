/* SPDX-License-Identifier: MIT
 *
 * Candidates to invariants.
 *
 * Somebody says what may hold at the locations.  What does not hold when a run
 * comes there is dropped, and what is not kept by an edge if all the others
 * hold, until nothing is dropped any more: what is left is inductive together
 * with the invariants that are known (Houdini [FL01]).  Each edge has a solver
 * of its own with its formula; a candidate that takes long is dropped. */
#include "engine/absint/absint.h"

enum { TICKS_OF_ONE = 100 };

typedef struct Sieve {
  Ts *ts;
  const EngineOptions *options;
  Budget *budget;
  const TermList *known; /* by location */
  AiCandidate *list;
  uint32_t n;
  Smt **solvers; /* by edge; or NULL */
} Sieve;

static Smt *solver_of(Sieve *s, uint32_t edge) {
  assert(edge < s->ts->edges.n);
  if (s->solvers[edge]) return s->solvers[edge];
  const SmtBackend *backend = engine_backend(s->ts, s->options);
  Smt *smt = smt_new(s->ts->mem, s->ts->store, backend, s->options->smt);
  const TsEdge *e = &s->ts->edges.at[edge];
  smt_add(smt, e->formula);
  if (s->known->n) smt_add(smt, s->known->at[e->source.id]);
  s->solvers[edge] = smt;
  return smt;
}

/* Does the edge keep it, from where all that are left hold? */
static bool is_kept(Sieve *s, uint32_t edge, const AiCandidate *one) {
  const TsEdge *e = &s->ts->edges.at[edge];
  assert(!one->dropped && e->target.id == one->loc);
  TermList assumed = {0};
  for (uint32_t i = 0; i < s->n; i++)
    if (!s->list[i].dropped && s->list[i].loc == e->source.id)
      VEC_PUSH(s->ts->mem, &assumed, s->list[i].term);
  TermMap *map = ts_next_map(s->ts, e->target);
  VEC_PUSH(s->ts->mem, &assumed, term_not(term_map_apply(map, one->term)));
  SmtResult result = smt_check_within(solver_of(s, edge), assumed.at, assumed.n,
                                      s->budget, TICKS_OF_ONE);
  term_map_free(map);
  VEC_DONE(s->ts->mem, &assumed);
  return result == SMT_UNSAT;
}

static bool sieve_once(Sieve *s) {
  bool changed = false;
  for (uint32_t i = 0; i < s->n; i++)
    for (uint32_t e = 0; e < s->ts->edges.n && !s->list[i].dropped; e++) {
      if (s->ts->edges.at[e].target.id != s->list[i].loc) continue;
      s->list[i].dropped =
          budget_is_spent(s->budget) || !is_kept(s, e, &s->list[i]);
      changed |= s->list[i].dropped;
    }
  return changed;
}

void ai_sift(Ts *ts, const EngineOptions *options, Budget *budget,
             const TermList *known, AiCandidate *list, uint32_t n) {
  require(known->n == 0 || known->n == ts->locations.n);
  Sieve s = {.ts = ts,
             .options = options,
             .budget = budget,
             .known = known,
             .list = list,
             .n = n,
             .solvers = MEM_ARRAY(ts->mem, Smt *, ts->edges.n)};
  while (sieve_once(&s)) {
  }
  for (uint32_t e = 0; e < ts->edges.n; e++)
    if (s.solvers[e]) smt_free(s.solvers[e]);
  MEM_FREE_ARRAY(ts->mem, s.solvers, ts->edges.n);
}
