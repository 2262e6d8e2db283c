/* SPDX-License-Identifier: MIT
 *
 * The inside of the solver: literals are numbered 2 * variable + negated. */
#ifndef SMT_CDCL_CDCL_INT_H
#define SMT_CDCL_CDCL_INT_H

#include "smt/cdcl/cdcl.h"

#define CDCL_NONE UINT32_MAX

/* Of a variable. */
enum {
  CDCL_KEPT = 1,    /* in all domains */
  CDCL_ENTERED = 2, /* in the domain of this question */
  CDCL_PHASE = 4,   /* the value it had last: true */
  CDCL_SEEN = 8,    /* during the analysis of a conflict */
  CDCL_FAILED = 16, /* an assumption that was needed */
  CDCL_FUNCTION = 32
};

/* A clause in the pool: a header, then its literals. */
enum { CDCL_SIZE, CDCL_STATE, CDCL_ACTIVITY, CDCL_HEADER };
/* CDCL_STATE: these, and above them how many levels a learnt one spans. */
enum { CDCL_LEARNT = 1, CDCL_DEAD = 2, CDCL_BRIEF = 4, CDCL_GLUE = 8 };

typedef struct CdclWatch {
  uint32_t clause;
  uint32_t blocker; /* another literal of it: if that is true, all is well */
} CdclWatch;
typedef Vec(CdclWatch) CdclWatches;

typedef struct CdclVar {
  uint32_t level;
  uint32_t reason;  /* clause, or CDCL_NONE */
  uint32_t in_heap; /* place + 1, or 0 */
  uint32_t flags;
  double activity;
} CdclVar;

struct Cdcl {
  Mem *mem;
  Vec(CdclVar) vars;        /* [0] unused */
  Vec(int8_t) values;       /* by literal: 1 true, -1 false, 0 open */
  Vec(CdclWatches) watches; /* by literal */
  Vec(uint32_t) pool;       /* clauses */
  Vec(uint32_t) learnt;     /* clauses */
  Vec(uint32_t) brief;      /* clauses of this question only */
  Vec(uint32_t) trail;      /* literals that are true, in order */
  Vec(uint32_t) levels;     /* where each decision level begins in it */
  Vec(uint32_t) heap;       /* open variables of the domain, by activity */
  Vec(uint32_t) kept;       /* variables */
  Vec(uint32_t) entered;    /* variables */
  Vec(uint32_t) failed;     /* variables */
  Vec(uint32_t) scratch;    /* literals of a clause in the making */
  Vec(uint32_t) stack;
  Vec(uint32_t) cleared; /* variables whose CDCL_SEEN is to be cleared */
  uint32_t done;         /* of the trail: propagated */
  uint32_t simplified;   /* of the trail: taken out of the clauses */
  uint32_t brief_var;    /* says that brief clauses hold; 0: none yet */
  uint32_t wasted;       /* words of the pool */
  uint32_t most_learnt;
  uint64_t n_added;
  uint64_t steps;   /* not yet counted as ticks */
  double increment; /* of activities */
  float clause_increment;
  bool is_contradiction; /* without any assumption */
};

static inline uint32_t cdcl_literal(int literal) {
  return literal < 0 ? (uint32_t)-literal * 2 + 1 : (uint32_t)literal * 2;
}
static inline uint32_t cdcl_not(uint32_t literal) {
  return literal ^ 1;
}
static inline uint32_t *cdcl_clause(Cdcl *c, uint32_t clause) {
  assert(clause + CDCL_HEADER < c->pool.n);
  return c->pool.at + clause;
}
static inline bool cdcl_in_domain(const Cdcl *c, uint32_t var) {
  return c->vars.at[var].flags & (CDCL_KEPT | CDCL_ENTERED);
}
static inline uint32_t cdcl_level(const Cdcl *c) {
  return c->levels.n;
}

/* ---- clauses.c ---- */

/* A clause of two literals or more, watched. */
uint32_t cdcl_make_clause(Cdcl *c, const uint32_t *literals, uint32_t n,
                          uint32_t state);
void cdcl_kill_clause(Cdcl *c, uint32_t clause);
/* Forget half of the learnt clauses. */
void cdcl_reduce(Cdcl *c);
/* Between questions: take out what is decided for good, and dead clauses, if
 * that is worth it. */
void cdcl_tidy(Cdcl *c);
void cdcl_bump_clause(Cdcl *c, uint32_t clause);

/* ---- heap.c ---- */

void cdcl_heap_push(Cdcl *c, uint32_t var);
uint32_t cdcl_heap_pop(Cdcl *c); /* the heap is not empty */
void cdcl_heap_clear(Cdcl *c);
void cdcl_bump_var(Cdcl *c, uint32_t var);

/* ---- analyse.c ---- */

/* The clause of a conflict above level 0 in `scratch`, the literal it asserts
 * first; gives the level to go back to. */
uint32_t cdcl_analyse(Cdcl *c, uint32_t conflict);
/* Mark the assumptions that make this literal true. */
void cdcl_analyse_final(Cdcl *c, uint32_t literal);
/* How many levels the literals in `scratch` span. */
uint32_t cdcl_glue(Cdcl *c);

#endif
