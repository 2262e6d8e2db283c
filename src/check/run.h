/* SPDX-License-Identifier: MIT
 *
 * One run of the checker, inside the worker process: what the stages of
 * pipeline.c share, and how their results leave. */
#ifndef CHECK_RUN_H
#define CHECK_RUN_H

#include "frontend/clang/clang.h"
#include "frontend/frontend.h"
#include "cli/options.h"
#include "process/supervise.h"
#include "pass/pass.h"
#include "ir/program.h"
#include "ir/property.h"
#include "interp/concrete.h"
#include "report/report.h"

/* Looks at the program as it was read.  False: `reason` says why the run ends
 * here, without a verdict. */
typedef bool RunLook(const Program *program, const void *context, Text *reason);

typedef struct Run {
  Mem mem;
  const Options *options;
  const Property *property;
  const SupLink *link;
  RepRun report;
  RepStats stats;
  FeDiag diag;
  FeFiles files;
  InterpTable trial; /* inputs of a run that was simply tried */
  TrialEnd trial_end;
  Program *program;   /* from stage `program` on; else NULL */
  Program *recursive; /* the program with its recursion, if it has any: see
                         PassOptions; else NULL */
  Program *started;   /* behind pass "property", if main looks at its arguments
                         and any memory may stand for them; else NULL */
  Program *rolled;    /* before loops were written out, if some were; or NULL */
  double stage_start; /* clock_now() */
  double stage_cpu;   /* CPU seconds at the start of the stage */
  double last_told;   /* clock_now() of the newest run_tell_stats */
  ExitCode code;      /* of the process, once the run ended */
  RunLook *look;      /* or NULL */
  const void *look_context;
} Run;

/* What the worker is told by main. */
typedef struct RunOrder {
  const Options *options;
  const Property *property;
  RepRun report;
  RunLook *look; /* or NULL */
  const void *look_context;
} RunOrder;

void run_init(Run *run, const RunOrder *order, const SupLink *link);
void run_done(Run *run);

/* Starts the clock of a stage, and tells the supervisor. */
void run_begin_stage(Run *run, const char *name);
/* Stops it and passes the statistics so far to the supervisor. */
void run_end_stage(Run *run, const char *name);
/* CPU seconds of the stage so far. */
double run_stage_cpu(const Run *run);
/* In a process forked in the middle of a stage that had used so much. */
void run_restart_clock(Run *run, double cpu);
/* Statistics in the middle of a stage: some time after the last ones, pass
 * them on. */
bool run_is_time_to_tell(const Run *run);
void run_tell_stats(Run *run);
/* Whether this stage's result is to be printed. */
bool run_wants_dump(const Run *run, StageChoice stage);
/* Whether the run ends here by the user's wish (exit code 0). */
bool run_stops_after(Run *run, StageChoice stage);

/* Statistics of the passes. */
void run_count_passes(Run *run, const PassRun *passes);

/* Ends the run with a verdict.  Always false, for `return run_conclude(...)`.
 */
bool run_conclude(Run *run, VerdictKind kind, ExitCode code, const char *format,
                  ...) BASE_PRINTF(4, 5);
/* Has the program looked at, if somebody wants to; false: the run ended. */
bool run_look(Run *run);
/* Shows the front end's notes, once. */
void run_show_notes(Run *run);
/* Ends it because the front end failed: shows run->diag.  Always false. */
bool run_fail_frontend(Run *run);

/* A verdict as bytes for the channel, and back; strings point into `text`,
 * which is changed.  False when it is not one. */
void run_pack_verdict(Text *out, const Verdict *verdict);
BASE_MUST_USE bool run_unpack_verdict(Verdict *out, Text *text);

#endif
