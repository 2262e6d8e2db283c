/* SPDX-License-Identifier: MIT
 *
 * The first file to read: the way of the data, one function per stage.
 *
 *   C text -frontend-> bitcode -program-> Program -passes-> Program -> verdict
 *
 * Each stage takes what the one before left in `Run`, validates and prints what
 * it made (--dump), and returns whether to go on: it does not when the user
 * said --stop-after, or when a verdict is known. */
#include "cli/pipeline.h"
#include "cli/draw.h"
#include "check/portfolio.h"

#include "ir/io.h"
#include "pass/pass.h"

#include <stdio.h>

static void dump(const Text *text) {
  fwrite(text_get(text), 1, text->n, stdout);
  fflush(stdout);
}

/* At every arrow that carries a Program: validate, print, count. */
static bool leave_program(Run *run, StageChoice stage) {
  Text text;
  bool good = true;
  text_init(&text, &run->mem);
#ifdef NDEBUG
  bool validate = run->options->check >= 1;
#else
  bool validate = true;
#endif
  if (validate && !prog_validate(run->program, &text)) {
    rep_say(REP_ERROR, "the program is not valid:\n%s", text_get(&text));
    good = run_conclude(run, VERDICT_UNKNOWN, EXIT_INTERNAL,
                        "internal error: invalid program");
  }
  text_clear(&text);
  if (good && run_wants_dump(run, stage)) {
    prog_print(&text, run->program);
    dump(&text);
  }
  text_done(&text);
  return good && !run_stops_after(run, stage);
}

static bool checks_overflow(const Run *run) {
  return run->property->kinds >> PROPERTY_NO_OVERFLOW & 1;
}

static FeCompile compile_setup(Run *run) {
  return (FeCompile){.mem = &run->mem,
                     .temp_dir = run->link->temp_dir,
                     .bits = opt_bits(run->options),
                     .cores = opt_cores(run->options),
                     .flags = run->options->flags,
                     .n_flags = run->options->n_flags,
                     .assumptions = run->options->command == COMMAND_VALIDATE
                                        ? FE_PURE_ASSUMPTIONS
                                        : FE_ANY_ASSUMPTIONS,
                     .checks = checks_overflow(run) ? FE_CHECK_OVERFLOW
                               : prog_property_is_memory(run->property)
                                   ? FE_CHECK_LIVES
                                   : FE_CHECK_NOTHING};
}

/* C text to LLVM bitcode, by clang; the library models come along. */
static bool stage_frontend(Run *run) {
  const Options *options = run->options;
  FeCompile setup = compile_setup(run);
  run_begin_stage(run, "frontend");
  bool good = fe_compile(&run->files, &setup, options->files, options->n_files,
                         &run->diag) &&
              fe_add_models(&run->files, &setup, &run->diag);
  run_end_stage(run, "frontend");
  if (!good) return run_fail_frontend(run);
  run_show_notes(run);
  if (run_wants_dump(run, STAGE_FRONTEND)) {
    Text text;
    text_init(&text, &run->mem);
    good = fe_print_modules(&text, &run->files, &run->diag);
    dump(&text);
    text_done(&text);
    if (!good) return run_fail_frontend(run);
  }
  return !run_stops_after(run, STAGE_FRONTEND);
}

/* Where the program starts, which the reader takes to be main. */
static bool set_entry(Run *run) {
  const char *entry = run->property->entry;
  FuncId found = prog_find_entry(run->program, entry);
  if (found.id && prog_func(run->program, found)->state == FUNC_DEFINED) {
    run->program->entry = found;
    return true;
  }
  fe_diag_add(&run->diag, NULL, 0, 0,
              "there is no function '%s' with a body to start from; say where "
              "with --entry=NAME",
              entry);
  return false;
}

/* Bitcode to our own Program. */
static bool stage_program(Run *run) {
  run_begin_stage(run, "program");
  bool good = fe_read_modules(&run->program, &run->mem, run->files.list.at,
                              run->files.list.n, &run->diag);
  if (good && checks_overflow(run))
    fe_note_unseen_overflows(run->program, &run->files);
  run_end_stage(run, "program");
  if (!good || !set_entry(run)) return run_fail_frontend(run);
  if (!run_look(run)) return false;
  return leave_program(run, STAGE_PROGRAM);
}

static void keep_started(Run *run, const Program *program) {
  bool made = prog_find_function(program, PROG_START).id != 0;
  if (made && !prog_property_is_memory(run->property))
    run->started = prog_clone(program);
}

/* The program as the user wrote it is run before it is taken apart. */
static void try_runs(void *context, const Program *program, const char *pass) {
  Run *run = context;
  if (strcmp(pass, "property") == 0) keep_started(run, program);
  if (strcmp(pass, "entry") != 0) return;
  TrialStats stats = {0};
  run->trial_end = prog_trial(&run->mem, program, NULL, &run->trial, &stats);
  if (run->trial_end == TRIAL_ENDS && prog_property_is_memory(run->property))
    run->trial_end = TRIAL_NOTHING; /* a run does not see whose memory it is */
  rep_stats_count(&run->stats, "trial.runs", stats.runs);
  rep_stats_count(&run->stats, "trial.steps", stats.steps);
}

/* Property, inlining, memory, slicing. */
static bool stage_passes(Run *run) {
  PassOptions options = PASS_DEFAULTS;
  if (run->options->check >= 1) options.check = PASS_CHECK_VALID;
  if (run->options->engine == ENGINE_AUTO) {
    options.look = try_runs;
    options.look_context = run;
  }
  options.recursive = &run->recursive;
  options.rolled = &run->rolled;
  options.inlining.max_recursive = (uint32_t)run->options->recursion;
  run_begin_stage(run, "passes");
  PassRun passes = pass_run_all(run->program, run->property, &options);
  run_count_passes(run, &passes);
  run_end_stage(run, "passes");
  if (passes.result.status == PASS_UNSUPPORTED)
    return run_conclude(run, VERDICT_UNKNOWN, EXIT_UNKNOWN, "unsupported: %s",
                        passes.result.message);
  return leave_program(run, STAGE_PASSES);
}

/* The program as a transition system. */
static bool stage_ts(Run *run, Judge *judge) {
  run_begin_stage(run, "ts");
  judge_encode(judge, run);
  run_end_stage(run, "ts");
  if (run_wants_dump(run, STAGE_TS)) {
    Text text;
    text_init(&text, &run->mem);
    ts_print(&text, judge->ts, (TsFormat)run->options->dump_format);
    dump(&text);
    text_done(&text);
  }
  draw_ts(run, judge->ts);
  return !run_stops_after(run, STAGE_TS);
}

static bool stage_judge(Run *run) {
  Judge judge;
  judge_init(&judge, run);
  bool on = stage_ts(run, &judge) && portfolio_decide(&judge, run);
  judge_done(&judge);
  return on;
}

ExitCode pipeline_run(const SupLink *link, void *order) {
  Run run;
  run_init(&run, order, link);
  (void)(stage_frontend(&run) && stage_program(&run) && stage_passes(&run) &&
         stage_judge(&run));
  ExitCode code = run.code;
  run_done(&run);
  return code;
}
