/* SPDX-License-Identifier: MIT
 *
 * Localisation, from inside. */
#ifndef PASS_OVER_LOCAL_INT_H
#define PASS_OVER_LOCAL_INT_H

#include "analysis/analysis.h"
#include "ir/program.h"

/* Marks in `keep` (an entry for each region; [0]: any at all) the wanted
 * regions of which memory can be kept, with what they need (local.c says what).
 * Wants everything but stubs inlined, and regions.  How many are kept. */
uint32_t local_close(const Program *program, const IndexVec *wanted,
                     uint8_t *keep);

#endif
