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
 * take turns count them so; the square root of the number fits.
 */
#include "smt/blast_int.h"

#include <ccadical.h>
#include <stdlib.h>

struct Sat {
  SmtShared *shared;
  CCaDiCaL *solver;
  int n_vars;
  uint64_t n_clauses;
  uint32_t weight; /* of a step */
  Budget *budget;  /* of the running check, or NULL */
};

static int is_time_to_stop(void *state) {
  Sat *sat = state;
  return !smt_step(sat->shared, sat->budget, sat->weight);
}

Sat *sat_new(SmtShared *shared) {
  Sat *sat = MEM_NEW(shared->mem, Sat);
  sat->shared = shared;
  sat->weight = 1;
  sat->solver = ccadical_init();
  ccadical_set_option(sat->solver, "quiet", 1);
  ccadical_set_terminate(sat->solver, sat, is_time_to_stop);
  return sat;
}

void sat_free(Sat *sat) {
  ccadical_release(sat->solver);
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

void sat_add_clause(Sat *sat, const SatLit *literals, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    assert(literals[i] && abs(literals[i]) <= sat->n_vars);
    ccadical_add(sat->solver, literals[i]);
  }
  ccadical_add(sat->solver, 0);
  sat->n_clauses++;
  weigh_step(sat);
  sat->shared->stats.clauses++;
}

SmtResult sat_solve(Sat *sat, const SatLit *assumptions, uint32_t n,
                    Budget *budget) {
  sat->budget = budget;
  for (uint32_t i = 0; i < n; i++) ccadical_assume(sat->solver, assumptions[i]);
  int answer = ccadical_solve(sat->solver);
  sat->budget = NULL;
  if (answer == 10) return SMT_SAT;
  if (answer == 20) return SMT_UNSAT;
  if (sat->shared->reason.n == 0) smt_set_reason(sat->shared, "SAT solver");
  return SMT_UNKNOWN;
}

bool sat_value(Sat *sat, SatLit literal) {
  return ccadical_val(sat->solver, literal) > 0;
}

bool sat_failed(Sat *sat, SatLit literal) {
  return ccadical_failed(sat->solver, literal) != 0;
}
