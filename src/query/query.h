/* SPDX-License-Identifier: MIT
 *
 * Abstraction queries from a transition system: the benchmark of [GCS11 §5]
 * from any program.
 *
 * For each edge: the edge's formula over-approximated to linear arithmetic,
 * and as predicates the atoms of the weakest preconditions of the branches that
 * can be reached, at the source (over `now`) and at the target (`next`). */
#ifndef QUERY_QUERY_H
#define QUERY_QUERY_H

#include "ts/ts.h"

typedef struct Query {
  TsEdgeId edge;
  TermList parts; /* in topological order */
  TermList predicates;
} Query; /* valid in the callback */

typedef void QueryTake(void *context, const Query *query);

/* Calls back with one query for each edge that has predicates. */
void query_all(Ts *ts, QueryTake *take, void *context);

#endif
