/* SPDX-License-Identifier: MIT
 *
 * Problem.  Engines unroll and solve; an error behind a loop of a thousand
 * rounds costs them a thousand copies of its body, although nearly any run of
 * the program may meet it.
 *
 * Idea.  Before anything else is tried, run the program some dozens of times.
 * An input is a function of (seed, place, occurrence), so a run that meets an
 * error can be repeated and its inputs recorded.  Inputs are drawn from what
 * makes branches go either way: zero, small numbers, and the constants that
 * the program itself compares with, give or take one; each run has its own
 * mixture, and some repeat the first answer of a place.  Pointers are NULL and
 * fresh memory is zero: replay finds objects for those, if need be.
 *
 * This is the simplest of fuzzers, without feedback.  It decides nothing: what
 * it finds is replayed like every counterexample.
 *
 * Cost: SHORT_RUNS, MIDDLE_RUNS and LONG_RUNS of increasing length, some 6
 * million steps together; a program that asks for no input is run once, as far
 * as the longest. */
#include "program/trial.h"

enum {
  SHORT_RUNS = 80,
  MIDDLE_RUNS = 30,
  LONG_RUNS = 2,
  SHORT_STEPS = 10000,
  MIDDLE_STEPS = 100000,
  LONG_STEPS = 1000000,
  ONLY_STEPS = 20000000, /* of a program without inputs */
  MOST_CONSTANTS = 4096
};

typedef Vec(uint64_t) Constants;

typedef struct Trial {
  const Program *program;
  uint64_t seed;
  Constants constants;
  Map counts;     /* place -> requests so far */
  uint64_t asked; /* requests of the run */
} Trial;

/* ---- constants to try ---- */

static bool compares(Op op) {
  return op == OP_EQ || op == OP_NE || op == OP_ULT || op == OP_ULE ||
         op == OP_SLT || op == OP_SLE || op == OP_SWITCH;
}

static void collect_of(const Program *p, const Function *f, Map *seen,
                       Constants *out) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      for (uint32_t k = 0; compares(inst->op) && k < inst->n_ops; k++) {
        uint64_t value;
        if (!val_is_const(inst->ops[k]) || out->n >= MOST_CONSTANTS ||
            !prog_const_as_u64(p, inst->ops[k], &value) ||
            map_find(seen, value))
          continue;
        map_put(seen, value, 1);
        VEC_PUSH(p->mem, out, value);
      }
    }
}

static void collect(const Program *p, Constants *out) {
  Map seen;
  map_init(&seen, p->mem);
  for (uint32_t f = 1; f < p->funcs.n; f++)
    if (p->funcs.at[f].state == FUNC_DEFINED &&
        p->funcs.at[f].origin == FUNC_USER)
      collect_of(p, &p->funcs.at[f], &seen, out);
  map_done(&seen);
}

/* ---- inputs ---- */

static uint64_t draw(const Trial *t, Rng *rng) {
  uint32_t style = (uint32_t)(t->seed % 4), dice = rng_below(rng, 8);
  if (style == 0 && dice < 6) return rng_below(rng, 2);
  if (style == 1 && dice < 5) return rng_below(rng, 12);
  if (t->constants.n && dice < 6) {
    uint64_t value = t->constants.at[rng_below(rng, t->constants.n)];
    return value + (dice < 4 ? 0 : dice == 4 ? 1 : UINT64_MAX);
  }
  return dice == 6 ? rng_next(rng) : UINT64_MAX - rng_below(rng, 4);
}

static bool answer(void *context, const InterpPlace *place, uint32_t bits,
                   BvWord *value) {
  Trial *t = context;
  uint64_t key = hash_mix(place->site, place->chain);
  uint64_t *count = map_find(&t->counts, key);
  if (!count) count = map_put(&t->counts, key, 0);
  bool sticky = t->seed % 5 == 4;
  uint64_t nth = sticky ? 0 : *count;
  ++*count;
  t->asked++;
  bool pointer =
      place->inst && prog_type(t->program, place->inst->type)->kind == TYPE_PTR;
  Rng rng = {hash_mix(hash_mix(t->seed, key), nth)};
  bv_set_u64(value, t->seed == 0 || pointer ? 0 : draw(t, &rng), bits);
  return true;
}

static void no_bytes(void *context, const InterpPlace *place, uint8_t *bytes,
                     uint64_t n) {
  Trial *t = context;
  (void)place;
  t->asked += n > 0;
  if (n) memset(bytes, 0, n);
}

static InterpInputs inputs_of(Trial *t, uint64_t seed) {
  t->seed = seed;
  t->asked = 0;
  map_clear(&t->counts);
  return (InterpInputs){t, answer, no_bytes};
}

/* ---- runs ---- */

static InterpEnd run_once(Trial *t, Mem *mem, InterpInputs inputs,
                          uint64_t most, Budget *budget, TrialStats *stats) {
  InterpOptions options = {.max_steps = most, .budget = budget};
  Interp *run = interp_new(mem, t->program, options);
  InterpResult result = interp_run(run, inputs);
  stats->runs++;
  stats->steps += result.steps;
  interp_free(run);
  return result.end;
}

static uint64_t length_of(uint32_t run) {
  if (run < SHORT_RUNS) return SHORT_STEPS;
  return run < SHORT_RUNS + MIDDLE_RUNS ? MIDDLE_STEPS : LONG_STEPS;
}

static bool try_all(Trial *t, Mem *mem, Budget *budget, uint64_t *length,
                    TrialStats *stats) {
  for (uint32_t i = 0; i < SHORT_RUNS + MIDDLE_RUNS + LONG_RUNS; i++) {
    *length = length_of(i);
    InterpInputs inputs = inputs_of(t, i);
    InterpEnd end = run_once(t, mem, inputs, *length, budget, stats);
    if (end == INTERP_ERROR) return true;
    if (budget && budget_is_spent(budget)) return false;
    if (t->asked) continue;
    if (end != INTERP_FUEL || *length == ONLY_STEPS) return false;
    *length = ONLY_STEPS; /* it will ask for nothing, or late */
    inputs = inputs_of(t, i);
    end = run_once(t, mem, inputs, *length, budget, stats);
    if (end == INTERP_ERROR || !t->asked) return end == INTERP_ERROR;
  }
  return false;
}

bool prog_trial(Mem *mem, const Program *program, Budget *budget,
                InterpTable *into, TrialStats *stats) {
  Trial t = {.program = program};
  uint64_t length = 0;
  map_init(&t.counts, mem);
  collect(program, &t.constants);
  bool found = try_all(&t, mem, budget, &length, stats);
  if (found) {
    InterpRecorder recorder = {inputs_of(&t, t.seed), into};
    InterpEnd end =
        run_once(&t, mem, interp_record(&recorder), length, budget, stats);
    found = end == INTERP_ERROR;
  }
  VEC_DONE(program->mem, &t.constants);
  map_done(&t.counts);
  return found;
}
