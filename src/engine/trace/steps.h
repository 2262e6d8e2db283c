/* SPDX-License-Identifier: MIT
 *
 * A transition system as points joined by guarded assignments. */
#ifndef ENGINE_TRACE_STEPS_H
#define ENGINE_TRACE_STEPS_H

#include "ts/ts.h"

#define TRACE_NONE UINT32_MAX

typedef Vec(uint32_t) TraceNumbers;

/* A place of control: a location of the Ts, or a block inside an edge. */
typedef struct TracePoint {
  uint32_t loc; /* TRACE_NONE: inside an edge */
  TsKind kind;  /* TS_CUT inside an edge */
  Term *vars;   /* what a state gives values to: the location's `now`
                   variables, or what is live in the edge */
  uint32_t n_vars;
  TraceNumbers out; /* steps */
  uint32_t n_in;
  bool is_head;   /* a cycle can be entered here */
  uint32_t depth; /* loops around it */
} TracePoint;

/* One guarded, simultaneous assignment. */
typedef struct TraceStep {
  uint32_t from, to; /* points */
  uint32_t edge;     /* of the Ts */
  Term guard;        /* over from's variables and the inputs */
  Term *values;      /* of to's variables, over the same */
  TermList inputs;   /* variables that nothing at `from` determines */
  TermMap *back;     /* to's variables to their values */
} TraceStep;

typedef struct TraceSteps {
  Mem *mem;
  TermStore *store;
  const Ts *ts;
  Arena arena;
  Vec(TracePoint) points; /* the locations first, by number */
  Vec(TraceStep) steps;
} TraceSteps;

TraceSteps *trace_steps_new(const Ts *ts);
void trace_steps_free(TraceSteps *all);

/* Does the term contain an input of the step? */
bool trace_has_input(const TraceSteps *all, const TraceStep *step, Term t);

/* Every step's terms speak of the variables of its ends and its inputs. */
BASE_MUST_USE bool trace_steps_validate(const TraceSteps *all);

#endif
