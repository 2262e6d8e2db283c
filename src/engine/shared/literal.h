/* SPDX-License-Identifier: MIT
 *
 * Literals of cubes: one normal form, and what follows from two of them. */
#ifndef ENGINE_SHARED_LITERAL_H
#define ENGINE_SHARED_LITERAL_H

#include "term/term.h"

/* An equivalent literal; equal linear (dis)equalities modulo 2^w become the
 * same term.  Other literals are given back as they are. */
Term literal_normal(TermStore *store, Term literal);

#define LITERAL_MOST_SUMS 16u
/* Consequences of both literals together, each a single literal: sums modulo
 * 2^w of (dis)equalities, sums over the integers of inequalities in either
 * reading.  Gives their number; none is `true` or `false`. */
uint32_t literal_sums(TermStore *store, Term a, Term b, Term *out);

/* Does the variable occur in the term? */
bool literal_mentions(TermStore *store, Term t, Term var);

/* What the literal, an equality, says the variable equals; none: it is no
 * equality, or not solved for the variable by additions and negations. */
Term literal_definition(TermStore *store, Term literal, Term var);

#endif
