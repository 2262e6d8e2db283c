/* SPDX-License-Identifier: MIT
 *
 * Going along a path of the stack once more, from other values. */
#ifndef ENGINE_TRACE_WALK_H
#define ENGINE_TRACE_WALK_H

#include "engine/trace/trace_int.h"

typedef struct TraceWalk {
  bool used;
  uint32_t point;
  Term *start;  /* values at the beginning */
  Term *values; /* values now, of the point's variables */
  uint32_t n_start;
  TermList guards; /* of the steps taken, over what `start` speaks of */
} TraceWalk;

/* From given values, which are copied. */
void trace_walk_init(Trace *t, TraceWalk *walk, uint32_t point,
                     const Term *start);
/* From new symbols. */
void trace_walk_fresh(Trace *t, TraceWalk *walk, uint32_t point);
void trace_walk_step(Trace *t, TraceWalk *walk, uint32_t step);
/* Along the steps from frame `from` to frame `to`; abstraction at heads on the
 * way is not applied. */
void trace_walk_frames(Trace *t, TraceWalk *walk, uint32_t from, uint32_t to);
void trace_walk_done(Trace *t, TraceWalk *walk);

/* The point's variables to these values. */
TermMap *trace_point_map(Trace *t, uint32_t point, const Term *values);
/* The seed invariant of the point, about these values. */
Term trace_seed(Trace *t, uint32_t point, const Term *values);

#endif
