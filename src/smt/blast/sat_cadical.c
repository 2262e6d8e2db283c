/* SPDX-License-Identifier: MIT
 *
 * CaDiCaL behind the few functions the bit-blaster needs.
 *
 * Effort is counted by the calls of the terminate callback, which CaDiCaL makes
 * at fixed points of its search and of its inprocessing, independent of time:
 * the same clauses and assumptions stop at the same place under a tick limit.
 *
 * Such a step takes longer the more clauses there are.  Measured: 3.5
 * microseconds at 3,400 clauses, 16 at 60,000, 40 at 300,000.  Engines that
 * take turns count them so; the square root of the number fits.  So do all who
 * count conflicts.
 *
 * And it takes longer where there are many conflicts, of which there may be
 * several for one step: at 75 literals in the clause that is learned from one,
 * 31 microseconds.  SmtOptions.literals_a_tick counts them by that length, and
 * by the number of clauses as well: with 90,000 a conflict takes 90
 * microseconds, with 350,000 up to a thousand.
 *
 * SMT_CLAUSES_REVERSED: clauses wait until they are needed and then go in the
 * other way round; CaDiCaL numbers variables as they first occur.
 */
#include "smt/blast/blast_int.h"

#include <ccadical.h>
#include <stdlib.h>

/* Of a step that takes a tick more than others. */
enum { STEP_WEIGHT = 6 };

/* Conflicts between restarts, at the least, where questions are small and many
 * (SmtOptions.is_quick): most are answered by an assignment of all variables
 * after a few conflicts, and a restart gives nearly all of it away. */
enum { QUICK_RESTARTS = 50 };

struct Sat {
  SmtShared *shared;
  CCaDiCaL *solver;
  int n_vars;
  uint64_t n_clauses;
  uint32_t weight;     /* of a step */
  uint64_t learned;    /* SmtOptions.literals_a_tick: ticks for conflicts that
                          are not spent yet */
  Vec(SatLit) waiting; /* SMT_CLAUSES_REVERSED: clauses, each ended by 0 */
  Vec(int) number;     /* ... and CaDiCaL's number of a variable; 0: none yet */
  int n_numbers;
  Budget *budget; /* of the running check, or NULL */
};

static int is_time_to_stop(void *state) {
  Sat *sat = state;
  uint64_t learned = sat->learned;
  sat->learned = 0;
  if (sat->shared->options.literals_a_tick)
    learned += sat->weight / STEP_WEIGHT;
  if (!smt_step(sat->shared, sat->budget, sat->weight)) return true;
  return learned && !smt_spend(sat->shared, sat->budget, learned);
}

static void note_conflict(void *state, int *clause) {
  Sat *sat = state;
  uint32_t n = 0;
  while (clause[n]) n++;
  sat->learned += sat->weight * (1 + n / sat->shared->options.literals_a_tick);
}

Sat *sat_new(SmtShared *shared) {
  Sat *sat = MEM_NEW(shared->mem, Sat);
  sat->shared = shared;
  sat->weight = 1;
  sat->solver = ccadical_init();
  ccadical_set_option(sat->solver, "quiet", 1);
  if (shared->options.is_quick) {
    ccadical_set_option(sat->solver, "inprocessing", 0);
    ccadical_set_option(sat->solver, "restartint", QUICK_RESTARTS);
  }
  ccadical_set_terminate(sat->solver, sat, is_time_to_stop);
  if (shared->options.literals_a_tick)
    ccadical_set_learn(sat->solver, sat, INT32_MAX, note_conflict);
  return sat;
}

void sat_free(Sat *sat) {
  ccadical_release(sat->solver);
  VEC_DONE(sat->shared->mem, &sat->waiting);
  VEC_DONE(sat->shared->mem, &sat->number);
  MEM_DELETE(sat->shared->mem, sat);
}

SatLit sat_new_var(Sat *sat) {
  require(sat->n_vars < INT32_MAX / 2);
  return ++sat->n_vars;
}

static void weigh_step(Sat *sat) {
  while ((uint64_t)sat->weight * sat->weight << 10 < sat->n_clauses)
    sat->weight++;
}

/* ---- the order of clauses ---- */

static bool is_reversed(const Sat *sat) {
  return sat->shared->options.clauses == SMT_CLAUSES_REVERSED;
}

/* CaDiCaL's literal for ours. */
static int literal_of(Sat *sat, SatLit literal) {
  if (!is_reversed(sat)) return literal;
  uint32_t var = (uint32_t)abs(literal);
  while (sat->number.n <= var) VEC_PUSH(sat->shared->mem, &sat->number, 0);
  if (!sat->number.at[var]) sat->number.at[var] = ++sat->n_numbers;
  return literal < 0 ? -sat->number.at[var] : sat->number.at[var];
}

/* Literals are turned round with their clauses, which does not matter. */
static void send_waiting(Sat *sat) {
  if (!sat->waiting.n) return;
  for (uint32_t i = sat->waiting.n - 1; i-- > 0;) {
    SatLit literal = sat->waiting.at[i];
    ccadical_add(sat->solver, literal ? literal_of(sat, literal) : 0);
  }
  ccadical_add(sat->solver, 0);
  VEC_CLEAR(&sat->waiting);
}

static void add_literal(Sat *sat, SatLit literal) {
  if (is_reversed(sat))
    VEC_PUSH(sat->shared->mem, &sat->waiting, literal);
  else
    ccadical_add(sat->solver, literal);
}

void sat_add_clause(Sat *sat, const SatLit *literals, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    assert(literals[i] && abs(literals[i]) <= sat->n_vars);
    add_literal(sat, literals[i]);
  }
  add_literal(sat, 0);
  sat->n_clauses++;
  weigh_step(sat);
  sat->shared->stats.clauses++;
}

SmtResult sat_solve(Sat *sat, const SatLit *assumptions, uint32_t n,
                    Budget *budget) {
  sat->budget = budget;
  send_waiting(sat);
  for (uint32_t i = 0; i < n; i++)
    ccadical_assume(sat->solver, literal_of(sat, assumptions[i]));
  int answer = ccadical_solve(sat->solver);
  sat->budget = NULL;
  if (answer == 10) return SMT_SAT;
  if (answer == 20) return SMT_UNSAT;
  if (sat->shared->reason.n == 0) smt_set_reason(sat->shared, "SAT solver");
  return SMT_UNKNOWN;
}

bool sat_value(Sat *sat, SatLit literal) {
  return ccadical_val(sat->solver, literal_of(sat, literal)) > 0;
}

bool sat_failed(Sat *sat, SatLit literal) {
  return ccadical_failed(sat->solver, literal_of(sat, literal)) != 0;
}
