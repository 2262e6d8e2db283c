/* SPDX-License-Identifier: MIT
 *
 * What leaves the worker on its way: stages, counts and times for the
 * statistics file, so that they are there also when a limit ends the run. */
#ifndef CHECK_MONITOR_MONITOR_H
#define CHECK_MONITOR_MONITOR_H

#include "engine/engine.h"
#include "pass/pass.h"
#include "process/supervise.h"
#include "report/report.h"

typedef struct Monitor {
  Mem *mem;
  const SupLink *link;
  RepStats stats;
  int log_level;      /* of --log=main */
  double stage_start; /* clock_now() */
  double stage_cpu;   /* CPU seconds at the start of the stage */
  double last_sent;   /* clock_now() of the newest statistics sent on the way */
  double last_told;   /* ... of the newest word on what was tried */
  const BudgetTurn *turn;      /* whose ticks are counted; or NULL */
  void (*told)(void *context); /* called behind it; or NULL */
  void *told_context;
} Monitor;

void monitor_init(Monitor *monitor, Mem *mem, const SupLink *link,
                  int log_level);
void monitor_done(Monitor *monitor);

/* Starts the clock of a stage, and says so to the supervisor. */
void monitor_begin(Monitor *monitor, const char *stage);
/* Stops it and sends the statistics so far. */
void monitor_end(Monitor *monitor, const char *stage);
/* CPU seconds of the stage so far, children included. */
double monitor_cpu(const Monitor *monitor);
/* In a process forked in the middle of a stage that had used so much: from now
 * on it sends over this link. */
void monitor_move(Monitor *monitor, const SupLink *link, double cpu);

/* What was tried so far, a line each.  NOW_AND_THEN: sent only if the last time
 * is some moments ago. */
typedef enum MonitorTells { MONITOR_NOW_AND_THEN, MONITOR_NOW } MonitorTells;
void monitor_tell(Monitor *monitor, MonitorTells when, const char *tried);

void monitor_count_passes(Monitor *monitor, const PassRun *passes);
void monitor_count_engine(Monitor *monitor, const EngineStats *stats);
/* The same in the middle of a stage; sends only if the last time is some
 * moments ago. */
void monitor_watch_engine(Monitor *monitor, const EngineStats *stats);

#endif
