/* SPDX-License-Identifier: MIT
 *
 * An abstraction query in the linear view, free of terms: what paq_view.c
 * makes of terms and paq_solve.c solves.  It owns its memory and its diagrams,
 * so that another thread can work on it. */
#ifndef PREDABS_PAQ_INT_H
#define PREDABS_PAQ_INT_H

#include "dd/ldd.h"
#include "predabs/predabs_int.h"

/* A Boolean function: node * 2 + negated.  Node 0 is the constant true. */
typedef struct PaqRef {
  uint32_t id;
} PaqRef;

static inline PaqRef paq_not(PaqRef a) {
  return (PaqRef){a.id ^ 1};
}

typedef enum PaqKind {
  PAQ_TRUE,
  PAQ_LABEL,    /* a Boolean variable of the diagrams: `label` */
  PAQ_AT_MOST,  /* atom: form <= k */
  PAQ_EQUATION, /* atom: form = k */
  PAQ_AND,
  PAQ_IFF,
  PAQ_ITE
} PaqKind;

typedef struct PaqNode {
  PaqKind kind;
  PaqRef child[3]; /* older nodes */
  DdVar label;
  uint32_t atom; /* index into the atoms */
} PaqNode;

/* Its labels were made when the node was, so that they stand in the order in
 * which the query mentions them; its diagram is made when it is needed, so that
 * labels whose time has not come have no nodes. */
typedef struct PaqAtom {
  LddForm form;
  Integer k;
} PaqAtom;

/* Which of the different predicates one of the query's is, or the negation
 * of; the first that is one is not negated. */
typedef struct PaqShared {
  uint32_t predicate;
  bool is_negated;
} PaqShared;

typedef struct Paq {
  Mem mem;
  DdStore *dd;
  Vec(PaqNode) nodes;
  Vec(PaqAtom) atoms;
  /* Which conjunct mentions it first; UINT32_MAX: none, or to be kept. */
  Vec(uint32_t) first_use;        /* by DdVar */
  Vec(uint32_t) first_number_use; /* by LddNum */
  /* In topological order: a variable is defined before it is used, so that
   * going backwards it is done with where it is first mentioned. */
  Vec(PaqRef) conjuncts;
  /* Of the query's predicates those that differ. */
  Vec(uint32_t) definitions; /* by predicate: the conjunct "b = predicate" */
  Vec(DdVar) predicates;     /* by predicate: its Boolean variable */
  Vec(PaqShared) shared;     /* by predicate of the query */
  PredabsNumbers numbers;    /* when they are eliminated */
  int is_exact;              /* the view lost nothing so far */
  int wraps_words;           /* x + k is moved into a window, ... */
  int wraps_sums;            /* ... x + y + k */
  struct Paq *coarser;       /* for when this one is too dear; or NULL */
} Paq;

Paq *paq_new(const LddTheory *theory);
void paq_free(Paq *paq);
PaqRef paq_and(Paq *paq, PaqRef a, PaqRef b);
PaqRef paq_or(Paq *paq, PaqRef a, PaqRef b);
PaqRef paq_node(Paq *paq, PaqNode node);
/* A new Boolean variable, a new number of this range. */
PaqRef paq_boolean(Paq *paq, DdVar *var);
LddNum paq_number(Paq *paq, Integer low, Integer high);
/* form <= k, form = k; what the theory refuses becomes a free Boolean. */
PaqRef paq_atom(Paq *paq, PaqKind kind, const LddForm *form, Integer k);
/* An atom's diagram. */
Dd paq_diagram(Paq *paq, PaqKind kind, const LddForm *form, Integer k);

/* The query's formula and predicates without the variables that it fixes
 * (paq_reduce.c).  The lists' memory is the store's. */
typedef struct PaqReduced {
  TermList parts; /* conjuncts in topological order */
  TermList predicates;
} PaqReduced;
void paq_reduce(PaqReduced *reduced, TermStore *store,
                const PredabsQuery *query);
/* Its variables (Term.id) get these values. */
void paq_replace(PaqReduced *query, TermStore *store, const Map *values);
/* ... in coordinates in which its sums are short (paq_basis.c). */
void paq_change_basis(PaqReduced *query, TermStore *store);
void paq_reduced_done(PaqReduced *reduced, TermStore *store);

/* Translate it (paq_view.c). */
typedef enum PaqGrain {
  PAQ_FINE,   /* words that wrap around are followed through their windows */
  PAQ_MEDIUM, /* ... but sums of several numbers are unknowns then */
  PAQ_COARSE  /* ... all are */
} PaqGrain;
void paq_translate(Paq *paq, TermStore *store, const PaqReduced *query,
                   PaqGrain grain);

/* ... into a new one (paq_ldd.c), and coarser ones if any answer will do. */
Paq *paq_of_query(const PredabsQuery *query, const PredabsLdd *options,
                  PredabsAccept accept);
/* A diagram over the predicates' variables as one of the caller's. */
Dd paq_bring_home(const Paq *paq, DdStore *dd, const PredabsQuery *query,
                  Dd states, PredabsHome home);

/* The order to start with (paq_order.c). */
void paq_arrange(Paq *paq);
/* The order of all labels, for another Paq of an equal query. */
PredabsOrder *paq_order(const Paq *paq);
void paq_set_order(Paq *paq, const PredabsOrder *order);

/* The diagram over the predicates' variables (paq_solve.c); check
 * dd_is_stopped. */
typedef struct PaqSolution {
  Dd states; /* of paq->dd */
  int is_exact;
} PaqSolution;
PaqSolution paq_solve(Paq *paq, DdReorder reorder);
/* Of this view or of a coarser one, which then takes its place (paq_ldd.c). */
PaqSolution paq_solve_some(Paq **paq, const PredabsLdd *options,
                           Budget *budget);

#endif
