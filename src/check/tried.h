/* SPDX-License-Identifier: MIT
 *
 * What was tried, and how far it came: told while rows work, so that it is
 * known whatever ends them. */
#ifndef CHECK_TRIED_H
#define CHECK_TRIED_H

#include "check/monitor/monitor.h"
#include "process/race.h"
#include "ts/ts.h"

/* The row `name` begins. */
void tried_begin(Monitor *monitor, const char *name);
/* How far an engine is: a line about the row `name`.  Sent only if the last
 * time is some moments ago. */
void tried_row(Monitor *monitor, const char *name, const char *phase,
               uint32_t depth, uint64_t queries, const char *nearly);

/* The loops of the system, a line; none if it has no loops. */
void tried_loops(Text *out, const Ts *ts);
/* A line for each row of the race that worked: how far it came, and why it
 * ended if it has. */
void tried_rows(Text *out, const RaceRunner *rows, const RaceResult *so_far);

#endif
