/* SPDX-License-Identifier: MIT
 *
 * What the files of the PDR engine share.  pdr.c has the essay. */
#ifndef ENGINE_PDR_PDR_INT_H
#define ENGINE_PDR_PDR_INT_H

#include "engine/engine.h"
#include "engine/shared/generalise.h"
#include "engine/shared/narrow.h"
#include "engine/shared/solver_pair.h"

#define PDR_NONE UINT32_MAX

typedef struct PdrLemma {
  TermList cube;  /* over the location's `now` variables */
  uint32_t level; /* 0: dropped, subsumed by another */
  uint32_t stuck; /* the edge that kept it from a higher level, or PDR_NONE */
} PdrLemma;

typedef struct PdrPlace { /* of one location */
  Vec(PdrLemma) lemmas;
  Vec(uint32_t) in; /* edges, those from the entry first */
  TermMap *to_next; /* now -> next */
  Map variant;      /* loop-variant variables, see loop_variant_vars */
} PdrPlace;

typedef struct PdrObligation {
  uint32_t loc;
  uint32_t level;
  TermList cube;
  uint32_t edge;   /* from loc towards the error */
  uint32_t parent; /* obligation at that edge's end, or PDR_NONE */
  uint32_t must;   /* a may-obligation: the must-obligation it is for, which is
                      the newest one; PDR_NONE: it is one itself */
  bool is_tried;   /* a must-obligation for which a may-obligation was made */
} PdrObligation;

typedef struct Pdr {
  Ts *whole;      /* the system we were given */
  Narrow *narrow; /* between the two */
  Ts *ts;         /* ... over narrowed domains, where the search is */
  TermList seeds; /* by location, of `ts` */
  TermStore *store;
  Mem *mem;
  const EngineOptions *options;
  const SmtBackend *backend;
  Budget *budget;
  EngineResult *result;
  EngineStats *stats;
  PdrPlace *places;
  SolverPair **solvers;     /* by edge; made when first asked */
  TermList levels;          /* activation literals, [0] unused */
  uint32_t n;               /* the frontier */
  Vec(PdrObligation) chain; /* open obligations, the newest last */
  Map failed;               /* may-obligations that failed */
  uint32_t may_left;        /* how many more may follow the current one */
  EngineEdges bad_edges;
  uint64_t sum_ticks; /* spent on trying to replace literals by their sum, */
  uint64_t sums;      /* ... and how often that was possible */
  bool stopped;
} Pdr;

/* Give up, once, because of `why` or the budget. */
void pdr_stop(Pdr *p, const char *why);

/* ---- frames.c ---- */

/* Is the answer needed?  An optional question gets little time; without an
 * answer it counts as CUBE_REACHED. */
typedef enum PdrNeed { PDR_NEEDED, PDR_OPTIONAL } PdrNeed;

/* The solvers of an edge, with its formula, the seeds and lemmas before it. */
SolverPair *pdr_solver(Pdr *p, uint32_t edge);
/* Can the edge be taken from F(level) into the cube, coming from outside of it?
 * `used` (may be NULL) gets a mark for each literal of the cube that a
 * refutation used. */
CubeAnswer pdr_ask(Pdr *p, uint32_t edge, uint32_t level, const TermList *cube,
                   uint8_t *used, PdrNeed need);
/* Who answers the questions of generalise.h: pdr_ask, over all edges into
 * `loc`. */
typedef struct PdrQuestion {
  Pdr *p;
  uint32_t loc, level;
  uint32_t by; /* the edge, after CUBE_REACHED; before: a likely one */
  PdrNeed need;
} PdrQuestion;
CubeOracle pdr_oracle(PdrQuestion *question);

/* Does a lemma exclude the cube at that level? */
bool pdr_is_blocked(const Pdr *p, uint32_t loc, uint32_t level,
                    const TermList *cube);
/* The cube cannot be entered from F(level - 1): learn why, and from how far. */
void pdr_learn(Pdr *p, uint32_t loc, uint32_t level, TermList *cube);
/* Push lemmas forward; the level that emptied, or 0. */
uint32_t pdr_push_lemmas(Pdr *p);

/* ---- block.c ---- */

/* Block obligations until no bad edge can be taken from F(n) any more, or an
 * execution is found. */
void pdr_block_errors(Pdr *p);
void pdr_pop_obligation(Pdr *p);

#endif
