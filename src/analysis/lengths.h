/* SPDX-License-Identifier: MIT
 *
 * What is known of the lengths of copies and fills. */
#ifndef ANALYSIS_LENGTHS_H
#define ANALYSIS_LENGTHS_H

#include "analysis/analysis.h"
#include "analysis/ranges.h"

/* The encoder follows a copy or fill of at most so many cells exactly. */
enum { LENGTHS_MOST_CELLS = 256 };

/* The operand with the length of a MEMCPY, MEMSET or HAVOC; none: it goes to
 * the end of the object. */
Val prog_length(const Inst *inst);
/* The most bytes that a MEMCPY, MEMSET or HAVOC in that block can have, by its
 * length's range and by the objects that the pointers lead to: an access that
 * leaves its object is an error found before, or excluded by a premise
 * (prog_points_premises).  UINT64_MAX: not known. */
uint64_t prog_longest(const PointsTo *points, const Ranges *ranges, FuncId f,
                      uint32_t inst, BlockId block);
/* A power of two that always divides the integer: n * 12 is divided by 4. */
int64_t prog_divisor(const Program *program, const Function *f, Val val);

#endif
