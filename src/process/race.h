/* SPDX-License-Identifier: MIT
 *
 * A race of processes: for each of some tasks several try it, at most so many
 * at a time, and the first with a result that stands wins that task. */
#ifndef PROCESS_RACE_H
#define PROCESS_RACE_H

#include "process/permits.h"
#include "process/supervise.h"

enum { RACE_MOST = 160, RACE_TASKS = 12 };

/* A runner's place in the race, inside its own process. */
typedef struct RaceSeat RaceSeat;
/* Where the runner's records go; the race keeps the newest of each kind. */
const SupLink *race_link(const RaceSeat *seat);
/* To be put into the runner's budget. */
BudgetTurn *race_turn(RaceSeat *seat);
/* Asks to be the winner; returns when allowed to, else never.  Afterwards the
 * runner may touch what only the winner may, sends its records and returns. */
void race_claim(RaceSeat *seat);

/* The runner: number `which` of the race, in a process of its own. */
typedef void RaceWork(RaceSeat *seat, uint32_t which, void *context);

typedef struct RaceRunner {
  const char *name; /* also the process's; a short word */
  uint64_t first;   /* ticks of its first turn */
  uint64_t second; /* ... of its second; 0: twice the first.  Each after that is
                      twice as long as the one before */
  /* A companion never ends by itself; its turns end with those of others. */
  enum { RACE_ALONE, RACE_COMPANION } role;
  Share share;     /* it works with a permit of this only */
  uint32_t task;   /* that it tries */
  uint32_t behind; /* 0: it may begin at once; else when task `behind` - 1 is
                      settled, if it is wanted then */
} RaceRunner;

typedef struct RaceResult RaceResult;

typedef struct RacePlan {
  Mem *mem;
  const char *temp_dir;      /* runners get one each below it */
  const RaceRunner *runners; /* in the order of their first turns */
  uint32_t n, n_tasks, cores;
  RaceWork *work;
  /* A runner sent a record, which stands in `so_far`; or NULL. */
  void (*heard)(void *context, uint32_t which, SupRecord kind,
                const RaceResult *so_far);
  /* A task has its winner, or nobody is left who tries it; or NULL. */
  void (*settled)(void *context, uint32_t task, RaceResult *so_far);
  /* The task that this one is behind is settled: is it tried? */
  bool (*wanted)(void *context, uint32_t task);
  void *context;
} RacePlan;

typedef struct RaceEnd {
  bool started;
  int signal; /* that killed it, or 0 */
  int code;   /* it exited with; else -1 */
  SupRecords records;
} RaceEnd;

struct RaceResult {
  uint32_t winner[RACE_TASKS]; /* of each task; or n */
  RaceEnd ends[RACE_MOST];
  uint32_t n;
};

/* Runs the race.  At return no runner is alive; what they started is killed
 * with them or, at the latest, by the supervisor. */
void race_run(RaceResult *out, const RacePlan *plan);
void race_result_done(RaceResult *result);

#endif
