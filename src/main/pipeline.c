/* SPDX-License-Identifier: MIT
 *
 * The first file to read: the way of the data, one function per stage.
 *
 *   C text -frontend-> bitcode -program-> Program -passes-> Program -> verdict
 *
 * Each stage takes what the one before left in `Run`, validates and prints what
 * it made (--dump), and returns whether to go on: it does not when the user
 * said --stop-after, or when a verdict is known. */
#include "main/pipeline.h"

#include <stdio.h>
#include <unistd.h>

static void dump(const Text *text) {
  fwrite(text_get(text), 1, text->n, stdout);
  fflush(stdout);
}

/* C text to LLVM bitcode, by clang; the library models come along. */
static bool stage_frontend(Run *run) {
  const Options *options = run->options;
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  FeCompile setup = {.mem = &run->mem,
                     .temp_dir = run->link->temp_dir,
                     .bits = opt_bits(options),
                     .cores = options->cores ? (uint32_t)options->cores
                              : online > 0   ? (uint32_t)online
                                             : 1,
                     .flags = options->flags,
                     .n_flags = options->n_flags};
  run_begin_stage(run, "frontend");
  bool good = fe_compile(&run->files, &setup, options->files, options->n_files,
                         &run->diag) &&
              fe_add_models(&run->files, &setup, &run->diag);
  run_end_stage(run, "frontend");
  if (!good) return run_fail_frontend(run);
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

/* There is no engine yet: say so. */
static bool stage_engine(Run *run) {
  return run_conclude(run, VERDICT_UNKNOWN, EXIT_UNKNOWN, "no engine yet");
}

ExitCode pipeline_run(const SupLink *link, void *order) {
  Run run;
  run_init(&run, order, link);
  (void)(stage_frontend(&run) && stage_engine(&run));
  ExitCode code = run.code;
  run_done(&run);
  return code;
}
