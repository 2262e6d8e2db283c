/* SPDX-License-Identifier: MIT
 *
 * Engines, then evidence.  What an engine claims is only ever believed by
 * ev_decide. */
#include "check/attempt.h"

#include "check/features.h"
#include "check/invariants/facts.h"
#include "check/invariants/invariants.h"
#include "engine/absint/absint.h"

/* A claim is nearly a verdict: others wait so much longer for it. */
enum { EVIDENCE_TICKS = 50000 };

/* An error that may be none is not worth a long run. */
enum { STEPS_OF_A_TRIAL = 1000000 };

Task attempt_task(const Checker *checker, Program *program,
                  const Variant *variant) {
  require(program && program->entry.id && variant);
  return (Task){.program = program,
                .variant = variant,
                .encoding = {.blocks = checker->settings->blocks,
                             .exits = checker->settings->exits}};
}

/* ---- systems ---- */

void system_encode(System *out, const Checker *checker, const Task *task) {
  require(task->program && task->variant && checker->store);
  *out = (System){.ts = enc_program(checker->mem, checker->store, task->program,
                                    &task->encoding)};
#ifdef NDEBUG
  if (checker->settings->check == 0) return;
#endif
  Text problems;
  text_init(&problems, checker->mem);
  if (!ts_validate(out->ts, &problems))
    die(EXIT_INTERNAL, "the transition system is not valid:\n%s",
        text_get(&problems));
  text_done(&problems);
}

void system_done(System *system, const Checker *checker) {
  require(system->ts);
  VEC_DONE(term_store_mem(checker->store), &system->seeds);
  if (system->ts) ts_free(system->ts);
  *system = (System){0};
}

/* One question about a large system takes more ticks. */
static uint64_t ticks_for_size(const Ts *ts) {
  enum { TICKS_PER_NODE = 5 };
  return TICKS_PER_NODE * ts_size(ts);
}

bool system_is_large(const System *system) {
  enum { MANY_NODES = 50000 };
  return ts_size(system->ts) > MANY_NODES;
}

/* Ticks do not tell how long questions take about large formulas, or about
 * memory to a solver for sums: seed invariants get so many seconds.  Of all but
 * small systems, and where they take long, they count as what others would
 * spend in that time. */
enum {
  SMALL_NODES = 5000,
  SEED_SECONDS = 2,
  SEED_TICKS_PER_SECOND = 15000, /* where more are given */
  TICKS_PER_SECOND = 10000
};

void system_seed(System *system, Checker *checker, uint64_t ticks) {
  require(system->ts && system->seeds.n == 0 && ticks > 0);
  EngineOptions engine = checker_engine(checker);
  Budget part = checker->budget;
  part.ticks = 0;
  part.tick_limit = ticks + ticks_for_size(system->ts);
  uint64_t limit = checker->budget.tick_limit;
  if (limit && limit < part.tick_limit) part.tick_limit = limit;
  bool is_small = ts_size(system->ts) <= SMALL_NODES;
  double start = clock_cpu();
  double most = (double)ticks / SEED_TICKS_PER_SECOND;
  budget_end_by(&part,
                clock_now() + (most > SEED_SECONDS ? most : SEED_SECONDS));
  AiStats more = {0};
  if (!ai_invariants(system->ts, &engine, &part, &system->seeds, &more))
    VEC_CLEAR(&system->seeds);
  checker->stats.queries += more.queries;
  double seconds = clock_cpu() - start;
  rep_stats_count(&checker->monitor->stats, "seeds.microseconds",
                  (uint64_t)(seconds * 1e6));
  uint64_t by_time = (uint64_t)(seconds * TICKS_PER_SECOND);
  bool is_timed = !is_small || seconds > SEED_SECONDS / 2.0;
  budget_count(&checker->budget,
               is_timed && by_time > part.ticks ? by_time : part.ticks);
}

void system_hear(System *system, Checker *checker, const Program *program) {
  if (!checker->board) return;
  EngineOptions engine = checker_engine(checker);
  FactsHeard heard = facts_hear(checker->board, program, system->ts, &engine,
                                &checker->budget, &system->seeds);
  if (heard.n == 0) return;
  rep_stats_count(&checker->monitor->stats, "facts.heard", heard.n);
  rep_stats_count(&checker->monitor->stats, "facts.kept", heard.kept);
}

/* ---- the summary ---- */

static const char *proof_name(TsProofKind kind) {
  switch (kind) {
  case TS_PROOF_INVARIANTS: return "inductive invariants";
  case TS_PROOF_INDUCTION: return "k-induction";
  case TS_PROOF_UNROLLED: return "all paths unrolled";
  }
  unreachable_case();
}

/* Contracts come before the invariants of loops. */
static void report_facts(Outcome *out, const ConFacts *facts) {
  assert(out->summary.n_invariants == 0 || out->summary.invariants);
  uint32_t n = out->summary.n_invariants, n_facts = facts ? facts->list.n : 0;
  if (n_facts == 0) return;
  RepInvariant *list = ARENA_ARRAY(&out->texts, RepInvariant, n + n_facts);
  for (uint32_t i = 0; i < n_facts; i++) {
    const ConFact *fact = &facts->list.at[i];
    list[i].place = arena_printf(&out->texts, "contract of %s", fact->function);
    list[i].text = arena_strdup(&out->texts, fact->text);
  }
  for (uint32_t i = 0; i < n; i++)
    list[n_facts + i] = out->summary.invariants[i];
  out->summary.invariants = list;
  out->summary.n_invariants = n + n_facts;
}

/* What the user's variables cannot say speaks of cells and parameters that are
 * not the user's. */
static void keep_only_c(Outcome *out) {
  const RepInvariant *all = out->summary.invariants;
  uint32_t n_all = out->summary.n_invariants, n = 0;
  RepInvariant *list = ARENA_ARRAY(&out->texts, RepInvariant, n_all);
  for (uint32_t i = 0; i < n_all; i++) {
    if (!all[i].c) continue;
    list[n] = all[i];
    list[n++].text = all[i].c;
  }
  out->summary.invariants = list;
  out->summary.n_invariants = n;
}

static void report_proof(Outcome *out, const Checker *checker, const Task *task,
                         const Ts *ts, const TsProof *proof,
                         const EvOptions *options) {
  RepSummary *summary = &out->summary;
  summary->proof = proof_name(proof->kind);
  summary->k = proof->kind == TS_PROOF_INVARIANTS ? 0 : proof->k;
  summary->n_obligations = out->n_obligations;
  summary->checker =
      smt_backend_name(options->backend ? options->backend : &smt_z3);
  summary->certificate = checker->settings->certificate;
  inv_print(summary, &out->texts, task->program, ts, proof);
  if (checker->board) facts_tell(checker->board, task->program, ts, proof);
  if (task->variant->has_own_names) keep_only_c(out);
  report_facts(out, task->facts);
}

/* The ledger as the encoding left it. */
static void report_ledger(Outcome *out, const LedgerEntry *entries,
                          uint32_t n) {
  assert(entries || n == 0);
  out->n_ledger = n;
  out->ledger = ARENA_ARRAY(&out->texts, LedgerEntry, n);
  for (uint32_t i = 0; i < n; i++) {
    out->ledger[i] = entries[i];
    out->ledger[i].reason = arena_strdup(&out->texts, entries[i].reason);
  }
}

void attempt_report_runs(Outcome *out, const Program *program,
                         const char *engine) {
  assert(engine && *engine);
  out->summary =
      (RepSummary){.engine = engine, .backend = smt_backend_name(&smt_blast)};
  report_ledger(out, program->ledger.at, program->ledger.n);
}

void attempt_report_engine(Outcome *out, const Checker *checker,
                           const System *system, const EngineOptions *options,
                           const char *engine) {
  assert(engine && *engine && system->ts);
  const Ts *ts = system->ts;
  out->summary =
      (RepSummary){.engine = engine,
                   .backend = smt_backend_name(engine_backend(ts, options)),
                   .n_locations = ts->locations.n,
                   .n_edges = ts->edges.n,
                   .depth = checker->stats.depth,
                   .queries = checker->stats.queries};
  report_ledger(out, ts->ledger.at, ts->ledger.n);
}

/* ---- replay ---- */

static void counterexample_begins(void *counterexample, const Program *original,
                                  uint64_t length) {
  rep_counterexample_begin(counterexample, original, length);
}

static void counterexample_ends(void *counterexample, const Interp *run,
                                const InterpResult *result) {
  rep_counterexample_end(counterexample, run, result);
}

void attempt_replay(Outcome *out, Checker *checker, const Task *task,
                    const System *system, Replayed what) {
  rep_counterexample_init(&out->counterexample, checker->mem,
                          checker->settings->steps);
  rep_counterexample_expect(&out->counterexample, task->program);
  EvWatcher watcher = {&out->counterexample, counterexample_begins,
                       rep_counterexample_hook, counterexample_ends};
  EvReplaySetup setup = {
      .mem = checker->mem,
      .program = task->program,
      .ts = what.trace ? system->ts : NULL,
      .trace = what.trace,
      .given = what.by_site ? what.by_site : what.by_calls,
      .given_by = what.by_site ? EV_GIVEN_BY_SITE : EV_GIVEN_BY_CALLS,
      .made = what.made,
      .n_made = what.n_made,
      .placed = what.placed,
      .n_placed = what.n_placed,
      .expect = what.expect,
      .inputs = checker->files->list.at,
      .n_inputs = checker->files->list.n,
      .property = checker->property,
      .compile = checker_native(checker, task->program),
      .budget = &checker->budget,
      .most_steps =
          task->variant->relation == RELATION_OVER ? STEPS_OF_A_TRIAL : 0,
      .watcher = &watcher};
  ev_replay(&out->replay, &setup);
}

/* ---- one engine ---- */

/* Proofs are checked by a solver that did not find them, unless it is the only
 * one that understands the system. */
static const SmtBackend *choose_checker(const Ts *ts,
                                        const EngineOptions *options) {
  EngineOptions wanted = {.backend = options->backend}, any = {0};
  const SmtBackend *other = smt_backend_other(engine_backend(ts, &wanted));
  bool bits_suffice = engine_backend(ts, &any) == &smt_blast;
  return other == &smt_blast && !bits_suffice ? &smt_z3 : other;
}

const char *attempt_certificate_draft(const Checker *checker, Arena *texts) {
  if (!checker->settings->certificate) return NULL;
  return arena_printf(texts, "%s/certificate", checker->temp_dir);
}

/* Where the trace ends: an error, or a place we cannot judge. */
static const TsLocation *trace_end(const Ts *ts, const TsTrace *trace) {
  require(trace->steps.n > 0);
  TsEdgeId last = VEC_LAST(&trace->steps).edge;
  return ts_location(ts, ts_edge(ts, last)->target);
}

/* The construct that the trace cannot pass. */
static void name_unsupported(char *out, size_t size, const Program *program,
                             const TsTrace *trace) {
  const Function *f = prog_func(program, program->entry);
  const TsTraceStep *step = &VEC_LAST(&trace->steps);
  const Block *block = &f->blocks.at[step->blocks[step->n_blocks - 1]];
  snprintf(out, size, "unsupported construct");
  for (uint32_t i = 0; i < block->insts.n; i++) {
    const Inst *inst = &f->insts.at[block->insts.at[i]];
    if (inst->op != OP_CALL && inst->op != OP_UNSUPPORTED) continue;
    Text at;
    text_init(&at, program->mem);
    prog_print_loc(&at, program, inst->loc);
    const char *what = inst->op == OP_CALL ? "recursion"
                       : inst->name != UINT32_MAX
                           ? names_text(&program->names, inst->name)
                           : "construct";
    snprintf(out, size, "unsupported: %s at %s", what, text_get(&at));
    text_done(&at);
    return;
  }
}

/* What is claimed, how it was checked, and why there is no verdict. */
typedef struct Checked {
  EvClaim claim;
  EvStatus status;
  const char *problem;
  Cause cause;
  char room[240];
} Checked;

static void claim_nothing(Checked *checked, Cause cause, const char *reason) {
  assert(cause != CAUSE_NONE && reason && *reason);
  checked->claim.reason = reason;
  checked->cause = cause;
}

static void check_safe(Outcome *out, Checker *checker, const Task *task,
                       const System *system, const EngineOptions *options,
                       const EngineResult *result, Checked *checked) {
  assert(result->claim == ENGINE_SAFE);
  if (task->encoding.nulls == ENC_NULL_ENDS) {
    claim_nothing(checked, CAUSE_TOO_COARSE,
                  "the error is reached only where NULL is followed "
                  "or with other addresses");
    return;
  }
  EvOptions evidence = {
      .backend = choose_checker(system->ts, options),
      .smt = {.inject_unknown_at = options->smt.inject_unknown_at,
              .check_counter = options->smt.check_counter,
              .pool = options->smt.pool},
      .directory = attempt_certificate_draft(checker, &out->texts)};
  double start = clock_cpu();
  EvCheck check =
      ev_check_proof(checker->mem, task->program, &task->encoding, system->ts,
                     &result->proof, &evidence, &checker->budget);
  RepStats *counts = &checker->monitor->stats;
  rep_stats_count(counts, "certificate.microseconds",
                  (uint64_t)((clock_cpu() - start) * 1e6));
  rep_stats_count(counts, "certificate.obligations", check.n_obligations);
  out->n_obligations = check.n_obligations;
  report_proof(out, checker, task, system->ts, &result->proof, &evidence);
  checked->claim.kind = EV_CLAIMS_SAFE;
  checked->status = check.status;
  snprintf(checked->room, sizeof checked->room, "%s", check.problem);
  checked->problem = checked->room;
}

/* Regions of forgotten loads (pass/over) on the way of the trace. */
static void find_missed(const Task *task, const TsTrace *trace) {
  const Program *program = task->program;
  const Function *f = prog_func(program, program->entry);
  if (!task->missed) return;
  for (uint32_t s = 0; s < trace->steps.n; s++)
    for (uint32_t k = 0; k < trace->steps.at[s].n_blocks; k++) {
      const Block *block = &f->blocks.at[trace->steps.at[s].blocks[k]];
      for (uint32_t i = 0; i < block->insts.n; i++) {
        const Inst *inst = &f->insts.at[block->insts.at[i]];
        if (inst->op == OP_NONDET && inst->region.id)
          VEC_PUSH(program->mem, task->missed, inst->region.id);
      }
    }
}

static void check_unsafe(Outcome *out, Checker *checker, const Task *task,
                         const System *system, const EngineResult *result,
                         Checked *checked) {
  assert(result->claim == ENGINE_UNSAFE && result->trace.steps.n > 0);
  if (trace_end(system->ts, &result->trace)->kind == TS_UNSUPPORTED) {
    find_missed(task, &result->trace);
    name_unsupported(checked->room, sizeof checked->room, task->program,
                     &result->trace);
    claim_nothing(checked, CAUSE_UNSUPPORTED, checked->room);
    return;
  }
  const Variant *variant = task->variant;
  bool is_exact = variant->relation == RELATION_EXACT;
  if (!is_exact && !variant->errors_are_tried) {
    claim_nothing(checked, CAUSE_TOO_COARSE, variant->too_coarse);
    return;
  }
  attempt_replay(
      out, checker, task, system,
      (Replayed){.trace = &result->trace, .expect = EV_EXPECT_ERROR});
  if (!is_exact && out->replay.status != EV_CONFIRMED) {
    snprintf(checked->room, sizeof checked->room, "%s; the run: %.160s",
             variant->too_coarse, out->replay.problem);
    find_missed(task, &result->trace);
    if (task->suspect && out->replay.other)
      *task->suspect = prog_func(task->program, task->program->entry)
                           ->insts.at[out->replay.other]
                           .region.id;
    outcome_drop_replay(out);
    claim_nothing(checked, CAUSE_TOO_COARSE, checked->room);
    return;
  }
  checked->claim.kind = EV_CLAIMS_UNSAFE;
  checked->status = out->replay.status;
  checked->problem = out->replay.problem;
  checked->claim.property =
      checked->status == EV_CONFIRMED ? ev_replay_property(&out->replay) : "";
}

static void check_claim(Outcome *out, Checker *checker, const Task *task,
                        const System *system, const EngineOptions *options,
                        const EngineResult *result, bool is_spent) {
  Checked checked = {.claim = {.kind = EV_CLAIMS_NOTHING},
                     .status = EV_UNDECIDED,
                     .problem = "",
                     .cause = CAUSE_EVIDENCE};
  switch (result->claim) {
  case ENGINE_UNKNOWN:
    claim_nothing(&checked,
                  is_spent || !*result->reason ? CAUSE_TIME : CAUSE_ENGINE,
                  *result->reason ? result->reason : "out of time");
    break;
  case ENGINE_SAFE:
    check_safe(out, checker, task, system, options, result, &checked);
    break;
  case ENGINE_UNSAFE:
    check_unsafe(out, checker, task, system, result, &checked);
    break;
  }
  out->verdict = ev_decide(&checked.claim, checked.status, checked.problem,
                           system->ts->ledger.at, system->ts->ledger.n);
  out->cause = outcome_is_unknown(out) ? checked.cause : CAUSE_NONE;
}

void attempt_extend_turn(Checker *checker) {
  if (checker->budget.turn) checker->budget.turn->left += EVIDENCE_TICKS;
}

/* A fault: the environment answers otherwise, or not at all from some answer
 * on, or the last step is missing. */
static void spoil_trace(TsTrace *trace, uint64_t way) {
  assert(way > 0 && trace->steps.n > 0);
  if (way % 3 == 0 && trace->steps.n > 1) trace->steps.n--;
  if (way % 3 == 0 || trace->answers.n == 0) return;
  uint32_t at = (uint32_t)(way / 3 % trace->answers.n);
  TsAnswer *answer = &trace->answers.at[at];
  if (way % 3 == 1 || answer->bits == 0) {
    trace->answers.n = at;
    return;
  }
  BvWord *words = ARENA_ARRAY(&trace->arena, BvWord, BV_WORDS(answer->bits));
  memcpy(words, answer->words, BV_WORDS(answer->bits) * sizeof *words);
  words[0] ^= 1;
  answer->words = words;
}

static void attempt_once(Outcome *out, Checker *checker, const Task *task,
                         const System *system, const Engine *engine) {
  assert(system->seeds.n == 0 || system->seeds.n == system->ts->locations.n);
  const Settings *settings = checker->settings;
  EngineResult result;
  EngineOptions options = checker_engine(checker);
  options.seeds = system->seeds;
  if (task->variant->backend) options.backend = task->variant->backend;
  Listener listener = {checker, task->program, system->ts};
  options.nearly = checker_note_nearly;
  options.nearly_context = &listener;
  checker->nearly[0] = 0;
  text_clear(&out->tree);
  if (settings->dumps_tree || settings->draw_tree)
    options.predicate.picture = &out->tree;
  engine_result_init(&result, checker->mem);
  Budget part = checker->budget;
  if (task->engine_ticks) part = budget_part(&part, task->engine_ticks);
  engine->run(system->ts, &options, &part, &result, &checker->stats);
  bool is_spent = budget_is_spent(&part);
  budget_return(&checker->budget, &part);
  rep_progress_end(&checker->progress);
  attempt_report_engine(out, checker, system, &options, engine->name);
  monitor_count_engine(checker->monitor, &checker->stats);
  if (result.claim != ENGINE_UNKNOWN) attempt_extend_turn(checker);
  if (settings->inject_trace && result.claim == ENGINE_UNSAFE)
    spoil_trace(&result.trace, settings->inject_trace);
  check_claim(out, checker, task, system, &options, &result, is_spent);
  engine_result_done(&result, checker->store);
}

/* A counterexample that follows NULL or leaves an object, in which objects
 * overlap or are too large, is none, but there may be another in the system
 * made for the search. */
static bool may_be_another(const Outcome *out, const Task *task) {
  return outcome_is_unknown(out) && out->replay.mem &&
         (out->replay.status == EV_REFUTED ||
          ev_replay_has_invalid_access(&out->replay) ||
          ev_replay_lacks_memory(&out->replay)) &&
         task->encoding.nulls == ENC_NULL_GOES_ON;
}

void attempt(Outcome *out, Checker *checker, const Task *task, System *system,
             const Engine *engine) {
  require(out->mem && engine && system->ts);
  attempt_once(out, checker, task, system, engine);
  if (checker->settings->check >= 1) term_store_validate(checker->store);
  if (!may_be_another(out, task)) return;
  outcome_drop_replay(out);
  Task without_nulls = *task;
  without_nulls.encoding.nulls = ENC_NULL_ENDS;
  system_done(system, checker);
  system_encode(system, checker, &without_nulls);
  attempt_once(out, checker, &without_nulls, system, engine);
}

/* ---- anew ---- */

/* Where errors are as welcome as proofs, shallow ones are found by unrolling
 * sooner than by other engines.  False: they may go on. */
static bool has_shallow_error(Outcome *out, Checker *checker, const Task *task,
                              System *system) {
  enum { FEW = 4000 };
  Task quick = *task;
  quick.engine_ticks = FEW;
  attempt(out, checker, &quick, system, &engine_bounded);
  return !outcome_is_unknown(out) || out->cause == CAUSE_TOO_COARSE ||
         out->cause == CAUSE_UNSUPPORTED;
}

/* Nothing is proved where what follows NULL ends there. */
static bool is_for_errors(const Task *task) {
  return task->encoding.nulls == ENC_NULL_ENDS;
}

/* Does a state hold memory? */
static bool has_arrays(const Ts *ts) {
  return !features_has_scalar_states(ts);
}

void attempt_anew(Outcome *out, Checker *checker, const Task *task,
                  System *system, const Engine *engine) {
  const Variant *variant = task->variant;
  bool loops = features_has_loops(system->ts);
  if (variant->only_without_loops && loops) {
    outcome_set_unknown(out, CAUSE_NOT_APPLICABLE, "loops are left");
    return;
  }
  if (loops && variant->seed_ticks)
    system_seed(system, checker, variant->seed_ticks);
  if (loops) system_hear(system, checker, task->program);
  if (loops && variant->errors_are_tried &&
      !(is_for_errors(task) && has_arrays(system->ts)) &&
      has_shallow_error(out, checker, task, system))
    return;
  bool unrolls = !loops || (is_for_errors(task) && has_arrays(system->ts));
  attempt(out, checker, task, system, unrolls ? &engine_bounded : engine);
}
