/* SPDX-License-Identifier: MIT
 *
 * Trials: the program is simply run, with inputs that are easy to think of. */
#ifndef INTERP_CONCRETE_H
#define INTERP_CONCRETE_H

#include "interp/interp.h"

typedef struct TrialStats {
  uint32_t runs;
  uint64_t steps;
} TrialStats;

typedef enum TrialEnd {
  TRIAL_NOTHING,
  TRIAL_FAILS, /* some run ends in an error */
  TRIAL_ENDS   /* there are no inputs, and the only run ends without an error */
} TrialEnd;

/* Runs a program that has its errors and its entry (pass.h: behind the pass
 * `entry`) until some run ends in an error; `into` holds that run's inputs.
 * The work is bounded by steps, so that it is the same each time; `budget` may
 * end it sooner. */
TrialEnd prog_trial(Mem *mem, const Program *program, Budget *budget,
                    InterpTable *into, TrialStats *stats);

#endif
