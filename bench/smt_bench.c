/* SPDX-License-Identifier: MIT
 *
 * smt_bench [--seconds=N] FILE.smt2 ...
 *
 * Times every back end on SMT-LIB scripts (one check of all assertions each),
 * as CSV: file, then answer and CPU seconds per back end; at the end the
 * geometric mean and the worst ratio of each back end against the first, over
 * the files both decided.  Exit code 1: two answers contradict. */
#include "smt/smt.h"

#include <math.h>
#include <stdlib.h>

#define N_SOLVERS 3
static const SmtBackend *const backends[N_SOLVERS] = {&smt_blast, &smt_z3,
                                                      &smt_z3_linear};

typedef struct Ratio {
  double log_sum, worst;
  uint32_t n;
} Ratio;

typedef struct Run {
  SmtResult result;
  double seconds;
} Run;

static Run run_one(Mem *mem, TermStore *store, const TermScript *script,
                   const SmtBackend *backend, double limit) {
  double start = clock_cpu();
  Smt *smt = smt_new(mem, store, backend, (SmtOptions){0});
  for (uint32_t i = 0; i < script->asserts.n; i++)
    smt_add(smt, script->asserts.at[i]);
  Budget budget = {.deadline = clock_now() + limit};
  SmtResult result = smt_check(smt, NULL, 0, &budget);
  smt_free(smt);
  return (Run){result, clock_cpu() - start};
}

static bool run_file(Mem *mem, const char *path, double limit, Run *runs) {
  Text text;
  text_init(&text, mem);
  if (!file_read(&text, path)) die(EXIT_USAGE, "cannot read %s", path);
  TermStore *store = term_store_new(mem);
  TermScript script;
  term_script_init(&script, store);
  bool is_read = term_parse_script(store, text_get(&text), &script);
  if (!is_read)
    fprintf(stderr, "%s:%u: %s\n", path, script.error_line,
            text_get(&script.error));
  for (int i = 0; is_read && i < N_SOLVERS; i++)
    runs[i] = run_one(mem, store, &script, backends[i], limit);
  term_script_done(&script, store);
  term_store_free(store);
  text_done(&text);
  return is_read;
}

static void compare(Ratio *ratio, Run first, Run other) {
  if (first.result == SMT_UNKNOWN || other.result == SMT_UNKNOWN) return;
  double r = (other.seconds + 1e-4) / (first.seconds + 1e-4);
  ratio->log_sum += log(r);
  if (r > ratio->worst) ratio->worst = r;
  ratio->n++;
}

static bool print_row(const char *path, const Run *runs) {
  bool has_sat = false, has_unsat = false;
  printf("%s", path);
  for (int i = 0; i < N_SOLVERS; i++) {
    printf(",%s,%.4f", smt_result_name(runs[i].result), runs[i].seconds);
    has_sat |= runs[i].result == SMT_SAT;
    has_unsat |= runs[i].result == SMT_UNSAT;
  }
  printf("%s\n", has_sat && has_unsat ? ",CONTRADICTION" : "");
  return !(has_sat && has_unsat);
}

int main(int argc, char **argv) {
  Mem mem;
  mem_init(&mem, 0);
  double limit = 10;
  Ratio ratios[N_SOLVERS] = {{0}};
  bool is_good = true;
  printf("file");
  for (int i = 0; i < N_SOLVERS; i++)
    printf(",%s,seconds", smt_backend_name(backends[i]));
  printf("\n");
  for (int i = 1; i < argc; i++) {
    Run runs[N_SOLVERS];
    if (strncmp(argv[i], "--seconds=", 10) == 0) {
      limit = atof(argv[i] + 10);
    } else if (run_file(&mem, argv[i], limit, runs)) {
      is_good &= print_row(argv[i], runs);
      for (int k = 1; k < N_SOLVERS; k++) compare(&ratios[k], runs[0], runs[k]);
    }
  }
  for (int k = 1; k < N_SOLVERS; k++)
    if (ratios[k].n)
      printf("# %s / %s: geometric mean %.2f, worst %.2f, of %u files\n",
             smt_backend_name(backends[k]), smt_backend_name(backends[0]),
             exp(ratios[k].log_sum / ratios[k].n), ratios[k].worst,
             ratios[k].n);
  return !is_good;
}
