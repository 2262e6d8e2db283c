/* SPDX-License-Identifier: MIT
 *
 * Array terms by lemmas on demand, for every solver that has none. */
#ifndef SMT_BLAST_ARRAYS_H
#define SMT_BLAST_ARRAYS_H

#include "smt/smt_int.h"

/* The candidate model: the value of a Boolean or bit-vector term that was
 * handed to arrays_add (or is a child of one), least significant word first. */
typedef void ArraysValue(void *context, Term t, BvWord *words);

typedef struct Arrays Arrays;
Arrays *arrays_new(SmtShared *shared);
void arrays_free(Arrays *arrays);
/* Announce a node that is of array sort, a SELECT, or an EQ of arrays (children
 * first).  May ask for a lemma that must hold from now on. */
Term arrays_add(Arrays *arrays, Term node); /* none: nothing to add */
/* Is there anything to check? */
bool arrays_is_empty(const Arrays *arrays);
/* Look for contradictions between the candidate and the theory of arrays;
 * gives lemmas (valid formulas that the candidate violates), none if there is
 * no contradiction.  `lemmas` is valid until the next call. */
uint32_t arrays_check(Arrays *arrays, ArraysValue *value, void *context,
                      const Term **lemmas);
/* After a check without lemmas: the value of an array variable; false: it
 * never occurred. */
bool arrays_value(Arrays *arrays, TermEval *eval, Term var, TermValue *value);
/* Why the theory does not treat this node; NULL: it does. */
const char *arrays_refuses(TermStore *store, Term node);

#endif
