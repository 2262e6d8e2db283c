/* SPDX-License-Identifier: MIT
 *
 * Decision diagrams: sets of valuations as shared graphs.
 *
 * A `Dd` is a 32-bit handle into a `DdStore`, which owns all nodes.  Handle 0
 * is "no diagram".  The lowest bit of a handle is negation: `dd_not` costs
 * nothing.  Equal functions have equal handles.
 *
 * A node asks about a label, which is a Boolean variable or (ldd.h) a linear
 * constraint.  Labels are named by `DdVar`, in order of creation; where a
 * label stands in the diagrams' order is another matter (its level) and may be
 * changed by sifting: handles keep their meaning.
 *
 * Memory.  Nodes die only in dd_collect, dd_tidy and dd_sift, and only those
 * that no registered root (dd_protect) leads to.  So: protect what must live
 * across these calls; between them nothing has to be protected.
 *
 * Limits.  After dd_limit, an operation that meets the end of its budget or
 * the node limit stops the store: it and all later operations give
 * `dd_false` at once, until dd_resume.  Ask dd_is_stopped before believing a
 * result; what was made before the stop stays valid.
 *
 * A store belongs to one thread.  Nothing depends on addresses or on time
 * (budgets excepted): equal sequences of calls give equal handles.
 */
#ifndef DD_DD_H
#define DD_DD_H

#include "base/base.h"

typedef struct Dd {
  uint32_t id; /* node * 2 + negated; 0 is "no diagram" */
} Dd;

typedef struct DdVar {
  uint32_t id; /* [0..dd_n_vars[ */
} DdVar;

typedef struct DdStore DdStore;

#define DD_NONE ((Dd){0})

static inline bool dd_same(Dd a, Dd b) {
  return a.id == b.id;
}

/* ---- life ---- */

DdStore *dd_new(Mem *mem);
void dd_free(DdStore *dd);
/* Operations from now on count ticks of `budget` (one each 1024 steps; NULL:
 * none) and make at most `max_nodes` nodes live at a time (0: no limit). */
void dd_limit(DdStore *dd, Budget *budget, uint32_t max_nodes);
bool dd_is_stopped(const DdStore *dd);
/* Go on after a stop. */
void dd_resume(DdStore *dd);

/* ---- labels ---- */

/* A new Boolean variable, last in the order. */
DdVar dd_add_var(DdStore *dd);
uint32_t dd_n_vars(const DdStore *dd);
/* Its place in the order, 0 is the top; changed by sifting. */
uint32_t dd_level(const DdStore *dd, DdVar var);
DdVar dd_var_at(const DdStore *dd, uint32_t level);

/* ---- functions ---- */

Dd dd_true(void);
Dd dd_false(void);
static inline Dd dd_not(Dd f) {
  return (Dd){f.id ^ 1};
}
bool dd_is_true(Dd f);
bool dd_is_false(Dd f);
bool dd_is_const(Dd f);
/* The function that is the label; the label or its negation. */
Dd dd_var(DdStore *dd, DdVar var);
Dd dd_literal(DdStore *dd, DdVar var, int truth);
/* Of a diagram that is not constant: the top label and the two sides. */
DdVar dd_top(const DdStore *dd, Dd f);
Dd dd_high(const DdStore *dd, Dd f);
Dd dd_low(const DdStore *dd, Dd f);

Dd dd_and(DdStore *dd, Dd f, Dd g);
Dd dd_or(DdStore *dd, Dd f, Dd g);
Dd dd_xor(DdStore *dd, Dd f, Dd g);
Dd dd_iff(DdStore *dd, Dd f, Dd g);
Dd dd_minus(DdStore *dd, Dd f, Dd g); /* f and not g */
Dd dd_ite(DdStore *dd, Dd f, Dd g, Dd h);
/* Conjunction, disjunction of n diagrams, as a balanced tree. */
Dd dd_and_n(DdStore *dd, const Dd *fs, uint32_t n);
Dd dd_or_n(DdStore *dd, const Dd *fs, uint32_t n);
/* Is every valuation of f one of g?  Builds nothing.  False when stopped. */
bool dd_implies(DdStore *dd, Dd f, Dd g);
/* Have f and g a valuation in common?  Builds nothing.  True when stopped. */
bool dd_meets(DdStore *dd, Dd f, Dd g);

/* f with the label fixed.  A constraint fixes what it implies among those with
 * the same left-hand side, too. */
Dd dd_cofactor(DdStore *dd, Dd f, DdVar var, int truth);
/* Some value of the Boolean variables makes it true.  `cube` is the
 * conjunction of the variables (dd_cube_of). */
Dd dd_exists(DdStore *dd, Dd f, Dd cube);
Dd dd_forall(DdStore *dd, Dd f, Dd cube);
/* exists cube . f and g, without building the conjunction. */
Dd dd_and_exists(DdStore *dd, Dd f, Dd g, Dd cube);
Dd dd_cube_of(DdStore *dd, const DdVar *vars, uint32_t n);
/* Replace all variables vars[i] by functions values[i], simultaneously. */
Dd dd_compose(DdStore *dd, Dd f, const DdVar *vars, const Dd *values,
              uint32_t n);

/* f as a diagram of another store, variable v becoming map[v]; f has Boolean
 * labels only. */
Dd dd_copy(DdStore *to, const DdStore *from, Dd f, const DdVar *map);

/* ---- questions ---- */

typedef struct DdVars {
  DdVar *at;
  uint32_t n;
  uint32_t cap;
} DdVars; /* memory: the store's Mem; end with VEC_DONE */

Mem *dd_mem(const DdStore *dd);
/* Append the labels that occur in f, by id. */
void dd_support(DdStore *dd, Dd f, DdVars *vars);
/* Nodes of f (of n diagrams together), without the constant. */
uint32_t dd_size(DdStore *dd, Dd f);
uint32_t dd_size_n(DdStore *dd, const Dd *fs, uint32_t n);
/* Valuations of `n_vars` Boolean variables, among them all of f's. */
double dd_count(DdStore *dd, Dd f, uint32_t n_vars);
/* Its value where truth[var id] tells each label's. */
bool dd_eval(const DdStore *dd, Dd f, const uint8_t *truth);

typedef struct DdLiteral {
  DdVar var;
  uint8_t truth;
} DdLiteral;
typedef enum DdNext { DD_GO_ON, DD_STOP } DdNext;
/* A conjunction of literals, in the order of levels; valid in the call. */
typedef DdNext DdCube(void *context, const DdLiteral *literals, uint32_t n);
/* Call back with one cube for each path to true: disjoint cubes whose
 * disjunction is f.  The callback must not collect or sift. */
void dd_paths(DdStore *dd, Dd f, DdCube *cube, void *context);
/* The same with an irredundant cover of prime-like cubes: fewer and shorter,
 * but they may overlap.  [Min93]  Needs Boolean labels only. */
void dd_cover(DdStore *dd, Dd f, DdCube *cube, void *context);

/* ---- memory and order ---- */

/* f lives until as many dd_release as dd_protect were called. */
void dd_protect(DdStore *dd, Dd f);
void dd_release(DdStore *dd, Dd f);
/* Free what no root leads to. */
void dd_collect(DdStore *dd);
/* Sifting [Rud93]: each variable (all constraints of one left-hand side
 * together) is moved to the level where the roots' diagrams are smallest.
 * Collects first. */
void dd_sift(DdStore *dd);
typedef enum DdReorder { DD_ORDER_FIXED, DD_ORDER_SIFT } DdReorder;
/* Between operations, where all that matters is protected: collect and (if so
 * asked) sift when enough was made since the last time to be worth it. */
void dd_tidy(DdStore *dd, DdReorder reorder);
/* Put these labels in this order above all others. */
void dd_set_order(DdStore *dd, const DdVar *vars, uint32_t n);

/* ---- statistics and self-checks ---- */

/* X(field, name, what is counted) */
#define DD_STATS(X)                                                            \
  X(nodes_made, "nodes made", "new entries of the unique table")               \
  X(nodes_peak, "most nodes", "at any one time, dead ones included")           \
  X(steps, "steps", "of recursive operations")                                 \
  X(cache_hits, "cache hits", "steps answered by the computed cache")          \
  X(collections, "collections", "runs of the garbage collector")               \
  X(siftings, "siftings", "runs of reordering")                                \
  X(swaps, "swaps", "of neighbouring groups of labels")

typedef struct DdStats {
#define X(field, name, help) uint64_t field;
  DD_STATS(X)
#undef X
} DdStats;

const DdStats *dd_stats(const DdStore *dd);
uint32_t dd_n_nodes(const DdStore *dd); /* now, dead ones included */

/* Checks order, uniqueness, reduction, normal form; false: `problems` says
 * what is wrong. */
BASE_MUST_USE bool dd_validate(const DdStore *dd, Text *problems);
/* The same; ends the process with what is wrong. */
void dd_require_valid(const DdStore *dd);

#endif
