/* SPDX-License-Identifier: MIT
 *
 * Terms as a circuit: the gates of the bit-blaster, listed instead of given to
 * a SAT solver, for those who simulate them or ask many questions of one
 * circuit.
 *
 * A literal is the number of a variable (from 1), or its negative.  Variable 1
 * is always true.  A variable is the output of one gate or it is free: a bit of
 * a variable of the terms.  The inputs of a gate have smaller numbers than its
 * output. */
#ifndef SMT_BLAST_CIRCUIT_H
#define SMT_BLAST_CIRCUIT_H

#include "smt/smt.h"

typedef int SatLit;

typedef enum GateKind {
  GATE_NONE,
  GATE_AND,
  GATE_XOR,
  GATE_MUX, /* in[0] chooses in[1] (true) or in[2] */
  GATE_XOR3,
  GATE_MAJORITY
} GateKind;

typedef struct Gate {
  GateKind kind;
  SatLit in[3]; /* 0: not used */
  SatLit out;   /* positive */
} Gate;

/* The clauses that say what the output is. */
typedef void GateClause(void *context, const SatLit *literals, uint32_t n);
void gate_clauses(const Gate *gate, GateClause *add, void *context);

typedef struct Circuit Circuit;
Circuit *circuit_new(Mem *mem, TermStore *store);
void circuit_free(Circuit *circuit);

/* Booleans and bit-vectors only, all the way down? */
bool circuit_supports(TermStore *store, Term t);
/* Make the gates of a term that is supported, and all below; false: the budget
 * ended first. */
BASE_MUST_USE bool circuit_add(Circuit *circuit, Term t, Budget *budget);
/* The bits of a term that was added, the least significant first; valid until
 * the next one is. */
const SatLit *circuit_bits(const Circuit *circuit, Term t, uint32_t *width);
/* The literal of a Boolean one. */
SatLit circuit_literal(const Circuit *circuit, Term t);

uint32_t circuit_n_vars(const Circuit *circuit);
const Gate *circuit_gates(const Circuit *circuit, uint32_t *n);

#endif
