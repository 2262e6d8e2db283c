/* SPDX-License-Identifier: MIT
 *
 * MIN: enumeration and diagrams at once, the first answer stops the other
 * [GCS11 §5].
 *
 * Enumeration is good where solutions are few, diagrams where they are many
 * but regular; nobody knows beforehand.  The term store and the solver belong
 * to this thread, so the query is first translated into a Paq, which owns all
 * it needs and is then solved by a second thread.  That one starts after a
 * little while: most queries are over by then.
 *
 * Where both are exact it does not matter who wins, the answer is the same set
 * and so the same diagram.  A query whose view is inexact from the start is
 * not raced at all if only exact answers are wanted.
 */
#include "predabs/paq_int.h"

#include <pthread.h>
#include <time.h>

#define HEAD_START_NANOSECONDS 20000000L

typedef struct Race {
  Paq *paq;
  DdReorder reorder;
  PredabsAccept accept;
  Budget budget; /* of the second thread */
  PaqSolution solution;
  int has_answer; /* `solution` is one that we accept */
  pthread_mutex_t mutex;
  pthread_cond_t over;
  int is_over;                 /* enumeration has answered */
  volatile int stop_diagrams;  /* set by this thread ... */
  volatile int stop_enumerate; /* ... by the other */
} Race;

/* False: the race was over first. */
static bool wait_for_start(Race *race) {
  struct timespec when;
  clock_gettime(CLOCK_MONOTONIC, &when);
  when.tv_nsec += HEAD_START_NANOSECONDS;
  if (when.tv_nsec >= 1000000000L) {
    when.tv_nsec -= 1000000000L;
    when.tv_sec++;
  }
  pthread_mutex_lock(&race->mutex);
  int timed_out = 0;
  while (!race->is_over && !timed_out)
    timed_out = pthread_cond_timedwait(&race->over, &race->mutex, &when) != 0;
  bool goes = !race->is_over;
  pthread_mutex_unlock(&race->mutex);
  return goes;
}

static void *run_diagrams(void *context) {
  Race *race = context;
  if (!wait_for_start(race)) return NULL;
  race->solution = paq_solve(race->paq, race->reorder);
  bool is_wanted =
      race->solution.is_exact || race->accept == PREDABS_ACCEPT_ANY;
  if (!dd_is_stopped(race->paq->dd) && is_wanted) {
    race->has_answer = 1;
    race->stop_enumerate = 1;
  }
  return NULL;
}

static void race_init(Race *race) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&race->mutex, NULL);
  pthread_cond_init(&race->over, &attributes);
  pthread_condattr_destroy(&attributes);
}

static void race_done(Race *race) {
  pthread_cond_destroy(&race->over);
  pthread_mutex_destroy(&race->mutex);
}

static void tell_over(Race *race) {
  race->stop_diagrams = 1;
  pthread_mutex_lock(&race->mutex);
  race->is_over = 1;
  pthread_cond_signal(&race->over);
  pthread_mutex_unlock(&race->mutex);
}

/* Enumeration on this thread, diagrams on the other. */
static PredabsAnswer run(Race *race, DdStore *dd, const PredabsQuery *query,
                         Budget *budget, PredabsStats *stats) {
  Budget inner = *budget;
  inner.interrupt = &race->stop_enumerate;
  pthread_t thread;
  race_init(race);
  bool is_started = pthread_create(&thread, NULL, run_diagrams, race) == 0;
  PredabsAnswer answer = predabs_allsat(dd, query, &inner, stats);
  budget->ticks = inner.ticks;
  /* Given up, but diagrams may still find it. */
  bool is_final = answer.quality == PREDABS_STRONGEST;
  if (is_final) tell_over(race);
  if (is_started) pthread_join(thread, NULL);
  race_done(race);
  if (is_final || !race->has_answer) return answer;
  stats->by_diagrams++;
  stats->queries--;
  stats->weaker--;
  Dd states = paq_bring_home(race->paq, dd, query, race->solution.states);
  return predabs_finish(
      dd, states, race->solution.is_exact ? PREDABS_STRONGEST : PREDABS_WEAKER,
      stats);
}

PredabsAnswer predabs_min(DdStore *dd, const PredabsQuery *query,
                          const PredabsLdd *options, Budget *budget,
                          PredabsStats *stats) {
  PredabsStats unused = {0};
  Budget unlimited = {0};
  if (!stats) stats = &unused;
  if (!budget) budget = &unlimited;
  Race race = {.reorder = options->reorder, .accept = options->accept};
  race.budget =
      (Budget){.deadline = budget->deadline, .interrupt = &race.stop_diagrams};
  race.paq = paq_of_query(query, options, &race.budget);
  bool is_worth_it =
      race.paq->is_exact || options->accept == PREDABS_ACCEPT_ANY;
  PredabsAnswer answer = is_worth_it ? run(&race, dd, query, budget, stats)
                                     : predabs_allsat(dd, query, budget, stats);
  paq_free(race.paq);
  return answer;
}
