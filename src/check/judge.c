/* SPDX-License-Identifier: MIT
 *
 * Engines, then evidence.  What an engine claims is only ever believed by
 * ev_decide. */
#include "check/judge.h"
#include "cli/draw.h"
#include "check/invariants.h"
#include "check/keep.h"
#include "replay/guided/guided.h"

static void count(Run *run, const EngineStats *stats) {
#define X(name, help) rep_stats_count(&run->stats, #name, stats->name);
  ENGINE_STATS(X)
#undef X
}

/* ---- the account ---- */

static const char *proof_name(TsProofKind kind) {
  switch (kind) {
  case TS_PROOF_INVARIANTS: return "inductive invariants";
  case TS_PROOF_INDUCTION: return "k-induction";
  case TS_PROOF_UNROLLED: return "all paths unrolled";
  }
  unreachable_case();
}

/* Contracts come before the invariants of loops. */
static void tell_contracts(Judge *judge) {
  RepAccount *account = &judge->account;
  uint32_t n = account->n_invariants, n_facts = 0;
  for (const char *at = text_get(&judge->contracts); *at; at++)
    n_facts += *at == '\n';
  if (n_facts == 0) return;
  RepInvariant *list = ARENA_ARRAY(&judge->texts, RepInvariant, n + n_facts);
  const char *at = text_get(&judge->contracts);
  for (uint32_t i = 0; i < n_facts; i++) {
    size_t name = strcspn(at, ":"), all = strcspn(at, "\n");
    list[i] = (RepInvariant){
        .place = arena_printf(&judge->texts, "%.*s", (int)name, at),
        .text = arena_printf(&judge->texts, "%.*s", (int)(all - name - 2),
                             at + name + 2)};
    at += all + 1;
  }
  for (uint32_t i = 0; i < n; i++) list[n_facts + i] = account->invariants[i];
  account->invariants = list;
  account->n_invariants = n + n_facts;
}

/* What the user's variables cannot say speaks of cells and parameters that are
 * not the user's. */
static void tell_only_c(RepAccount *account, Arena *texts) {
  const RepInvariant *all = account->invariants;
  RepInvariant *list = ARENA_ARRAY(texts, RepInvariant, account->n_invariants);
  uint32_t n = 0;
  for (uint32_t i = 0; i < account->n_invariants; i++) {
    if (!all[i].c) continue;
    list[n] = all[i];
    list[n++].text = all[i].c;
  }
  account->invariants = list;
  account->n_invariants = n;
}

static void tell_proof(Judge *judge, Run *run, const TsProof *proof,
                       const EvOptions *options) {
  RepAccount *account = &judge->account;
  account->proof = proof_name(proof->kind);
  account->k = proof->kind == TS_PROOF_INVARIANTS ? 0 : proof->k;
  account->n_obligations = judge->check.n_obligations;
  account->checker =
      smt_backend_name(options->backend ? options->backend : &smt_z3);
  account->certificate = run->options->certificate;
  inv_tell(account, &judge->texts, run->program, judge->ts, proof);
  if (judge->relation == JUDGE_SIMPLER) tell_only_c(account, &judge->texts);
  tell_contracts(judge);
}

/* The ledger as the encoding left it, for the report. */
static void tell_ledger(Judge *judge, Run *run) {
  static const Direction directions[] = {[TS_OVER] = LEDGER_OVER,
                                         [TS_UNDER] = LEDGER_UNDER,
                                         [TS_PREMISE] = LEDGER_PREMISE};
  uint32_t n = judge->ts->ledger.n;
  LedgerEntry *list = ARENA_ARRAY(&judge->texts, LedgerEntry, n);
  for (uint32_t i = 0; i < n; i++) {
    const TsLedgerEntry *entry = &judge->ts->ledger.at[i];
    list[i].direction = directions[entry->direction];
    list[i].loc = (LocId){entry->position};
    list[i].reason = entry->reason;
  }
  run->report.ledger = list;
  run->report.n_ledger = n;
}

static void tell_engine(Judge *judge, Run *run, const char *engine) {
  judge->account = (RepAccount){
      .engine = engine,
      .backend = smt_backend_name(engine_backend(judge->ts, &judge->engine)),
      .n_locations = judge->ts->locations.n,
      .n_edges = judge->ts->edges.n,
      .depth = judge->stats.depth,
      .queries = judge->stats.queries};
  run->report.account = &judge->account;
  run->report.program = run->program;
  tell_ledger(judge, run);
}

static void show_progress(void *context, const char *phase, uint32_t depth,
                          uint64_t queries) {
  rep_progress(context, phase, depth, queries);
}

/* Statistics on the way, for a run that a limit ends. */
static void watch_stats(void *context, const EngineStats *stats) {
  Run *run = context;
  if (!run->options->stats || !run_is_time_to_tell(run)) return;
  count(run, stats);
  run_tell_stats(run);
}

/* ---- options ---- */

static const SmtBackend *choose_backend(const Run *run) {
  switch ((BackendChoice)run->options->backend) {
  case BACKEND_AUTO: return NULL;
  case BACKEND_BLAST: return &smt_blast;
  case BACKEND_Z3: return &smt_z3;
  case BACKEND_LINEAR: return &smt_z3_linear;
  }
  unreachable_case();
}

/* Faults count over all solvers of the run, the checker's too. */
static SmtOptions smt_setup(Judge *judge, const Run *run) {
  return (SmtOptions){.inject_unknown_at =
                          (uint64_t)run->options->inject_unknown,
                      .check_counter = &judge->checks};
}

static EngineOptions engine_setup(Judge *judge, Run *run) {
  EngineOptions options = {
      .backend = choose_backend(run),
      .smt = smt_setup(judge, run),
      .progress = show_progress,
      .progress_context = &judge->progress,
      .watch = watch_stats,
      .watch_context = run,
      .predicate = {.abstraction = (EngineAbstraction)run->options->abstraction,
                    .search = (EngineSearch)run->options->search,
                    .scope = (EngineScope)run->options->predicates,
                    .post = (EnginePost)run->options->post}};
  options.smt.check = (uint32_t)run->options->check;
  options.smt.dump_directory = run->options->dump_queries;
  options.trace_no_interpolation = run->options->no_interpolation;
  options.trace_no_invariants = run->options->no_invariants;
  options.without = (EngineWithout)run->options->without;
  return options;
}

/* Proofs are checked by a solver that did not find them, unless it is the only
 * one that understands the system. */
static const SmtBackend *choose_checker(const Judge *judge) {
  EngineOptions wanted = {.backend = judge->engine.backend}, any = {0};
  const SmtBackend *other =
      smt_backend_other(engine_backend(judge->ts, &wanted));
  bool bits_suffice = engine_backend(judge->ts, &any) == &smt_blast;
  return other == &smt_blast && !bits_suffice ? &smt_z3 : other;
}

static EvOptions evidence_setup(Judge *judge, const Run *run) {
  return (EvOptions){.backend = choose_checker(judge),
                     .smt = smt_setup(judge, run),
                     .directory = keep_certificate_draft(judge, run)};
}

/* Where the trace ends: an error, or a place we cannot judge. */
static const TsLocation *trace_end(const Ts *ts, const TsTrace *trace) {
  require(trace->steps.n > 0);
  TsEdgeId last = VEC_LAST(&trace->steps).edge;
  return ts_location(ts, ts_edge(ts, last)->target);
}

/* The construct that the trace cannot pass. */
static const char *unsupported_reason(const Run *run, const TsTrace *trace,
                                      char *room, size_t size) {
  const Function *f = prog_func(run->program, run->program->entry);
  const TsTraceStep *step = &VEC_LAST(&trace->steps);
  const Block *block = &f->blocks.at[step->blocks[step->n_blocks - 1]];
  for (uint32_t i = 0; i < block->insts.n; i++) {
    const Inst *inst = &f->insts.at[block->insts.at[i]];
    if (inst->op != OP_CALL && inst->op != OP_UNSUPPORTED) continue;
    Text at;
    text_init(&at, run->program->mem);
    prog_print_loc(&at, run->program, inst->loc);
    const char *what = inst->op == OP_CALL ? "recursion"
                       : inst->name != UINT32_MAX
                           ? names_text(&run->program->names, inst->name)
                           : "construct";
    snprintf(room, size, "unsupported: %s at %s", what, text_get(&at));
    text_done(&at);
    return room;
  }
  return "unsupported construct";
}

/* ---- life ---- */

void judge_init(Judge *judge, Run *run) {
  *judge =
      (Judge){.encoding = {.blocks = (EncBlocks)run->options->blocks,
                           .exits = (EncExits)run->options->exits},
              .budget = {.tick_limit = (uint64_t)run->options->inject_tick}};
  judge->store = term_store_new(&run->mem);
  arena_init(&judge->texts, &run->mem);
  text_init(&judge->contracts, &run->mem);
  if (run->options->timeout)
    judge->budget.deadline = clock_now() + (double)run->options->timeout;
}

void judge_done(Judge *judge) {
  VEC_DONE(term_store_mem(judge->store), &judge->engine.seeds);
  if (judge->replay.mem) ev_replay_done(&judge->replay);
  if (judge->story.mem) rep_story_done(&judge->story);
  if (judge->ts) ts_free(judge->ts);
  text_done(&judge->contracts);
  arena_done(&judge->texts);
  term_store_free(judge->store);
}

void judge_encode(Judge *judge, Run *run) {
  judge->ts =
      enc_program(&run->mem, judge->store, run->program, &judge->encoding);
  judge->engine = engine_setup(judge, run);
}

void judge_replace(Judge *judge, Run *run, Program *program,
                   JudgeProgram relation) {
  VEC_DONE(term_store_mem(judge->store), &judge->engine.seeds);
  ts_free(judge->ts);
  prog_free(run->program);
  run->program = program;
  judge->relation = relation;
  judge_encode(judge, run);
}

/* ---- replay ---- */

static void story_begins(void *story, const Program *original,
                         uint64_t length) {
  rep_story_begin(story, original, length);
}

static void story_ends(void *story, const Interp *run,
                       const InterpResult *result) {
  rep_story_end(story, run, result);
}

/* What is to be replayed: a trace, or inputs. */
typedef struct Replayed {
  const TsTrace *trace;
  const InterpTable *by_calls, *by_site;
  EvExpect expect;
} Replayed;

static void replay_run(Judge *judge, Run *run, Replayed what) {
  rep_story_init(&judge->story, &run->mem,
                 run->options->full_trace ? REP_STORY_FULL : REP_STORY_SHORT);
  rep_story_expect(&judge->story, run->program);
  EvWatcher watcher = {&judge->story, story_begins, rep_story_hook, story_ends};
  EvReplaySetup setup = {.mem = &run->mem,
                         .program = run->program,
                         .ts = judge->ts,
                         .trace = what.trace,
                         .given = what.by_site ? what.by_site : what.by_calls,
                         .given_by = what.by_site ? EV_GIVEN_BY_SITE
                                                  : EV_GIVEN_BY_CALLS,
                         .expect = what.expect,
                         .inputs = run->files.list.at,
                         .n_inputs = run->files.list.n,
                         .property = run->property,
                         .compile = keep_native_setup(run),
                         .budget = &judge->budget,
                         .watcher = &watcher};
  ev_replay(&judge->replay, &setup);
  if (judge->replay.status != EV_CONFIRMED || what.expect != EV_EXPECT_ERROR)
    return;
  run->report.story = &judge->story;
}

/* ---- one engine ---- */

/* A claim is nearly a verdict: others wait so much longer for it. */
enum { EVIDENCE_TICKS = 50000 };

static EvStatus check_proof(Judge *judge, Run *run, const TsProof *proof) {
  EvOptions options = evidence_setup(judge, run);
  judge->check = ev_check_proof(&run->mem, run->program, &judge->encoding,
                                judge->ts, proof, &options, &judge->budget);
  tell_proof(judge, run, proof, &options);
  return judge->check.status;
}

/* What an error in a program with more behaviours means. */
static const char *const too_much[] = {
    [JUDGE_EXACT] = "",
    [JUDGE_CONTRACTS] =
        "the contracts found for recursive functions do not suffice",
    [JUDGE_SIMPLER] = "single cells of arrays do not suffice",
    [JUDGE_ARGUMENTS] = "the arguments of main matter"};

static EvVerdict doubt(Judge *judge, Run *run, const EngineResult *result) {
  EvClaim claim = {.kind = EV_CLAIMS_NOTHING};
  EvStatus checked = EV_UNDECIDED;
  char room[240] = "";
  const char *problem = "";
  claim.reason = *result->reason ? result->reason : "out of time";
  if (result->claim == ENGINE_SAFE && judge->encoding.nulls == ENC_NULL_ENDS) {
    claim.reason = "the error is reached only where NULL is followed "
                   "or with other addresses";
  } else if (result->claim == ENGINE_SAFE) {
    claim.kind = EV_CLAIMS_SAFE;
    checked = check_proof(judge, run, &result->proof);
    problem = judge->check.problem;
  } else if (result->claim == ENGINE_UNSAFE &&
             trace_end(judge->ts, &result->trace)->kind == TS_UNSUPPORTED) {
    claim.reason = unsupported_reason(run, &result->trace, room, sizeof room);
  } else if (result->claim == ENGINE_UNSAFE && judge->relation != JUDGE_EXACT) {
    claim.reason = too_much[judge->relation];
  } else if (result->claim == ENGINE_UNSAFE) {
    claim.kind = EV_CLAIMS_UNSAFE;
    replay_run(judge, run,
               (Replayed){.trace = &result->trace, .expect = EV_EXPECT_ERROR});
    checked = judge->replay.status;
    problem = judge->replay.problem;
    claim.property =
        checked == EV_CONFIRMED ? ev_replay_property(&judge->replay) : "";
  }
  return ev_decide(&claim, checked, problem, judge->ts->ledger.at,
                   judge->ts->ledger.n);
}

static void run_engine(Judge *judge, const Engine *engine,
                       EngineResult *result) {
  Budget part = judge->budget;
  if (judge->engine_ticks) part = budget_part(&part, judge->engine_ticks);
  engine->run(judge->ts, &judge->engine, &part, result, &judge->stats);
  judge->budget.ticks = part.ticks;
}

static EvVerdict try_once(Judge *judge, Run *run, const Engine *engine) {
  EngineResult result;
  engine_result_init(&result, &run->mem);
  Text picture;
  text_init(&picture, &run->mem);
  if (run_wants_dump(run, STAGE_TREE) || run->options->draw_tree)
    judge->engine.predicate.picture = &picture;
  rep_progress_init(&judge->progress);
  run_engine(judge, engine, &result);
  rep_progress_end(&judge->progress);
  if (run_wants_dump(run, STAGE_TREE))
    fwrite(text_get(&picture), 1, picture.n, stdout);
  draw_graph(run, &picture, run->options->draw_tree);
  text_done(&picture);
  tell_engine(judge, run, engine->name);
  count(run, &judge->stats);
  if (result.claim != ENGINE_UNKNOWN && judge->budget.turn)
    judge->budget.turn->left += EVIDENCE_TICKS;
  EvVerdict verdict = doubt(judge, run, &result);
  engine_result_done(&result, judge->store);
  return verdict;
}

static void forget_replay(Judge *judge) {
  if (judge->replay.mem) ev_replay_done(&judge->replay);
  if (judge->story.mem) rep_story_done(&judge->story);
  judge->replay = (EvReplay){0};
  judge->story = (RepStory){0};
}

/* The system without runs that follow NULL; what is known speaks of the
 * variables of the old one. */
static void encode_without_nulls(Judge *judge, Run *run) {
  judge->encoding.nulls = ENC_NULL_ENDS;
  VEC_CLEAR(&judge->engine.seeds);
  ts_free(judge->ts);
  judge_encode(judge, run);
}

/* A counterexample that follows NULL or leaves an object, or in which objects
 * overlap, is none, but there may be another in the system made for the search.
 */
static bool may_be_another(const Judge *judge, const EvVerdict *verdict) {
  return verdict->kind == EV_UNKNOWN && judge->replay.mem &&
         (judge->replay.status == EV_REFUTED ||
          ev_replay_has_invalid_access(&judge->replay)) &&
         judge->encoding.nulls == ENC_NULL_GOES_ON;
}

EvVerdict judge_try(Judge *judge, Run *run, const Engine *engine) {
  EvVerdict verdict = try_once(judge, run, engine);
  if (!may_be_another(judge, &verdict)) return verdict;
  forget_replay(judge);
  encode_without_nulls(judge, run);
  return try_once(judge, run, engine);
}

/* There is no other run than the one that was tried, unless the program looks
 * at the addresses that run had: the ledger of the system with fixed addresses
 * says so. */
static EvVerdict judge_only_run(Judge *judge, Run *run) {
  replay_run(judge, run,
             (Replayed){.by_calls = &run->trial, .expect = EV_EXPECT_END});
  EvStatus status = judge->replay.status;
  tell_engine(judge, run, "trial");
  judge->account.proof = "no inputs, and the only run ends without the error";
  judge->account.n_obligations = 1;
  judge->account.checker = "the compiled program";
  EvClaim claim = {.kind = EV_CLAIMS_SAFE};
  EncOptions encoding = judge->encoding;
  encoding.nulls = ENC_NULL_ENDS;
  Ts *fixed = enc_program(&run->mem, judge->store, run->program, &encoding);
  EvVerdict verdict = ev_decide(&claim, status, judge->replay.problem,
                                fixed->ledger.at, fixed->ledger.n);
  ts_free(fixed);
  forget_replay(judge);
  return verdict;
}

/* Inputs that are said to make the program fail. */
static EvVerdict doubt_inputs(Judge *judge, Run *run, Replayed what,
                              const char *teller) {
  replay_run(judge, run, what);
  EvStatus status = judge->replay.status;
  EvClaim claim = {.kind = EV_CLAIMS_UNSAFE, .property = ""};
  if (status == EV_CONFIRMED)
    claim.property = ev_replay_property(&judge->replay);
  tell_engine(judge, run, teller);
  EvVerdict verdict = ev_decide(&claim, status, judge->replay.problem,
                                judge->ts->ledger.at, judge->ts->ledger.n);
  if (verdict.kind != EV_FALSE) forget_replay(judge);
  return verdict;
}

static EvVerdict judge_failing_run(Judge *judge, Run *run) {
  Replayed what = {.by_calls = &run->trial, .expect = EV_EXPECT_ERROR};
  return doubt_inputs(judge, run, what, "trial");
}

EvVerdict judge_trial(Judge *judge, Run *run) {
  require(run->trial_end != TRIAL_NOTHING);
  return run->trial_end == TRIAL_ENDS ? judge_only_run(judge, run)
                                      : judge_failing_run(judge, run);
}

/* One candidate of the probe after the other, until a run stands. */
static EvVerdict probe_again(Judge *judge, Run *run, Guided *guided) {
  enum { CANDIDATES = 5 };
  EvVerdict verdict = {.kind = EV_UNKNOWN};
  InterpTable inputs;
  for (uint32_t i = 0; i < CANDIDATES && verdict.kind == EV_UNKNOWN; i++) {
    interp_table_init(&inputs, &run->mem);
    bool found = guided_next(guided, &inputs);
    if (found && judge->budget.turn) judge->budget.turn->left += EVIDENCE_TICKS;
    Replayed what = {.by_site = &inputs, .expect = EV_EXPECT_ERROR};
    if (found)
      verdict = doubt_inputs(judge, run, what, "probe");
    else
      snprintf(verdict.reason, sizeof verdict.reason, "%s", guided_why(guided));
    interp_table_done(&inputs);
    if (!found) break;
  }
  return verdict;
}

EvVerdict judge_probe(Judge *judge, Run *run) {
  GuidedSetup setup = {.mem = &run->mem,
                       .inputs = run->files.list.at,
                       .n_inputs = run->files.list.n,
                       .property = run->property,
                       .compile = keep_native_setup(run),
                       .budget = &judge->budget};
  Guided *guided = guided_new(&setup);
  EvVerdict verdict = probe_again(judge, run, guided);
  GuidedStats stats = guided_free(guided);
  rep_stats_count(&run->stats, "probe.runs", stats.runs);
  rep_stats_count(&run->stats, "probe.steps", stats.steps);
  rep_stats_count(&run->stats, "probe.edges", stats.edges);
  return verdict;
}
