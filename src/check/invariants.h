/* SPDX-License-Identifier: MIT
 *
 * A proof's invariants in C, at the loops of the user's program. */
#ifndef CHECK_INVARIANTS_H
#define CHECK_INVARIANTS_H

#include "ir/program.h"
#include "report/report.h"
#include "ts/evidence.h"

/* Fills the summary's list, one entry for each location where something is
 * known; texts live in `texts`. */
void inv_print(RepSummary *summary, Arena *texts, const Program *program,
               const Ts *ts, const TsProof *proof);

#endif
