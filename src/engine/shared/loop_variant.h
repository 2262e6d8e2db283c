/* SPDX-License-Identifier: MIT
 *
 * What a cube says apart from the round a loop is in. */
#ifndef ENGINE_SHARED_LOOP_VARIANT_H
#define ENGINE_SHARED_LOOP_VARIANT_H

#include "ts/ts.h"

/* Adds the loop-variant variables of the location: those that an edge from the
 * location to itself may change.  The map's keys are Term.id. */
void loop_variant_vars(const Ts *ts, TsLoc loc, Map *variant);

/* Replace loop-variant variables by what they equal, where that is
 * loop-invariant.  `seeds` holds in all states that matter, and its equations
 * are used as well.  The cube then contains at least as many of those states.
 * False: there is no such equation, and the cube is unchanged. */
bool cube_without_loop_variant(TermStore *store, const Map *variant, Term seeds,
                               TermList *cube);

#endif
