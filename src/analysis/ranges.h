/* SPDX-License-Identifier: MIT
 *
 * Ranges of values: which numbers an SSA value of at most 64 bits can be,
 * read as unsigned and as signed.  Sound for the machine's arithmetic (wrap
 * around included), for every execution, whatever the property. */
#ifndef ANALYSIS_RANGES_H
#define ANALYSIS_RANGES_H

#include "ir/program.h"

/* All values v with umin <= v <= umax unsigned and smin <= v <= smax signed.
 * umin > umax: no value, the place is never reached. */
typedef struct Range {
  uint64_t umin, umax;
  int64_t smin, smax;
} Range;

static inline bool range_is_empty(Range i) {
  return i.umin > i.umax || i.smin > i.smax;
}

typedef struct Ranges Ranges;

/* The ranges of one function.  Call results, loads and inputs are unknown.  A
 * few sweeps over the function. */
Ranges *prog_ranges_new(Mem *mem, const Program *program, FuncId func);
void prog_ranges_free(Ranges *ranges);

/* The range of `val`, an integer of at most 64 bits, in executions that are in
 * `block` (behind its PHIs): branch conditions that dominate the block are
 * used. */
Range prog_range_at(const Ranges *ranges, Val val, BlockId block);

#endif
