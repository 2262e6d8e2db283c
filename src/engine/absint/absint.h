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

/* What may hold at a location. */
typedef struct AiCandidate {
  uint32_t loc;
  Term term; /* over its `now` variables */
  bool dropped;
} AiCandidate;

/* Drops candidates until the others are inductive together with what is known:
 * by location, inductive itself; or empty.  Without budget all are dropped. */
void ai_sift(Ts *ts, const EngineOptions *options, Budget *budget,
             const TermList *known, AiCandidate *list, uint32_t n);

#endif
