/* SPDX-License-Identifier: MIT
 *
 * Probing: the compiled program is run thousands of times, or for hundreds of
 * millions of steps, with inputs that follow what the runs show. */
#ifndef REPLAY_GUIDED_GUIDED_H
#define REPLAY_GUIDED_GUIDED_H

#include "replay/bitcode/bitcode.h"
#include "interp/interp.h"

typedef struct ProbeSetup {
  Mem *mem;
  const FeInput *inputs; /* the modules, to be read again */
  uint32_t n_inputs;
  const Property *property;
  FeCompile compile;
  Budget *budget;
} ProbeSetup;

typedef struct ProbeStats {
  uint64_t runs;
  uint64_t steps; /* edges of the control flow, and some for each process */
  uint64_t edges; /* different ones */
} ProbeStats;

typedef struct Probe Probe;

/* Builds the executable; never NULL. */
Probe *probe_new(const ProbeSetup *setup);
/* Nothing is left running. */
ProbeStats probe_free(Probe *probe);

/* Runs the program until some run ends in an error: true, and `into` holds that
 * run's inputs by site and occurrence, with chain 0; a parameter of the entry
 * has the site that replay/bitcode/bitcode.h gives it.  May be called again,
 * for another one.  False: the budget is spent, or there is nothing to be found
 * this way. */
BASE_MUST_USE bool probe_next(Probe *probe, InterpTable *into);
/* Why nothing was found. */
const char *probe_why(const Probe *probe);

#endif
