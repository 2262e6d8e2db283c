/* SPDX-License-Identifier: MIT
 *
 * The self-checks of SmtOptions.check = 2: a model must make every formula and
 * assumption true under the evaluator of term/, which shares no code with any
 * solver; a core must be unsatisfiable for the other back end, in a fresh
 * solver.  A difference is a bug of ours (or of a solver) and ends the process
 * with the formula in question.
 *
 * Not checkable, and counted by their absence in the statistics: values of
 * float operations that are unspecified, and cores on which the other back
 * end gives up. */
#include "smt/smt_int.h"

static void fail(Smt *smt, const char *what, Term t) {
  Text text;
  text_init(&text, smt_shared(smt)->mem);
  term_print_infix(&text, smt_store(smt), t, 2000);
  die(EXIT_INTERNAL, "self-check: %s of solver %s: %s", what,
      smt_backend_name(smt_backend_of(smt)), text_get(&text));
}

static bool must_be_true(Smt *smt, Term t) {
  TermValue value;
  if (term_eval(smt_model(smt), t, &value) != TERM_EVAL_OK) return false;
  if (!value.bits) fail(smt, "a model falsifies a formula", t);
  return true;
}

void smt_check_model(Smt *smt) {
  bool is_complete = true;
  uint32_t n;
  const Term *list = smt_formulas(smt, &n);
  for (uint32_t i = 0; i < n; i++) is_complete &= must_be_true(smt, list[i]);
  list = smt_assumptions(smt, &n);
  for (uint32_t i = 0; i < n; i++) is_complete &= must_be_true(smt, list[i]);
  smt_shared(smt)->stats.models_checked += is_complete;
}

void smt_check_core(Smt *smt, Budget *budget) {
  require(smt_check_level(smt) >= 2);
  Smt *fresh = smt_new(smt_shared(smt)->mem, smt_store(smt),
                       smt_backend_other(smt_backend_of(smt)), (SmtOptions){0});
  uint32_t n;
  const Term *list = smt_formulas(smt, &n);
  for (uint32_t i = 0; i < n; i++) smt_add(fresh, list[i]);
  n = smt_core(smt, &list);
  SmtResult again = smt_check(fresh, list, n, budget);
  if (again == SMT_SAT)
    fail(smt, "a core is satisfiable", term_and_n(smt_store(smt), list, n));
  smt_shared(smt)->stats.cores_checked += again == SMT_UNSAT;
  smt_free(fresh);
}
