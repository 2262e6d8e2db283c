/* SPDX-License-Identifier: MIT
 *
 * Refuting a large formula in small pieces. */
#ifndef SMT_SPLIT_PIECES_H
#define SMT_SPLIT_PIECES_H

#include "smt/smt.h"

/* A disjunction that holds in every model of the conjunction: the alternatives
 * of its widest conjunct which small questions to the back end did not refute.
 * False: the conjunction has no model.  True: nothing was found out. */
BASE_MUST_USE Term smt_cases_left(Mem *mem, TermStore *store,
                                  const SmtBackend *backend, SmtOptions options,
                                  const Term *parts, uint32_t n,
                                  Budget *budget);

#endif
