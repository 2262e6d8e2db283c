/* SPDX-License-Identifier: MIT
 *
 * Boolean abstraction by linear decision diagrams: translate, solve, bring the
 * answer home.
 *
 * There are three views of a query.  The fine one follows words that wrap
 * around through their windows.  Where many sums of pointers are compared,
 * telling windows apart is most of the work and may be too much.  So it is
 * given FINE_TICKS; if there is no answer by then, a coarser view is solved,
 * whose answer is larger, but small enough to be found. */
#include "predabs/paq_int.h"

#define DEFAULT_MAX_NODES (4u << 20)
#define FINE_TICKS        (1u << 16) /* coarser ones: half of it, ... */

static Paq *view_of(TermStore *store, const PaqReduced *reduced,
                    const PredabsLdd *options, PaqGrain grain) {
  Paq *paq = paq_new(options->theory ? options->theory : &ldd_linear);
  paq->numbers = options->numbers;
  paq_translate(paq, store, reduced, grain);
  if (grain == PAQ_FINE && options->order)
    paq_set_order(paq, options->order);
  else
    paq_arrange(paq);
  return paq;
}

Paq *paq_of_query(const PredabsQuery *query, const PredabsLdd *options,
                  PredabsAccept accept) {
  require(query->n_parts == 0 || query->parts);
  TermStore *store = smt_store(query->smt);
  PaqReduced reduced;
  paq_reduce(&reduced, store, query);
  paq_change_basis(&reduced, store);
  Paq *paq = view_of(store, &reduced, options, PAQ_FINE), *last = paq;
  if (accept == PREDABS_ACCEPT_ANY && paq->wraps_sums)
    last = last->coarser = view_of(store, &reduced, options, PAQ_MEDIUM);
  if (accept == PREDABS_ACCEPT_ANY && paq->wraps_words)
    last->coarser = view_of(store, &reduced, options, PAQ_COARSE);
  paq_reduced_done(&reduced, store);
  return paq;
}

static PaqSolution solve_within(Paq *paq, const PredabsLdd *options,
                                Budget *budget) {
  dd_limit(paq->dd, budget,
           options->max_nodes ? options->max_nodes : DEFAULT_MAX_NODES);
  return paq_solve(paq, options->reorder);
}

PaqSolution paq_solve_some(Paq **paq, const PredabsLdd *options,
                           Budget *budget) {
  Budget unlimited = {0};
  if (!budget) budget = &unlimited;
  for (uint64_t ticks = FINE_TICKS; (*paq)->coarser; ticks /= 2) {
    Budget part = budget_part(budget, ticks);
    PaqSolution solution = solve_within(*paq, options, &part);
    budget_return(budget, &part);
    if (!dd_is_stopped((*paq)->dd) || budget_is_spent(budget)) return solution;
    Paq *coarser = (*paq)->coarser;
    (*paq)->coarser = NULL;
    paq_free(*paq);
    *paq = coarser;
  }
  return solve_within(*paq, options, budget);
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
  Paq *paq = paq_of_query(query, options, PREDABS_ACCEPT_ANY);
  Paq *fine = paq;
  PaqSolution solution = paq_solve_some(&paq, options, budget);
  bool has_given_up = dd_is_stopped(paq->dd);
  if (options->last)
    *options->last = has_given_up || paq != fine ? NULL : paq_order(paq);
  Dd states = has_given_up ? dd_true()
                           : paq_bring_home(paq, dd, query, solution.states,
                                            options->home);
  paq_free(paq);
  bool is_strongest = solution.is_exact && !has_given_up;
  return predabs_finish(dd, states,
                        is_strongest ? PREDABS_STRONGEST : PREDABS_WEAKER,
                        stats ? stats : &unused);
}
