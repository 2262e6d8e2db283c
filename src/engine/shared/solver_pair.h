/* SPDX-License-Identifier: MIT
 *
 * One set of formulas, two solvers: what the first finds hard, the linear view
 * is asked. */
#ifndef ENGINE_SHARED_SOLVER_PAIR_H
#define ENGINE_SHARED_SOLVER_PAIR_H

#include "smt/smt.h"

typedef struct SolverPair SolverPair;

SolverPair *pair_new(Mem *mem, TermStore *store, const SmtBackend *first,
                     SmtOptions options);
void pair_free(SolverPair *pair);

/* As smt_add, smt_add_under, smt_check. */
void pair_add(SolverPair *pair, Term t);
void pair_add_under(SolverPair *pair, Term activation, Term t);
BASE_MUST_USE SmtResult pair_check(SolverPair *pair, const Term *assumptions,
                                   uint32_t n, Budget *budget);
/* The solver that gave the last answer: to be asked for values, the core, the
 * reason, and nothing else. */
Smt *pair_answer(SolverPair *pair);
/* Clauses given to both so far. */
uint64_t pair_clauses(const SolverPair *pair);

#endif
