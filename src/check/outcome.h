/* SPDX-License-Identifier: MIT
 *
 * What an attempt ended with.  An outcome owns everything in it: the proof's
 * summary, the counterexample, the ledger. */
#ifndef CHECK_OUTCOME_H
#define CHECK_OUTCOME_H

#include "evidence/evidence.h"
#include "replay/replay.h"
#include "report/report.h"

typedef struct Outcome {
  Mem *mem;
  EvVerdict verdict;
  Cause cause; /* of an unknown verdict */
  Arena texts; /* of summary and ledger */
  RepSummary summary;
  LedgerEntry *ledger; /* [0..n_ledger[, as the encoding left it */
  uint32_t n_ledger;
  Program *program; /* a variant's, for places; NULL: the exact one */
  EvReplay replay;  /* of an error that was claimed; mem == NULL: none */
  RepCounterexample counterexample; /* mem == NULL: there is none */
  Text tree;              /* of the predicate engine, for dot; may be empty */
  uint32_t n_obligations; /* written as a certificate's draft */
} Outcome;

void outcome_init(Outcome *outcome, Mem *mem);
void outcome_done(Outcome *outcome);
/* Becomes unknown. */
void outcome_set_unknown(Outcome *outcome, Cause cause, const char *format, ...)
    BASE_PRINTF(3, 4);
bool outcome_is_unknown(const Outcome *outcome);
/* Forgets an error that was claimed. */
void outcome_drop_replay(Outcome *outcome);
/* Is there a counterexample that was confirmed? */
bool outcome_has_counterexample(const Outcome *outcome);

#endif
