/* SPDX-License-Identifier: MIT
 *
 * Localisation, from inside. */
#ifndef PASS_OVER_LOCAL_INT_H
#define PASS_OVER_LOCAL_INT_H

#include "analysis/analysis.h"
#include "ir/program.h"
#include "pass/over/over.h"

/* The two halves of pass_local; pass_memory comes in between.  Everything but
 * what is marked is inlined; uses of dead objects give anything.  The bodies of
 * what is not followed are there. */
void local_inline(Program *program, const uint8_t *stays);
/* Loads that are forgotten and calls that are not followed become NONDETs in
 * their place, stores and bodies are dropped, nothing else changes. */
LocalStats local_forget(Program *program, const uint8_t *stays,
                        const IndexVec *kept, LocalNulls nulls);

/* Marks in `keep` (an entry for each region; [0]: any at all) the wanted
 * regions of which memory can be kept, with what they need (local.c says what).
 * Wants everything but stubs inlined, and regions.  How many are kept. */
uint32_t local_close(const Program *program, const IndexVec *wanted,
                     uint8_t *keep);

#endif
