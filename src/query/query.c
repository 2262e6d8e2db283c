/* SPDX-License-Identifier: MIT
 *
 * One query for each edge. */
#include "query/query_int.h"

static void add_target_predicates(Ts *ts, TsLoc loc, QueryLinear *linear,
                                  TermList *out) {
  Mem *mem = term_store_mem(ts->store);
  TermMap *next = ts_next_map(ts, loc);
  TermList found = {0};
  query_predicates(ts, loc, linear, &found);
  for (uint32_t i = 0; i < found.n; i++)
    VEC_PUSH(mem, out, term_map_apply(next, found.at[i]));
  VEC_DONE(mem, &found);
  term_map_free(next);
}

void query_all(Ts *ts, QueryTake *take, void *context) {
  Mem *mem = term_store_mem(ts->store);
  QueryLinear linear;
  query_linear_init(&linear, ts->store);
  for (uint32_t e = 0; e < ts->edges.n; e++) {
    Query query = {.edge = {e}};
    TsEdge edge = ts->edges.at[e];
    TermList parts = {0};
    ts_edge_parts(ts, query.edge, &parts);
    for (uint32_t i = 0; i < parts.n; i++)
      VEC_PUSH(mem, &query.parts, query_linearise(&linear, parts.at[i]));
    query_predicates(ts, edge.source, &linear, &query.predicates);
    add_target_predicates(ts, edge.target, &linear, &query.predicates);
    if (query.predicates.n) take(context, &query);
    VEC_DONE(mem, &parts);
    VEC_DONE(mem, &query.parts);
    VEC_DONE(mem, &query.predicates);
  }
  query_linear_done(&linear);
}
