/* SPDX-License-Identifier: MIT
 *
 * The parts of the explicit engine: which values an input is tried with, a run
 * through one edge from one state, a set of states as a term.
 *
 * A value of a state or an input is kept in 64 bits; systems with wider
 * variables, or arrays in their state, are not for this engine. */
#ifndef ENGINE_EXPLICIT_EXPLICIT_INT_H
#define ENGINE_EXPLICIT_EXPLICIT_INT_H

#include "engine/engine.h"

/* Can a value of the sort be kept in 64 bits? */
bool explicit_fits(Sort sort);
/* The value with these bits, which fit. */
TermValue explicit_value(TermEval *eval, Sort sort, uint64_t bits);

/* ---- candidates.c ---- */

/* The values that tell one behaviour of an edge from another: what its inputs
 * are compared with. */
typedef struct Candidates Candidates;
Candidates *candidates_new(const Ts *ts, const TsEdge *edge);
void candidates_free(Candidates *candidates);
/* Does the value of a term of the edge depend on inputs? */
bool candidates_depends(const Candidates *candidates, Term t);
/* Is it a variable that nothing in the edge gives a value to? */
bool candidates_is_input(const Candidates *candidates, Term var);
/* How many there are for an input (at least one), and the i-th. */
uint32_t candidates_count(const Candidates *candidates, Term input);
uint64_t candidates_value(const Candidates *candidates, Term input, uint32_t i);
/* Append the inputs whose values fit. */
void candidates_inputs(const Candidates *candidates, TermList *inputs);

/* ---- walk.c ---- */

/* What an input was, in one run. */
typedef struct Choice {
  Term input;
  uint64_t value;
} Choice;

typedef enum WalkEnd {
  WALK_ARRIVED,   /* at the target */
  WALK_ELSEWHERE, /* the run leaves the edge's blocks */
  WALK_STUCK,     /* a value that decides where to go is not known */
  WALK_NO_MORE    /* all candidates were tried */
} WalkEnd;

typedef struct Walk Walk;
Walk *walk_new(const Ts *ts, TsEdgeId edge);
void walk_free(Walk *walk);
/* From now on runs start in this state of the edge's source, which must stay
 * where it is. */
void walk_start(Walk *walk, const uint64_t *state);
/* The next run, with other candidates. */
WalkEnd walk_run(Walk *walk);
/* One run with these inputs; others are zero. */
WalkEnd walk_run_with(Walk *walk, const Choice *choices, uint32_t n);
/* After WALK_ARRIVED: the state there, and the inputs that were asked for.
 * Valid until the next run. */
const uint64_t *walk_target(const Walk *walk);
const Choice *walk_choices(const Walk *walk, uint32_t *n);
/* How many blocks the last run went through. */
uint32_t walk_length(const Walk *walk);
/* Over the inputs: holds for those that, from the same state, take the same
 * path to the same target.  Not after WALK_STUCK. */
Term walk_class(Walk *walk);
/* The last run as a model of the edge. */
TsModel walk_model(Walk *walk);
const Candidates *walk_candidates(const Walk *walk);

/* ---- states.c ---- */

/* The states (rows of n_vars values) of a location as a term over its
 * variables. */
Term states_term(Ts *ts, TsLoc loc, const uint64_t *const *states, uint32_t n);

#endif
