/* SPDX-License-Identifier: MIT
 *
 * What the files of the bit-level engine share.  bits.c has the essay. */
#ifndef ENGINE_BITS_BITS_INT_H
#define ENGINE_BITS_BITS_INT_H

#include "engine/engine.h"
#include "engine/shared/narrow.h"
#include "smt/blast/circuit.h"
#include "smt/cdcl/cdcl.h"

#define BITS_NONE    UINT32_MAX
#define BITS_TRIVIAL (UINT32_MAX - 1) /* a literal: holds anyway */
#define BITS_ALWAYS  UINT32_MAX       /* a level: above all */

/* ---- states ---- */

/* A latch is a bit of a state variable or a signal (signals.c), numbered within
 * its location.  A literal is 2 * latch, plus one if it says that the latch is
 * 0. */
typedef uint32_t BitsLit;
static inline uint32_t bits_latch(BitsLit literal) {
  return literal >> 1;
}

/* Literals in ascending order, none twice. */
typedef struct BitsCube {
  BitsLit *at;
  uint32_t n;
  uint32_t cap;
} BitsCube;

typedef struct BitsLemma {
  BitsCube cube;
  uint64_t signature; /* of its literals: tells soon that it is no subset */
  uint32_t level;     /* 0: dropped, subsumed by another; or BITS_ALWAYS */
} BitsLemma;

/* What edges, those from the entry apart, do with a variable (origins.c). */
typedef enum BitsOrigin {
  BITS_KEPT,    /* nothing */
  BITS_COPIED,  /* it gets values of kept or copied ones, or constants */
  BITS_COMPUTED /* all else */
} BitsOrigin;

typedef struct BitsPlace { /* of one location */
  uint32_t n_latches;
  uint32_t n_bits;     /* latches [0..n_bits[ are bits, the others signals */
  Vec(Term) signals;   /* over the location's `now` variables */
  uint32_t *first;     /* by variable: its latch of bit 0 */
  uint32_t *var_of;    /* by bit */
  BitsOrigin *origins; /* by variable */
  BitsCube *choices;   /* by variable: signals, one of which says what it is */
  uint32_t *about;     /* by latch: a variable with choices, or BITS_NONE */
  Map said;            /* latch, choice -> what it says of the origin */
  double *activity;    /* by literal: how much it is in use in lemmas */
  Vec(BitsLemma) lemmas;
  Vec(uint32_t) in;  /* edges, those from the entry first */
  Vec(uint32_t) out; /* edges */
} BitsPlace;

/* ---- edges as circuits ---- */

typedef struct BitsEdge {
  uint32_t source, target;
  Circuit *circuit;
  uint32_t n_vars;    /* of the circuit */
  uint32_t *gate_of;  /* by variable: its gate + 1; 0: it is free */
  SatLit taken;       /* the edge can be taken */
  SatLit seed;        /* the seed invariant of its source holds */
  SatLit *now;        /* by latch of the source: a literal */
  SatLit *next;       /* by latch of the target: a literal */
  uint32_t *latch_of; /* by variable: latch of the source + 1, or 0 */
  Cdcl *solver;       /* made when first asked */
  Vec(int) levels;    /* activation literals; [0] unused */
  uint32_t n_clauses; /* of lemmas in the solver, */
  uint32_t n_old;     /* ... that were replaced since */
} BitsEdge;

typedef struct BitsObligation {
  uint32_t loc, level;
  uint32_t depth; /* edges to the error */
  BitsCube cube;
  uint32_t edge;   /* from loc towards the error */
  uint32_t parent; /* obligation at that edge's end, or BITS_NONE */
} BitsObligation;

typedef struct Bits {
  Ts *whole;      /* the system we were given */
  Narrow *narrow; /* between the two */
  Ts *ts;         /* ... over narrowed domains, where the search is */
  TermStore *store;
  Mem *mem;
  const EngineOptions *options;
  Budget *budget;
  EngineResult *result;
  EngineStats *stats;
  BitsPlace *places;
  BitsEdge *edges;
  uint32_t n; /* the frontier */
  EngineEdges bad_edges;
  Vec(BitsObligation) obligations; /* all since the queue was empty */
  Vec(uint32_t) queue;             /* a heap of open ones, lowest level first */
  double increment;                /* of activities */
  uint32_t n_pushed;               /* terms made by all BitsPush */
  /* scratch */
  Vec(int) assumptions;
  Vec(int) clause;
  Vec(uint32_t) stack;
  Vec(uint32_t) cost; /* by variable */
  Vec(uint8_t) mark;  /* by variable */
  bool stopped;
} Bits;

/* Give up, once, because of `why` or the budget. */
void bits_stop(Bits *b, const char *why);

/* ---- circuit.c ---- */

/* All edges as circuits; false: the system has what has no bits, or is too
 * large. */
BASE_MUST_USE bool bits_make_circuits(Bits *b);

/* ---- signals.c ---- */

/* The signals of all locations. */
void bits_find_signals(Bits *b);
/* Terms with comparisons of choices as choices of comparisons. */
typedef struct BitsPush BitsPush;
BitsPush *bits_push_new(Bits *b);
void bits_push_free(Bits *b, BitsPush *push);
Term bits_push_apply(BitsPush *push, Term t);

/* ---- origins.c ---- */

/* The origins of all variables. */
void bits_find_origins(Bits *b);
/* That copied variables are equal to kept ones or to constants, where it is
 * inductive: lemmas of level BITS_ALWAYS.  Before any others. */
void bits_learn_origins(Bits *b);
/* The literals of the edge's source, true in its model, as others that imply
 * them: which origins copied variables have, and what holds of these. */
void bits_name_origins(Bits *b, const BitsEdge *edge, BitsCube *literals);

/* ---- cube.c ---- */

void bits_cube_copy(Bits *b, BitsCube *to, const BitsCube *from);
void bits_cube_sort(BitsCube *cube);
uint64_t bits_signature(const BitsCube *cube);
/* Every literal of `small` is one of `large`. */
bool bits_is_subset(const BitsCube *small, const BitsCube *large);
/* The cube over the variables of the location, as a term. */
Term bits_cube_term(Bits *b, uint32_t loc, const BitsCube *cube);

/* ---- lift.c ---- */

/* The edge's solver has a model that takes the edge into the cube (NULL: to
 * wherever it leads).  Appends literals of the source such that every state
 * that satisfies them takes the edge into the cube with the same inputs. */
void bits_lift(Bits *b, const BitsEdge *edge, const BitsCube *target,
               BitsCube *literals);

/* ---- frames.c ---- */

typedef enum BitsAnswer { BITS_REFUTED, BITS_REACHED, BITS_STOPPED } BitsAnswer;

/* Can the edge be taken from F(level)? */
BitsAnswer bits_ask_edge(Bits *b, uint32_t edge, uint32_t level);
/* Can the cube be entered from F(level), over an edge from the location itself
 * from outside of it?  REACHED: by that edge, whose solver has the model.
 * REFUTED: `used` (may be NULL) gets the literals that were needed. */
BitsAnswer bits_ask(Bits *b, uint32_t loc, uint32_t level, const BitsCube *cube,
                    BitsCube *used, uint32_t *by);
/* Does a lemma exclude the cube at that level? */
bool bits_is_blocked(const Bits *b, uint32_t loc, uint32_t level,
                     const BitsCube *cube);
/* The cube is a lemma of that level (at the most n + 1, or BITS_ALWAYS).  Takes
 * the cube. */
void bits_add_lemma(Bits *b, uint32_t loc, uint32_t level, BitsCube *cube);
/* All lemmas are gone. */
void bits_forget_lemmas(Bits *b);
/* Push lemmas forward; the level that emptied, or 0. */
uint32_t bits_push_lemmas(Bits *b);
/* Room for one level more. */
void bits_push_level(Bits *b);

/* ---- generalise.c ---- */

/* The cube cannot be entered from F(level - 1): make it as small as a few
 * questions allow, learn it, from as far as it holds.  Gives the level. */
uint32_t bits_learn(Bits *b, uint32_t loc, uint32_t level, BitsCube *cube);

/* ---- block.c ---- */

/* Block obligations until no bad edge can be taken from F(n) any more, or an
 * execution is found. */
void bits_block_errors(Bits *b);
void bits_forget_obligations(Bits *b);

#endif
