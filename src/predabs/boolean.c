/* SPDX-License-Identifier: MIT
 *
 * Boolean abstraction by enumeration: the strongest Boolean combination of the
 * predicates that the formula implies [LNO06].
 *
 * smt/allsat.c enumerates, on the one solver, cubes of the predicates; here
 * they become a diagram.  Literals that are implied are in every cube.  When
 * the enumeration is cut short, what was seen is no over-approximation: then
 * the answer is the strongest conjunction, as far as it can still be had.
 *
 * Cubes are collected a few at a time and joined as a balanced tree, because
 * adding them one by one to a large diagram costs its size each time.
 */
#include "predabs/predabs_int.h"

#include "smt/allsat.h"

#define BATCH 64u

typedef struct Boolean {
  DdStore *dd;
  const PredabsQuery *query;
  PredabsStats *stats;
  Dd states;
  Vec(Dd) batch; /* cubes not joined yet */
} Boolean;

static void join_batch(Boolean *b) {
  assert(b->batch.n <= BATCH);
  Dd more = dd_or_n(b->dd, b->batch.at, b->batch.n);
  b->states = dd_or(b->dd, b->states, more);
  VEC_CLEAR(&b->batch);
}

/* Literals come in the order of the predicates. */
static AllsatNext on_cube(void *context, const Term *literals, uint32_t n) {
  Boolean *b = context;
  const PredabsQuery *query = b->query;
  Dd cube = dd_true();
  uint32_t at = query->n;
  for (uint32_t i = n; i-- > 0;) {
    while (at-- > 0)
      if (term_node(query->predicates[at]) == term_node(literals[i])) break;
    assert(at < query->n);
    int truth = term_same(query->predicates[at], literals[i]);
    cube = dd_and(b->dd, cube, dd_literal(b->dd, query->vars[at], truth));
  }
  VEC_PUSH(dd_mem(b->dd), &b->batch, cube);
  if (b->batch.n == BATCH) join_batch(b);
  b->stats->cubes++;
  return dd_is_stopped(b->dd) ? ALLSAT_STOP : ALLSAT_GO_ON;
}

PredabsAnswer predabs_allsat(DdStore *dd, const PredabsQuery *query,
                             Budget *budget, PredabsStats *stats) {
  PredabsStats unused = {0};
  for (uint32_t i = 0; i < query->n; i++)
    require(query->vars[i].id < dd_n_vars(dd));
  Boolean b = {.dd = dd,
               .query = query,
               .stats = stats ? stats : &unused,
               .states = dd_false()};
  AllsatQuery all = {.important = query->predicates,
                     .n_important = query->n,
                     .assumptions = query->assumptions,
                     .n_assumptions = query->n_assumptions,
                     .shape = query->cubes == PREDABS_CUBES_WHOLE
                                  ? ALLSAT_DISJOINT
                                  : ALLSAT_OVERLAPPING,
                     .question_ticks = query->question_ticks,
                     .cube = on_cube,
                     .context = &b};
  uint64_t before = smt_stats(query->smt)->checks;
  SmtResult result = allsat_enumerate(query->smt, &all, budget);
  join_batch(&b);
  VEC_DONE(dd_mem(dd), &b.batch);
  b.stats->checks += smt_stats(query->smt)->checks - before;
  if (result == SMT_UNSAT)
    return predabs_finish(dd, b.states, PREDABS_STRONGEST, b.stats);
  Dd fallback = predabs_cartesian(dd, query, budget, NULL).states;
  return predabs_finish(dd, fallback, PREDABS_WEAKER, b.stats);
}
