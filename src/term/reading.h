/* SPDX-License-Identifier: MIT
 *
 * Words read as integers: what the linear views share.
 *
 * A word has two readings, signed and unsigned; the *window* of a reading is
 * the range of its values.  A linear view represents a word by an integer that
 * is congruent to it modulo 2^width, together with a range: sums, multiples
 * and truncation are then exact without any wrap-around.  Only where the value
 * itself matters (comparison, extension, division) the integer is moved into
 * the window, by whole multiples of 2^width.
 *
 * A variable of such a view is an integer in one of its two windows.  Either
 * is right; the wrong one costs a case split at every use.  So the users of a
 * term say which they want (*demands*), and the first demand from above
 * counts. */
#ifndef TERM_READING_H
#define TERM_READING_H

#include "term/term.h"

/* Windows are known up to this width; views follow words up to 64 bits. */
#define TERM_WINDOW_MAX 120u
#define TERM_VIEW_MAX   64u

/* A bit-vector that a linear view follows? */
bool term_is_view_word(const TermStore *store, Term t);

/* The values of a word of `width` bits read that way. */
IntegerRange term_window(uint32_t width, TermReading reading);
bool term_fits_window(IntegerRange range, uint32_t width, TermReading reading);
/* The windows that the range touches: number k is the reading's own one moved
 * by k * 2^width. */
IntegerRange term_windows_of(IntegerRange range, uint32_t width,
                             TermReading reading);
/* Must two words of these ranges be moved into a window before their integers
 * can be compared for equality?  Then `reading` is the cheaper one. */
bool term_equality_needs_window(IntegerRange a, IntegerRange b, uint32_t width,
                                TermReading *reading);

/* The value of a constant; false: it is none, or wider than
 * TERM_WINDOW_MAX. */
BASE_MUST_USE bool term_const_as(const TermStore *store, Term t,
                                 TermReading reading, Integer *value);
/* How an operator reads its operands; false: it works on the bits, or on
 * congruent integers. */
bool term_operand_reading(TermKind kind, TermReading *reading);

/* ---- demands ---- */

typedef struct TermDemands {
  const TermStore *store;
  Map wanted; /* node -> TermReading */
} TermDemands;

void term_demands_init(TermDemands *demands, const TermStore *store, Mem *mem);
void term_demands_done(TermDemands *demands);
/* The reading that users of `t` want; signed if nobody wants any. */
TermReading term_demanded(const TermDemands *demands, Term t);

/* Which operators hand a demand on to their operands. */
typedef enum TermDemandFlow {
  TERM_DEMAND_THROUGH_SUMS, /* sums, products and choices */
  TERM_DEMAND_THROUGH_ALL   /* all; and a concatenation wants unsigned parts */
} TermDemandFlow;
/* Add what these nodes want of their children.  Children come before their
 * users, as a walk gives them. */
void term_demands_add(TermDemands *demands, const Term *nodes, uint32_t n,
                      TermDemandFlow flow);

#endif
