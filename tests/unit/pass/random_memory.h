/* SPDX-License-Identifier: MIT
 *
 * Random programs that pass pointers through memory, integers, bytes and
 * copies, and runs of them against what points-to and regions say. */
#ifndef TESTS_RANDOM_MEMORY_H
#define TESTS_RANDOM_MEMORY_H

#include "unit/pass/pass_test.h"
#include "analysis/analysis.h"
#include "interp/interp.h"

/* Objects have 64 bytes; stored pointers lie in the first 24, accesses add at
 * most 32 to what was loaded: they stay inside, as the premise demands. */
void random_memory_text(Text *text, uint64_t seed);

enum { WATCH_OBJECTS = 6, WATCH_BYTES = 64 };

typedef struct MemoryWatch {
  Bench bench;
  PointsTo *points;
  Interp *run;
  uint64_t *values;                             /* inst -> last value */
  uint64_t start[WATCH_OBJECTS];                /* address, or 0 */
  uint32_t object[WATCH_OBJECTS];               /* in points-to */
  uint32_t touched[WATCH_OBJECTS][WATCH_BYTES]; /* region of each byte, or 0 */
  uint32_t n_accesses;
  uint32_t n_missed; /* what points-to or regions did not foresee */
} MemoryWatch;

/* Finds the objects in the solution; afterwards each run counts accesses that
 * hit no object which points-to names, and bytes that are loaded or stored and
 * touched through two regions.  Gives what the program returns. */
void memory_watch_objects(MemoryWatch *watch);
uint64_t memory_watch_run(MemoryWatch *watch);

#endif
