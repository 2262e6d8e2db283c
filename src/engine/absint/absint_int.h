/* SPDX-License-Identifier: MIT
 *
 * The inside of absint: cells, domains, and the fixpoint that serves them
 * all. */
#ifndef ENGINE_ABSINT_ABSINT_INT_H
#define ENGINE_ABSINT_ABSINT_INT_H

#include "engine/absint/absint.h"

#include "engine/shared/solver_pair.h"
#include "engine/shared/narrow.h"

enum { AI_MOST_THRESHOLDS = 64 };

typedef struct Ai Ai;
typedef struct AiShape AiShape; /* a domain's own */
typedef struct AiPacks AiPacks; /* pairs that belong together */

/* A location, or the part of it where `condition` holds. */
typedef struct AiCell {
  uint32_t loc;
  Term condition; /* over the location's `now` variables */
  bool reached;
  Term invariant; /* of what was included; `false` until reached */
  AiShape *shape;
} AiCell;

/* A state at the target of an edge. */
typedef struct AiSeen {
  Smt *smt;            /* its model shows the state */
  const uint8_t *open; /* by variable: it could have any value there, whatever
                          the others have */
} AiSeen;

/* Who says that an edge leads nowhere outside: a solver of bits and sums, or
 * before it one that multiplies out (smt/split/refute.h). */
typedef enum AiProver { AI_BITS, AI_PRODUCTS } AiProver;

/* An abstract domain: a set of states given by an invariant, which grows to
 * include a state; finitely often. */
typedef struct AiDomain {
  AiProver prover;
  AiShape *(*make)(Ai *ai, uint32_t loc);
  void (*free)(Ai *ai, uint32_t loc, AiShape *shape);
  /* Include the state, and every other that open variables stand for. */
  void (*include)(Ai *ai, AiShape *shape, uint32_t loc, const AiSeen *seen);
  Term (*invariant)(Ai *ai, const AiShape *shape, uint32_t loc);
  /* AI_PRODUCTS: give up the conjunct; false: there is no such one. */
  bool (*drop)(Ai *ai, AiShape *shape, uint32_t loc, Term conjunct);
} AiDomain;

extern const AiDomain ai_constants; /* x = 5 */
extern const AiDomain ai_affine;    /* equations modulo 2^w */
extern const AiDomain ai_boxes;     /* x <= 5 */
extern const AiDomain ai_zones;     /* x - y <= 5, of pairs in packs */
extern const AiDomain ai_octagons;  /* ... of all pairs */
extern const AiDomain ai_rates;     /* s - 9 * c <= 5, of a counter c */
extern const AiDomain ai_products;  /* equations with products of variables */
extern const AiDomain ai_cubes;     /* ... of up to three */

struct Ai {
  Ts *ts; /* over narrowed domains; numbers are as in the system given */
  TermStore *store;
  Mem *mem;
  const EngineOptions *options;
  Budget *budget;
  AiStats *stats;
  Narrow *narrow;       /* knows which variables are value classes */
  SolverPair **solvers; /* by edge: its formula */
  uint8_t **open;       /* by edge: see ai_find_open; NULL: not yet */
  TermMap **to_next;    /* by edge: to the target's variables */
  AiPacks *packs;       /* for ai_zones */
  TermList invariants;  /* by location: seeds, and what earlier passes found */
  int64_t thresholds[AI_MOST_THRESHOLDS];
  uint32_t n_thresholds;
  bool reads[2]; /* by TermReading: the program compares so */
  enum { AI_FROM_NOTHING, AI_FROM_RUNS } start; /* runs show states first */
  bool is_running;                              /* that is what goes on now */
};

/* Bounds of floats (floats.c): of the variables, or of sums of them, too. */
typedef enum AiFloats { AI_FLOAT_VARIABLES, AI_FLOAT_SUMS } AiFloats;
bool ai_has_floats(const Ai *ai);
/* The same contract as ai_fixpoint. */
BASE_MUST_USE bool ai_floats(Ai *ai, AiFloats how, TermList *found);

/* A cut of one location in two; none when the predicate is. */
typedef struct AiSplit {
  uint32_t loc;
  Term predicate;
} AiSplit;

/* From the options, budget and so on that are set: the tables, and the
 * seeds. */
void ai_init(Ai *ai, Ts *whole);
void ai_done(Ai *ai);

/* Is it a variable that templates and equations speak of? */
bool ai_is_number(const Ai *ai, Term var);
/* Is it a value class, of which only constants speak? */
bool ai_is_narrowed(const Ai *ai, Term var);

/* Is the system small enough for pairs of its numbers? */
bool ai_octagons_are_cheap(const Ai *ai);

/* Pairs of variables that the program compares, or that become such (packs.c).
 * The others ask about those of `ai`. */
AiPacks *ai_packs_new(const Ai *ai);
void ai_packs_free(const Ai *ai, AiPacks *packs);
bool ai_packs_are_some(const Ai *ai);
bool ai_packs_have(const Ai *ai, uint32_t loc, uint32_t x, uint32_t y);

/* How far a number goes in a round in which a counter goes up by one, at most
 * and at least (rates.c).  How many there are of a location. */
typedef struct AiRate {
  uint32_t number, counter; /* variables of the location */
  int64_t up, down;
} AiRate;
enum { AI_MOST_RATES = 16 };
uint32_t ai_find_rates(Ai *ai, uint32_t loc, AiRate rates[AI_MOST_RATES]);

/* Mark the target's variables that the edge leaves open. */
void ai_find_open(Ai *ai, uint32_t edge, uint8_t *open);

/* The solver of an edge, which has its formula. */
SolverPair *ai_solver(Ai *ai, uint32_t edge);

/* Run the system a little: `meet` gets each state at the end of an edge to an
 * inner location, shown by the solver's model. */
typedef void AiMeet(void *context, uint32_t edge, Smt *smt);
void ai_sample(Ai *ai, AiMeet *meet, void *context);

/* Can the edge be taken from states where the conjuncts hold?  Tried by solvers
 * in turn, each with a part of the budget; SMT_SAT leaves a model in the edge's
 * solver. */
BASE_MUST_USE SmtResult ai_ask_products(Ai *ai, uint32_t edge,
                                        const TermList *conjuncts);

/* Invariants of the domain, by location, inductive together with those so far.
 * False: the budget ended first, and nothing is found. */
BASE_MUST_USE bool ai_fixpoint(Ai *ai, const AiDomain *domain, AiSplit split,
                               TermList *found);

#endif
