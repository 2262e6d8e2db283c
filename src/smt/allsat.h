/* SPDX-License-Identifier: MIT
 *
 * All solutions over a few important Boolean terms, as minimised cubes.
 */
#ifndef SMT_ALLSAT_H
#define SMT_ALLSAT_H

#include "smt/smt.h"

typedef enum AllsatNext { ALLSAT_GO_ON, ALLSAT_STOP } AllsatNext;

/* One cube: literals over the important terms (each the term or its
 * negation), in the order of the terms, those that do not matter left out.
 * `literals` is valid during the call. */
typedef AllsatNext AllsatCube(void *context, const Term *literals, uint32_t n);

/* Disjoint: no two cubes share a solution (needed for counting; larger). */
typedef enum AllsatShape { ALLSAT_OVERLAPPING, ALLSAT_DISJOINT } AllsatShape;

typedef struct AllsatQuery {
  const Term *important; /* [0..n_important[ */
  uint32_t n_important;
  const Term *assumptions; /* [0..n_assumptions[ */
  uint32_t n_assumptions;
  AllsatShape shape;
  uint64_t question_ticks; /* most for one question; 0: no limit */
  AllsatCube *cube;
  void *context;
} AllsatQuery;

/* Call back with cubes whose disjunction is "there are values of all other
 * variables such that the solver's formulas and the assumptions hold", over
 * the important terms.
 *
 *   SMT_UNSAT    all cubes were reported;
 *   SMT_SAT      the callback stopped the enumeration;
 *   SMT_UNKNOWN  the solver gave up: the cubes reported so far are right,
 * others may be missing (see smt_reason_unknown).
 *
 * The solver is left as it was, but for dead clauses under an activation
 * literal. */
BASE_MUST_USE SmtResult allsat_enumerate(Smt *smt, const AllsatQuery *query,
                                         Budget *budget);

#endif
