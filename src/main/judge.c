/* SPDX-License-Identifier: MIT
 *
 * Engines, then evidence.  What an engine claims is only ever believed by
 * ev_decide. */
#include "main/judge.h"
#include "main/portfolio.h"

#include <signal.h>

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

/* The name of the bitcode beside the harness: FILE.bc for FILE.c. */
static char *bitcode_name(Arena *texts, const char *harness) {
  size_t n = strlen(harness);
  if (n > 2 && strcmp(harness + n - 2, ".c") == 0) n -= 2;
  return arena_printf(texts, "%.*s.bc", (int)n, harness);
}

static bool copy_file(Mem *mem, const char *from, const char *to) {
  Text text;
  text_init(&text, mem);
  bool good = file_read(&text, from) && rep_write_file(to, &text);
  text_done(&text);
  return good;
}

static FeCompile native_setup(Run *run) {
  return (FeCompile){.mem = &run->mem,
                     .temp_dir = run->link->temp_dir,
                     .bits = (int)run->program->pointer_bits,
                     .cores = 1,
                     .flags = run->options->flags,
                     .n_flags = run->options->n_flags};
}

typedef Vec(const char *) Paths;

static void tell_command(Judge *judge, Run *run, const Paths *files) {
  FeCompile setup = native_setup(run);
  Text *out = &judge->story.reproduce;
  text_add(out, "  ");
  fe_print_build(out, &setup, files->at, files->n, "replay");
  text_add(out, " && ./replay\n");
}

/* Does the user's own source fail with the plain harness? */
static bool fails_plainly(Judge *judge, Run *run, const Paths *files) {
  FeCompile setup = native_setup(run);
  const char *executable =
      arena_printf(&judge->story.texts, "%s/plain", setup.temp_dir);
  FeDiag diag;
  fe_diag_init(&diag, &run->mem);
  bool good = fe_build_native(&setup, files->at, files->n, executable, &diag);
  fe_diag_done(&diag);
  if (!good) return false;
  FeNative end = fe_run_native(executable, 10);
  return (end.end == FE_NATIVE_EXITED && end.status == 42) ||
         (end.end == FE_NATIVE_SIGNAL && end.status == SIGABRT);
}

/* A harness for the user's source, if that is enough; else for the bitcode,
 * which is kept beside it. */
static bool write_harness(Judge *judge, Run *run, const char *harness,
                          Paths *files) {
  Text text;
  text_init(&text, &run->mem);
  for (uint32_t i = 0; i < run->options->n_files; i++)
    VEC_PUSH(&run->mem, files, run->options->files[i]);
  VEC_PUSH(&run->mem, files, harness);
  bool plain = ev_plain_print(&text, &judge->replay) &&
               rep_write_file(harness, &text) &&
               fails_plainly(judge, run, files);
  text_done(&text);
  if (plain) return true;
  const char *bitcode = bitcode_name(&judge->story.texts, harness);
  VEC_CLEAR(files);
  VEC_PUSH(&run->mem, files, bitcode);
  VEC_PUSH(&run->mem, files, harness);
  return copy_file(&run->mem, judge->replay.harness, harness) &&
         copy_file(&run->mem, judge->replay.bitcode, bitcode);
}

/* --harness: the files of the replay stay, and the user learns the command. */
static void keep_harness(Judge *judge, Run *run) {
  const char *harness = run->options->harness;
  Paths files = {0};
  if (!harness) return;
  if (write_harness(judge, run, harness, &files))
    tell_command(judge, run, &files);
  else
    rep_say(REP_WARNING, "cannot write --harness=%s", harness);
  VEC_DONE(&run->mem, &files);
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
                         .compile = native_setup(run),
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
  return verdict;
}
