/* SPDX-License-Identifier: MIT
 *
 * What the searches of a control-flow graph share. */
#ifndef ANALYSIS_CFG_INT_H
#define ANALYSIS_CFG_INT_H

#include "analysis/analysis.h"

typedef struct Visit {
  uint32_t node, next; /* next: index of the successor to look at */
} Visit;
typedef Vec(Visit) VisitVec;

/* n times ANALYSIS_NONE. */
uint32_t *cfg_array_of_none(Mem *mem, uint32_t n);

#endif
