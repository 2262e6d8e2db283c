/* SPDX-License-Identifier: MIT
 *
 * Private to the witness room: what weaving asks of places and expressions. */
#ifndef WITNESS_WITNESS_INT_H
#define WITNESS_WITNESS_INT_H

#include "witness/witness.h"

/* ---- expression.c ---- */

/* Are there names that the program and the witness must leave to us? */
bool wit_has_our_names(const char *text);
/* May it stand between parentheses without leaving them, and does it only look
 * at variables? */
bool wit_is_closed_expression(const CText *program, Mem *mem,
                              const char *value);
/* "\result == 3" with the name of the variable that holds the result. */
const char *wit_name_result(Arena *texts, const char *value);

/* ---- place.c ---- */

/* The token an item means, or CTEXT_NONE; then wit_expected says why. */
uint32_t wit_find_token(const CText *c, const WitItem *item);
const char *wit_expected(WitType type);
/* An if, switch, while or for with its condition in brackets. */
bool wit_is_branch(const CText *c, uint32_t token);

#endif
