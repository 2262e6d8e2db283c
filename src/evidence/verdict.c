/* SPDX-License-Identifier: MIT
 *
 * The one place where a verdict is made. */
#include "evidence/evidence.h"

static EvVerdict unknown(const char *what, const char *why) {
  assert(*what != 0);
  EvVerdict verdict = {.kind = EV_UNKNOWN};
  snprintf(verdict.reason, sizeof verdict.reason, "%s%s%s", what,
           *why ? ": " : "", why);
  return verdict;
}

EvVerdict ev_decide(const EvClaim *claim, EvStatus checked, const char *problem,
                    const LedgerEntry *ledger, uint32_t n_ledger) {
  require(claim->kind != EV_CLAIMS_NOTHING || claim->reason);
  require(claim->kind != EV_CLAIMS_UNSAFE || claim->property);
  switch (claim->kind) {
  case EV_CLAIMS_NOTHING: return unknown(claim->reason, "");
  case EV_CLAIMS_SAFE:
    if (checked != EV_CONFIRMED)
      return unknown("the proof could not be confirmed", problem);
    for (uint32_t i = 0; i < n_ledger; i++)
      if (ledger[i].direction == LEDGER_UNDER)
        return unknown("not every behaviour was looked at", ledger[i].reason);
    return (EvVerdict){.kind = EV_TRUE};
  case EV_CLAIMS_UNSAFE: {
    if (checked != EV_CONFIRMED)
      return unknown("the counterexample could not be replayed", problem);
    EvVerdict verdict = {.kind = EV_FALSE};
    snprintf(verdict.property, sizeof verdict.property, "%s", claim->property);
    return verdict;
  }
  }
  unreachable_case();
}
