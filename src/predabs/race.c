/* SPDX-License-Identifier: MIT
 *
 * MIN: enumeration and diagrams at once, the first answer stops the other
 * [GCS11 §5].
 *
 * Enumeration is good where solutions are few, diagrams where they are many
 * but regular; nobody knows beforehand.  The term store and the solver belong
 * to this thread, so the query is first translated into a Paq, which owns all
 * it needs and is then solved by a second thread.
 *
 * A race on one core costs the winner's time twice.  So each runs alone for a
 * little while first: enumeration, which is through with most queries of an
 * engine at once, then diagrams, which need less than that for most of what is
 * left; only then both.  Enumeration begins anew then, but its solver has
 * learnt.
 *
 * Where both are exact it does not matter who wins, the answer is the same set
 * and so the same diagram.  A query whose view is inexact from the start is
 * not raced at all if only exact answers are wanted.
 */
#include "predabs/paq_int.h"

#include <pthread.h>
#include <time.h>

#define ENUMERATION_ALONE 0.02 /* seconds */
#define DIAGRAMS_ALONE    1.0

typedef struct Race {
  Paq *paq;
  const PredabsLdd *options;
  Budget budget; /* of the second thread */
  PaqSolution solution;
  int has_answer; /* `solution` is one that we accept */
  pthread_mutex_t mutex;
  pthread_cond_t ended;
  int diagrams_ended;
  volatile int stop_diagrams;  /* set by this thread ... */
  volatile int stop_enumerate; /* ... by the other */
} Race;

static void *run_diagrams(void *context) {
  Race *race = context;
  race->solution = paq_solve_some(&race->paq, race->options, &race->budget);
  bool is_wanted =
      race->solution.is_exact || race->options->accept == PREDABS_ACCEPT_ANY;
  if (!dd_is_stopped(race->paq->dd) && is_wanted) {
    race->has_answer = 1;
    race->stop_enumerate = 1;
  }
  pthread_mutex_lock(&race->mutex);
  race->diagrams_ended = 1;
  pthread_cond_signal(&race->ended);
  pthread_mutex_unlock(&race->mutex);
  return NULL;
}

static void race_init(Race *race) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&race->mutex, NULL);
  pthread_cond_init(&race->ended, &attributes);
  pthread_condattr_destroy(&attributes);
}

static void race_done(Race *race) {
  pthread_cond_destroy(&race->ended);
  pthread_mutex_destroy(&race->mutex);
}

/* Until diagrams have ended, with or without an answer, or have had their time
 * alone. */
static void wait_for_diagrams(Race *race) {
  struct timespec when;
  clock_gettime(CLOCK_MONOTONIC, &when);
  when.tv_nsec += (long)(DIAGRAMS_ALONE * 1e9);
  if (when.tv_nsec >= 1000000000L) {
    when.tv_nsec -= 1000000000L;
    when.tv_sec++;
  }
  pthread_mutex_lock(&race->mutex);
  int timed_out = 0;
  while (!race->diagrams_ended && !timed_out)
    timed_out = pthread_cond_timedwait(&race->ended, &race->mutex, &when) != 0;
  pthread_mutex_unlock(&race->mutex);
}

/* Enumeration within a budget that ends early, for whatever reason. */
static PredabsAnswer enumerate(DdStore *dd, const PredabsQuery *query,
                               Budget *budget, Budget inner,
                               PredabsStats *stats) {
  PredabsAnswer answer = predabs_allsat(dd, query, &inner, stats);
  budget_return(budget, &inner);
  return answer;
}

/* The query is looked at once more: its statistics count it again. */
static void forget_answer(PredabsStats *stats) {
  assert(stats->queries > 0 && stats->weaker > 0);
  stats->queries--;
  stats->weaker--;
}

static PredabsAnswer enumerate_alone(DdStore *dd, const PredabsQuery *query,
                                     Budget *budget, PredabsStats *stats) {
  Budget inner = *budget;
  budget_end_by(&inner, clock_now() + ENUMERATION_ALONE);
  return enumerate(dd, query, budget, inner, stats);
}

/* Enumeration on this thread, diagrams on the other. */
static PredabsAnswer run(Race *race, DdStore *dd, const PredabsQuery *query,
                         Budget *budget, PredabsStats *stats) {
  pthread_t thread;
  race_init(race);
  bool is_started = pthread_create(&thread, NULL, run_diagrams, race) == 0;
  if (is_started) wait_for_diagrams(race);
  Budget inner = *budget;
  inner.interrupt = &race->stop_enumerate;
  PredabsAnswer answer = enumerate(dd, query, budget, inner, stats);
  /* Given up, but diagrams may still find it. */
  bool is_final = answer.quality == PREDABS_STRONGEST;
  race->stop_diagrams = is_final;
  if (is_started) pthread_join(thread, NULL);
  race_done(race);
  if (is_final || !race->has_answer) return answer;
  stats->by_diagrams++;
  forget_answer(stats);
  Dd states = paq_bring_home(race->paq, dd, query, race->solution.states,
                             race->options->home);
  assert(race->diagrams_ended);
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
  PredabsAnswer answer = enumerate_alone(dd, query, budget, stats);
  if (answer.quality == PREDABS_STRONGEST) return answer;
  forget_answer(stats);
  Race race = {.options = options};
  race.budget =
      (Budget){.deadline = budget->deadline, .interrupt = &race.stop_diagrams};
  race.paq = paq_of_query(query, options, options->accept);
  bool is_worth_it =
      race.paq->is_exact || options->accept == PREDABS_ACCEPT_ANY;
  answer = is_worth_it ? run(&race, dd, query, budget, stats)
                       : predabs_allsat(dd, query, budget, stats);
  paq_free(race.paq);
  return answer;
}
