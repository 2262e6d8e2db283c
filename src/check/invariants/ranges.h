/* SPDX-License-Identifier: MIT
 *
 * What is said of one number in a roundabout way, as its range. */
#ifndef CHECK_INVARIANTS_RANGES_H
#define CHECK_INVARIANTS_RANGES_H

#include "term/term.h"

/* Puts bounds in place of conjuncts that speak of one variable or cell alone
 * and together say no more than a range of it; as far as the budget allows.
 * `name_of` tells its sign; what has no name is left alone. */
void ranges_simplify(TermStore *store, TermList *conjuncts, Budget *budget,
                     TermCName *name_of, void *context);

#endif
