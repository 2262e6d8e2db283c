/* SPDX-License-Identifier: MIT
 *
 * The ledger: see ledger.h. */
#include "base/ledger.h"

void ledger_add(Ledger *ledger, Mem *mem, Arena *texts, LedgerEntry entry) {
  require(entry.direction <= LEDGER_MODEL && entry.reason[0]);
  for (uint32_t i = 0; i < ledger->n; i++) {
    const LedgerEntry *known = &ledger->at[i];
    if (known->direction == entry.direction && known->loc.id == entry.loc.id &&
        strcmp(known->reason, entry.reason) == 0)
      return;
  }
  entry.reason = arena_strdup(texts, entry.reason);
  VEC_PUSH(mem, ledger, entry);
}
