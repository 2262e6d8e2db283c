/* SPDX-License-Identifier: MIT
 *
 * Coverage-guided runs: the compiled program is run thousands of times, or for
 * hundreds of millions of steps, with inputs that follow what the runs show. */
#ifndef REPLAY_GUIDED_GUIDED_H
#define REPLAY_GUIDED_GUIDED_H

#include "replay/bitcode/bitcode.h"
#include "interp/interp.h"

typedef struct GuidedSetup {
  Mem *mem;
  const FeInput *inputs; /* the modules, to be read again */
  uint32_t n_inputs;
  const Property *property;
  FeCompile compile;
  Budget *budget;
} GuidedSetup;

typedef struct GuidedStats {
  uint64_t runs;
  uint64_t steps; /* edges of the control flow, and some for each process */
  uint64_t edges; /* different ones */
} GuidedStats;

typedef struct Guided Guided;

/* Builds the executable; never NULL. */
Guided *guided_new(const GuidedSetup *setup);
/* Nothing is left running. */
GuidedStats guided_free(Guided *guided);

/* Runs the program until some run ends in an error: true, and `into` holds that
 * run's inputs by site and occurrence, with chain 0; a parameter of the entry
 * has the site that replay/bitcode/bitcode.h gives it.  May be called again,
 * for another one.  False: the budget is spent, or there is nothing to be found
 * this way. */
BASE_MUST_USE bool guided_next(Guided *guided, InterpTable *into);
/* Why nothing was found. */
const char *guided_why(const Guided *guided);

#endif
