/* SPDX-License-Identifier: MIT
 *
 * The scan runs in the supervised worker; the report is made afterwards by the
 * process the user started, from the database.  So an interrupted scan, or one
 * that met a limit, reports what it found until then in the same way. */
#include "cli/scan_command.h"

#include "cli/result.h"
#include "process/supervise.h"
#include "scan/build/build.h"
#include "scan/scan.h"

#include <errno.h>
#include <unistd.h>

typedef struct Work {
  const ScanOrder *order;
  const char *part; /* of a cluster's task; NULL: the whole scan */
} Work;

static ExitCode work(const SupLink *link, void *context) {
  const Work *w = context;
  Mem mem;
  mem_init(&mem, 0);
  ScanEnd end = w->part ? scan_run_part(w->order, &mem, link->temp_dir, w->part)
                        : scan_run(w->order, &mem, link->temp_dir);
  mem_done(&mem);
  switch (end) {
  case SCAN_ENDED: return EXIT_PROVED;
  case SCAN_FAILED: return EXIT_INTERNAL;
  case SCAN_NO_INPUT: return EXIT_FRONTEND;
  case SCAN_BUSY: return EXIT_USAGE;
  }
  unreachable_case();
}

/* Why the scan did not end by itself; NULL: it did. */
static const char *interruption(const SupResult *result, Text *words) {
  switch (result->end) {
  case SUP_TIMEOUT: return "timeout";
  case SUP_MEMORY: return "memory";
  case SUP_INTERRUPTED: return "interrupted";
  case SUP_NO_TEMP:
  case SUP_NO_START: return text_get(&result->problem);
  case SUP_CRASHED:
    text_printf(words, "internal error: the scan died of signal %d",
                result->status);
    return text_get(words);
  case SUP_EXITED: break;
  }
  if (result->status == EXIT_PROVED) return NULL;
  text_printf(words, "internal error: the scan ended with code %d",
              result->status);
  return text_get(words);
}

static void write_stats(const Options *options, const SupResult *result,
                        const Verdict *verdict, Mem *mem) {
  Text text;
  RepUse use = {result->wall, result->cpu, result->peak_memory};
  text_init(&text, mem);
  rep_stats_file(&text, verdict, &use, "");
  if (!rep_write_file(options->stats, &text))
    rep_say(REP_WARNING, "cannot write --stats=%s", options->stats);
  text_done(&text);
}

/* --fail-on: what was found, or not, is no failure then; a scan that did not
 * come to its end still is. */
static void choose_code(const Options *options, const ScanReport *report,
                        uint64_t confident, Verdict *verdict) {
  bool is_undecided = verdict->kind == VERDICT_UNKNOWN &&
                      verdict->code == EXIT_UNKNOWN && !report->interrupted;
  bool is_forgiven = options->fail_on == FAIL_NEVER ||
                     (options->fail_on == FAIL_ON_CONFIDENT && !confident);
  if (is_forgiven && verdict->kind == VERDICT_FALSE)
    verdict->code = report->interrupted ? EXIT_UNKNOWN : EXIT_PROVED;
  if (options->fail_on != FAIL_ON_UNDECIDED && is_undecided)
    verdict->code = EXIT_PROVED;
}

static ExitCode print_report(const Options *options, const ScanOrder *order,
                             const SupResult *result, Mem *mem) {
  Text words, out;
  Arena texts;
  Verdict verdict;
  text_init(&words, mem);
  text_init(&out, mem);
  arena_init(&texts, mem);
  ScanReport report = {.style = {.format = (RepFormat)options->format,
                                 .colours = rep_colours(),
                                 .premises = options->assumptions
                                                 ? REP_PREMISES_LISTED
                                                 : REP_PREMISES_COUNTED},
                       .show = options->all_sites ? SCAN_SHOW_ALL
                               : options->all     ? SCAN_SHOW_FINDINGS
                                                  : SCAN_SHOW_BEST,
                       .interrupted = interruption(result, &words),
                       .baseline = options->baseline,
                       .page = options->report,
                       .new_since = options->new_since};
  uint64_t confident = scan_report(&out, &verdict, order, &report, &texts);
  if (result->end == SUP_TIMEOUT && verdict.kind == VERDICT_UNKNOWN)
    verdict.code = EXIT_TIMEOUT;
  choose_code(options, &report, confident, &verdict);
  rep_tell_verdict(&out, (RepFormat)options->format, &verdict);
  if (options->stats) write_stats(options, result, &verdict, mem);
  ExitCode code = result_print(&out, verdict.code);
  arena_done(&texts);
  text_done(&out);
  text_done(&words);
  return code;
}

static void order_init(ScanOrder *order, const Options *options,
                       const ScanEngine *engine, const char *version,
                       uint64_t memory) {
  uint32_t cores = opt_cores(options);
  *order = (ScanOrder){
      .compile_commands = options->compile_commands,
      .paths = options->files,
      .n_paths = options->n_files,
      .build = options->flags,
      .n_build = options->n_flags,
      .functions = options->functions,
      .database = options->database ? options->database : ".cutpoint",
      .version = version,
      .bits = opt_bits(options),
      .cores = cores,
      .worker_memory = memory / ((uint64_t)cores + 1),
      .settings =
          {.params = options->params ? SITE_PARAMS_ANY : SITE_PARAMS_PRESUMED,
           .memory = (SiteMemory)options->entry_memory,
           .expansion = options->eager ? STRUCT_EAGER : STRUCT_LAZY,
           .smt = {.clauses = options->clause_order ? SMT_CLAUSES_REVERSED
                                                    : SMT_CLAUSES_FROM_ROOT},
           .budget = (double)options->budget,
           .unroll = (uint32_t)options->unroll,
           .replay = options->replay || options->no_run ? SCAN_REPLAY_OFF
                                                        : SCAN_REPLAY_ON},
      .engine = engine};
}

/* --api: the text of the headers, which lives as long as the process. */
static bool read_api(const char *api, ScanOrder *order, Mem *mem,
                     Text *problem) {
  static const char word[] = "public=";
  if (strcmp(api, "internal") == 0) return true;
  order->settings.api = "";
  if (strcmp(api, "public") == 0) return true;
  if (strncmp(api, word, sizeof word - 1) != 0) {
    text_printf(problem,
                "--api=%s: internal, public or public=HEADER,... is "
                "expected",
                api);
    return false;
  }
  Text all, one;
  text_init(&all, mem);
  text_init(&one, mem);
  for (const char *at = api + sizeof word - 1; *at && !problem->n;) {
    size_t n = strcspn(at, ",");
    char path[4096];
    snprintf(path, sizeof path, "%.*s", (int)n, at);
    text_clear(&one);
    if (file_read(&one, path))
      text_printf(&all, "%s\n", text_get(&one));
    else
      text_printf(problem, "cannot read %s of --api: %s", path,
                  strerror(errno));
    at += n + (at[n] == ',');
  }
  if (!problem->n && !all.n)
    text_add(problem, "--api=public=HEADER,...: the headers are empty");
  order->settings.api = text_get(&all);
  text_done(&one);
  return problem->n == 0;
}

/* What is wrong with the order; false: it was said. */
static bool is_possible(const Options *options, ScanOrder *order, Mem *mem) {
  Text problem;
  text_init(&problem, mem);
  order->settings.checks = (1u << SCAN_CHECK_COUNT) - 1;
  if (options->checks &&
      !scan_checks_parse(&order->settings.checks, options->checks, &problem))
    assert(problem.n > 0);
  else if (options->api && !read_api(options->api, order, mem, &problem))
    assert(problem.n > 0);
  else if (options->baseline && access(options->baseline, R_OK) != 0)
    text_printf(&problem, "cannot read --baseline=%s: %s", options->baseline,
                strerror(errno));
  else if (options->new_since && !scan_is_commit(options->new_since, mem))
    text_printf(&problem,
                "--new-since=%s: git knows no such commit here (is this a work "
                "tree?)",
                options->new_since);
  else if (!order->n_build && !order->n_paths && !order->compile_commands &&
           !options->cluster_part && !scan_has_recording(order->database))
    text_printf(&problem,
                "nothing to scan: no build is recorded in '%s'; try cutpoint "
                "scan DIRECTORY, or cutpoint scan -- make",
                order->database);
  bool good = problem.n == 0;
  if (!good) rep_say(REP_ERROR, "%s", text_get(&problem));
  text_done(&problem);
  return good;
}

/* The scan did not take place; why was said. */
static void tell_refusal(const Options *options, ExitCode code, Mem *mem) {
  Text out;
  Verdict verdict = {VERDICT_UNKNOWN, code, CAUSE_ENGINE, "",
                     code == EXIT_USAGE ? "another scan uses the database"
                                        : "the scan could not begin"};
  text_init(&out, mem);
  rep_tell_verdict(&out, (RepFormat)options->format, &verdict);
  fwrite(text_get(&out), 1, out.n, stdout);
  text_done(&out);
}

/* --cluster: what a task runs.  Its cores and memory are said, because a
 * result depends on the memory of a worker. */
static void describe_task(Text *out, const Options *options, uint64_t memory) {
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  self[n > 0 ? n : 0] = 0;
  Options task = *options;
  task.cores = (long)opt_cores(options);
  task.memory = (long)(memory >> 20);
  task.cluster = 0;
  task.cluster_options = task.report = task.stats = NULL;
  opt_quote(out, self);
  text_add(out, " scan");
  opt_print(out, &task);
}

/* A task says nothing but what went wrong: its results are read by others. */
static ExitCode end_task(const SupResult *result, Mem *mem) {
  Text words;
  text_init(&words, mem);
  const char *why = interruption(result, &words);
  if (why && result->end != SUP_EXITED) rep_say(REP_ERROR, "%s", why);
  text_done(&words);
  return result->end == SUP_EXITED ? (ExitCode)result->status : EXIT_INTERNAL;
}

static ExitCode run(const Options *options, const ScanOrder *order,
                    uint64_t memory, Mem *mem) {
  Work w = {order, options->cluster_part};
  SupLimits limits = {.seconds = (double)options->timeout,
                      .cpu_seconds = (double)options->cpu_timeout,
                      .memory = memory,
                      .temp =
                          options->keep_temp ? SUP_KEEP_TEMP : SUP_REMOVE_TEMP};
  SupResult result;
  sup_run(&result, mem, &limits, work, &w);
  result_note_temp(&result, &limits);
  ExitCode code = (ExitCode)result.status;
  bool refused =
      result.end == SUP_EXITED && (code == EXIT_FRONTEND || code == EXIT_USAGE);
  if (w.part)
    code = end_task(&result, mem);
  else if (refused)
    tell_refusal(options, code, mem);
  else
    code = print_report(options, order, &result, mem);
  sup_result_done(&result);
  return code;
}

ExitCode scan_command(const Options *options, const ScanEngine *engine,
                      const char *version, const char *commit, uint64_t memory,
                      Mem *mem) {
  ScanOrder order;
  Text task;
  memory = memory >> 20 << 20; /* as it can be told to a task */
  order_init(&order, options, engine, version, memory);
  order.commit = commit;
  if (!is_possible(options, &order, mem)) return EXIT_USAGE;
  text_init(&task, mem);
  describe_task(&task, options, memory);
  ScanCluster cluster = {
      text_get(&task), options->cluster_options ? options->cluster_options : "",
      order.cores};
  if (options->cluster == CLUSTER_SLURM) order.cluster = &cluster;
  ExitCode code = run(options, &order, memory, mem);
  text_done(&task);
  return code;
}
