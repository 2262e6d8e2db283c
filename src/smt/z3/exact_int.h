/* SPDX-License-Identifier: MIT
 *
 * Z3 in the exact view: translation and values. */
#ifndef SMT_Z3_EXACT_INT_H
#define SMT_Z3_EXACT_INT_H

#include "smt/z3/z3_int.h"

/* value.c: a model value as one of ours; false: not understood.  Recurses
 * into element sorts only. */
bool z3_value_of(Z3 *z3, TermEval *eval, Z3_ast ast, Sort sort,
                 TermValue *value);

/* float.c: float operators on translated children. */
Z3_ast z3_float_node(Z3 *z3, Term node, const Z3_ast *children);
Z3_sort z3_float_sort(Z3 *z3, Sort sort);
/* The bits of the canonical NaN: sign 0, exponent all ones, fraction 10...0 */
void z3_nan_words(Sort sort, BvWord words[2]);

#endif
