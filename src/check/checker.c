/* SPDX-License-Identifier: MIT
 *
 * From the settings to the options of engines and compilers. */
#include "check/checker.h"

#include "check/invariants/invariants.h"
#include "check/tried.h"

static void show_progress(void *context, const char *phase, uint32_t depth,
                          uint64_t queries) {
  Checker *checker = context;
  rep_progress(&checker->progress, phase, depth, queries);
  tried_row(checker->monitor, checker->row, phase, depth, queries,
            checker->nearly);
}

void checker_note_nearly(void *context, TsLoc loc, Term fact) {
  const Listener *l = context;
  Text text;
  if (term_is_false(fact)) return; /* that the place is not reached at all */
  text_init(&text, l->checker->mem);
  if (inv_print_fact(&text, l->program, l->ts, loc, fact))
    snprintf(l->checker->nearly, sizeof l->checker->nearly, "%s",
             text_get(&text));
  text_done(&text);
}

/* Statistics on the way, for a run that a limit ends. */
static void watch_stats(void *monitor, const EngineStats *stats) {
  monitor_watch_engine(monitor, stats);
}

EngineOptions checker_engine(Checker *checker) {
  const Settings *s = checker->settings;
  return (EngineOptions){.backend = s->backend,
                         .smt = {.inject_unknown_at = s->inject_unknown,
                                 .check_counter = &checker->n_checks,
                                 .check = s->check,
                                 .pool = checker->pool,
                                 .dump_directory = s->dump_queries},
                         .trace_no_interpolation = s->no_interpolation,
                         .trace_no_invariants = s->no_invariants,
                         .without = s->without,
                         .progress = show_progress,
                         .progress_context = checker,
                         .watch = s->wants_stats ? watch_stats : NULL,
                         .watch_context = checker->monitor,
                         .predicate = s->predicate};
}

FeCompile checker_native(const Checker *checker, const Program *program) {
  return (FeCompile){.mem = checker->mem,
                     .temp_dir = checker->temp_dir,
                     .bits = (int)program->pointer_bits,
                     .cores = 1,
                     .flags = checker->settings->flags,
                     .n_flags = checker->settings->n_flags,
                     .runs = checker->settings->no_run ? FE_RUNS_FORBIDDEN
                                                       : FE_RUNS_ALLOWED};
}
