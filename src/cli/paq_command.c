/* SPDX-License-Identifier: MIT
 *
 * Making queries: each C file in a process of its own.  Solving: each query in
 * a process of its own, under its own limits, so that one that runs out of
 * time or memory costs only itself. */
#include "cli/paq_command.h"

#include "cli/paq_make.h"
#include "predabs/predabs.h"
#include "report/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#define MAKE_SECONDS     300.0
#define LEAST_PREDICATES 4u
#define SOLVE_MEMORY     ((uint64_t)512 << 20)
#define SOLVE_SECONDS    60.0

/* ---- making ---- */

static ExitCode make_all(const Options *options, Mem *mem) {
  if (mkdir(options->out, 0777) != 0 && errno != EEXIST) {
    rep_say(REP_ERROR, "cannot make --out=%s: %s", options->out,
            strerror(errno));
    return EXIT_USAGE;
  }
  ExitCode code = EXIT_PROVED;
  for (uint32_t i = 0; i < options->n_files; i++) {
    PaqMake order = {options, options->files[i], options->out,
                     LEAST_PREDICATES};
    SupLimits limits = {.seconds = options->timeout ? (double)options->timeout
                                                    : MAKE_SECONDS,
                        .memory = (uint64_t)options->memory << 20};
    SupResult result;
    sup_run(&result, mem, &limits, paq_make, &order);
    bool is_whole = result.end == SUP_EXITED && result.status == EXIT_PROVED;
    const char *n = text_get(&result.records.text[SUP_BODY]);
    printf("%s: %s queries%s\n", options->files[i], *n ? n : "0",
           is_whole ? "" : " (not all)");
    fflush(stdout);
    if (!is_whole) code = EXIT_FRONTEND;
    bool is_interrupted = result.end == SUP_INTERRUPTED;
    sup_result_done(&result);
    if (is_interrupted) return EXIT_UNKNOWN;
  }
  return code;
}

/* ---- solving ---- */

typedef struct Solve {
  const Options *options;
  const char *file;
} Solve;

/* A query and what solving it needs. */
typedef struct Job {
  const SupLink *link;
  PaqMethod method;
  Mem *mem;
  DdStore *dd;
  PredabsQuery query;
  Vec(DdVar) vars;
  TermList predicates;
  PredabsOrder *order; /* the oracle's, or NULL */
  PredabsStats stats;
} Job;

/* It is memory that is limited here, not nodes. */
static const PredabsLdd sifting = {.theory = &ldd_linear,
                                   .reorder = DD_ORDER_SIFT,
                                   .accept = PREDABS_ACCEPT_ANY,
                                   .home = PREDABS_HOME_REORDERED,
                                   .max_nodes = 1u << 30};

static bool is_oracle(PaqMethod method) {
  return method == PAQ_LDD_ORACLE || method == PAQ_ALLSAT_ORACLE;
}

static bool has_given_up(const Job *job, const PredabsAnswer *answer) {
  return dd_is_true(answer->states) && answer->quality == PREDABS_WEAKER &&
         job->query.n > 0;
}

/* Only predicates that occur in the diagram stay. */
static void keep_support(Job *job, Dd states) {
  DdVars support = {0};
  dd_support(job->dd, states, &support);
  uint32_t n = 0;
  for (uint32_t i = 0; i < support.n; i++) {
    assert(job->vars.at[support.at[i].id].id == support.at[i].id);
    job->predicates.at[n] = job->predicates.at[support.at[i].id];
    job->vars.at[n++] = support.at[i];
  }
  job->query.n = n;
  VEC_DONE(dd_mem(job->dd), &support);
}

/* The oracle experiments of [GCS11 §5]: what diagrams with sifting find out is
 * known from the start.  False: they do not solve the query.  Sends the
 * supervisor how long it took, since that does not count. */
static bool ask_oracle(Job *job) {
  PredabsLdd ldd = sifting;
  if (job->method == PAQ_LDD_ORACLE) ldd.last = &job->order;
  PredabsAnswer first =
      predabs_ldd(job->dd, &job->query, &ldd, &(Budget){0}, NULL);
  if (has_given_up(job, &first)) return false;
  if (job->method == PAQ_ALLSAT_ORACLE) keep_support(job, first.states);
  Text text;
  text_init(&text, job->mem);
  text_printf(&text, "%.3f", clock_cpu());
  sup_send(job->link, SUP_STATS, text_get(&text), text.n);
  text_done(&text);
  return true;
}

static PredabsAnswer solve_with(Job *job, Budget *budget) {
  PredabsLdd ldd = sifting;
  assert(!job->order || job->method == PAQ_LDD_ORACLE);
  switch (job->method) {
  case PAQ_ALLSAT:
    return predabs_allsat(job->dd, &job->query, budget, &job->stats);
  case PAQ_ALLSAT_MINTERM:
  case PAQ_ALLSAT_ORACLE:
    job->query.cubes = PREDABS_CUBES_WHOLE;
    return predabs_allsat(job->dd, &job->query, budget, &job->stats);
  case PAQ_LDD_ORACLE:
    ldd.order = job->order;
    ldd.reorder = DD_ORDER_FIXED;
    return predabs_ldd(job->dd, &job->query, &ldd, budget, &job->stats);
  case PAQ_LDD_STATIC: ldd.reorder = DD_ORDER_FIXED; /* fallthrough */
  case PAQ_LDD:
    return predabs_ldd(job->dd, &job->query, &ldd, budget, &job->stats);
  case PAQ_MIN:
    return predabs_min(job->dd, &job->query, &ldd, budget, &job->stats);
  }
  unreachable_case();
}

/* What a solved query sends: columns after its name, method and time. */
static void send_answer(const Job *job, const PredabsAnswer *answer) {
  Text text;
  DdVars support = {0};
  text_init(&text, job->mem);
  dd_support(job->dd, answer->states, &support);
  assert(support.n <= job->query.n && job->query.n <= job->vars.n);
  text_printf(&text, "%s\t%u\t%u\t%u\t%.0f\t%llu\t%llu",
              answer->quality == PREDABS_STRONGEST ? "exact" : "larger",
              job->query.n, support.n, dd_size(job->dd, answer->states),
              dd_count(job->dd, answer->states, job->vars.n),
              (unsigned long long)job->stats.cubes,
              (unsigned long long)job->stats.by_diagrams);
  sup_send(job->link, SUP_BODY, text_get(&text), text.n);
  VEC_DONE(dd_mem(job->dd), &support);
  text_done(&text);
}

static void job_init(Job *job, const TermList *parts,
                     const TermList *predicates, TermStore *store) {
  job->dd = dd_new(job->mem);
  Smt *smt = smt_new(job->mem, store, &smt_blast, (SmtOptions){0});
  for (uint32_t i = 0; i < parts->n; i++) smt_add(smt, parts->at[i]);
  for (uint32_t i = 0; i < predicates->n; i++) {
    DdVar var = dd_add_var(job->dd);
    VEC_PUSH(job->mem, &job->vars, var);
    VEC_PUSH(job->mem, &job->predicates, predicates->at[i]);
  }
  job->query = (PredabsQuery){.smt = smt,
                              .predicates = job->predicates.at,
                              .vars = job->vars.at,
                              .n = predicates->n,
                              .parts = parts->at,
                              .n_parts = parts->n};
}

static void job_done(Job *job) {
  predabs_order_free(job->order);
  VEC_DONE(job->mem, &job->vars);
  VEC_DONE(job->mem, &job->predicates);
  smt_free(job->query.smt);
  dd_free(job->dd);
}

static ExitCode solve_query(const SupLink *link, const Solve *solve,
                            TermStore *store, const TermList *parts,
                            const TermList *predicates, Mem *mem) {
  Job job = {
      .link = link, .method = (PaqMethod)solve->options->with, .mem = mem};
  job_init(&job, parts, predicates, store);
  bool is_solved = !is_oracle(job.method) || ask_oracle(&job);
  if (is_solved) {
    Budget budget = {0};
    PredabsAnswer answer = solve_with(&job, &budget);
    is_solved = !has_given_up(&job, &answer);
    if (is_solved) send_answer(&job, &answer);
  }
  job_done(&job);
  return is_solved ? EXIT_PROVED : EXIT_UNKNOWN;
}

static ExitCode solve_one(const SupLink *link, void *context) {
  const Solve *solve = context;
  Mem mem;
  mem_init(&mem, 0);
  TermStore *store = term_store_new(&mem);
  TermList parts = {0}, predicates = {0};
  Text text, problem;
  text_init(&text, &mem);
  text_init(&problem, &mem);
  ExitCode code = EXIT_FRONTEND;
  if (!file_read(&text, solve->file))
    rep_say(REP_ERROR, "cannot read %s: %s", solve->file, strerror(errno));
  else if (!predabs_parse(store, text_get(&text), &parts, &predicates,
                          &problem))
    rep_say(REP_ERROR, "%s: %s", solve->file, text_get(&problem));
  else
    code = solve_query(link, solve, store, &parts, &predicates, &mem);
  text_done(&problem);
  text_done(&text);
  VEC_DONE(term_store_mem(store), &parts);
  VEC_DONE(term_store_mem(store), &predicates);
  term_store_free(store);
  mem_done(&mem);
  return code;
}

static const char *end_name(const SupResult *result) {
  switch (result->end) {
  case SUP_EXITED:
    if (result->status == EXIT_PROVED) return "solved";
    return result->status == EXIT_FRONTEND ? "malformed" : "given-up";
  case SUP_TIMEOUT: return "timeout";
  case SUP_MEMORY: return "memory";
  case SUP_CRASHED: return "crashed";
  case SUP_INTERRUPTED: return "interrupted";
  case SUP_NO_TEMP:
  case SUP_NO_START: return "not-started";
  }
  unreachable_case();
}

static double solve_seconds(const Options *options) {
  return options->timeout ? (double)options->timeout : SOLVE_SECONDS;
}

/* What the oracle took (at most the limit once more) does not count. */
static void print_solved(const Options *options, const char *file,
                         const SupResult *result) {
  static const char *const names[] = {PAQ_METHOD_NAMES};
  double cpu = result->cpu;
  const char *end = end_name(result);
  require((size_t)options->with < sizeof names / sizeof *names);
  if (is_oracle((PaqMethod)options->with)) {
    cpu -= atof(text_get(&result->records.text[SUP_STATS]));
    if (cpu < 0) cpu = 0;
    if (!result->records.has[SUP_STATS])
      end = "no-oracle";
    else if (cpu > solve_seconds(options))
      end = "timeout";
  }
  bool is_solved = strcmp(end, "solved") == 0;
  printf("%s\t%s\t%s\t%.3f\t%llu\t%s\n", file, names[options->with], end, cpu,
         (unsigned long long)(result->peak_memory >> 20),
         is_solved ? text_get(&result->records.text[SUP_BODY]) : "");
  fflush(stdout);
}

static ExitCode solve_all(const Options *options, Mem *mem) {
  printf("query\tmethod\tend\tcpu_s\tpeak_mb\tquality\tpredicates\tsupport"
         "\tnodes\tsolutions\tcubes\tby_diagrams\n");
  SupLimits limits = {.cpu_seconds = solve_seconds(options),
                      .memory = options->memory
                                    ? (uint64_t)options->memory << 20
                                    : SOLVE_MEMORY};
  if (is_oracle((PaqMethod)options->with)) limits.cpu_seconds *= 2;
  for (uint32_t i = 0; i < options->n_files; i++) {
    Solve solve = {options, options->files[i]};
    SupResult result;
    sup_run(&result, mem, &limits, solve_one, &solve);
    print_solved(options, options->files[i], &result);
    bool is_interrupted = result.end == SUP_INTERRUPTED;
    sup_result_done(&result);
    if (is_interrupted) return EXIT_UNKNOWN;
  }
  return EXIT_PROVED;
}

ExitCode paq_command(const Options *options, Mem *mem) {
  return options->solve ? solve_all(options, mem) : make_all(options, mem);
}
