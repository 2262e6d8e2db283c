/* SPDX-License-Identifier: MIT
 *
 * The ledger: every approximation and every premise, from the place that makes
 * it to the verdict (docs/SOUNDNESS.md, 3).  A program has one, and the
 * transition system made from it. */
#ifndef BASE_LEDGER_H
#define BASE_LEDGER_H

#include "base/base.h"

/* A position in the program's source: a row of Program.locs; 0 is unknown. */
typedef struct LocId {
  uint32_t id;
} LocId;

typedef enum Direction {
  LEDGER_OVER,    /* more behaviours: errors may be spurious */
  LEDGER_UNDER,   /* fewer behaviours: no proof */
  LEDGER_PREMISE, /* the verdict holds if this does */
  LEDGER_MODEL    /* the same, of memory as C has it: accesses, lives, addresses
                     in any program */
} Direction;

typedef struct LedgerEntry {
  Direction direction;
  const char *reason; /* "function 'foo' has no body: any result, no effect" */
  LocId loc;
} LedgerEntry;

typedef Vec(LedgerEntry) Ledger;

/* Adds an entry; an equal one is kept once.  The reason is copied to `texts`.
 */
void ledger_add(Ledger *ledger, Mem *mem, Arena *texts, LedgerEntry entry);

#endif
