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
/* A variable for a length that the instruction tells, of at most so many
 * characters. */
Term texts_new_length(Run *run, uint32_t number, Term most);
/* The room that the type says there is where the pointer leads, in a member of
 * a struct, or in its first one if it may be that; 0: it says nothing. */
uint64_t texts_member_room(const Question *q, Val to, bool is_first);
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

/* ---- supposed.c ---- */
/* The length that a text is supposed to have which goes to `to`, an array of a
 * size that does not hang on it; none: something tells how long it is. */
Term texts_supposed(Question *q, Val to, Val text);

/* ---- printed.c ---- */
Term texts_room_for_printed(Question *q, const Inst *inst);

#endif
