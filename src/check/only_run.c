/* SPDX-License-Identifier: MIT
 *
 * There is no other run than the one that was tried, unless the program looks
 * at the addresses that run had.  The ledger of the system with fixed addresses
 * says so; if it does, the run itself is watched (interp/looks.c). */
#include "check/only_run.h"

#include "check/features.h"

/* What the ledger of the program says of the run, with fixed addresses. */
static EvVerdict judge_program(const EvReplay *replay, const Checker *checker,
                               const Task *task, EncLooks looks) {
  EvClaim claim = {.kind = EV_CLAIMS_SAFE};
  Task fixed = *task;
  fixed.encoding.nulls = ENC_NULL_ENDS;
  fixed.encoding.looks = looks;
  System system;
  system_encode(&system, checker, &fixed);
  EvVerdict verdict = ev_decide(&claim, replay->status, replay->problem,
                                system.ts->ledger.at, system.ts->ledger.n);
  system_done(&system, checker);
  return verdict;
}

/* Recursion that was cut hides what the run did further down: then a program
 * in which recursive functions stay called is looked at. */
static EvVerdict judge_calls(const EvReplay *replay, const Checker *checker,
                             const Task *task, const Snapshots *snapshots,
                             EncLooks looks) {
  PassRun run = {0};
  PassOptions options = PASS_DEFAULTS;
  options.inlining.max_recursive = 0;
  require(snapshots->resolved);
  Task called = *task;
  called.program = prog_clone(snapshots->resolved);
  pass_run(&run, called.program, snapshots->property, &options, PASS_ID_INLINE,
           PASS_ID_CLEAN_MEMORY);
  EvVerdict verdict = judge_program(replay, checker, &called, looks);
  prog_free(called.program);
  return verdict;
}

static EvVerdict judge(const EvReplay *replay, const Checker *checker,
                       const Task *task, const Snapshots *snapshots,
                       EncLooks looks) {
  EvVerdict verdict = judge_program(replay, checker, task, looks);
  bool is_cut = features_has_cut_recursion(task->program);
  return is_cut && verdict.kind != EV_UNKNOWN
             ? judge_calls(replay, checker, task, snapshots, looks)
             : verdict;
}

EvVerdict only_run_judge(const EvReplay *replay, const Checker *checker,
                         const Task *task, const Snapshots *snapshots) {
  require(snapshots->concrete_end == CONCRETE_ENDS);
  EvVerdict verdict = judge(replay, checker, task, snapshots, ENC_LOOKS_MATTER);
  bool may_depend =
      verdict.kind == EV_UNKNOWN && replay->status == EV_CONFIRMED;
  return may_depend && !snapshots_look_at_addresses(snapshots)
             ? judge(replay, checker, task, snapshots, ENC_LOOKS_HARMLESS)
             : verdict;
}
