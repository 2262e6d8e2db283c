/* SPDX-License-Identifier: MIT
 *
 * The constraints behind labels, for the ldd_* files. */
#ifndef DD_LDD_INT_H
#define DD_LDD_INT_H

#include "dd/dd_int.h"
#include "dd/ldd.h"

typedef Vec(uint32_t) LddLabels;

/* A left-hand side: one group of labels. */
typedef struct LddSide {
  LddForm form;
  uint32_t group;
  LddLabels labels; /* strongest first, as in the order */
} LddSide;

/* What a label says; by label. */
typedef struct LddLabel {
  uint32_t side; /* 1 + index; 0: a Boolean variable */
  int64_t denominator;
  Integer numerator;
  LddRelation relation;
} LddLabel;

/* A number's range. */
typedef struct LddRange {
  int is_bounded;
  Integer low, high;
} LddRange;

struct Ldd {
  const LddTheory *theory;
  LddDomain domain;
  Vec(LddRange) nums; /* by number */
  Vec(LddSide) sides;
  Map side_of;          /* hash of a form -> 1 + side (probed by rehashing) */
  Vec(LddLabel) labels; /* shorter than n_labels: the rest is Boolean */
  LddStats stats;
};

/* ---- ldd_algebra.c ---- */

typedef enum LddNormal {
  LDD_IS_TRUE,          /* no numbers left, and it holds */
  LDD_IS_FALSE,         /* ... and it does not */
  LDD_IS_LABEL,         /* in normal form */
  LDD_IS_NEGATED_LABEL, /* the negation of what it was is in normal form */
  LDD_IS_REFUSED        /* does not fit into the numbers */
} LddNormal;

/* Brings the constraint (or its negation) to normal form. */
LddNormal ldd_normalise(LddDomain domain, LddConstraint *c);
void ldd_negate(LddConstraint *c);
/* -1, 0, 1: the first is stronger, equal, weaker (same form). */
int ldd_compare(const LddLabel *a, const LddLabel *b);
int64_t ldd_coefficient(const LddForm *form, LddNum num);
/* fa*a + fb*b for positive factors (or any, where b is an equation's form);
 * false: too large. */
BASE_MUST_USE bool ldd_combine(const LddConstraint *a, int64_t fa,
                               const LddConstraint *b, int64_t fb,
                               LddConstraint *sum);
typedef enum LddResolvent {
  LDD_NO_RESOLVENT, /* both bound the number from the same side */
  LDD_RESOLVED,
  LDD_RESOLVED_ROUNDED, /* over the integers perhaps weaker */
  LDD_TOO_LARGE
} LddResolvent;
/* What two constraints say together without the number. */
LddResolvent ldd_resolve(LddDomain domain, const LddConstraint *a,
                         const LddConstraint *b, LddNum num,
                         LddConstraint *resolvent);

/* ---- ldd.c ---- */

/* What the label (truth 1) or its negation (0) says. */
void ldd_of_label(const DdStore *dd, uint32_t label, int truth,
                  LddConstraint *c);
static inline bool ldd_is_constraint(const DdStore *dd, uint32_t label) {
  return dd->ldd && label < dd->ldd->labels.n && dd->ldd->labels.at[label].side;
}
static inline const LddForm *ldd_form_of(const DdStore *dd, uint32_t label) {
  return &dd->ldd->sides.at[dd->ldd->labels.at[label].side - 1].form;
}
/* Does it hold at this point?  Sums must fit into an Integer. */
bool ldd_holds(const LddConstraint *c, const Integer *values);
uint64_t ldd_hash_form(const LddForm *form);
bool ldd_same_form(const LddForm *a, const LddForm *b);
/* The largest value of the form (of its negation, sign -1) within ranges;
 * false: unbounded, or too large. */
BASE_MUST_USE bool ldd_maximum(const Ldd *ldd, const LddForm *form, int sign,
                               Integer *most);
/* The diagram of a constraint, a new left-hand side being placed right below
 * that of label `near` (0: last); 0: refused. */
uint32_t ldd_diagram(DdStore *dd, const LddConstraint *c, uint32_t near);

/* ---- ldd_meet.c ---- */

/* Are its values at points, which are small, no larger than an Integer? */
bool ldd_is_small_form(const LddForm *form);
typedef enum LddMeet { LDD_POINT, LDD_NO_POINT, LDD_POINT_UNKNOWN } LddMeet;
/* An integer point within ranges that n constraints have in common, near
 * `values` (by number), which it overwrites; if there is none, some that
 * contradict each other are marked. */
LddMeet ldd_meet(DdStore *dd, const LddConstraint *given, uint32_t n,
                 Integer *values, uint8_t *is_core);

#endif
