/* SPDX-License-Identifier: MIT
 *
 * Cheap invariants by abstract interpretation over cutpoints. */
#ifndef ENGINE_ABSINT_ABSINT_H
#define ENGINE_ABSINT_ABSINT_H

#include "engine/engine.h"

typedef struct AiStats {
  uint64_t queries, templates, kept;
} AiStats;

/* Constants, equations modulo 2^w, intervals, differences and sums of the
 * integer state variables, perhaps under a condition: one invariant per
 * location, inductive together.  What the budget does not allow is left out.
 * True (there is always a list, of `true` at worst).  Memory: the term store's.
 */
BASE_MUST_USE bool ai_invariants(Ts *ts, const EngineOptions *options,
                                 Budget *budget, TermList *invariants,
                                 AiStats *stats);

#endif
