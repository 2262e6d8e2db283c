/* SPDX-License-Identifier: MIT
 *
 * Arithmetic on ranges (ranges_ops.c).  `bits`, at most 64, is the width of the
 * operands. */
#ifndef ANALYSIS_RANGES_INT_H
#define ANALYSIS_RANGES_INT_H

#include "analysis/ranges.h"

Range ranges_top(uint32_t bits); /* all values */
Range ranges_empty(void);
Range ranges_exactly(uint64_t value, uint32_t bits);
bool ranges_same(Range a, Range b);
/* The smallest range around both, and one around what is in both. */
Range ranges_join(Range a, Range b);
Range ranges_meet(Range a, Range b, uint32_t bits);

/* Results of instructions: OP_ADD to OP_XOR, casts, comparisons. */
Range ranges_binary(Op op, Range a, Range b, uint32_t bits);
Range ranges_cast(Op op, Range a, uint32_t from, uint32_t to);
Range ranges_compare(Op op, Range a, Range b, uint32_t bits);

/* `i` where `i op other` holds, where `other op i` holds (orders), and where
 * the two differ. */
Range ranges_below(Op op, Range i, Range other, uint32_t bits);
Range ranges_above(Op op, Range i, Range other, uint32_t bits);
Range ranges_differs(Range i, Range other, uint32_t bits);

#endif
