/* SPDX-License-Identifier: MIT
 *
 * Linear decision diagrams: labels that are linear constraints over numbers.
 *
 * A constraint is  c1*x1 + ... + cn*xn <= k  (or < k over the rationals).  It
 * is one label of a DdStore, or the negation of one: left-hand sides are
 * normalised (numbers in order, coefficients without common divisor, the first
 * one positive; over the integers k is rounded down), so that all constraints
 * on x - y, in either direction, are labels of one group.  All operations of
 * dd.h work on such diagrams, except those that say they need Boolean labels.
 *
 * What a theory does not admit, and what does not fit into the numbers used
 * here, is refused; inside operations it is left out, which makes results
 * larger, and is counted (ldd_stats).  A result is exact if nothing was left
 * out or rounded since the store was made.
 */
#ifndef DD_LDD_H
#define DD_LDD_H

#include "dd/dd.h"
#include "num/integer.h"

typedef struct LddNum {
  uint32_t id; /* a number variable: [0..ldd_n_nums[ */
} LddNum;

typedef struct LddMonomial {
  LddNum num;
  int64_t coefficient;
} LddMonomial;

#define LDD_MAX_MONOMIALS 8u

typedef struct LddForm {
  uint32_t n;
  LddMonomial at[LDD_MAX_MONOMIALS];
} LddForm;

typedef enum LddRelation { LDD_AT_MOST, LDD_BELOW } LddRelation;

/* form <= numerator/denominator, or <; denominator > 0. */
typedef struct LddConstraint {
  LddForm form;
  Integer numerator;
  int64_t denominator;
  LddRelation relation;
} LddConstraint;

/* ---- theories ---- */

typedef enum LddDomain { LDD_INTEGERS, LDD_RATIONALS } LddDomain;

/* Which left-hand sides are labels. */
typedef struct LddTheory {
  /* Of a normalised form. */
  bool (*admits)(const LddForm *form);
} LddTheory;

extern const LddTheory ldd_boxes;    /* x */
extern const LddTheory ldd_octagons; /* x, x + y, x - y */
extern const LddTheory ldd_tvpi;     /* a*x + b*y */
extern const LddTheory ldd_linear;   /* up to LDD_MAX_MONOMIALS numbers */

/* ---- labels ---- */

/* Once, before the first number. */
void ldd_use(DdStore *dd, const LddTheory *theory, LddDomain domain);
LddNum ldd_add_num(DdStore *dd);
/* One whose values are all in [low..high]: constraints that follow from ranges
 * are no labels, and diagrams mean something only inside them. */
LddNum ldd_add_num_in(DdStore *dd, Integer low, Integer high);
uint32_t ldd_n_nums(const DdStore *dd);
/* Of the form's values; false: a number in it has no range. */
BASE_MUST_USE bool ldd_range_of(const DdStore *dd, const LddForm *form,
                                IntegerRange *range);
/* Monomials may come unsorted and repeated.  A constraint without numbers is
 * true or false.  None: refused. */
Dd ldd_constraint(DdStore *dd, const LddConstraint *constraint);
/* form <= k, form = k; none: refused. */
Dd ldd_at_most(DdStore *dd, const LddForm *form, Integer k);
Dd ldd_equal(DdStore *dd, const LddForm *form, Integer k);
/* Is the label a constraint?  Then read it. */
bool ldd_read(const DdStore *dd, DdVar var, LddConstraint *constraint);

/* ---- elimination ---- */

/* Some value of the number (in its range) makes f true: Fourier-Motzkin
 * elimination on the diagram.  Over the integers exact where one coefficient of
 * each resolved pair is 1 or -1, else perhaps larger. */
Dd ldd_exists(DdStore *dd, Dd f, LddNum num);
/* The same, making at most so many more nodes; false: it needs more, and is
 * given up as if it had not been asked for. */
BASE_MUST_USE bool ldd_exists_within(DdStore *dd, Dd f, LddNum num,
                                     uint32_t more, Dd *result);
/* Some values of all numbers make f true, over the integers: by points
 * (ldd_points.c), a few at a time.  NULL: numbers are too large. */
typedef struct LddPoints LddPoints;
LddPoints *ldd_points_new(DdStore *dd, Dd f);
void ldd_points_free(LddPoints *points);
/* Go on for about so many steps (DdStats); true: all is known.  Collects and
 * sifts. */
BASE_MUST_USE bool ldd_points_go_on(LddPoints *points, uint64_t n_steps,
                                    DdReorder reorder);
/* When all is known; not protected when the points are gone. */
Dd ldd_points_answer(LddPoints *points);
/* f with the number replaced by form + k, in which it does not occur; false
 * where that is outside the number's range. */
Dd ldd_substitute(DdStore *dd, Dd f, LddNum num, const LddForm *form,
                  Integer k);
/* Numbers that occur in f: [0..ldd_n_nums[ of zeros becomes the number of
 * labels that mention it. */
void ldd_occurrences(DdStore *dd, Dd f, uint32_t *counts);

/* ---- questions ---- */

/* Its value where values[num id] are integers and truth[var id] tells the
 * Boolean labels. */
bool ldd_eval(const DdStore *dd, Dd f, const Integer *values,
              const uint8_t *truth);

/* X(field, name, what is counted) */
#define LDD_STATS(X)                                                           \
  X(resolved, "pairs resolved", "constraints combined to eliminate a number")  \
  X(rounded, "inexact pairs", "resolved over integers without a unit")         \
  X(refused, "constraints left out", "not of the theory, or too large")

typedef struct LddStats {
#define X(field, name, help) uint64_t field;
  LDD_STATS(X)
#undef X
} LddStats;
const LddStats *ldd_stats(const DdStore *dd);
/* Nothing was rounded or left out so far. */
bool ldd_is_exact(const DdStore *dd);

#endif
