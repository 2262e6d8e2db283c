/* SPDX-License-Identifier: MIT
 *
 * The predicate engine's own structures: precision, tree, path.  See
 * predicate.c for what they are for. */
#ifndef ENGINE_PREDICATE_PREDICATE_INT_H
#define ENGINE_PREDICATE_PREDICATE_INT_H

#include "engine/engine.h"
#include "engine/shared/narrow.h"
#include "predabs/predabs.h"

#define PRED_NONE UINT32_MAX

/* What is known of one location. */
typedef struct PredPlace {
  TermList predicates; /* over `now`, positive; only grows */
  TermList next;       /* the same over `next` */
  Vec(DdVar) vars;     /* what stands for each in diagrams */
  Vec(DdVar) ends;     /* relation only: the same at an edge's end */
  Map have;            /* Term.id of a predicate -> 1 */
  Vec(uint32_t) out;   /* edges that leave it, in the Ts' order */
  TermMap *to_next;    /* now -> next */
  Dd reach;            /* states of all tree nodes here; protected */
  uint32_t order;      /* its number in reverse post-order */
} PredPlace;

/* All successors of a node's states over one edge. */
typedef struct PredPost {
  uint32_t edge;
  uint32_t stamp; /* predicates of the target when it was computed */
  Dd states;      /* protected */
} PredPost;

typedef enum PredStatus {
  PRED_OPEN,     /* some successors are not known yet */
  PRED_EXPANDED, /* all are */
  PRED_CUT       /* no longer in the tree */
} PredStatus;

typedef struct PredNode {
  uint32_t loc;
  uint32_t parent; /* index of a smaller node, or PRED_NONE */
  uint32_t edge;   /* from the parent, or PRED_NONE */
  uint32_t depth;
  uint32_t stamp;   /* predicates of the location when it was computed */
  uint32_t n_clean; /* bad edges known to be impossible from here */
  PredStatus status;
  Dd state; /* what no node before it had; protected */
  Vec(PredPost) posts;
} PredNode;

/* Predicates of both ends that an edge relates. */
typedef struct PredRelation {
  Dd states; /* over the source's vars and the target's ends; protected */
  uint32_t n_source, n_target; /* predicates it was made from */
  bool is_made;
} PredRelation;

typedef struct Pred {
  Ts *whole;      /* what was asked about */
  Narrow *narrow; /* between the two */
  Ts *ts;         /* over narrowed domains, see engine/shared/narrow.h */
  TermList seeds; /* by location: seed invariants, of `ts` */
  TermStore *store;
  Mem *mem;
  const EngineOptions *options;
  const SmtBackend *backend;
  Budget *budget;
  EngineResult *result;
  EngineStats *stats;
  PredabsStats abstraction;
  DdStore *dd;
  Map vars;            /* Term.id of a predicate -> DdVar.id */
  TermList predicates; /* by DdVar.id; none for the ends of a relation */
  PredPlace *places;
  Smt **solvers;           /* by edge, made when first asked */
  uint64_t *solver_sizes;  /* by edge: its clauses after the first check */
  PredRelation *relations; /* by edge */
  uint8_t *is_coarse;      /* by edge: cannot be enumerated, see post.c */
  Vec(PredNode) nodes;
  Vec(uint32_t) open;    /* a heap of open nodes, see tree.c */
  EngineEdges bad_edges; /* edges into errors, later also into
                            unsupported locations */
  uint32_t n_live;       /* nodes in the tree */
  EnginePost post;       /* as asked, or finer once that was not enough */
  bool is_patient;       /* hard questions are asked all the same */
  bool stopped;
} Pred;

/* An abstract path to an error, from the root. */
typedef struct PredPath {
  Vec(uint32_t) nodes; /* [0] the root */
  Vec(uint32_t) edges; /* edges.at[i] leaves nodes.at[i]; the last is bad */
} PredPath;

/* ---- precision.c ---- */

/* Track the predicate (a Boolean term over the location's `now` variables)
 * there; with global predicates also wherever its variables exist.  Gives the
 * number of places to which it was new. */
uint32_t pred_track(Pred *p, uint32_t loc, Term predicate);
/* The states of a diagram as a term over `now` variables. */
Term pred_term_of(Pred *p, Dd states);
/* Totals for the statistics. */
void pred_count_precision(Pred *p);

/* ---- post.c ---- */

/* The solver of an edge, whose last result is still there. */
Smt *pred_solver(Pred *p, uint32_t edge);
/* The same for a new question: without too many states asked about before. */
Smt *pred_fresh_solver(Pred *p, uint32_t edge);
void pred_free_solvers(Pred *p);
/* All states over the target's predicates that the edge leads to from
 * `states`; not protected. */
Dd pred_post(Pred *p, uint32_t edge, Dd states);
/* From now on hard questions of an abstraction are asked, and no edge is coarse
 * any more; false: it was so before. */
bool pred_become_patient(Pred *p);
/* Give up, once, because of `why` or the budget. */
void pred_stop(Pred *p, const char *why);
/* The states as an assumption, unless they are all. */
void pred_assume(Pred *p, Dd states, TermList *assume);

/* ---- tree.c ---- */

void pred_plant(Pred *p); /* the root, at the entry */
/* The open node to look at next, or PRED_NONE. */
uint32_t pred_take(Pred *p);
/* Put a node back among the open ones. */
void pred_reopen(Pred *p, uint32_t node);
/* The child that takes the states no node had before; PRED_NONE: covered. */
uint32_t pred_add_child(Pred *p, uint32_t parent, const PredPost *post);
/* Cut the node and everything below it.  States that it covered elsewhere come
 * back. */
void pred_cut(Pred *p, uint32_t node);
/* Aborts unless the tree is one and every state of a node is covered by the
 * location's reach. */
void pred_validate_tree(const Pred *p);
/* The tree as a graph for dot. */
void pred_print_tree(Text *out, Pred *p);

/* ---- refine.c ---- */

typedef enum PredRefined {
  PRED_REFINED,   /* the tree was cut; explore again */
  PRED_EXECUTION, /* the path is real: claimed */
  PRED_STUCK      /* stopped */
} PredRefined;
PredRefined pred_refine(Pred *p, const PredPath *path);

#endif
