/* SPDX-License-Identifier: MIT
 *
 * The Boolean skeleton of a conjunction, and what follows from it at once. */
#ifndef SMT_SPLIT_UNITS_INT_H
#define SMT_SPLIT_UNITS_INT_H

#include "term/term.h"

typedef enum Truth { TRUTH_OPEN, TRUTH_TRUE, TRUTH_FALSE } Truth;

/* Nodes are known by a number in the order of their appearance; a literal is
 * number * 2 + negated. */
typedef struct Units {
  Mem *mem;
  TermStore *store;
  Map numbers;           /* node -> number */
  TermList terms;        /* by number, positive */
  Vec(uint8_t) truth;    /* by number: a Truth */
  Vec(uint32_t) heads;   /* by literal: its first watch, or UNITS_NONE */
  Vec(uint32_t) next;    /* by watch, which is clause * 2 + slot */
  Vec(uint32_t) starts;  /* by clause: where its literals begin */
  Vec(uint32_t) lits;    /* of all clauses, the two watched ones first */
  Vec(uint32_t) trail;   /* literals that hold, in that order */
  uint32_t propagated;   /* so many of the trail were looked at */
  bool is_contradictory; /* without any assumption */
  TermList ands;         /* conjunctions that stand as literals */
} Units;

enum { UNITS_NONE = 0xffffffffu };

void units_init(Units *units, TermStore *store);
void units_done(Units *units);
uint32_t units_number(Units *units, Term t);
Truth units_truth(const Units *units, Term t);

/* `t` holds: one clause, whose number it gives; more follow for conjunctions in
 * it.  All clauses come before the first propagation. */
uint32_t units_add(Units *units, Term t);
uint32_t units_clause_size(const Units *units, uint32_t clause);
Term units_clause_term(const Units *units, uint32_t clause, uint32_t i);
/* Has it a literal that holds? */
bool units_is_satisfied(const Units *units, uint32_t clause);

/* What follows from the clauses; false: a contradiction. */
bool units_propagate(Units *units);
/* The same, if the literal held; undo it before the next. */
bool units_assume(Units *units, Term literal);
void units_undo(Units *units, uint32_t trail);

#endif
