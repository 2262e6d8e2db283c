/* SPDX-License-Identifier: MIT
 *
 * Ranges of terms under constraints, by the box solver (search.c): for
 * those who look for invariants over floats.  What it says holds for sure, but
 * need not be the best. */
#ifndef SMT_BOX_BOX_H
#define SMT_BOX_BOX_H

#include "smt/smt.h"

typedef struct Box Box;

Box *box_new(Mem *mem, TermStore *store);
void box_free(Box *box);
/* `t` holds from now on. */
void box_add(Box *box, Term t);

/* What is possible for a float term of single or double format. */
typedef struct BoxFloats {
  double lo, hi;    /* numbers; none when lo > hi */
  bool has_numbers; /* else lo and hi say nothing */
  bool has_nan;
} BoxFloats;

/* By how much terms move with variables, as far as that is linear: a guess for
 * those who look for directions, nothing more. */
typedef struct BoxSlopes {
  const Term *wrt; /* the variables */
  uint32_t n_wrt;
  Vec(double) at; /* path by path: term by term: variable by variable */
} BoxSlopes;

/* The values that each of the terms can have where all formulas and
 * assumptions hold: one by one, for each path through the Boolean structure,
 * then joined.  `slopes` may be NULL; else its list, in the memory of the box,
 * is the caller's.  False: the budget ended or a term is no such float. */
BASE_MUST_USE bool box_hull(Box *box, const Term *assumptions, uint32_t n,
                            const Term *terms, uint32_t n_terms,
                            BoxFloats *floats, BoxSlopes *slopes,
                            Budget *budget);

#endif
