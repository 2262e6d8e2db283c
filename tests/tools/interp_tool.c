/* SPDX-License-Identifier: MIT
 *
 * One program of bitcode through the reader and the passes, looked at after
 * each: is it valid, is print-parse-print the identity, and does the
 * interpreter do what the compiled program did?
 *
 *   interp_tool [--expect-output=FILE] [--expect-error=yes|no] [--model=BC]...
 *               [--load] [--dump=PASS] BC...
 *
 * The passes run as pass_run_all orders them.  For every pass the program is
 * read anew and the passes up to it are run, so that nothing is shared between
 * two looks.  The output is compared until the program is sliced (slicing may
 * remove it), the error from the property pass on.  --load does not interpret;
 * it prints one line per pass: name, functions, blocks, instructions, seconds,
 * and the memory regions at the end.
 *
 * Exit code 0: as expected; 1: not; 3: nobody knows, because the program as it
 * was read runs for too long. */
#include "base/base.h"
#include "frontend/frontend.h"
#include "analysis/analysis.h"
#include "interp/interp.h"
#include "ir/io.h"
#include "pass/pass.h"

#include <stdlib.h>

enum { MOST_FILES = 64, MOST_STEPS = 200000000 };

typedef enum Expect { EXPECT_NOTHING, EXPECT_ERROR, EXPECT_NO_ERROR } Expect;

typedef struct Job {
  Mem mem;
  FeInput files[MOST_FILES];
  uint32_t n_files;
  Text output; /* what the native program printed */
  enum { OUTPUT_ANY, OUTPUT_GIVEN } output_given;
  enum { JOB_INTERPRET, JOB_LOAD } mode;
  Expect error;
  const char *dump; /* pass after which to print the program, or NULL */
  int failures;
  bool too_long; /* the program as read does not end in MOST_STEPS */
} Job;

/* What may be expected after a pass. */
typedef struct Look {
  const char *pass;
  bool error_seen;    /* the property pass has run */
  bool output_intact; /* the program is not sliced yet */
  bool has_accounts;  /* objects may have a word or byte of ours in front */
} Look;

static const Property unreach_call = {.kinds = 1u << PROPERTY_UNREACH_CALL,
                                      .entry = "main"};

static void fail(Job *job, const char *pass, const char *what,
                 const char *text) {
  printf("after %s: %s\n%s\n", pass, what, text);
  job->failures++;
}

/* ---- reading --------------------------------------------------------------
 */

static Program *read_program(Job *job) {
  FeDiag diag;
  fe_diag_init(&diag, &job->mem);
  Program *program = NULL;
  if (!fe_read_modules(&program, &job->mem, job->files, job->n_files, &diag)) {
    Text text;
    text_init(&text, &job->mem);
    fe_diag_print(&text, &diag);
    fail(job, "reading", "the program does not load", text_get(&text));
    text_done(&text);
  }
  fe_diag_done(&diag);
  return program;
}

/* What interp_host_printf runs. */
static const char *const host[] = {"printf", "puts", "putchar", NULL};

static PassRun run_passes(Program *program, const char *last) {
  PassOptions options = PASS_DEFAULTS;
  options.host = host;
  PassRun run = {0};
  pass_run(&run, program, &unreach_call, &options, PASS_ID_FIRST,
           last ? pass_find(last) : PASS_ID_LAST);
  return run;
}

/* ---- checks ---------------------------------------------------------------
 */

static bool check_valid(Job *job, const char *pass, const Program *program) {
  Text problems;
  text_init(&problems, &job->mem);
  bool good = prog_validate(program, &problems);
  if (!good) fail(job, pass, "the program is not valid", text_get(&problems));
  text_done(&problems);
  return good;
}

static void check_text(Job *job, const char *pass, const Program *program) {
  Text first, second, error;
  text_init(&first, &job->mem);
  text_init(&second, &job->mem);
  text_init(&error, &job->mem);
  Program *copy = NULL;
  prog_print(&first, program);
  if (!prog_parse(&copy, &job->mem, text_get(&first), &error)) {
    fail(job, pass, "the printed program does not parse", text_get(&error));
  } else {
    prog_print(&second, copy);
    if (first.n != second.n ||
        memcmp(text_get(&first), text_get(&second), first.n) != 0)
      fail(job, pass, "print, parse, print is not the identity", "");
    prog_free(copy);
  }
  text_done(&first);
  text_done(&second);
  text_done(&error);
}

static void check_end(Job *job, const Look *look, const Program *program,
                      const InterpResult *result) {
  InterpEnd end = result->end;
  bool ended = end == INTERP_RETURNED || end == INTERP_STOP;
  bool good = ended || end == INTERP_ERROR;
  if (look->error_seen && job->error == EXPECT_ERROR)
    good = end == INTERP_ERROR;
  if (look->error_seen && job->error == EXPECT_NO_ERROR) good = ended;
  if (good) return;
  Text text;
  text_init(&text, &job->mem);
  interp_print_result(&text, program, result);
  fail(job, look->pass,
       job->error == EXPECT_ERROR ? "the run does not end in the error, but:"
                                  : "the run should return, but:",
       text_get(&text));
  text_done(&text);
}

/* Recursion deeper than inlining unrolls it: the run says so, and ends. */
static bool is_cut_off(const Look *look, const InterpResult *result) {
  return result->end == INTERP_UNSUPPORTED && strcmp(look->pass, "reading") &&
         result->text && strcmp(result->text, "recursion") == 0;
}

static void check_run(Job *job, const Look *look, const Program *program) {
  Text printed;
  text_init(&printed, &job->mem);
  InterpRandom random;
  interp_random_init(&random, &job->mem, 1);
  InterpOptions options = {.memory =
                               look->has_accounts ? INTERP_LAZY : INTERP_STRICT,
                           .max_steps = MOST_STEPS,
                           .host = interp_host_printf(&printed)};
  Interp *run = interp_new(&job->mem, program, options);
  InterpResult result = interp_run(run, interp_random(&random));
  if (result.end == INTERP_FUEL && strcmp(look->pass, "reading") == 0)
    job->too_long = true;
  bool cut_off = is_cut_off(look, &result);
  if (!cut_off) check_end(job, look, program, &result);
  if (!cut_off && look->output_intact && job->output_given == OUTPUT_GIVEN &&
      strcmp(text_get(&printed), text_get(&job->output)) != 0)
    fail(job, look->pass, "the output differs; it is:", text_get(&printed));
  interp_free(run);
  interp_random_done(&random);
  text_done(&printed);
}

static void check(Job *job, const Look *look, const Program *program) {
  if (!check_valid(job, look->pass, program)) return;
  check_text(job, look->pass, program);
  if (job->mode == JOB_INTERPRET) check_run(job, look, program);
}

static void dump(const Job *job, const char *pass, const Program *program) {
  if (!job->dump || strcmp(job->dump, pass) != 0) return;
  Text text;
  text_init(&text, program->mem);
  prog_print(&text, program);
  fputs(text_get(&text), stdout);
  text_done(&text);
}

/* ---- the run over all passes ----------------------------------------------
 */

static void print_stats(const PassRun *run, const Program *program,
                        double seconds) {
  printf("read %.3f s\n", seconds);
  for (uint32_t i = 0; i < run->n_stats; i++) {
    const PassStat *stat = &run->stats[i];
    printf("pass %s functions %llu blocks %llu insts %llu seconds %.4f\n",
           stat->pass, (unsigned long long)stat->functions,
           (unsigned long long)stat->blocks, (unsigned long long)stat->insts,
           stat->seconds);
  }
  RegionStats regions = prog_region_stats(program);
  printf(
      "regions promoted %u scalars %u cells %u bytes %u unknown %u accesses %u\n",
      run->promoted, regions.scalars, regions.cells, regions.bytes,
      regions.unknown, regions.accesses);
}

/* Looks at the program as read and after the pass called `name`. */
static void look_after(Job *job, Look *look) {
  Program *program = read_program(job);
  if (!program) return;
  PassRun run = run_passes(program, look->pass);
  if (run.result.status != PASS_OK)
    fail(job, look->pass, "a pass refused", run.result.message);
  else
    check(job, look, program);
  dump(job, look->pass, program);
  prog_free(program);
}

static void run_job(Job *job) {
  double start = clock_now();
  Program *program = read_program(job);
  if (!program) return;
  double seconds = clock_now() - start;
  Look look = {.pass = "reading", .output_intact = true};
  check(job, &look, program);
  dump(job, look.pass, program);
  if (job->too_long) {
    prog_free(program);
    return;
  }
  PassRun all = run_passes(program, NULL);
  if (all.result.status != PASS_OK) {
    fail(job, "all passes", "a pass refused", all.result.message);
  } else if (job->mode == JOB_LOAD) {
    print_stats(&all, program, seconds);
  }
  for (uint32_t i = 1; i < all.n_stats; i++) {
    look.pass = all.stats[i].pass;
    if (strcmp(look.pass, "property") == 0) look.error_seen = true;
    if (strstr(look.pass, "slice")) look.output_intact = false;
    if (strcmp(look.pass, "validity") == 0) look.has_accounts = true;
    bool first = true; /* a pass that runs several times: its first time */
    for (uint32_t k = 1; k < i; k++)
      if (strcmp(all.stats[k].pass, look.pass) == 0) first = false;
    if (first) look_after(job, &look);
  }
  if (all.result.status == PASS_OK) {
    look.pass = "all passes";
    check(job, &look, program);
    dump(job, look.pass, program);
  }
  prog_free(program);
}

/* ---- the command line ------------------------------------------------------
 */

static void add_file(Job *job, const char *path, FeOrigin origin) {
  if (job->n_files == MOST_FILES) die(EXIT_USAGE, "too many files");
  job->files[job->n_files++] =
      (FeInput){.path = path, .origin = origin, .formats = FE_FORMATS_CALLED};
}

static const char *option(const char *argument, const char *name) {
  size_t n = strlen(name);
  return strncmp(argument, name, n) == 0 ? argument + n : NULL;
}

static void read_argument(Job *job, const char *argument) {
  const char *value;
  if ((value = option(argument, "--model=")))
    add_file(job, value, FE_MODEL);
  else if ((value = option(argument, "--dump=")))
    job->dump = value;
  else if ((value = option(argument, "--expect-error=")))
    job->error = strcmp(value, "yes") == 0 ? EXPECT_ERROR : EXPECT_NO_ERROR;
  else if ((value = option(argument, "--expect-output="))) {
    job->output_given = OUTPUT_GIVEN;
    if (!file_read(&job->output, value))
      die(EXIT_USAGE, "cannot read %s", value);
  } else if (strcmp(argument, "--load") == 0)
    job->mode = JOB_LOAD;
  else if (argument[0] == '-')
    die(EXIT_USAGE, "unknown option %s", argument);
  else
    add_file(job, argument, FE_USER);
}

int main(int argc, char **argv) {
  Job *job = calloc(1, sizeof *job);
  require(job);
  mem_init(&job->mem, 0);
  text_init(&job->output, &job->mem);
  for (int i = 1; i < argc; i++) read_argument(job, argv[i]);
  if (job->n_files == 0) die(EXIT_USAGE, "interp_tool: no file given");
  run_job(job);
  text_done(&job->output);
  mem_done(&job->mem);
  int code = job->too_long ? 3 : job->failures ? 1 : 0;
  free(job);
  return code;
}
