/* SPDX-License-Identifier: MIT
 *
 * The same system over narrowed domains: of a variable that is only copied and
 * compared with constants, only the value class is kept, which is what the
 * comparisons can tell apart. */
#ifndef ENGINE_SHARED_NARROW_H
#define ENGINE_SHARED_NARROW_H

#include "ts/ts.h"

typedef struct Narrow Narrow;

typedef enum NarrowHow {
  NARROW_DOMAINS,
  NARROW_NOTHING /* a copy (for comparison) */
} NarrowHow;

/* `ts` must outlive it. */
Narrow *narrow_new(Ts *ts, NarrowHow how);
void narrow_free(Narrow *narrow);

/* The narrow system: the same locations and edges by number, the same paths;
 * its edges ask for no inputs. */
Ts *narrow_ts(const Narrow *narrow);

/* The nodes of all narrow variables. */
const Map *narrow_vars(const Narrow *narrow);

/* A seed invariant of a location, over its `now` variables, as far as the
 * narrow system can express it: implied by the seed. */
Term narrow_seed(Narrow *narrow, Term seed);
/* A formula over a narrow location's `now` variables as one over those of the
 * original: true of a state if and only if true of its image. */
Term narrow_back(Narrow *narrow, Term formula);

#endif
