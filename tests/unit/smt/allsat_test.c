/* SPDX-License-Identifier: MIT
 *
 * AllSAT against brute force: every valuation of the important terms is covered
 * by a told cube exactly if a solver says it is possible. */
#include "smt/allsat.h"
#include "unit/term/gen.h"
#include "unit/unit.h"

#define MAX_IMPORTANT 6

typedef struct Seen {
  TermStore *s;
  const Term *important;
  uint32_t n;
  uint64_t covered; /* bit v: valuation v is in some cube */
  uint32_t n_cubes, n_literals;
  bool is_overlapping; /* a valuation was in two */
  uint32_t stop_after;
} Seen;

static bool matches(const Seen *seen, uint32_t v, const Term *cube,
                    uint32_t n) {
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = 0; i < seen->n; i++) {
      bool truth = v >> i & 1;
      if (term_same(cube[k], seen->important[i]) && !truth) return false;
      if (term_same(cube[k], term_not(seen->important[i])) && truth)
        return false;
    }
  return true;
}

static AllsatNext on_cube(void *context, const Term *cube, uint32_t n) {
  Seen *seen = context;
  for (uint32_t v = 0; v < 1u << seen->n; v++) {
    if (!matches(seen, v, cube, n)) continue;
    seen->is_overlapping |= seen->covered >> v & 1;
    seen->covered |= (uint64_t)1 << v;
  }
  seen->n_cubes++;
  seen->n_literals += n;
  return seen->n_cubes == seen->stop_after ? ALLSAT_STOP : ALLSAT_GO_ON;
}

static uint64_t brute_force(Smt *smt, const Seen *seen) {
  uint64_t possible = 0;
  for (uint32_t v = 0; v < 1u << seen->n; v++) {
    Term cube[MAX_IMPORTANT];
    for (uint32_t i = 0; i < seen->n; i++)
      cube[i] = v >> i & 1 ? seen->important[i] : term_not(seen->important[i]);
    SmtResult result = smt_check(smt, cube, seen->n, NULL);
    CHECK(result != SMT_UNKNOWN);
    if (result == SMT_SAT) possible |= (uint64_t)1 << v;
  }
  return possible;
}

static Term pick_important(Gen *gen, uint32_t i, uint32_t round) {
  static const char *const names[] = {"p0", "p1", "p2", "p3", "p4", "p5"};
  if ((i + round) % 2) return term_var(gen->store, names[i], sort_bool());
  Term t;
  do t = gen_bool(gen, 2);
  while (term_is_true(t) || term_is_false(t));
  return t;
}

static void try_round(uint32_t round, const SmtBackend *backend,
                      AllsatShape shape, uint32_t *n_short) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *s = term_store_new(&mem);
  Gen gen = {.store = s, .rng = {round + 1}, .width = 3};
  Smt *smt = smt_new(&mem, s, backend, (SmtOptions){0});
  Term important[MAX_IMPORTANT];
  for (uint32_t i = 0; i < MAX_IMPORTANT; i++)
    important[i] = pick_important(&gen, i, round);
  Term p01 = term_or(s, important[0], important[1]);
  Term p23 = term_or(s, important[2], gen_bool(&gen, 2));
  smt_add(smt, term_or(s, p01, term_and(s, p23, important[5])));
  smt_add(smt, term_implies(s, important[4], gen_bool(&gen, 3)));
  Seen seen = {.s = s, .important = important, .n = MAX_IMPORTANT};
  uint64_t want = brute_force(smt, &seen);
  AllsatQuery query = {.important = important,
                       .n_important = MAX_IMPORTANT,
                       .shape = shape,
                       .cube = on_cube,
                       .context = &seen};
  for (int again = 0; again < 2; again++) {
    seen.covered = 0;
    seen.is_overlapping = false;
    seen.n_cubes = seen.n_literals = 0;
    CHECK_INT(allsat_enumerate(smt, &query, NULL), SMT_UNSAT);
    CHECK_INT(seen.covered, want);
    CHECK(shape == ALLSAT_OVERLAPPING || !seen.is_overlapping);
  }
  *n_short += seen.n_literals < seen.n_cubes * MAX_IMPORTANT;
  if (seen.n_cubes > 1) {
    seen.n_cubes = 0;
    seen.stop_after = 1;
    CHECK_INT(allsat_enumerate(smt, &query, NULL), SMT_SAT);
    CHECK_INT(seen.n_cubes, 1);
  }
  CHECK_INT(brute_force(smt, &seen), want);
  smt_free(smt);
  term_store_free(s);
  mem_done(&mem);
}

TEST(smt_allsat_against_brute_force) {
  uint32_t n_short = 0;
  for (uint32_t round = 0; round < 30; round++)
    try_round(round, &smt_blast, ALLSAT_OVERLAPPING, &n_short);
  CHECK(n_short > 5);
  for (uint32_t round = 0; round < 10; round++)
    try_round(round, &smt_blast, ALLSAT_DISJOINT, &n_short);
  for (uint32_t round = 0; round < 4; round++)
    try_round(round, &smt_z3, ALLSAT_OVERLAPPING, &n_short);
}

TEST(smt_allsat_unknown_is_told) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *s = term_store_new(&mem);
  Term important[3];
  const char *names[] = {"a", "b", "c"};
  for (int i = 0; i < 3; i++) important[i] = term_var(s, names[i], sort_bool());
  for (uint64_t at = 1; at < 12; at++) {
    Smt *smt =
        smt_new(&mem, s, &smt_blast, (SmtOptions){.inject_unknown_at = at});
    Seen seen = {.s = s, .important = important, .n = 3};
    AllsatQuery query = {.important = important,
                         .n_important = 3,
                         .shape = ALLSAT_DISJOINT,
                         .cube = on_cube,
                         .context = &seen};
    SmtResult result = allsat_enumerate(smt, &query, NULL);
    CHECK(result == SMT_UNKNOWN || seen.covered == 0xff);
    smt_free(smt);
  }
  term_store_free(s);
  mem_done(&mem);
}
