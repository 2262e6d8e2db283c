/* SPDX-License-Identifier: MIT
 *
 * The life of an outcome. */
#include "check/outcome.h"

void outcome_init(Outcome *outcome, Mem *mem) {
  require(mem);
  *outcome = (Outcome){.mem = mem, .verdict = {.kind = EV_UNKNOWN}};
  arena_init(&outcome->texts, mem);
  text_init(&outcome->tree, mem);
}

void outcome_drop_replay(Outcome *outcome) {
  assert(!outcome->replay.mem || outcome->replay.mem == outcome->mem);
  if (outcome->replay.mem) ev_replay_done(&outcome->replay);
  if (outcome->counterexample.mem)
    rep_counterexample_done(&outcome->counterexample);
  outcome->replay = (EvReplay){0};
  outcome->counterexample = (RepCounterexample){0};
}

void outcome_done(Outcome *outcome) {
  require(outcome->mem);
  outcome_drop_replay(outcome);
  if (outcome->program) prog_free(outcome->program);
  text_done(&outcome->tree);
  arena_done(&outcome->texts);
  *outcome = (Outcome){0};
}

void outcome_set_unknown(Outcome *outcome, Cause cause, const char *format,
                         ...) {
  require(cause != CAUSE_NONE);
  outcome->verdict = (EvVerdict){.kind = EV_UNKNOWN};
  outcome->cause = cause;
  va_list args;
  va_start(args, format);
  vsnprintf(outcome->verdict.reason, sizeof outcome->verdict.reason, format,
            args);
  va_end(args);
}

bool outcome_is_unknown(const Outcome *outcome) {
  return outcome->verdict.kind == EV_UNKNOWN;
}

bool outcome_has_counterexample(const Outcome *outcome) {
  return outcome->verdict.kind == EV_FALSE &&
         outcome->counterexample.mem != NULL;
}
