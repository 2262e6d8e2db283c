/* SPDX-License-Identifier: MIT
 *
 * Random abstraction queries of two kinds, solved in all ways and compared:
 * any small terms (wrap-around, choices, divisions; also what is not linear),
 * and linear ones shaped like edges of a program. */
#ifndef TESTS_PREDABS_RANDOM_QUERY_H
#define TESTS_PREDABS_RANDOM_QUERY_H

#include "base/base.h"

typedef struct RandomTally {
  uint64_t n;          /* queries compared */
  uint64_t n_brute;    /* ... with brute force as well */
  uint64_t n_exact;    /* diagrams claimed to be exact */
  uint64_t n_larger;   /* diagrams were inexact and indeed larger */
  uint64_t n_given_up; /* diagrams grew beyond the tester's patience */
  uint64_t n_proper;   /* answers that are no conjunction of literals */
} RandomTally;

/* False: they disagree (a message is on stderr). */
BASE_MUST_USE bool random_query_check(uint64_t seed, RandomTally *tally);

#endif
