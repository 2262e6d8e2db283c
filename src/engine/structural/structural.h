/* SPDX-License-Identifier: MIT
 *
 * Structural abstraction: can a formula hold in which calls are left open, and
 * is it worth looking into them?  [BH07], see structural.c.
 *
 * The formula is a term; what it leaves open are variables.  Whoever made them
 * says through a StructGraph what each is and, when asked, what it stands for.
 * The engine knows nothing of programs. */
#ifndef ENGINE_STRUCTURAL_STRUCTURAL_H
#define ENGINE_STRUCTURAL_STRUCTURAL_H

#include "engine/engine.h"

typedef enum StructLeaf {
  STRUCT_FREE,    /* an input: every value that its axiom allows is possible */
  STRUCT_NONZERO, /* an input that is open where it is zero, or false: that is
                     not believed */
  STRUCT_SUMMARY, /* stands for an expression that `expand` gives */
  STRUCT_LIKELY,  /* the same, and if it can be true for some value of what is
                     open in it, that is believed: whether a call returns */
  STRUCT_OPEN     /* stands for an unknown expression: what a loop or a
                     recursive call leaves */
} StructLeaf;

/* How the engine asks about the variables of its formulas. */
typedef struct StructGraph {
  void *context;
  StructLeaf (*leaf)(void *context, Term var);
  /* What always holds of the variable; `true` if nothing is known.  Asked for
   * again once the variable was expanded. */
  Term (*axiom)(void *context, Term var);
  /* The expression a summary stands for, of the same sort; it may contain new
   * variables.  None: it cannot be had, and the variable is open from now. */
  Term (*expand)(void *context, Term var);
} StructGraph;

typedef enum StructExpansion {
  STRUCT_LAZY, /* expand what a falsifying assignment depends on, one at a
                  time */
  STRUCT_EAGER /* expand everything in the cone of the formula at once */
} StructExpansion;

typedef struct StructOptions {
  const SmtBackend *backend; /* NULL: smt_blast */
  SmtOptions smt;
  StructExpansion expansion;
  uint32_t most_expansions; /* per check; 0: no limit */
  /* How many more to expand once an assignment depends on an open variable,
   * so that only a proof is left to be had; 0: no limit. */
  uint32_t patience;
} StructOptions;

/* name, what is counted */
#define STRUCT_STATS(X)                                                        \
  X(checks, "formulas asked about")                                            \
  X(trivial, "of these, decided by the simplifier alone")                      \
  X(rounds, "solver calls")                                                    \
  X(expansions, "summaries expanded")                                          \
  X(cone_nodes, "term nodes given to the solver")                              \
  X(clauses, "clauses given to the SAT solver")

typedef struct StructStats {
#define X(name, help) uint64_t name;
  STRUCT_STATS(X)
#undef X
} StructStats;

typedef enum StructStatus {
  STRUCT_IMPOSSIBLE, /* the formula cannot hold, whatever the summaries are */
  STRUCT_POSSIBLE,   /* it holds for some inputs; nothing open is involved */
  STRUCT_UNKNOWN     /* `open` says on what it depends, or `reason` why */
} StructStatus;

typedef struct StructAnswer {
  StructStatus status;
  Term open;        /* STRUCT_UNKNOWN: the open variable; or none: */
  char reason[160]; /* a limit was met */
  Term before;      /* ... on which open variable it depended until then, as far
                       as that is known */
  bool is_assigned; /* not IMPOSSIBLE: there is an assignment to be looked at */
} StructAnswer;

typedef struct Struct Struct;

Struct *struct_new(Mem *mem, TermStore *store, const StructGraph *graph,
                   const StructOptions *options);
void struct_free(Struct *s);
/* StructOptions.patience from now on; not 0. */
void struct_set_patience(Struct *s, uint32_t patience);
/* Algorithm 1: can `formula` (Boolean) hold?  Expansions stay for later
 * checks. */
StructAnswer struct_check(Struct *s, Term formula, Budget *budget);
/* After STRUCT_POSSIBLE or an open variable: the variables that the truth of
 * the formula depends on, in the order met from the root; and values. */
const TermList *struct_support(const Struct *s);
/* After STRUCT_POSSIBLE: the same without what only likely summaries depend
 * on. */
const TermList *struct_sure_support(const Struct *s);
TermValue struct_value(Struct *s, Term t);
/* ... of a term that is no part of the question: is it what the program has
 * there?  If not, it hangs on a summary that was not expanded. */
bool struct_is_settled(Struct *s, Term t);
/* After STRUCT_POSSIBLE for a formula that is stronger than this one: the
 * support becomes what the truth of this one depends on. */
void struct_rest_on(Struct *s, Term formula);
/* Puts the nodes that the value of the term depends on into the map. */
void struct_depends(Struct *s, Term t, Map *nodes);
/* What a summary was expanded to; none: it was not, or is no summary. */
Term struct_meaning(const Struct *s, Term var);
const StructStats *struct_stats(const Struct *s);

/* ---- refine.c: Algorithms 2 and 3, on any graph ---- */

/* A falsifying assignment and what hangs below the variables. */
typedef struct StructWalk {
  void *context;
  TermValue (*value)(void *context, Term t);
  /* What the variable stands for, or what must hold of it; none: nothing. */
  Term (*below)(void *context, Term var);
  bool (*wanted)(void *context, Term var);
  Map *met; /* every node that the value depends on is put there; or NULL */
} StructWalk;

/* The variable nearest to the root (of several, the newest) on which the value
 * of `root` depends and which is wanted; none if there is none.  Every variable
 * it depends on is appended to `support`.  Linear in the graph; no
 * recursion. */
Term struct_refine(TermStore *store, Term root, const StructWalk *walk,
                   TermList *support);

#endif
