/* SPDX-License-Identifier: MIT
 *
 * Shared by the files of this room. */
#ifndef QUERY_QUERY_INT_H
#define QUERY_QUERY_INT_H

#include "query/query.h"

/* linear.c: terms without what is not linear.  The same term always becomes
 * the same fresh variable. */
typedef struct QueryLinear {
  TermStore *store;
  TermMap *map;
  TermWalk walk;
  TermList numbers, stack; /* scratch */
} QueryLinear;

void query_linear_init(QueryLinear *linear, TermStore *store);
void query_linear_done(QueryLinear *linear);
Term query_linearise(QueryLinear *linear, Term t);

/* predicates.c: append to lists[i] the predicates of location i, over `now`. */
void query_predicates(Ts *ts, QueryLinear *linear, TermList *lists);

#endif
