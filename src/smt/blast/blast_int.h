/* SPDX-License-Identifier: MIT
 *
 * The inside of the bit-blasting back end: a SAT solver, gates on it, words of
 * gates, terms as words, arrays by lemmas. */
#ifndef SMT_BLAST_BLAST_INT_H
#define SMT_BLAST_BLAST_INT_H

#include "smt/blast/arrays.h"
#include "smt/blast/circuit.h"
#include "smt/smt_int.h"

/* ---- sat_cadical.c: a SAT solver ---- */

typedef struct Sat Sat;

Sat *sat_new(SmtShared *shared);
void sat_free(Sat *sat);
SatLit sat_new_var(Sat *sat);
void sat_add_clause(Sat *sat, const SatLit *literals, uint32_t n);
BASE_MUST_USE SmtResult sat_solve(Sat *sat, const SatLit *assumptions,
                                  uint32_t n, Budget *budget);
/* After SMT_SAT and before the next clause. */
bool sat_value(Sat *sat, SatLit literal);
/* After SMT_UNSAT: was this assumption used? */
bool sat_failed(Sat *sat, SatLit literal);

/* ---- gates.c: Boolean functions, shared ---- */

/* Of the table of gates. */
typedef struct GateSlot {
  uint32_t hash;
  uint32_t gate; /* place in the list + 1; 0: empty */
} GateSlot;

typedef struct Gates {
  SmtShared *shared;
  Sat *sat;         /* gets their clauses; NULL: none */
  SatLit truth;     /* the literal that is always true */
  int n_vars;       /* where there is no solver */
  bool is_balanced; /* ... long conjunctions as trees, not as chains */
  Vec(Gate) list;   /* inputs before outputs */
  GateSlot *table;  /* open addressing */
  uint32_t cap;     /* slots, a power of two */
  Arena scratch;    /* words while one operator is built */
} Gates;

void gates_init(Gates *gates, SmtShared *shared, Sat *sat);
void gates_done(Gates *gates);
SatLit gates_new_var(Gates *gates);
SatLit gate_and(Gates *gates, SatLit a, SatLit b);
SatLit gate_or(Gates *gates, SatLit a, SatLit b);
SatLit gate_xor(Gates *gates, SatLit a, SatLit b);
SatLit gate_mux(Gates *gates, SatLit cond, SatLit yes, SatLit no);
SatLit gate_xor3(Gates *gates, SatLit a, SatLit b, SatLit c);     /* sum bit */
SatLit gate_majority(Gates *gates, SatLit a, SatLit b, SatLit c); /* carry */
/* Conjunction of n literals as one gate; the array is reordered. */
SatLit gate_and_n(Gates *gates, SatLit *literals, uint32_t n);
SatLit *gates_scratch(Gates *gates, uint32_t n);
/* true: 1, false: -1, open: 0 (as far as is known without search). */
static inline int gate_constant(const Gates *gates, SatLit a) {
  return a == gates->truth ? 1 : a == -gates->truth ? -1 : 0;
}

/* ---- bitblast*.c: words, least significant bit first ---- */

/* `out` may be an operand unless said otherwise; all have `w` bits. */
void bits_add(Gates *gates, SatLit *out, const SatLit *a, const SatLit *b,
              SatLit carry, uint32_t w);
void bits_sub(Gates *gates, SatLit *out, const SatLit *a, const SatLit *b,
              uint32_t w);
void bits_neg(Gates *gates, SatLit *out, const SatLit *a, uint32_t w);
void bits_mux(Gates *gates, SatLit *out, SatLit cond, const SatLit *yes,
              const SatLit *no, uint32_t w);
SatLit bits_equal(Gates *gates, const SatLit *a, const SatLit *b, uint32_t w);
SatLit bits_ult(Gates *gates, const SatLit *a, const SatLit *b, uint32_t w);
SatLit bits_ule(Gates *gates, const SatLit *a, const SatLit *b, uint32_t w);
SatLit bits_slt(Gates *gates, const SatLit *a, const SatLit *b, uint32_t w);
SatLit bits_sle(Gates *gates, const SatLit *a, const SatLit *b, uint32_t w);
/* out must not be an operand */
void bits_mul(Gates *gates, SatLit *out, const SatLit *a, const SatLit *b,
              uint32_t w);
/* Quotient and remainder; either may be NULL; neither may be an operand. */
void bits_udivrem(Gates *gates, SatLit *quotient, SatLit *remainder,
                  const SatLit *a, const SatLit *b, uint32_t w);
void bits_sdivrem(Gates *gates, SatLit *quotient, SatLit *remainder,
                  const SatLit *a, const SatLit *b, uint32_t w);
/* out must not be an operand */
void bits_shl(Gates *gates, SatLit *out, const SatLit *a, const SatLit *amount,
              uint32_t w);
/* Shift right, filling with `fill`. */
void bits_shr(Gates *gates, SatLit *out, const SatLit *a, const SatLit *amount,
              SatLit fill, uint32_t w);

/* ---- bitblast.c: terms as words ---- */

typedef struct Blaster {
  SmtShared *shared;
  Gates gates;
  Arrays *arrays;
  Map offsets;      /* node -> place in `bits` */
  Vec(SatLit) bits; /* the words of all nodes */
  Map linear;       /* linear atom's node -> its bit-vector term's id */
  Vec(Term) stack;  /* nodes to do */
  Vec(Term) lemmas; /* that new array terms asked for */
} Blaster;

/* `sat` may be NULL: see Gates. */
void blaster_init(Blaster *blaster, SmtShared *shared, Sat *sat);
void blaster_done(Blaster *blaster);
/* Make the gates of `t` and all below; false: the budget ended first (the
 * work done stays). */
BASE_MUST_USE bool blaster_visit(Blaster *blaster, Term t, Budget *budget);
/* The words of a visited term; valid until the next visit. */
const SatLit *blaster_bits(const Blaster *blaster, Term t, uint32_t *width);
SatLit blaster_literal(const Blaster *blaster, Term t);
bool blaster_has(const Blaster *blaster, Term t);

#endif
