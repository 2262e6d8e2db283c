/* SPDX-License-Identifier: MIT
 *
 * Ranges of values: which numbers an SSA value of at most 64 bits can be,
 * read as unsigned and as signed.  Sound for the machine's arithmetic (wrap
 * around included), for every execution, whatever the property. */
#ifndef PROGRAM_INTERVAL_H
#define PROGRAM_INTERVAL_H

#include "program/program.h"

/* All values v with umin <= v <= umax unsigned and smin <= v <= smax signed.
 * umin > umax: no value, the place is never reached. */
typedef struct Interval {
  uint64_t umin, umax;
  int64_t smin, smax;
} Interval;

static inline bool interval_is_empty(Interval i) {
  return i.umin > i.umax || i.smin > i.smax;
}

typedef struct Intervals Intervals;

/* The ranges of one function.  Call results, loads and inputs are unknown.  A
 * few sweeps over the function. */
Intervals *prog_intervals_new(Mem *mem, const Program *program, FuncId func);
void prog_intervals_free(Intervals *intervals);

/* Is there a range: an integer of at most 64 bits. */
bool prog_interval_has(const Intervals *intervals, Val val);
/* The range of `val` wherever it is defined; prog_interval_has must hold. */
Interval prog_interval_of(const Intervals *intervals, Val val);
/* The range of `val` in executions that are in `block` (behind its PHIs):
 * branch conditions that dominate the block are used. */
Interval prog_interval_at(const Intervals *intervals, Val val, BlockId block);
/* False: `block` is certainly never executed. */
bool prog_interval_may_reach(const Intervals *intervals, BlockId block);

/* What an ADD, SUB, MUL or SHL certainly does not do. */
enum { INTERVAL_NO_SIGNED_WRAP = 1, INTERVAL_NO_UNSIGNED_WRAP = 2 };
unsigned prog_interval_wraps(const Intervals *intervals, uint32_t inst);

#endif
