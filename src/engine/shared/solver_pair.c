/* SPDX-License-Identifier: MIT
 *
 * Two solvers in turn.
 *
 * Bits are the best view of most questions, but that a sum stays equal to
 * another when both grow can cost a SAT solver seconds; the linear view sees it
 * at once.  So the first solver gets a short time; then the linear view, which
 * is made only now; then the first gets all the time there is.  Both decide the
 * exact meaning, so either answer stands.  Each answer of the linear view makes
 * the first one's time shorter; a failure restores it.  A linear view that
 * keeps failing is not asked any more, and that of a large piece of a program
 * never: what is hard there is the control flow.
 *
 * Time is counted in ticks: the same questions go the same ways again. */
#include "engine/shared/solver_pair.h"

enum {
  FIRST_TICKS = 300,   /* for the first solver, before the other is asked, */
  LEAST_TICKS = 20,    /* and at least */
  SECOND_TICKS = 1500, /* for the linear view */
  MOST_FAILURES = 3,   /* of it in a row */
  MOST_NODES = 1200    /* of all formulas, for it to be worth while */
};

struct Duo {
  Mem *mem;
  SmtOptions options;
  Smt *first;
  Smt *second; /* NULL: not made yet */
  Smt *answer;
  bool has_second; /* the linear view may be asked */
  uint32_t failures;
  uint32_t patience; /* ticks for the first, before the second is asked */
  uint32_t size;     /* nodes of all formulas */
  TermList formulas; /* for the second; once it is made, it has them */
};

Duo *duo_new(Mem *mem, TermStore *store, const SmtBackend *first,
             SmtOptions options) {
  Duo *duo = MEM_NEW(mem, Duo);
  duo->mem = mem;
  duo->options = options;
  duo->first = duo->answer = smt_new(mem, store, first, options);
  duo->has_second = first == &smt_blast;
  duo->patience = FIRST_TICKS;
  return duo;
}

void duo_free(Duo *duo) {
  smt_free(duo->first);
  if (duo->second) smt_free(duo->second);
  VEC_DONE(duo->mem, &duo->formulas);
  MEM_DELETE(duo->mem, duo);
}

void duo_add(Duo *duo, Term t) {
  smt_add(duo->first, t);
  if (duo->size <= MOST_NODES) duo->size += term_size(smt_store(duo->first), t);
  if (duo->second)
    smt_add(duo->second, t);
  else if (duo->has_second)
    VEC_PUSH(duo->mem, &duo->formulas, t);
}

void duo_add_under(Duo *duo, Term activation, Term t) {
  duo_add(duo, term_implies(smt_store(duo->first), activation, t));
}

static void make_second(Duo *duo) {
  if (duo->second) return;
  duo->second =
      smt_new(duo->mem, smt_store(duo->first), &smt_z3_linear, duo->options);
  for (uint32_t i = 0; i < duo->formulas.n; i++)
    smt_add(duo->second, duo->formulas.at[i]);
  VEC_DONE(duo->mem, &duo->formulas);
}

static bool is_second_worthwhile(const Duo *duo) {
  return duo->has_second && (duo->second || duo->size <= MOST_NODES);
}

static SmtResult ask_second(Duo *duo, const Term *assumptions, uint32_t n,
                            Budget *budget) {
  SmtResult result =
      smt_check_within(duo->second, assumptions, n, budget, SECOND_TICKS);
  bool failed = result == SMT_UNKNOWN;
  uint32_t half = duo->patience / 2;
  duo->patience = failed               ? FIRST_TICKS
                  : half > LEAST_TICKS ? half
                                       : LEAST_TICKS;
  duo->failures = failed ? duo->failures + 1 : 0;
  if (duo->failures == MOST_FAILURES) duo->has_second = false;
  return result;
}

SmtResult duo_check(Duo *duo, const Term *assumptions, uint32_t n,
                    Budget *budget) {
  duo->answer = duo->first;
  if (!is_second_worthwhile(duo) || !budget)
    return smt_check(duo->first, assumptions, n, budget);
  SmtResult result =
      smt_check_within(duo->first, assumptions, n, budget, duo->patience);
  if (result != SMT_UNKNOWN || budget_is_spent(budget)) return result;
  make_second(duo);
  result = ask_second(duo, assumptions, n, budget);
  if (result != SMT_UNKNOWN) {
    duo->answer = duo->second;
    return result;
  }
  return smt_check(duo->first, assumptions, n, budget);
}

Smt *duo_answer(Duo *duo) {
  return duo->answer;
}

uint64_t duo_clauses(const Duo *duo) {
  uint64_t n = smt_stats(duo->first)->clauses;
  return duo->second ? n + smt_stats(duo->second)->clauses : n;
}
