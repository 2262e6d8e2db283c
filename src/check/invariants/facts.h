/* SPDX-License-Identifier: MIT
 *
 * What was found out about a program under one property, for others. */
#ifndef CHECK_INVARIANTS_FACTS_H
#define CHECK_INVARIANTS_FACTS_H

#include "engine/engine.h"
#include "ir/program.h"
#include "process/board.h"

/* Puts the invariants of a proof on the board. */
void facts_tell(Board *board, const Program *program, const Ts *ts,
                const TsProof *proof);

typedef struct FactsHeard {
  uint32_t n, kept;
} FactsHeard;
/* Takes those on the board that hold here, too, to the seeds: by location, or
 * empty. */
FactsHeard facts_hear(const Board *board, const Program *program, Ts *ts,
                      const EngineOptions *options, Budget *budget,
                      TermList *seeds);

#endif
