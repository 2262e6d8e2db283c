/* SPDX-License-Identifier: MIT
 *
 * Cheap invariants by abstract interpretation over cutpoints. */
#ifndef ENGINE_ABSINT_ABSINT_H
#define ENGINE_ABSINT_ABSINT_H

#include "engine/engine.h"

typedef struct AiStats {
  uint64_t queries, templates, kept;
} AiStats;

/* Intervals, differences and sums of the integer state variables, as linear
 * atoms: one invariant per location, inductive together.  False, and an empty
 * list, when the budget ended first.  Memory: the term store's. */
BASE_MUST_USE bool ai_invariants(Ts *ts, const EngineOptions *options,
                                 Budget *budget, TermList *invariants,
                                 AiStats *stats);

#endif
