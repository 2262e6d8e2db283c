/* SPDX-License-Identifier: MIT
 *
 * A proof's invariants in C, at the loops of the user's program. */
#ifndef CHECK_INVARIANTS_INVARIANTS_H
#define CHECK_INVARIANTS_INVARIANTS_H

#include "ir/program.h"
#include "report/report.h"
#include "ts/evidence.h"

/* Fills the summary's list, one entry for each location where something is
 * known; texts live in `texts`. */
void inv_print(RepSummary *summary, Arena *texts, const Program *program,
               const Ts *ts, const TsProof *proof);

/* Adds a fact at a location in C, and where that is; false: C cannot say it, or
 * not in short. */
bool inv_print_fact(Text *out, const Program *program, const Ts *ts, TsLoc loc,
                    Term fact);

/* The conjuncts of an invariant, not too many; memory: the system's. */
void inv_conjuncts(const Ts *ts, Term invariant, TermList *out);

#endif
