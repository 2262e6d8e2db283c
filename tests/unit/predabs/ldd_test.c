/* SPDX-License-Identifier: MIT
 *
 * Abstraction by diagrams against brute force and enumeration. */
#include "predabs/predabs.h"
#include "unit/predabs/random_query.h"
#include "unit/unit.h"

#include <pthread.h>
#include <time.h>

TEST(predabs_ldd_against_brute_force) {
  RandomTally tally = {0};
  for (uint64_t seed = 1; tally.n < unit_rounds(300); seed++)
    CHECK(random_query_check(seed, &tally));
  if (unit_rounds(300) < 300) return; /* too few to count */
  CHECK(tally.n_exact > tally.n / 3);
  CHECK(tally.n_proper > tally.n / 8);
}

/* Queries that once failed. */
TEST(predabs_ldd_old_failures) {
  RandomTally tally = {0};
  /* a number was replaced by something outside its range */
  CHECK(random_query_check(7749, &tally));
}

/* a + b + c + d < 5, a + b + c + d + 3 < 4, a < 7, without signs: d stands
 * nowhere else, so that the sum is as good as a variable, and its window is no
 * matter. */
TEST(predabs_free_sums_are_variables) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *store = term_store_new(&mem);
  DdStore *dd = dd_new(&mem);
  Smt *smt = smt_new(&mem, store, &smt_blast, (SmtOptions){0});
  Term a = term_var(store, "a", sort_bv(64)), sum = a;
  for (const char *name = "b\0c\0d\0"; *name; name += 2)
    sum = term_add(store, sum, term_var(store, name, sort_bv(64)));
  Term more = term_add(store, sum, term_u64(store, 3, 64));
  Term predicates[] = {term_ult(store, sum, term_u64(store, 5, 64)),
                       term_ult(store, more, term_u64(store, 4, 64)),
                       term_ult(store, a, term_u64(store, 7, 64))};
  DdVar vars[] = {dd_add_var(dd), dd_add_var(dd), dd_add_var(dd)};
  PredabsQuery query = {
      .smt = smt, .predicates = predicates, .vars = vars, .n = 3};
  PredabsLdd options = {.reorder = DD_ORDER_SIFT};
  PredabsAnswer answer = predabs_ldd(dd, &query, &options, NULL, NULL);
  CHECK(dd_is_true(answer.states) && answer.quality == PREDABS_STRONGEST);
  smt_free(smt);
  dd_free(dd);
  term_store_free(store);
  mem_done(&mem);
}

/* sum of 2^n valuations, each possible: enumeration takes for ever, diagrams
 * need a moment. */
static PredabsAnswer many_solutions(Mem *mem, uint32_t n, Budget *budget,
                                    PredabsStats *stats) {
  TermStore *store = term_store_new(mem);
  DdStore *dd = dd_new(mem);
  Smt *smt = smt_new(mem, store, &smt_blast, (SmtOptions){0});
  Term *predicates = MEM_ARRAY(mem, Term, n);
  DdVar *vars = MEM_ARRAY(mem, DdVar, n);
  for (uint32_t i = 0; i < n; i++) {
    char name[16];
    snprintf(name, sizeof name, "x%u", i);
    Term x = term_var(store, name, sort_bv(32));
    predicates[i] = term_slt(store, x, term_u64(store, 10 + i, 32));
    vars[i] = dd_add_var(dd);
  }
  PredabsQuery query = {
      .smt = smt, .predicates = predicates, .vars = vars, .n = n};
  PredabsLdd options = {.reorder = DD_ORDER_SIFT};
  PredabsAnswer answer = predabs_min(dd, &query, &options, budget, stats);
  smt_free(smt);
  dd_free(dd);
  term_store_free(store);
  MEM_FREE_ARRAY(mem, predicates, n);
  MEM_FREE_ARRAY(mem, vars, n);
  return answer;
}

TEST(predabs_race_is_won_by_either) {
  Mem mem;
  mem_init(&mem, 0);
  PredabsStats stats = {0};
  PredabsAnswer answer = many_solutions(&mem, 3, NULL, &stats);
  CHECK(dd_is_true(answer.states) && answer.quality == PREDABS_STRONGEST);
  Budget budget = {.deadline = clock_now() + 60};
  answer = many_solutions(&mem, 40, &budget, &stats);
  CHECK(dd_is_true(answer.states) && answer.quality == PREDABS_STRONGEST);
  CHECK_INT(stats.by_diagrams, 1);
  CHECK_INT(stats.queries, 2);
  CHECK_INT(stats.weaker, 0);
  CHECK(clock_now() < budget.deadline);
  mem_done(&mem);
}

/* y = x + 1, z = y and (b or z = 7) with not b: all is fixed, so x < 9 is true,
 * and what is left is one free number w behind v = w. */
TEST(predabs_what_is_fixed_is_shared) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *store = term_store_new(&mem);
  Smt *smt = smt_new(&mem, store, &smt_blast, (SmtOptions){0});
  DdStore *dd = dd_new(&mem);
  Sort word = sort_bv(32);
  Term x = term_var(store, "x", word), y = term_var(store, "y", word);
  Term z = term_var(store, "z", word), b = term_var(store, "b", sort_bool());
  Term v = term_var(store, "v", word), w = term_var(store, "w", word);
  Term seven = term_u64(store, 7, 32), nine = term_u64(store, 9, 32);
  Term parts[] = {term_eq(store, y, term_add(store, x, term_u64(store, 1, 32))),
                  term_eq(store, z, y),
                  term_or(store, b, term_eq(store, z, seven)), term_not(b),
                  term_eq(store, v, w)};
  Term predicates[] = {term_slt(store, v, nine), term_slt(store, w, nine),
                       term_not(term_slt(store, v, nine)),
                       term_slt(store, x, nine)};
  DdVar vars[4];
  for (uint32_t i = 0; i < 4; i++) vars[i] = dd_add_var(dd);
  PredabsQuery query = {.smt = smt,
                        .predicates = predicates,
                        .vars = vars,
                        .n = 4,
                        .parts = parts,
                        .n_parts = 5};
  PredabsLdd options = {.reorder = DD_ORDER_SIFT};
  PredabsAnswer answer = predabs_ldd(dd, &query, &options, NULL, NULL);
  Dd d[4];
  for (uint32_t i = 0; i < 4; i++) d[i] = dd_var(dd, vars[i]);
  Dd expected = dd_and(dd, dd_iff(dd, d[0], d[1]),
                       dd_and(dd, dd_xor(dd, d[0], d[2]), d[3]));
  CHECK(answer.states.id == expected.id);
  CHECK(answer.quality == PREDABS_STRONGEST);
  smt_free(smt);
  dd_free(dd);
  term_store_free(store);
  mem_done(&mem);
}

/* ---- stopping ---- */

typedef struct Stopper {
  volatile int flag;
  double cpu; /* when it was set */
} Stopper;

static void *stop_soon(void *context) {
  Stopper *stopper = context;
  nanosleep(&(struct timespec){.tv_nsec = 100000000L}, NULL);
  stopper->cpu = clock_cpu();
  stopper->flag = 1;
  return NULL;
}

#define N_NUMBERS 9u
#define N_PAIRS   36u

/* How x0 ... x8 are ordered: 7,087,261 valuations, too many for enumeration and
 * too irregular for diagrams. */
static PredabsAnswer all_orders(Mem *mem, PredabsCubes cubes, bool by_diagrams,
                                Budget *budget) {
  TermStore *store = term_store_new(mem);
  DdStore *dd = dd_new(mem);
  Smt *smt = smt_new(mem, store, &smt_blast, (SmtOptions){0});
  Term x[N_NUMBERS], predicates[N_PAIRS];
  DdVar vars[N_PAIRS];
  uint32_t n = 0;
  for (uint32_t i = 0; i < N_NUMBERS; i++) {
    char name[16];
    snprintf(name, sizeof name, "x%u", i);
    x[i] = term_var(store, name, sort_bv(32));
    for (uint32_t k = 0; k < i; k++) {
      predicates[n] = term_slt(store, x[k], x[i]);
      vars[n++] = dd_add_var(dd);
    }
  }
  PredabsQuery query = {.smt = smt,
                        .predicates = predicates,
                        .vars = vars,
                        .n = n,
                        .cubes = cubes};
  PredabsLdd options = {.reorder = DD_ORDER_SIFT};
  PredabsAnswer answer = by_diagrams
                             ? predabs_ldd(dd, &query, &options, budget, NULL)
                             : predabs_allsat(dd, &query, budget, NULL);
  smt_free(smt);
  dd_free(dd);
  term_store_free(store);
  return answer;
}

/* What MIN does to the loser. */
TEST(predabs_is_stopped_at_once) {
  for (uint32_t i = 0; i < 3; i++) {
    Mem mem;
    mem_init(&mem, 0);
    Stopper stopper = {0};
    Budget budget = {.interrupt = &stopper.flag};
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, stop_soon, &stopper) == 0);
    PredabsAnswer answer =
        all_orders(&mem, i ? PREDABS_CUBES_WHOLE : PREDABS_CUBES_MINIMISED,
                   i == 2, &budget);
    double end = clock_cpu();
    pthread_join(thread, NULL);
    CHECK(answer.quality == PREDABS_WEAKER);
    CHECK(end - stopper.cpu < 0.5);
    mem_done(&mem);
  }
}
