/* SPDX-License-Identifier: MIT
 *
 * Bit-vector arithmetic as polynomials modulo 2^w. */
#ifndef TERM_POLY_H
#define TERM_POLY_H

#include "term/term.h"

/* Remembers what was rewritten; of one store. */
typedef struct TermPolys TermPolys;

TermPolys *term_polys_new(TermStore *store);
void term_polys_free(TermPolys *polys);

/* A term that is equal under every valuation; sums of products below it are
 * multiplied out and written in one fixed way. */
Term term_poly_normal(TermPolys *polys, Term t);

/* The same with a variable for every product of unknowns, the same one for the
 * same product: every valuation of `t` can be extended to one under which the
 * result is equal. */
Term term_poly_forget(TermPolys *polys, Term t);

/* The variable's value where the equation holds, in which it does not occur:
 * the equation says that and nothing else.  None: it is not so simple. */
Term term_poly_solve(TermPolys *polys, Term equation, Term var);

/* Is there a product of two unknowns in it? */
bool term_has_products(const TermStore *store, Term t);

#endif
