/* SPDX-License-Identifier: MIT
 *
 * Predicate abstraction as pure logic: a formula and predicates in, the set of
 * the predicates' valuations that the formula allows out.
 *
 *    { v in {0,1}^n | formula and (p_i = v_i for all i) is satisfiable }
 *
 * is the strongest answer; every answer given contains it.  The set is a
 * diagram over Boolean variables, one for each predicate.
 */
#ifndef PREDABS_PREDABS_H
#define PREDABS_PREDABS_H

#include "dd/ldd.h"
#include "smt/smt.h"

/* What predabs_allsat forbids after each solution. */
typedef enum PredabsCubes {
  PREDABS_CUBES_MINIMISED, /* the solution without what does not matter */
  PREDABS_CUBES_WHOLE      /* the solution */
} PredabsCubes;

typedef struct PredabsQuery {
  Smt *smt;                /* the formula: all it holds */
  const Term *assumptions; /* [0..n_assumptions[: holds as well */
  uint32_t n_assumptions;
  const Term *predicates; /* [0..n[: any Boolean terms */
  const DdVar *vars;      /* [0..n[: what stands for each in the diagram */
  uint32_t n;
  /* For predabs_ldd and predabs_min alone: the formula once more, as conjuncts
   * [0..n_parts[ in topological order (what defines a variable before what
   * uses it; any order is right, this one is fast). */
  const Term *parts;
  uint32_t n_parts;
  PredabsCubes cubes;
  /* Most ticks for one question to the solver; what is harder is given up.  0:
   * no limit. */
  uint64_t question_ticks;
} PredabsQuery;

typedef enum PredabsQuality {
  PREDABS_STRONGEST, /* of its kind: all Boolean combinations, or all cubes */
  PREDABS_WEAKER     /* a limit struck: right, but more than need be */
} PredabsQuality;

typedef struct PredabsAnswer {
  PredabsQuality quality;
  Dd states; /* not protected */
} PredabsAnswer;

/* X(field, name, what is counted) */
#define PREDABS_STATS(X)                                                       \
  X(queries, "abstractions", "calls of one of the methods")                    \
  X(checks, "solver checks", "made for them")                                  \
  X(ruled_out, "candidates ruled out", "literals a model spared us to ask")    \
  X(cubes, "cubes", "enumerated solutions")                                    \
  X(by_diagrams, "won by diagrams", "races that linear diagrams won")          \
  X(weaker, "given up", "abstractions a limit made weaker")

typedef struct PredabsStats {
#define X(field, name, help) uint64_t field;
  PREDABS_STATS(X)
#undef X
} PredabsStats;

/* The strongest conjunction of literals (`dd_false` if the formula is
 * unsatisfiable).  At most n + 1 checks, each literal undecided by the models
 * so far asked once.  When the solver gives up on a literal it is left out.
 * `stats` may be NULL. */
PredabsAnswer predabs_cartesian(DdStore *dd, const PredabsQuery *query,
                                Budget *budget, PredabsStats *stats);
/* The set itself, by enumeration; given up: the strongest conjunction as far
 * as it is known. */
PredabsAnswer predabs_allsat(DdStore *dd, const PredabsQuery *query,
                             Budget *budget, PredabsStats *stats);

/* Which answers of diagrams end a race. */
typedef enum PredabsAccept {
  PREDABS_ACCEPT_EXACT, /* the strongest only: the winner does not matter */
  PREDABS_ACCEPT_ANY
} PredabsAccept;

/* When numbers are eliminated. */
typedef enum PredabsNumbers {
  PREDABS_NUMBERS_SOON, /* where they end, unless that makes diagrams grow */
  PREDABS_NUMBERS_LAST  /* all at the end; the same answer, mostly slower */
} PredabsNumbers;

/* The order of a query's labels in the diagrams. */
typedef struct PredabsOrder PredabsOrder;
void predabs_order_free(PredabsOrder *order);

/* The caller's store while an answer is brought there. */
typedef enum PredabsHome {
  PREDABS_HOME_KEPT,     /* its order stays */
  PREDABS_HOME_REORDERED /* gets the answer's; what is not protected dies */
} PredabsHome;

typedef struct PredabsLdd {
  const LddTheory *theory; /* NULL: ldd_linear */
  DdReorder reorder;       /* DD_ORDER_FIXED: static order */
  PredabsNumbers numbers;
  PredabsHome home;
  uint32_t max_nodes;   /* 0: the default */
  PredabsAccept accept; /* predabs_min alone */
  /* Where to start from; NULL: labels as the query mentions them.  It must be
   * of an equal query. */
  const PredabsOrder *order;
  PredabsOrder **last; /* gets the order at the end, the caller's then, or
                          NULL: it was given up; NULL: not wanted */
} PredabsLdd;
/* The set, by elimination on a linear decision diagram of the query's linear
 * view; no solver is asked.  Strongest if nothing was lost on the way, else a
 * superset; given up: all valuations. */
PredabsAnswer predabs_ldd(DdStore *dd, const PredabsQuery *query,
                          const PredabsLdd *options, Budget *budget,
                          PredabsStats *stats);
/* Both at once, in two threads; the first answer stops the other.  While they
 * race, the budget's ticks and deadline are watched, its interrupt is not. */
PredabsAnswer predabs_min(DdStore *dd, const PredabsQuery *query,
                          const PredabsLdd *options, Budget *budget,
                          PredabsStats *stats);

/* ---- text ---- */

/* A query as text, for files: an SMT-LIB script that starts with the lines
 *
 *   ; abstraction query 1
 *   ; parts N
 *   ; predicates M
 *
 * and has N + M assertions: first the formula's conjuncts in topological
 * order, then the predicates. */
void predabs_print(Text *out, const TermStore *store, const Term *parts,
                   uint32_t n_parts, const Term *predicates, uint32_t n);
/* Reads one; the lists' memory is the store's.  False: `problem` says why. */
BASE_MUST_USE bool predabs_parse(TermStore *store, const char *text,
                                 TermList *parts, TermList *predicates,
                                 Text *problem);

#endif
