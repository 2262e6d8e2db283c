/* SPDX-License-Identifier: MIT
 *
 * Boolean abstraction by linear decision diagrams: translate, solve, bring the
 * answer home. */
#include "predabs/paq_int.h"

#define DEFAULT_MAX_NODES (4u << 20)

Paq *paq_of_query(const PredabsQuery *query, const PredabsLdd *options,
                  Budget *budget) {
  require(query->n_parts == 0 || query->parts);
  Paq *paq = paq_new(options->theory ? options->theory : &ldd_linear);
  paq->numbers = options->numbers;
  TermStore *store = smt_store(query->smt);
  PaqReduced reduced;
  paq_reduce(&reduced, store, query);
  paq_translate(paq, store, &reduced);
  paq_reduced_done(&reduced, store);
  dd_limit(paq->dd, budget,
           options->max_nodes ? options->max_nodes : DEFAULT_MAX_NODES);
  if (options->order)
    paq_set_order(paq, options->order);
  else
    paq_arrange(paq);
  return paq;
}

/* What is small in the order that sifting found can be large in another.
 * Predicates that share a variable stand together. */
static void take_over_order(const Paq *paq, DdStore *dd,
                            const PredabsQuery *query) {
  Mem *mem = dd_mem(dd);
  DdVars order = {0};
  for (uint32_t level = 0; level < dd_n_vars(paq->dd); level++) {
    DdVar var = dd_var_at(paq->dd, level);
    for (uint32_t i = 0; i < query->n; i++)
      if (paq->predicates.at[paq->shared.at[i].predicate].id == var.id)
        VEC_PUSH(mem, &order, query->vars[i]);
  }
  assert(order.n == query->n);
  dd_set_order(dd, order.at, order.n);
  VEC_DONE(mem, &order);
}

/* The first of the query's predicates that share a variable gets it; the
 * others are equal or opposite to that. */
Dd paq_bring_home(const Paq *paq, DdStore *dd, const PredabsQuery *query,
                  Dd states, PredabsHome home) {
  if (smt_check_level(query->smt) >= 1) dd_require_valid(paq->dd);
  require(paq->shared.n == query->n && !dd_is_stopped(paq->dd));
  if (home == PREDABS_HOME_REORDERED) take_over_order(paq, dd, query);
  Mem *mem = dd_mem(dd);
  uint32_t n = dd_n_vars(paq->dd), n_given = 0;
  DdVar *map = MEM_ARRAY(mem, DdVar, n);
  Dd same = dd_true();
  for (uint32_t i = 0; i < query->n; i++) {
    PaqShared shared = paq->shared.at[i];
    assert(shared.predicate <= n_given);
    DdVar *first = &map[paq->predicates.at[shared.predicate].id];
    if (shared.predicate == n_given) {
      *first = query->vars[i];
      n_given++;
      continue;
    }
    Dd a = dd_var(dd, *first), b = dd_var(dd, query->vars[i]);
    same = dd_and(dd, same,
                  shared.is_negated ? dd_xor(dd, a, b) : dd_iff(dd, a, b));
  }
  assert(n_given == paq->predicates.n);
  Dd copy = dd_copy(dd, paq->dd, states, map);
  MEM_FREE_ARRAY(mem, map, n);
  return dd_and(dd, copy, same);
}

PredabsAnswer predabs_ldd(DdStore *dd, const PredabsQuery *query,
                          const PredabsLdd *options, Budget *budget,
                          PredabsStats *stats) {
  PredabsStats unused = {0};
  Paq *paq = paq_of_query(query, options, budget);
  PaqSolution solution = paq_solve(paq, options->reorder);
  bool has_given_up = dd_is_stopped(paq->dd);
  if (options->last) *options->last = has_given_up ? NULL : paq_order(paq);
  Dd states = has_given_up ? dd_true()
                           : paq_bring_home(paq, dd, query, solution.states,
                                            options->home);
  paq_free(paq);
  bool is_strongest = solution.is_exact && !has_given_up;
  return predabs_finish(dd, states,
                        is_strongest ? PREDABS_STRONGEST : PREDABS_WEAKER,
                        stats ? stats : &unused);
}
