/* SPDX-License-Identifier: MIT
 *
 * One query for each edge. */
#include "query/query_int.h"

static void add_target_predicates(Ts *ts, TsLoc loc, const TermList *found,
                                  TermList *out) {
  Mem *mem = term_store_mem(ts->store);
  TermMap *next = ts_next_map(ts, loc);
  for (uint32_t i = 0; i < found->n; i++)
    VEC_PUSH(mem, out, term_map_apply(next, found->at[i]));
  term_map_free(next);
}

static void query_edge(Ts *ts, TsEdgeId e, QueryLinear *linear,
                       const TermList *lists, Query *query) {
  Mem *mem = term_store_mem(ts->store);
  const TsEdge *edge = ts_edge(ts, e);
  const TermList *source = &lists[edge->source.id];
  assert(linear->store == ts->store);
  TermList parts = {0};
  ts_edge_parts(ts, e, &parts);
  for (uint32_t i = 0; i < parts.n; i++)
    VEC_PUSH(mem, &query->parts, query_linearise(linear, parts.at[i]));
  for (uint32_t i = 0; i < source->n; i++)
    VEC_PUSH(mem, &query->predicates, source->at[i]);
  add_target_predicates(ts, edge->target, &lists[edge->target.id],
                        &query->predicates);
  VEC_DONE(mem, &parts);
}

void query_all(Ts *ts, QueryTake *take, void *context) {
  require(take);
  Mem *mem = term_store_mem(ts->store);
  QueryLinear linear;
  query_linear_init(&linear, ts->store);
  uint32_t n = ts->locations.n;
  TermList *lists = MEM_ARRAY(mem, TermList, n);
  query_predicates(ts, &linear, lists);
  for (uint32_t e = 0; e < ts->edges.n; e++) {
    Query query = {.edge = {e}};
    query_edge(ts, query.edge, &linear, lists, &query);
    assert(query.parts.n > 0);
    if (query.predicates.n) take(context, &query);
    VEC_DONE(mem, &query.parts);
    VEC_DONE(mem, &query.predicates);
  }
  for (uint32_t i = 0; i < n; i++) VEC_DONE(mem, &lists[i]);
  MEM_FREE_ARRAY(mem, lists, n);
  query_linear_done(&linear);
}
