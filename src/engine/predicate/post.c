/* SPDX-License-Identifier: MIT
 *
 * Abstract successors over one edge.
 *
 * image     the strongest set over the target's predicates that the edge leads
 *           to from the given states [BCGKS09, section II-B]: the states are
 *           an assumption of the edge's solver, predabs/ does the rest.
 * relation  the edge's relation is abstracted once for each precision, over
 *           the predicates of both ends [GCS11, section 2]; successors are
 *           then the diagram's image, without any solver.
 *
 * The image is as precise as the abstraction is; the relation loses what links
 * the states by more than the source's predicates, which is nothing: states
 * are sets of valuations of exactly these.  So both give the same diagrams
 * (with AllSAT), at different cost: many cheap questions, or few hard ones.
 *
 * Products among the predicates can make one question too hard.  An edge where
 * enumeration met such a question is coarse from then on: its successors are
 * conjunctions of what is found easily, and what those lose comes back as
 * predicates that are whole clauses (refine.c).  If even these are too hard to
 * decide, the questions are asked without a limit.
 *
 * Every edge has one incremental solver, which refinement uses as well.  Sets
 * of states asked about leave gates behind that every later model must give a
 * value to, so a solver that has become a few times larger than the edge is
 * made anew. */
#include "engine/predicate/predicate_int.h"

Smt *pred_solver(Pred *p, uint32_t e) {
  require(e < p->ts->edges.n);
  if (p->solvers[e]) return p->solvers[e];
  const TsEdge *edge = &p->ts->edges.at[e];
  Smt *smt = smt_new(p->mem, p->store, p->backend, p->options->smt);
  smt_add(smt, edge->formula);
  smt_add(smt, p->seeds.at[edge->source.id]);
  p->solvers[e] = smt;
  return smt;
}

static void free_solver(Pred *p, uint32_t e) {
  assert(p->solvers[e] != NULL);
  p->stats->clauses += smt_stats(p->solvers[e])->clauses;
  smt_free(p->solvers[e]);
  p->solvers[e] = NULL;
}

void pred_free_solvers(Pred *p) {
  for (uint32_t e = 0; e < p->ts->edges.n; e++)
    if (p->solvers[e]) free_solver(p, e);
}

Smt *pred_fresh_solver(Pred *p, uint32_t e) {
  if (p->solvers[e]) {
    uint64_t now = smt_stats(p->solvers[e])->clauses;
    if (!p->solver_sizes[e]) p->solver_sizes[e] = now;
    uint64_t most = p->solver_sizes[e] + p->solver_sizes[e] / 2;
    if (now > most) {
      p->solver_sizes[e] = 0;
      p->stats->rebuilt++;
      free_solver(p, e);
    }
  }
  return pred_solver(p, e);
}

void pred_stop(Pred *p, const char *why) {
  if (p->stopped) return;
  p->stopped = true;
  engine_give_up(p->result, "%s after %llu refinements",
                 budget_is_spent(p->budget) ? "out of time" : why,
                 (unsigned long long)p->stats->refinements);
}

bool pred_become_patient(Pred *p) {
  bool was_patient = p->is_patient;
  p->is_patient = true;
  memset(p->is_coarse, 0, p->ts->edges.n);
  return !was_patient;
}

void pred_assume(Pred *p, Dd states, TermList *assume) {
  assert(!dd_is_false(states));
  if (!dd_is_true(states)) VEC_PUSH(p->mem, assume, pred_term_of(p, states));
}

static PredabsAnswer by_enumeration(Pred *p, uint32_t e,
                                    const PredabsQuery *query) {
  if (p->is_coarse[e])
    return predabs_cartesian(p->dd, query, p->budget, &p->abstraction);
  PredabsAnswer answer =
      predabs_allsat(p->dd, query, p->budget, &p->abstraction);
  p->is_coarse[e] = answer.quality == PREDABS_WEAKER;
  return answer;
}

/* By diagrams; where they are not exact, by enumeration: a set that is too
 * large could show the same spurious path again. */
static PredabsAnswer by_diagrams(Pred *p, uint32_t e, const PredabsQuery *query,
                                 const PredabsLdd *how) {
  PredabsAnswer answer =
      predabs_ldd(p->dd, query, how, p->budget, &p->abstraction);
  if (answer.quality == PREDABS_STRONGEST) return answer;
  return by_enumeration(p, e, query);
}

/* The edge's formula and the seed of its source, part by part. */
static void list_parts(Pred *p, uint32_t e, TermList *parts) {
  const TsEdge *edge = &p->ts->edges.at[e];
  VEC_PUSH(term_store_mem(p->store), parts, p->seeds.at[edge->source.id]);
  ts_edge_parts(p->ts, (TsEdgeId){e}, parts);
  assert(parts->n > 0);
}

enum { QUESTION_TICKS = 6000 };

static Dd abstract(Pred *p, uint32_t e, PredabsQuery *query) {
  uint64_t checks = p->abstraction.checks;
  PredabsAnswer answer = {PREDABS_WEAKER, dd_true()};
  PredabsLdd how = {.reorder = DD_ORDER_SIFT};
  EngineAbstraction abstraction = p->options->predicate.abstraction;
  TermList parts = {0};
  if (abstraction == ENGINE_ABSTRACT_LDD || abstraction == ENGINE_ABSTRACT_MIN)
    list_parts(p, e, &parts);
  query->parts = parts.at;
  query->n_parts = parts.n;
  query->question_ticks = p->is_patient ? 0 : QUESTION_TICKS;
  switch (abstraction) {
  case ENGINE_ABSTRACT_CARTESIAN:
    answer = predabs_cartesian(p->dd, query, p->budget, &p->abstraction);
    break;
  case ENGINE_ABSTRACT_ALLSAT: answer = by_enumeration(p, e, query); break;
  case ENGINE_ABSTRACT_LDD: answer = by_diagrams(p, e, query, &how); break;
  case ENGINE_ABSTRACT_MIN:
    answer = predabs_min(p->dd, query, &how, p->budget, &p->abstraction);
    break;
  }
  VEC_DONE(term_store_mem(p->store), &parts);
  p->stats->queries += p->abstraction.checks - checks;
  return answer.states;
}

static Dd image(Pred *p, uint32_t e, Dd states) {
  const PredPlace *to = &p->places[p->ts->edges.at[e].target.id];
  assert(to->next.n == to->vars.n);
  TermList assume = {0};
  pred_assume(p, states, &assume);
  PredabsQuery query = {.smt = pred_fresh_solver(p, e),
                        .assumptions = assume.at,
                        .n_assumptions = assume.n,
                        .predicates = to->next.at,
                        .vars = to->vars.at,
                        .n = to->next.n};
  Dd found = abstract(p, e, &query);
  VEC_DONE(p->mem, &assume);
  return found;
}

/* ---- relations ---- */

static Dd make_relation(Pred *p, uint32_t e) {
  const TsEdge *edge = &p->ts->edges.at[e];
  const PredPlace *from = &p->places[edge->source.id];
  const PredPlace *to = &p->places[edge->target.id];
  TermList predicates = {0};
  Vec(DdVar) vars = {0};
  for (uint32_t i = 0; i < from->predicates.n; i++) {
    VEC_PUSH(p->mem, &predicates, from->predicates.at[i]);
    VEC_PUSH(p->mem, &vars, from->vars.at[i]);
  }
  for (uint32_t i = 0; i < to->next.n; i++) {
    VEC_PUSH(p->mem, &predicates, to->next.at[i]);
    VEC_PUSH(p->mem, &vars, to->ends.at[i]);
  }
  assert(predicates.n == vars.n);
  PredabsQuery query = {.smt = pred_fresh_solver(p, e),
                        .predicates = predicates.at,
                        .vars = vars.at,
                        .n = vars.n};
  Dd found = abstract(p, e, &query);
  VEC_DONE(p->mem, &predicates);
  VEC_DONE(p->mem, &vars);
  return found;
}

static Dd relation(Pred *p, uint32_t e) {
  assert(p->options->predicate.post == ENGINE_POST_RELATION);
  const TsEdge *edge = &p->ts->edges.at[e];
  uint32_t n_source = p->places[edge->source.id].predicates.n;
  uint32_t n_target = p->places[edge->target.id].predicates.n;
  PredRelation *old = &p->relations[e];
  if (old->is_made && old->n_source == n_source && old->n_target == n_target)
    return old->states;
  Dd states = make_relation(p, e);
  if (old->is_made) dd_release(p->dd, old->states);
  dd_protect(p->dd, states);
  *old = (PredRelation){states, n_source, n_target, true};
  return states;
}

static Dd image_of_relation(Pred *p, uint32_t e, Dd states) {
  const TsEdge *edge = &p->ts->edges.at[e];
  const PredPlace *from = &p->places[edge->source.id];
  const PredPlace *to = &p->places[edge->target.id];
  assert(to->ends.n == to->vars.n);
  Dd step = relation(p, e);
  Dd cube = dd_cube_of(p->dd, from->vars.at, from->vars.n);
  Dd found = dd_and_exists(p->dd, step, states, cube);
  Vec(Dd) values = {0};
  for (uint32_t i = 0; i < to->vars.n; i++)
    VEC_PUSH(p->mem, &values, dd_var(p->dd, to->vars.at[i]));
  found = dd_compose(p->dd, found, to->ends.at, values.at, values.n);
  VEC_DONE(p->mem, &values);
  return found;
}

Dd pred_post(Pred *p, uint32_t e, Dd states) {
  assert(!dd_is_false(states));
  p->stats->posts++;
  double start = clock_cpu();
  Dd found = p->post == ENGINE_POST_RELATION ? image_of_relation(p, e, states)
                                             : image(p, e, states);
  p->stats->post_microseconds += (uint64_t)((clock_cpu() - start) * 1e6);
  return found;
}
