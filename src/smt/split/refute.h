/* SPDX-License-Identifier: MIT
 *
 * Refuting formulas with products of unknowns. */
#ifndef SMT_SPLIT_REFUTE_H
#define SMT_SPLIT_REFUTE_H

#include "smt/smt.h"

/* Is the conjunction unsatisfiable?  By cases, by solving equations and by
 * multiplying out; what is left is asked of the back end, with a variable for
 * each product.  SMT_UNSAT, or SMT_UNKNOWN: it could not be shown. */
BASE_MUST_USE SmtResult smt_refute(Mem *mem, TermStore *store,
                                   const SmtBackend *backend,
                                   SmtOptions options, const Term *parts,
                                   uint32_t n, Budget *budget);

#endif
