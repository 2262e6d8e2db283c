/* SPDX-License-Identifier: MIT
 *
 * The same system over fewer bits: variables that are only copied and compared
 * with constants keep only what the comparisons can tell apart. */
#ifndef ENGINE_SHARED_NARROW_H
#define ENGINE_SHARED_NARROW_H

#include "ts/ts.h"

typedef struct Narrow Narrow;

typedef enum NarrowHow {
  NARROW_CODES,
  NARROW_NOTHING /* a copy (for comparison) */
} NarrowHow;

/* `ts` must outlive it. */
Narrow *narrow_new(Ts *ts, NarrowHow how);
void narrow_free(Narrow *narrow);

/* The narrow system: the same locations and edges by number, the same paths;
 * its edges ask for no inputs. */
Ts *narrow_ts(const Narrow *narrow);
/* How many state variables became narrower. */
uint32_t narrow_n_vars(const Narrow *narrow);

/* The nodes of all narrow variables. */
const Map *narrow_codes(const Narrow *narrow);

/* A fact about a location's `now` variables, as far as the narrow system can
 * say it: implied by the fact. */
Term narrow_fact(Narrow *narrow, TsLoc loc, Term fact);
/* A formula over a narrow location's `now` variables as one over those of the
 * original: true of a state if and only if true of its image. */
Term narrow_back(Narrow *narrow, Term formula);

#endif
