/* SPDX-License-Identifier: MIT
 *
 * What the two Z3 back ends share: a context that never ends the process, a
 * solver under a budget, assumptions as literals, numerals as words. */
#ifndef SMT_Z3_Z3_INT_H
#define SMT_Z3_Z3_INT_H

#include "smt/smt_int.h"

#include <z3.h>

typedef struct Z3 {
  SmtShared *shared;
  Z3_context context;
  Z3_solver solver;
  const char *logic;       /* the solver was made for, or NULL */
  Vec(Z3_ast) kept;        /* on which we hold a reference, in that order */
  Vec(Z3_ast) asserts;     /* all that the solver holds */
  bool is_stale;           /* a check was cut off: make the solver anew */
  bool was_cut;            /* ... some check was */
  Z3_model model;          /* after SMT_SAT, or NULL */
  bool is_broken;          /* an error left something out: never trust sat */
  Map proxies;             /* Term.id -> Z3_ast of the literal to assume */
  Z3_ast always;           /* assumed in every check, too; or NULL */
  Vec(Z3_ast) assumptions; /* of the last check */
  Vec(uint8_t) in_core;    /* by assumption, after SMT_UNSAT */
} Z3;

/* Translate a Boolean term, negation included. */
typedef Z3_ast Z3Translate(void *self, Term t);

void z3_init(Z3 *z3, SmtShared *shared);
void z3_done(Z3 *z3);
/* Use a new solver for this logic from now on, which holds all that the old
 * one did; NULL: no special logic. */
void z3_use_logic(Z3 *z3, const char *logic);
/* Hold a new expression for the life of the context.  After an error: some
 * expression, and the solver is broken. */
Z3_ast z3_keep(Z3 *z3, Z3_ast ast);
void z3_assert(Z3 *z3, Z3_ast ast);
Z3_ast z3_bool_constant(Z3 *z3, const char *prefix, uint32_t number);
/* Check under assumptions; fills the model or the core. */
BASE_MUST_USE SmtResult z3_check(Z3 *z3, Z3Translate *translate, void *self,
                                 const Term *assumptions, uint32_t n,
                                 Budget *budget);
/* The number `ast` (an integer or bit-vector numeral) modulo 2^width; false:
 * it is no number. */
bool z3_words(Z3 *z3, Z3_ast ast, BvWord *words, uint32_t width);
/* The value of `ast` under the model (hold it while in use), or NULL. */
Z3_ast z3_eval(Z3 *z3, Z3_ast ast);
void z3_release(Z3 *z3, Z3_ast value);

#endif
