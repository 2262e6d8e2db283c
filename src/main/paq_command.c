/* SPDX-License-Identifier: MIT
 *
 * Making queries: each C file in a process of its own.  Solving: each query in
 * a process of its own, under its own limits, so that one that runs out of
 * time or memory costs only itself. */
#include "main/paq_command.h"

#include "main/paq_make.h"
#include "predabs/predabs.h"
#include "report/report.h"

#include <errno.h>
#include <stdio.h>
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
    const char *n = text_get(&result.records[SUP_BODY]);
    printf("%s: %s queries%s\n", options->files[i], *n ? n : "0",
           is_whole ? "" : " (not all)");
    fflush(stdout);
    if (!is_whole) code = EXIT_FRONTEND;
    sup_result_done(&result);
  }
  return code;
}

/* ---- solving ---- */

typedef struct Solve {
  const Options *options;
  const char *file;
} Solve;

static PredabsAnswer solve_with(PaqMethod method, DdStore *dd,
                                PredabsQuery *query, Budget *budget,
                                PredabsStats *stats) {
  PredabsLdd ldd = {.theory = &ldd_linear,
                    .reorder = DD_ORDER_SIFT,
                    .accept = PREDABS_ACCEPT_ANY};
  switch (method) {
  case PAQ_ALLSAT: return predabs_allsat(dd, query, budget, stats);
  case PAQ_ALLSAT_MINTERM:
    query->cubes = PREDABS_CUBES_WHOLE;
    return predabs_allsat(dd, query, budget, stats);
  case PAQ_LDD: return predabs_ldd(dd, query, &ldd, budget, stats);
  case PAQ_LDD_STATIC:
    ldd.reorder = DD_ORDER_FIXED;
    return predabs_ldd(dd, query, &ldd, budget, stats);
  case PAQ_MIN: return predabs_min(dd, query, &ldd, budget, stats);
  }
  unreachable_case();
}

/* What a solved query sends: columns after its name, method and time. */
static void send_answer(const SupLink *link, DdStore *dd,
                        const PredabsAnswer *answer, uint32_t n,
                        const PredabsStats *stats, Mem *mem) {
  Text text;
  DdVars support = {0};
  text_init(&text, mem);
  dd_support(dd, answer->states, &support);
  text_printf(&text, "%s\t%u\t%u\t%u\t%.0f\t%llu\t%llu",
              answer->quality == PREDABS_STRONGEST ? "exact" : "larger", n,
              support.n, dd_size(dd, answer->states),
              dd_count(dd, answer->states, n), (unsigned long long)stats->cubes,
              (unsigned long long)stats->by_diagrams);
  sup_send(link, SUP_BODY, text_get(&text), text.n);
  VEC_DONE(dd_mem(dd), &support);
  text_done(&text);
}

static ExitCode solve_query(const SupLink *link, const Solve *solve,
                            TermStore *store, const TermList *parts,
                            const TermList *predicates, Mem *mem) {
  DdStore *dd = dd_new(mem);
  Smt *smt = smt_new(mem, store, &smt_blast, (SmtOptions){0});
  Vec(DdVar) vars = {0};
  for (uint32_t i = 0; i < parts->n; i++) smt_add(smt, parts->at[i]);
  for (uint32_t i = 0; i < predicates->n; i++) {
    DdVar var = dd_add_var(dd);
    VEC_PUSH(mem, &vars, var);
  }
  PredabsQuery query = {.smt = smt,
                        .predicates = predicates->at,
                        .vars = vars.at,
                        .n = predicates->n,
                        .parts = parts->at,
                        .n_parts = parts->n};
  Budget budget = {0};
  PredabsStats stats = {0};
  PredabsAnswer answer =
      solve_with((PaqMethod)solve->options->with, dd, &query, &budget, &stats);
  bool has_given_up = dd_is_true(answer.states) &&
                      answer.quality == PREDABS_WEAKER && query.n > 0;
  if (!has_given_up) send_answer(link, dd, &answer, query.n, &stats, mem);
  VEC_DONE(mem, &vars);
  smt_free(smt);
  dd_free(dd);
  return has_given_up ? EXIT_UNKNOWN : EXIT_PROVED;
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
  case SUP_NO_START: return "not-started";
  }
  unreachable_case();
}

static ExitCode solve_all(const Options *options, Mem *mem) {
  static const char *const names[] = {PAQ_METHOD_NAMES};
  printf("query\tmethod\tend\tcpu_s\tpeak_mb\tquality\tpredicates\tsupport"
         "\tnodes\tsolutions\tcubes\tby_diagrams\n");
  for (uint32_t i = 0; i < options->n_files; i++) {
    Solve solve = {options, options->files[i]};
    SupLimits limits = {
        .seconds = options->timeout ? (double)options->timeout : SOLVE_SECONDS,
        .clock = SUP_CPU_ALONE,
        .memory =
            options->memory ? (uint64_t)options->memory << 20 : SOLVE_MEMORY};
    SupResult result;
    sup_run(&result, mem, &limits, solve_one, &solve);
    printf("%s\t%s\t%s\t%.3f\t%llu\t%s\n", options->files[i],
           names[options->with], end_name(&result), result.cpu,
           (unsigned long long)(result.peak_memory >> 20),
           text_get(&result.records[SUP_BODY]));
    fflush(stdout);
    bool is_interrupted = result.end == SUP_INTERRUPTED;
    sup_result_done(&result);
    if (is_interrupted) return EXIT_UNKNOWN;
  }
  return EXIT_PROVED;
}

ExitCode paq_command(const Options *options, Mem *mem) {
  return options->solve ? solve_all(options, mem) : make_all(options, mem);
}
