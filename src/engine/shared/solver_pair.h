/* SPDX-License-Identifier: MIT
 *
 * One set of formulas, two solvers: what the first finds hard, the linear view
 * is asked. */
#ifndef ENGINE_SHARED_SOLVER_PAIR_H
#define ENGINE_SHARED_SOLVER_PAIR_H

#include "smt/smt.h"

typedef struct Duo Duo;

Duo *duo_new(Mem *mem, TermStore *store, const SmtBackend *first,
             SmtOptions options);
void duo_free(Duo *duo);

/* As smt_add, smt_add_under, smt_check. */
void duo_add(Duo *duo, Term t);
void duo_add_under(Duo *duo, Term activation, Term t);
BASE_MUST_USE SmtResult duo_check(Duo *duo, const Term *assumptions, uint32_t n,
                                  Budget *budget);
/* The solver that gave the last answer: to be asked for values, the core, the
 * reason, and nothing else. */
Smt *duo_answer(Duo *duo);
/* Clauses given to both so far. */
uint64_t duo_clauses(const Duo *duo);

#endif
