/* SPDX-License-Identifier: MIT
 *
 * Engines, then evidence.  What an engine claims is only ever believed by
 * ev_decide. */
#include "main/judge.h"
#include "main/keep.h"
#include "main/portfolio.h"

void judge_init(Judge *judge, Run *run) {
  *judge = (Judge){.encoding = {.blocks = (EncBlocks)run->options->blocks}};
  judge->store = term_store_new(&run->mem);
  if (run->options->timeout)
    judge->budget.deadline = clock_now() + (double)run->options->timeout;
}

void judge_done(Judge *judge) {
  if (judge->replay.mem) ev_replay_done(&judge->replay);
  if (judge->story.mem) rep_story_done(&judge->story);
  if (judge->ts) ts_free(judge->ts);
  term_store_free(judge->store);
}

void judge_encode(Judge *judge, Run *run) {
  judge->ts =
      enc_program(&run->mem, judge->store, run->program, &judge->encoding);
}

static void count(Run *run, const EngineStats *stats) {
#define X(name, help) rep_stats_count(&run->stats, #name, stats->name);
  ENGINE_STATS(X)
#undef X
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

/* ---- replay ---- */

static void story_begins(void *story, const Program *original) {
  ((RepStory *)story)->program = original;
}

static void story_ends(void *story, const Interp *run,
                       const InterpResult *result) {
  rep_story_end(story, run, result);
}

static void replay_trace(Judge *judge, Run *run, const TsTrace *trace) {
  rep_story_init(&judge->story, &run->mem,
                 run->options->full_trace ? REP_STORY_FULL : REP_STORY_SHORT);
  rep_story_expect(&judge->story, run->program);
  EvWatcher watcher = {&judge->story, story_begins, rep_story_hook, story_ends};
  EvReplaySetup setup = {.mem = &run->mem,
                         .program = run->program,
                         .ts = judge->ts,
                         .trace = trace,
                         .inputs = run->files.list.at,
                         .n_inputs = run->files.list.n,
                         .property = run->property,
                         .compile = keep_native_setup(run),
                         .budget = &judge->budget,
                         .watcher = &watcher};
  ev_replay(&judge->replay, &setup);
  if (judge->replay.status != EV_CONFIRMED) return;
  keep_harness(judge, run);
  run->report.story = &judge->story;
}

EvVerdict judge_decide(Judge *judge, Run *run) {
  EvClaim claim = {.kind = EV_CLAIMS_NOTHING};
  EngineResult result;
  engine_result_init(&result, &run->mem);
  EngineStats stats = {0};
  EvStatus checked = EV_UNDECIDED;
  char room[240] = "";
  const char *problem = "";
  EngineOptions engine = {.smt = {.check = (uint32_t)run->options->check}};
  const char *name = "";
  portfolio_run(judge->ts, run->options, &engine, &judge->budget, &result,
                &stats, &name);
  VEC_DONE(term_store_mem(judge->store), &engine.known);
  claim.reason = result.reason;
  count(run, &stats);
  EvCheck check = {0};
  if (result.claim == ENGINE_SAFE) {
    claim.kind = EV_CLAIMS_SAFE;
    EvOptions options = {.smt = {.check = 0}};
    check = ev_check_proof(&run->mem, run->program, &judge->encoding, judge->ts,
                           &result.proof, &options, &judge->budget);
    checked = check.status;
    problem = check.problem;
  } else if (result.claim == ENGINE_UNSAFE) {
    if (trace_end(judge->ts, &result.trace)->kind == TS_UNSUPPORTED) {
      claim.reason = unsupported_reason(run, &result.trace, room, sizeof room);
    } else {
      claim.kind = EV_CLAIMS_UNSAFE;
      replay_trace(judge, run, &result.trace);
      checked = judge->replay.status;
      problem = judge->replay.problem;
      claim.property =
          checked == EV_CONFIRMED ? ev_replay_property(&judge->replay) : "";
    }
  }
  EvVerdict verdict = ev_decide(&claim, checked, problem, judge->ts->ledger.at,
                                judge->ts->ledger.n);
  engine_result_done(&result, judge->store);
  keep_witness(run, &verdict);
  return verdict;
}
