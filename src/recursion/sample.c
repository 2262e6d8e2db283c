/* SPDX-License-Identifier: MIT
 *
 * Facts against runs: the program is run on random inputs, and each return of
 * a recursive function throws out the facts that do not hold for it.  A fact
 * that one run contradicts can be part of no contract, so nothing is lost. */
#include "recursion/infer.h"

#include "interp/interp.h"

enum { RUNS = 60, RUN_STEPS = 20000, MOST_DEPTH = 2000 };

typedef struct Sampler {
  ContractSet *set;
} Sampler;

uint32_t con_drop_false(Contract *contract, FactPlace place,
                        const uint64_t *values) {
  uint32_t n = 0, wrong = 0, before = contract->facts.n;
  for (uint32_t i = 0; i < before; i++) {
    Fact *fact = &contract->facts.at[i];
    if (fact->place == place && !fact_holds(contract, fact, values)) {
      wrong++;
      if (fact->row != ROW_OPEN) continue;
      fact_fit(contract, fact, values);
    }
    contract->facts.at[n++] = *fact;
  }
  contract->facts.n = n;
  return wrong;
}

static bool wants_none(void *context, const char *name) {
  (void)context, (void)name;
  return false;
}

static InterpCallOutcome take_sample(void *context, InterpCall *call) {
  const Sampler *sampler = context;
  for (uint32_t i = 0; i < sampler->set->list.n; i++) {
    char name[40];
    contract_sample_name(name, sizeof name, i);
    if (strcmp(name, call->name) != 0) continue;
    Contract *contract = &sampler->set->list.at[i];
    uint64_t values[CONTRACT_MOST_SLOTS];
    require(call->n_args == contract->n_slots);
    for (uint32_t s = 0; s < call->n_args; s++)
      values[s] = call->args[s].words[0];
    con_drop_false(contract, FACT_BEFORE, values);
    con_drop_false(contract, FACT_AFTER, values);
    return INTERP_CALL_DONE;
  }
  return INTERP_CALL_UNKNOWN;
}

void con_sample(ContractSet *set, const ConSetup *setup) {
  Program *p = prog_clone(setup->program);
  pass_contracts(p, set, CONTRACT_SAMPLE);
  Sampler sampler = {set};
  InterpOptions options = {.max_steps = RUN_STEPS,
                           .max_depth = MOST_DEPTH,
                           .budget = setup->budget,
                           .host = {&sampler, wants_none, take_sample}};
  Interp *run = interp_new(setup->mem, p, options);
  for (uint64_t seed = 1; seed <= RUNS; seed++) {
    InterpRandom random;
    interp_random_init(&random, setup->mem, seed);
    interp_run(run, interp_random(&random));
    interp_random_done(&random);
  }
  interp_free(run);
  prog_free(p);
}
