/* SPDX-License-Identifier: MIT
 *
 * Minimal cores by deletion.
 *
 * Leave out one literal after the other and ask again.  When the rest is still
 * unsatisfiable the literal is gone, and with it all others that are not in the
 * new core; when it is satisfiable the literal is necessary, for this and every
 * smaller core, and stays for good.  When the solver gives up it stays, too:
 * the result is a core in any case, and a minimal one if no answer was unknown.
 *
 * The order decides which of several minimal cores is found; the caller
 * ranks the literals (those over several variables go
 * first).  At most one check per literal of the first core.
 */
#include "smt/smt_int.h"

typedef struct CoreMin {
  Smt *smt;
  Mem *mem;
  Term *literals;  /* the core now, in the order of the assumptions */
  uint8_t *needed; /* by literal: proved necessary, or given up */
  uint32_t *rank;  /* priority by literal */
  Term *trial;     /* literals without the candidate */
  uint32_t n;      /* [0..n[ are in use */
} CoreMin;

/* The next candidate, or n: highest rank; among equals the last. */
static uint32_t choose(const CoreMin *min) {
  uint32_t best = min->n;
  for (uint32_t i = 0; i < min->n; i++)
    if (!min->needed[i] && (best == min->n || min->rank[i] >= min->rank[best]))
      best = i;
  return best;
}

/* Keep what is in `core`, a subsequence of the literals. */
static void shrink_to(CoreMin *min, const Term *core, uint32_t n_core) {
  assert(n_core <= min->n);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < min->n && kept < n_core; i++) {
    if (!term_same(min->literals[i], core[kept])) continue;
    min->literals[kept] = min->literals[i];
    min->needed[kept] = min->needed[i];
    min->rank[kept] = min->rank[i];
    kept++;
  }
  assert(kept == n_core);
  min->n = kept;
}

static void try_without(CoreMin *min, uint32_t candidate, Budget *budget) {
  assert(candidate < min->n && !min->needed[candidate]);
  uint32_t n = 0;
  for (uint32_t i = 0; i < min->n; i++)
    if (i != candidate) min->trial[n++] = min->literals[i];
  if (smt_check(min->smt, min->trial, n, budget) != SMT_UNSAT) {
    min->needed[candidate] = 1;
    return;
  }
  const Term *core;
  uint32_t n_core = smt_core(min->smt, &core);
  shrink_to(min, core, n_core);
}

static void core_min_init(CoreMin *min, Smt *smt, SmtPriority *priority,
                          void *context) {
  const Term *core;
  uint32_t n = smt_core(smt, &core);
  Mem *mem = smt_shared(smt)->mem;
  *min = (CoreMin){.smt = smt, .mem = mem, .n = n};
  min->literals = MEM_ARRAY(mem, Term, n);
  min->needed = MEM_ARRAY(mem, uint8_t, n);
  min->rank = MEM_ARRAY(mem, uint32_t, n);
  min->trial = MEM_ARRAY(mem, Term, n);
  for (uint32_t i = 0; i < n; i++) {
    min->literals[i] = core[i];
    min->rank[i] = priority ? priority(context, core[i]) : 0;
  }
}

uint32_t smt_core_min(Smt *smt, SmtPriority *priority, void *context,
                      Budget *budget) {
  CoreMin min;
  core_min_init(&min, smt, priority, context);
  uint32_t before = min.n;
  for (uint32_t candidate; (candidate = choose(&min)) < min.n;) {
    try_without(&min, candidate, budget);
    if (smt_is_stopped(smt_shared(smt), budget)) break;
  }
  smt_replace_core(smt, min.literals, min.n);
  assert(min.n <= before);
  smt_shared(smt)->stats.core_dropped += before - min.n;
  MEM_FREE_ARRAY(min.mem, min.literals, before);
  MEM_FREE_ARRAY(min.mem, min.needed, before);
  MEM_FREE_ARRAY(min.mem, min.rank, before);
  MEM_FREE_ARRAY(min.mem, min.trial, before);
  return min.n;
}
