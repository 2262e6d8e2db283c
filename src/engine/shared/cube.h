/* SPDX-License-Identifier: MIT
 *
 * Obligations: cubes of states from which a target is reachable, read off a
 * model of one edge.  Shared by the engines that go backwards. */
#ifndef ENGINE_SHARED_CUBE_H
#define ENGINE_SHARED_CUBE_H

#include "smt/smt.h"
#include "ts/evidence.h"

/* The solver's model satisfies the edge's formula and the target's literals
 * (over the target's `now` variables, true of its `next` ones in the model).
 * Appends literals over the source's `now` variables such that every state that
 * satisfies them can take the edge, by the same path, into the target's cube.
 * False: the model takes no path (it is none of the formula). */
BASE_MUST_USE bool cube_before(const Ts *ts, TsEdgeId edge, Smt *smt,
                               const TermList *target, TermList *literals);

#endif
