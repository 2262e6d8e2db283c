/* SPDX-License-Identifier: MIT
 *
 * Who tackles a program, in which order, for how long. */
#ifndef CHECK_STRATEGY_H
#define CHECK_STRATEGY_H

#include "check/features.h"
#include "check/variants.h"
#include "process/race.h"

/* One who takes part. */
typedef struct Row {
  const char *name;
  const Variant *variant; /* NULL: the compiled program is run instead */
  const Engine *engine;
  uint64_t first;  /* ticks of its first turn: see race.h */
  uint64_t second; /* and of its second */
} Row;

enum { STRATEGY_MOST = 16 }; /* rows */

typedef struct Strategy {
  const char *situation; /* the kind of program it is chosen for */
  Row rows[STRATEGY_MOST];
  uint32_t n; /* 0: the method has nothing to work on */
} Strategy;

Strategy strategy_choose(Method method, const Features *features);

/* How a row races. */
RaceRunner strategy_runner(const Row *row);

#endif
