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
} QueryLinear;

void query_linear_init(QueryLinear *linear, TermStore *store);
void query_linear_done(QueryLinear *linear);
Term query_linearise(QueryLinear *linear, Term t);

/* predicates.c: append the predicates of a location, over `now`. */
void query_predicates(Ts *ts, TsLoc loc, QueryLinear *linear, TermList *out);

#endif
