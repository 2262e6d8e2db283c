/* SPDX-License-Identifier: MIT
 *
 * A small SAT solver for very many small questions about one large circuit.
 * cdcl.c has the essay. */
#ifndef SMT_CDCL_CDCL_H
#define SMT_CDCL_CDCL_H

#include "smt/smt.h"

/* A literal is the number of a variable (from 1), or its negative. */
typedef struct Cdcl Cdcl;

Cdcl *cdcl_new(Mem *mem);
/* So many steps of propagation count as a tick. */
void cdcl_set_price(Cdcl *cdcl, uint32_t steps_a_tick);
void cdcl_free(Cdcl *cdcl);
int cdcl_new_var(Cdcl *cdcl);
uint32_t cdcl_n_vars(const Cdcl *cdcl);
/* The variable is a function of others: its clauses give it a value once these
 * have theirs, so it need not be decided. */
void cdcl_is_function(Cdcl *cdcl, int var);
/* The clause holds from now on. */
void cdcl_add(Cdcl *cdcl, const int *literals, uint32_t n);
uint64_t cdcl_n_clauses(const Cdcl *cdcl); /* added so far */

/* ---- gates (gates.c) ---- */

/* Before all else: it is to know of gates.  Then there are no clauses of more
 * than one literal, and domains do not matter. */
void cdcl_justify(Cdcl *cdcl);
/* A variable as the output of a gate: a function of up to three literals (0:
 * none), given by its truth table (bit: the inputs as a number, the first
 * lowest). */
void cdcl_gate(Cdcl *cdcl, uint8_t truth_table, int out, const int in[3]);
/* From now on variables that are no outputs are equal to literals; false:
 * nothing was done, one is an output or would depend on itself. */
BASE_MUST_USE bool cdcl_define(Cdcl *cdcl, const int *out, const int *in,
                               uint32_t n);
/* After SMT_SAT: of any variable. */
bool cdcl_model(Cdcl *cdcl, int literal);
/* The value that a variable is to have where nothing speaks against it. */
void cdcl_set_phase(Cdcl *cdcl, int var, bool value);
/* For cdcl_model: a model of such values, also of those set from now on. */
void cdcl_begin_model(Cdcl *cdcl);

/* The domain of a question: the variables that its answer needs a value for.
 * Variables outside must be functions of others, by their clauses alone. */

/* The variable is in the domain of all questions from now on. */
void cdcl_keep(Cdcl *cdcl, int var);
/* It is in the domain of the next question; false: it was. */
bool cdcl_enter(Cdcl *cdcl, int var);

/* One question.  The domain gets all variables that are named here. */
typedef struct CdclQuestion {
  const int *assumptions;
  uint32_t n;
  const int *clause; /* holds for this question only; NULL: none does */
  uint32_t n_clause;
  uint32_t most_conflicts; /* then SMT_UNKNOWN; 0: no limit */
} CdclQuestion;
BASE_MUST_USE SmtResult cdcl_solve(Cdcl *cdcl, const CdclQuestion *question,
                                   Budget *budget);

/* Until something is added or asked: */
/* After SMT_SAT: of a variable in the domain. */
bool cdcl_is_true(const Cdcl *cdcl, int literal);
/* After SMT_UNSAT: was this assumption needed? */
bool cdcl_failed(const Cdcl *cdcl, int assumption);

#endif
