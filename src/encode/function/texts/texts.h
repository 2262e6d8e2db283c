/* SPDX-License-Identifier: MIT
 *
 * How long texts are, and whether there is room for them. */
#ifndef ENCODE_FUNCTION_TEXTS_TEXTS_H
#define ENCODE_FUNCTION_TEXTS_TEXTS_H

#include "encode/function/exec_int.h"

/* The region that the cell of a variable is in; none: not known. */
RegionId texts_region(const EncExec *x, Term address, uint32_t bytes);
/* The length of a text, for the question; none: nobody knows. */
Term texts_length(Question *q, Term t);
/* How long the text at t is at most, if it ends in its object; none: that is
 * not known. */
Term texts_most(Run *run, Term t);
/* A new variable: what it says is believed, but nothing is proved by it. */
Term texts_believed(Run *run, uint32_t number);
/* Is there room for so many bytes where the pointer leads: in the member of a
 * struct that it is written as, or in the object? */
Term texts_fit(Question *q, Val pointer, Term bytes);

/* ---- seen.c ---- */
/* Has the program looked at the text on every way to the question, so that it
 * may not be as long as any? */
bool texts_is_seen(const Question *q, Term t);
/* The call of fgets that dominates the question and fills what is at t; 0:
 * none. */
uint32_t texts_line_at(const Question *q, Term t);

/* ---- printed.c ---- */
Term texts_room_for_printed(Question *q, const Inst *inst);

#endif
