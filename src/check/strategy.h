/* SPDX-License-Identifier: MIT
 *
 * Who tackles a program, in which order, for how long. */
#ifndef CHECK_STRATEGY_H
#define CHECK_STRATEGY_H

#include "check/schedule.h"
#include "check/variants.h"
#include "process/race.h"

/* One who takes part. */
typedef struct Row {
  const char *name;
  const Variant *variant; /* NULL: the program is run instead: */
  const Engine *engine;
  uint64_t first, second; /* ticks of its turns; 0: it is alone */
  enum { ROW_GUIDED, ROW_CONCOLIC } runs; /* how */
} Row;

typedef struct Strategy {
  const char *situation; /* the kind of program it is chosen for */
  Row rows[SCHEDULE_MOST];
  uint32_t n; /* 0: the method has nothing to work on */
} Strategy;

Strategy strategy_choose(Method method, const Features *features);

/* How a row races. */
RaceRunner strategy_runner(const Row *row);

#endif
