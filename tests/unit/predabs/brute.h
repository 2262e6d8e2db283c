/* SPDX-License-Identifier: MIT
 *
 * Predicate abstraction by trying all valuations of all variables. */
#ifndef TESTS_PREDABS_BRUTE_H
#define TESTS_PREDABS_BRUTE_H

#include "term/term.h"

/* For each valuation v of the predicates (bit i: predicate i; n <= 6): is
 * there one of the variables that makes the formula true and gives v?  False:
 * too many variables to try. */
BASE_MUST_USE bool brute_abstract(TermStore *store, Term formula,
                                  const Term *predicates, uint32_t n,
                                  uint64_t *possible);

#endif
