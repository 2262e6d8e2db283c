/* SPDX-License-Identifier: MIT
 *
 * The clauses in their pool: made, forgotten, tidied up.
 *
 * A dead clause stays in the pool, and watches of it in their lists, until the
 * pool is copied. */
#include "smt/cdcl/cdcl_int.h"

#include <stdlib.h>

static void watch(Cdcl *c, uint32_t literal, uint32_t clause,
                  uint32_t blocker) {
  assert(literal >= 2 && literal < c->watches.n && literal != blocker);
  VEC_PUSH(c->mem, &c->watches.at[literal], ((CdclWatch){clause, blocker}));
}

static void watch_clause(Cdcl *c, uint32_t clause) {
  const uint32_t *literals = cdcl_clause(c, clause) + CDCL_HEADER;
  uint32_t a = literals[0], b = literals[1];
  watch(c, a, clause, b);
  watch(c, b, clause, a);
}

uint32_t cdcl_make_clause(Cdcl *c, const uint32_t *literals, uint32_t n,
                          uint32_t state) {
  assert(n >= 2);
  uint32_t clause = c->pool.n;
  require(clause < UINT32_MAX / 2);
  VEC_RESERVE(c->mem, &c->pool, clause + CDCL_HEADER + n);
  uint32_t *at = c->pool.at + clause;
  at[CDCL_SIZE] = n;
  at[CDCL_STATE] = state;
  at[CDCL_ACTIVITY] = 0;
  memcpy(at + CDCL_HEADER, literals, sizeof *literals * n);
  c->pool.n = clause + CDCL_HEADER + n;
  watch_clause(c, clause);
  if (state & CDCL_BRIEF)
    VEC_PUSH(c->mem, &c->brief, clause);
  else if (state & CDCL_LEARNT)
    VEC_PUSH(c->mem, &c->learnt, clause);
  return clause;
}

void cdcl_kill_clause(Cdcl *c, uint32_t clause) {
  assert(clause < c->pool.n);
  uint32_t *at = cdcl_clause(c, clause);
  if (at[CDCL_STATE] & CDCL_DEAD) return;
  at[CDCL_STATE] |= CDCL_DEAD;
  c->wasted += at[CDCL_SIZE] + CDCL_HEADER;
}

/* ---- what was learnt ---- */

static float activity_of(const uint32_t *clause) {
  float activity;
  memcpy(&activity, &clause[CDCL_ACTIVITY], sizeof activity);
  return activity;
}

static void set_activity(uint32_t *clause, float activity) {
  memcpy(&clause[CDCL_ACTIVITY], &activity, sizeof activity);
}

void cdcl_bump_clause(Cdcl *c, uint32_t clause) {
  uint32_t *at = cdcl_clause(c, clause);
  if (!(at[CDCL_STATE] & CDCL_LEARNT)) return;
  set_activity(at, activity_of(at) + c->clause_increment);
  if (activity_of(at) <= 1e20f) return;
  for (uint32_t i = 0; i < c->learnt.n; i++) {
    uint32_t *other = cdcl_clause(c, c->learnt.at[i]);
    set_activity(other, activity_of(other) * 1e-20f);
  }
  c->clause_increment *= 1e-20f;
}

typedef struct Rank {
  uint32_t clause, glue;
  float activity;
} Rank;

/* The better ones first. */
static int compare_ranks(const void *a, const void *b) {
  const Rank *x = a, *y = b;
  if (x->glue != y->glue) return x->glue < y->glue ? -1 : 1;
  if (x->activity > y->activity) return -1;
  if (x->activity < y->activity) return 1;
  return (x->clause > y->clause) - (x->clause < y->clause);
}

static bool is_reason(Cdcl *c, uint32_t clause) {
  assert(!(cdcl_clause(c, clause)[CDCL_STATE] & CDCL_DEAD));
  uint32_t first = cdcl_clause(c, clause)[CDCL_HEADER];
  return c->values.at[first] > 0 && c->vars.at[first >> 1].reason == clause;
}

void cdcl_reduce(Cdcl *c) {
  enum { ALWAYS_KEPT = 2 }; /* levels */
  Vec(Rank) ranks = {0};
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->learnt.n; i++) {
    const uint32_t *at = cdcl_clause(c, c->learnt.at[i]);
    if (at[CDCL_STATE] & CDCL_DEAD) continue;
    uint32_t glue = at[CDCL_STATE] / CDCL_GLUE;
    if (glue <= ALWAYS_KEPT || is_reason(c, c->learnt.at[i]))
      c->learnt.at[kept++] = c->learnt.at[i];
    else
      VEC_PUSH(c->mem, &ranks,
               ((Rank){c->learnt.at[i], glue, activity_of(at)}));
  }
  if (ranks.n) qsort(ranks.at, ranks.n, sizeof *ranks.at, compare_ranks);
  c->learnt.n = kept;
  for (uint32_t i = 0; i < ranks.n; i++)
    if (i < ranks.n / 2)
      c->learnt.at[c->learnt.n++] = ranks.at[i].clause;
    else
      cdcl_kill_clause(c, ranks.at[i].clause);
  VEC_DONE(c->mem, &ranks);
  c->most_learnt += c->most_learnt / 16;
}

/* ---- tidying ---- */

/* Without literals that are false for good; gives how many are left, 0: it is
 * true for good. */
static uint32_t strip(const Cdcl *c, uint32_t *literals, uint32_t n) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++) {
    int8_t value = c->values.at[literals[i]];
    if (value > 0) return 0;
    if (value == 0) literals[kept++] = literals[i];
  }
  assert(kept >= 2); /* all is propagated */
  return kept;
}

/* Copy the live clauses to the front of the pool. */
static void copy_clauses(Cdcl *c) {
  uint32_t to = 0, size;
  VEC_CLEAR(&c->learnt);
  for (uint32_t from = 0; from < c->pool.n; from += CDCL_HEADER + size) {
    uint32_t *at = c->pool.at + from;
    size = at[CDCL_SIZE];
    if (at[CDCL_STATE] & CDCL_DEAD) continue;
    uint32_t kept = strip(c, at + CDCL_HEADER, size);
    if (!kept) continue;
    at[CDCL_SIZE] = kept;
    memmove(c->pool.at + to, at, sizeof *at * (CDCL_HEADER + kept));
    if (c->pool.at[to + CDCL_STATE] & CDCL_LEARNT)
      VEC_PUSH(c->mem, &c->learnt, to);
    to += CDCL_HEADER + kept;
  }
  c->pool.n = to;
  c->wasted = 0;
}

void cdcl_tidy(Cdcl *c) {
  assert(cdcl_level(c) == 0 && c->done == c->trail.n && c->brief.n == 0);
  bool is_due = c->wasted > c->pool.n / 2 ||
                c->trail.n - c->simplified > 100 + c->vars.n / 50;
  if (!is_due || c->is_contradiction) return;
  for (uint32_t i = 0; i < c->trail.n; i++)
    c->vars.at[c->trail.at[i] >> 1].reason = CDCL_NONE;
  copy_clauses(c);
  for (uint32_t i = 0; i < c->watches.n; i++) VEC_CLEAR(&c->watches.at[i]);
  for (uint32_t at = 0; at < c->pool.n;
       at += CDCL_HEADER + c->pool.at[at + CDCL_SIZE])
    watch_clause(c, at);
  c->simplified = c->trail.n;
}
