/* SPDX-License-Identifier: MIT
 *
 * Checking claims: no verdict leaves before it was checked here.
 *
 * A proof is checked by encoding the program anew, deriving every obligation
 * from the definition (not from the engine's formulas), and discharging each
 * in a fresh solver, by default not the one that found it.  A trace is checked
 * by running the program (replay.h).  One function, ev_decide, then makes the
 * verdict from the claim, the check and the ledger. */
#ifndef EVIDENCE_EVIDENCE_H
#define EVIDENCE_EVIDENCE_H

#include "encode/encode.h"
#include "smt/smt.h"
#include "ts/evidence.h"

typedef enum EvStatus {
  EV_CONFIRMED,
  EV_REFUTED,  /* an obligation does not hold: the proof is wrong */
  EV_UNDECIDED /* the budget ended, or a solver gave up */
} EvStatus;

typedef struct EvCheck {
  EvStatus status;
  uint32_t n_obligations; /* discharged so far */
  uint32_t n_by_second;   /* of these, not by the first back end */
  char problem[200];      /* what failed; "" when confirmed */
} EvCheck;

typedef struct EvOptions {
  const SmtBackend *backend; /* who discharges; NULL: Z3 */
  SmtOptions smt;
  const char *directory; /* write each obligation there as SMT-LIB; or NULL */
} EvOptions;

/* Checks `proof`, which speaks of `claimed`, against the program itself. */
EvCheck ev_check_proof(Mem *mem, Program *program, const EncOptions *encoding,
                       const Ts *claimed, const TsProof *proof,
                       const EvOptions *options, Budget *budget);

/* ---- the verdict ---- */

typedef enum EvVerdictKind { EV_TRUE, EV_FALSE, EV_UNKNOWN } EvVerdictKind;

typedef struct EvVerdict {
  EvVerdictKind kind;
  char property[64]; /* violated one */
  char reason[240];  /* of unknown */
} EvVerdict;

typedef struct EvClaim {
  enum { EV_CLAIMS_NOTHING, EV_CLAIMS_SAFE, EV_CLAIMS_UNSAFE } kind;
  const char *reason;   /* why nothing is claimed */
  const char *property; /* violated one */
} EvClaim;

/* TRUE needs a confirmed proof and no "under" entry in the ledger; FALSE needs
 * a confirmed replay; anything else is UNKNOWN with the first reason. */
EvVerdict ev_decide(const EvClaim *claim, EvStatus checked, const char *problem,
                    const LedgerEntry *ledger, uint32_t n_ledger);

#endif
