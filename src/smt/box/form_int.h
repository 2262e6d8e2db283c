/* SPDX-License-Identifier: MIT
 *
 * Linear forms of the box solver: made by affine.c, used by sums.c. */
#ifndef SMT_BOX_FORM_INT_H
#define SMT_BOX_FORM_INT_H

#include "smt/box/box_int.h"

typedef struct BoxReal {
  double lo, hi;
} BoxReal;

typedef struct BoxMonomial {
  uint32_t symbol; /* a node */
  double c;
} BoxMonomial;

struct BoxForm {
  uint32_t n;
  BoxMonomial *at; /* by symbol, ascending */
  BoxReal e;
  BoxWhy why; /* what makes the form true */
};

/* Forms of all float nodes, and of what they are made from, as the ranges are
 * now: box->forms[node], NULL for what may be infinite or NaN.  They live in
 * box->arena. */
void box_make_forms(Box *box);
/* ka * a + kb * b */
BoxForm *box_combine(Box *box, const BoxForm *a, double ka, const BoxForm *b,
                     double kb);
BoxReal box_form_range(Box *box, const BoxForm *form);
/* What the range of the form depends on. */
BoxWhy box_form_why(Box *box, const BoxForm *form);
/* What a node that has a form can be. */
BoxReal box_numbers(const BoxNode *node);
bool box_is_real(const BoxNode *node);

/* Outward. */
double box_add_down(double a, double b);
BoxReal box_real_scale(BoxReal a, double k);

/* Not a number if one of them is not. */
static inline double box_least(double a, double b) {
  return a < b || isnan(a) ? a : b;
}
static inline double box_most(double a, double b) {
  return a > b || isnan(a) ? a : b;
}

#endif
