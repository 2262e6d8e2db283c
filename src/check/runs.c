/* SPDX-License-Identifier: MIT
 *
 * Verdicts by running the program: with inputs that are easy to think of, with
 * inputs that coverage leads to, with inputs that a solver finds for each
 * fork; and without inputs at all. */
#include "check/runs.h"

#include "check/artifacts.h"
#include "check/features.h"
#include "concolic/concolic.h"
#include "replay/guided/guided.h"

/* ---- the only run ---- */

/* There is no other run than the one that was tried, unless the program looks
 * at the addresses that run had.  The ledger of the system with fixed addresses
 * says so; if it does, the run itself is watched (interp/looks.c). */

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

static EvVerdict judge_only_run(const EvReplay *replay, const Checker *checker,
                                const Task *task, const Snapshots *snapshots) {
  require(snapshots->concrete_end == CONCRETE_ENDS);
  EvVerdict verdict = judge(replay, checker, task, snapshots, ENC_LOOKS_MATTER);
  bool may_depend =
      verdict.kind == EV_UNKNOWN && replay->status == EV_CONFIRMED;
  return may_depend && !snapshots_look_at_addresses(snapshots)
             ? judge(replay, checker, task, snapshots, ENC_LOOKS_HARMLESS)
             : verdict;
}

/* There is no other run than the one that was tried.  False: the real C
 * library does something else than its models, which other proofs would rest
 * on, too. */
static bool check_only_run(Outcome *out, Checker *checker, const Task *task,
                           const System *system, const Snapshots *snapshots) {
  attempt_replay(
      out, checker, task, system,
      (Replayed){.by_calls = &snapshots->inputs, .expect = EV_EXPECT_END});
  EngineOptions options = checker_engine(checker);
  attempt_report_engine(out, checker, system, &options, "concrete run");
  out->summary.proof = "no inputs, and the only run ends without the error";
  out->summary.n_obligations = 1;
  out->summary.checker = "the compiled program";
  out->verdict = judge_only_run(&out->replay, checker, task, snapshots);
  out->cause = outcome_is_unknown(out) ? CAUSE_EVIDENCE : CAUSE_NONE;
  bool agree = !out->replay.ends_otherwise;
  outcome_drop_replay(out);
  return agree;
}

/* ---- inputs ---- */

/* Inputs that are said to make the program fail. */
static void check_inputs(Outcome *out, Checker *checker, const Task *task,
                         const System *system, Replayed what,
                         const char *source) {
  assert(!what.trace != !(what.by_calls || what.by_site));
  attempt_replay(out, checker, task, system, what);
  EvStatus status = out->replay.status;
  EvClaim claim = {.kind = EV_CLAIMS_UNSAFE, .property = ""};
  if (status == EV_CONFIRMED) claim.property = ev_replay_property(&out->replay);
  EngineOptions options = checker_engine(checker);
  if (system)
    attempt_report_engine(out, checker, system, &options, source);
  else
    attempt_report_runs(out, task->program, source);
  out->verdict = ev_decide(&claim, status, out->replay.problem, out->ledger,
                           out->n_ledger);
  out->cause = outcome_is_unknown(out) ? CAUSE_EVIDENCE : CAUSE_NONE;
  if (outcome_is_unknown(out)) outcome_drop_replay(out);
}

bool runs_concrete(Outcome *out, Checker *checker, const Task *task,
                   const System *system, const Snapshots *snapshots) {
  require(snapshots->concrete_end != CONCRETE_NOTHING);
  if (snapshots->concrete_end == CONCRETE_ENDS) {
    bool agree = check_only_run(out, checker, task, system, snapshots);
    return !outcome_is_unknown(out) || !agree;
  }
  Replayed what = {.by_calls = &snapshots->inputs, .expect = EV_EXPECT_ERROR};
  check_inputs(out, checker, task, system, what, "concrete run");
  return !outcome_is_unknown(out);
}

/* ---- runs of the compiled program ---- */

/* One candidate after the other, until a run stands. */
static void try_candidates(Outcome *out, Checker *checker, const Task *task,
                           const System *system, Guided *guided) {
  enum { CANDIDATES = 5 };
  InterpTable inputs;
  bool found = true;
  for (uint32_t i = 0; i < CANDIDATES && found && outcome_is_unknown(out);
       i++) {
    interp_table_init(&inputs, checker->mem);
    found = guided_next(guided, &inputs);
    if (found) attempt_extend_turn(checker);
    Replayed what = {.by_site = &inputs, .expect = EV_EXPECT_ERROR};
    if (found)
      check_inputs(out, checker, task, system, what, "guided runs");
    else
      outcome_set_unknown(
          out, budget_is_spent(&checker->budget) ? CAUSE_TIME : CAUSE_ENGINE,
          "%s", guided_why(guided));
    interp_table_done(&inputs);
  }
}

void runs_guided(Outcome *out, Checker *checker, const Task *task,
                 const System *system) {
  require(out->mem && outcome_is_unknown(out));
  GuidedSetup setup = {.mem = checker->mem,
                       .inputs = checker->files->list.at,
                       .n_inputs = checker->files->list.n,
                       .property = checker->property,
                       .compile = checker_native(checker, task->program),
                       .budget = &checker->budget};
  Guided *guided = guided_new(&setup);
  try_candidates(out, checker, task, system, guided);
  GuidedStats stats = guided_free(guided);
  RepStats *counts = &checker->monitor->stats;
  rep_stats_count(counts, "guided.runs", stats.runs);
  rep_stats_count(counts, "guided.steps", stats.steps);
  rep_stats_count(counts, "guided.edges", stats.edges);
}

/* ---- runs that each go somewhere new ---- */

static void check_found(Outcome *out, Checker *checker, const Task *task,
                        const System *system, const ConcolicFound *found) {
  uint32_t n = found->bytes.n, n_placed = found->placed.n;
  EvMade *made = MEM_ARRAY(checker->mem, EvMade, n);
  EvPlaced *placed = MEM_ARRAY(checker->mem, EvPlaced, n_placed);
  for (uint32_t i = 0; i < n; i++) {
    const ConcolicBytes *b = &found->bytes.at[i];
    made[i] = (EvMade){b->site, b->occurrence, b->chain, b->at,
                       b->n,    b->is_pointer, b->value};
  }
  for (uint32_t i = 0; i < n_placed; i++) {
    const ConcolicPlaced *p = &found->placed.at[i];
    placed[i] = (EvPlaced){p->global, p->address, p->size};
  }
  Replayed what = {.by_calls = &found->values,
                   .made = made,
                   .n_made = n,
                   .placed = placed,
                   .n_placed = n_placed,
                   .expect = EV_EXPECT_ERROR};
  check_inputs(out, checker, task, system, what, "concolic execution");
  MEM_FREE_ARRAY(checker->mem, made, n);
  MEM_FREE_ARRAY(checker->mem, placed, n_placed);
}

void runs_concolic(Outcome *out, Checker *checker, const Task *task,
                   const System *system, Snapshots *snapshots) {
  enum { CANDIDATES = 20 };
  require(out->mem && outcome_is_unknown(out) && snapshots->entered);
  assert(snapshots->entered->entry.id);
  ConcolicSetup setup = {.mem = checker->mem,
                         .program = snapshots->entered,
                         .budget = &checker->budget};
  if (!snapshots->search) snapshots->search = concolic_new(&setup);
  Concolic *concolic = snapshots->search;
  bool found = true;
  for (uint32_t i = 0; i < CANDIDATES && found && outcome_is_unknown(out);
       i++) {
    ConcolicFound inputs;
    concolic_found_init(&inputs, checker->mem);
    found = concolic_next(concolic, &inputs);
    if (found) attempt_extend_turn(checker);
    if (found)
      check_found(out, checker, task, system, &inputs);
    else if (i == 0)
      outcome_set_unknown(
          out, budget_is_spent(&checker->budget) ? CAUSE_TIME : CAUSE_ENGINE,
          "no run came to an error");
    concolic_found_done(&inputs);
  }
  ConcolicStats stats = concolic_stats(concolic);
  RepStats *counts = &checker->monitor->stats;
  rep_stats_count(counts, "concolic.runs", stats.runs);
  rep_stats_count(counts, "concolic.steps", stats.steps);
  rep_stats_count(counts, "concolic.queries", stats.queries);
  rep_stats_count(counts, "concolic.edges", stats.edges);
}

/* Nothing is encoded yet; what is found is checked by running it.  Longer for
 * larger programs, whose passes take longer, too; if nothing else is asked for,
 * to the end. */
bool runs_early(Checker *checker, Snapshots *snapshots) {
  enum { TICKS_PER_INST = 6, MOST_TICKS = 200000, SMALL_PART = 3 };
  require(snapshots->entered && !snapshots->search);
  uint32_t n = features_n_insts(snapshots->entered);
  bool is_auto = checker->settings->method == METHOD_AUTO;
  Budget whole = checker->budget;
  uint64_t ticks = (uint64_t)TICKS_PER_INST * n;
  /* Smaller ones have passes that take no time: a look is all. */
  if (n <= FEATURES_MANY_INSTS) ticks /= SMALL_PART;
  if (!is_auto)
    ticks = UINT64_MAX;
  else if (ticks > MOST_TICKS)
    ticks = MOST_TICKS;
  checker->budget = budget_part(&whole, ticks);
  Outcome outcome;
  outcome_init(&outcome, checker->mem);
  Task task = attempt_task(checker, snapshots->entered, &variant_exact);
  checker->row = "concolic";
  runs_concolic(&outcome, checker, &task, NULL, snapshots);
  Budget part = checker->budget;
  assert(part.ticks >= whole.ticks);
  checker->budget = whole;
  budget_return(&checker->budget, &part);
  bool is_decided = !outcome_is_unknown(&outcome);
  if (is_decided) {
    rep_stats_label(&checker->monitor->stats, "row", checker->row);
    artifacts_write(checker, &outcome, snapshots->program);
    (void)artifacts_send(checker, &outcome, snapshots->program);
  }
  outcome_done(&outcome);
  return is_decided;
}
