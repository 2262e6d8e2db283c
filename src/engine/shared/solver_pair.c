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

struct SolverPair {
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

SolverPair *pair_new(Mem *mem, TermStore *store, const SmtBackend *first,
                     SmtOptions options) {
  SolverPair *pair = MEM_NEW(mem, SolverPair);
  pair->mem = mem;
  pair->options = options;
  pair->first = pair->answer = smt_new(mem, store, first, options);
  pair->has_second = first == &smt_blast;
  pair->patience = FIRST_TICKS;
  return pair;
}

void pair_free(SolverPair *pair) {
  smt_free(pair->first);
  if (pair->second) smt_free(pair->second);
  VEC_DONE(pair->mem, &pair->formulas);
  MEM_DELETE(pair->mem, pair);
}

void pair_add(SolverPair *pair, Term t) {
  assert(term_is_bool(smt_store(pair->first), t));
  smt_add(pair->first, t);
  if (pair->size <= MOST_NODES)
    pair->size += term_size(smt_store(pair->first), t);
  if (pair->second)
    smt_add(pair->second, t);
  else if (pair->has_second)
    VEC_PUSH(pair->mem, &pair->formulas, t);
}

void pair_add_under(SolverPair *pair, Term activation, Term t) {
  assert(term_is_bool(smt_store(pair->first), activation));
  pair_add(pair, term_implies(smt_store(pair->first), activation, t));
}

static void make_second(SolverPair *pair) {
  if (pair->second) return;
  pair->second =
      smt_new(pair->mem, smt_store(pair->first), &smt_z3_linear, pair->options);
  for (uint32_t i = 0; i < pair->formulas.n; i++)
    smt_add(pair->second, pair->formulas.at[i]);
  VEC_DONE(pair->mem, &pair->formulas);
  assert(pair->formulas.n == 0);
}

static bool is_second_worthwhile(const SolverPair *pair) {
  return pair->has_second && (pair->second || pair->size <= MOST_NODES);
}

static SmtResult ask_second(SolverPair *pair, const Term *assumptions,
                            uint32_t n, Budget *budget) {
  assert(pair->has_second && pair->second);
  SmtResult result =
      smt_check_within(pair->second, assumptions, n, budget, SECOND_TICKS);
  bool failed = result == SMT_UNKNOWN;
  uint32_t half = pair->patience / 2;
  pair->patience = failed               ? FIRST_TICKS
                   : half > LEAST_TICKS ? half
                                        : LEAST_TICKS;
  pair->failures = failed ? pair->failures + 1 : 0;
  if (pair->failures == MOST_FAILURES) pair->has_second = false;
  assert(pair->patience >= LEAST_TICKS && pair->patience <= FIRST_TICKS);
  return result;
}

SmtResult pair_check(SolverPair *pair, const Term *assumptions, uint32_t n,
                     Budget *budget) {
  pair->answer = pair->first;
  assert(pair->failures < MOST_FAILURES || !pair->has_second);
  if (!is_second_worthwhile(pair) || !budget)
    return smt_check(pair->first, assumptions, n, budget);
  SmtResult result =
      smt_check_within(pair->first, assumptions, n, budget, pair->patience);
  if (result != SMT_UNKNOWN || budget_is_spent(budget)) return result;
  make_second(pair);
  result = ask_second(pair, assumptions, n, budget);
  if (result != SMT_UNKNOWN) {
    pair->answer = pair->second;
    return result;
  }
  return smt_check(pair->first, assumptions, n, budget);
}

Smt *pair_answer(SolverPair *pair) {
  assert(pair->answer == pair->first || pair->answer == pair->second);
  return pair->answer;
}

uint64_t pair_clauses(const SolverPair *pair) {
  uint64_t n = smt_stats(pair->first)->clauses;
  return pair->second ? n + smt_stats(pair->second)->clauses : n;
}
