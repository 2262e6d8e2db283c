/* SPDX-License-Identifier: MIT
 *
 * Concrete runs: the program is executed with inputs that are easy to think
 * of, before any engine starts. */
#ifndef INTERP_CONCRETE_H
#define INTERP_CONCRETE_H

#include "interp/interp.h"

typedef struct ConcreteStats {
  uint32_t runs;
  uint64_t steps;
} ConcreteStats;

typedef enum ConcreteEnd {
  CONCRETE_NOTHING,
  CONCRETE_FAILS, /* some run ends in an error */
  CONCRETE_ENDS   /* there are no inputs, and the only run ends without an error
                   */
} ConcreteEnd;

typedef struct ConcreteOptions {
  Budget *budget; /* or NULL */
  /* INTERP_SURE: that the only run ends without an error is said only if that
   * is so with such memory, too. */
  InterpMemory memory;
  bool bad_access_ends; /* the run, without an error */
} ConcreteOptions;

/* Runs a program that has its errors and its entry (pass.h: after the pass
 * `entry`) until a run ends in an error; then `into` holds that run's inputs.
 * The number of steps is limited, so every call does the same work; `budget`
 * may end it sooner. */
ConcreteEnd concrete_runs(Mem *mem, const Program *program,
                          const ConcreteOptions *options, InterpTable *into,
                          ConcreteStats *stats);

/* Of a program whose only run ended: does that run look at addresses, so that
 * it may go otherwise where objects lie elsewhere?  Also true where that cannot
 * be said: it is too long, or does what only such memory takes amiss. */
bool concrete_looks(Mem *mem, const Program *program,
                    const ConcreteOptions *options);

#endif
