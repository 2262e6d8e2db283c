/* SPDX-License-Identifier: MIT
 *
 * The inside of the solver: literals are numbered 2 * variable + negated. */
#ifndef SMT_CDCL_CDCL_INT_H
#define SMT_CDCL_CDCL_INT_H

#include "smt/cdcl/cdcl.h"

#define CDCL_NONE UINT32_MAX
/* Of a reason: not a clause, but pins of a gate: a bit for each, and above them
 * the gate's number. */
#define CDCL_GATE (1u << 31)

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

/* ---- gates (gates.c) ---- */

enum { CDCL_PINS = 4, CDCL_COMBINATIONS = 81 };
enum { CDCL_COPY = 0xaa }; /* the truth table of a gate with one input */

typedef enum CdclRuleKind {
  CDCL_RULE_NOTHING,  /* the output is open or justified, nothing follows */
  CDCL_RULE_IMPLIES,  /* `pin` is `value` because of the pins in `because` */
  CDCL_RULE_CONFLICT, /* the pins in `because` contradict each other */
  CDCL_RULE_DECIDE    /* the output is not justified */
} CdclRuleKind;

typedef struct CdclRule {
  uint8_t kind, pin, value, because;
} CdclRule;

/* Values of some inputs that imply the output: bits of pins 1 to 3. */
typedef struct CdclWay {
  uint8_t care, ones;
} CdclWay;

enum { CDCL_MOST_WAYS = 8 };

typedef struct CdclRules {
  uint8_t truth_table;
  uint8_t n_ways[2];               /* by the output's value */
  CdclWay ways[2][CDCL_MOST_WAYS]; /* the least ones */
  CdclRule at[CDCL_COMBINATIONS];
} CdclRules;

typedef struct CdclGate {
  uint32_t pins[CDCL_PINS];     /* literals: the output, inputs; 0: none */
  uint32_t next[CDCL_PINS - 1]; /* use of the same input: gate * CDCL_PINS +
                                   pin, or 0 */
  uint32_t awake;               /* the question that woke it, or 0 */
  uint32_t rules;
} CdclGate;

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
  /* Gates: all empty unless it justifies. */
  bool is_justifying;
  Vec(CdclGate) gates; /* [0] unused */
  Vec(CdclRules) rules;
  Vec(uint32_t) gate_of;  /* by variable: whose output it is, or 0 */
  Vec(uint32_t) uses;     /* by variable: the first, see CdclGate.next */
  Vec(uint32_t) model;    /* by variable */
  Vec(uint32_t) costs;    /* by literal: of making it true */
  Vec(uint32_t) standing; /* gates with an output for good, not justified */
  Vec(uint32_t) owed;     /* of these, to be justified in this question */
  Vec(uint32_t) heads;    /* by level: `justified` then */
  uint32_t justified;     /* of the trail */
  uint32_t stood;         /* of the trail: taken to the standing ones */
  uint32_t question;      /* its number, from 1 */
  uint32_t evaluation;
  uint32_t steps_a_tick;
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

/* ---- cdcl.c ---- */

void cdcl_assign(Cdcl *c, uint32_t literal, uint32_t reason);
/* Forget the last question. */
void cdcl_restart(Cdcl *c);

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

/* ---- gates.c ---- */

/* What follows from gates for a variable that got its value: a conflict, as
 * CdclVar.reason says it, or CDCL_NONE. */
uint32_t cdcl_visit_gates(Cdcl *c, uint32_t var);
/* The false literals of such a reason, without the one that is implied. */
uint32_t cdcl_gate_reason(const Cdcl *c, uint32_t reason,
                          uint32_t out[CDCL_PINS]);
void cdcl_begin_justification(Cdcl *c);
/* A literal to decide; 0: all is justified. */
uint32_t cdcl_choose(Cdcl *c);

/* ---- analyse.c ---- */

/* The clause of a conflict above level 0 in `scratch`, the literal it asserts
 * first; gives the level to go back to. */
uint32_t cdcl_analyse(Cdcl *c, uint32_t conflict);
/* Mark the assumptions that make this literal true. */
void cdcl_analyse_final(Cdcl *c, uint32_t literal);
/* How many levels the literals in `scratch` span. */
uint32_t cdcl_glue(Cdcl *c);

#endif
