/* SPDX-License-Identifier: MIT
 *
 * What a cube says apart from where a loop's counter stands. */
#ifndef ENGINE_SHARED_LOOP_VARIANT_H
#define ENGINE_SHARED_LOOP_VARIANT_H

#include "ts/ts.h"

/* Variables of the location that may be others when it is reached again from
 * itself; the map's keys are Term.id. */
void rest_moving(const Ts *ts, TsLoc loc, Map *moving);

/* Replace variables that move by what they equal and does not move; `known`
 * holds in all states that matter, and its equations count, too.  Of those
 * states the cube has more then, never fewer.  False: there is no such
 * equation, and it is as it was. */
bool rest_cube(TermStore *store, const Map *moving, Term known, TermList *cube);

#endif
