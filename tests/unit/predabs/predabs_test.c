/* SPDX-License-Identifier: MIT
 *
 * Predicate abstraction against brute force over all valuations. */
#include "predabs/predabs.h"
#include "unit/predabs/brute.h"
#include "unit/term/gen.h"
#include "unit/unit.h"

#define N 6

typedef struct Fixture {
  Mem mem;
  TermStore *store;
  DdStore *dd;
  Smt *smt;
  DdVar vars[N];
  Term predicates[N];
  Term assumption;
  Term formula;
  uint64_t possible; /* by brute force */
} Fixture;

static PredabsQuery query_of(const Fixture *x) {
  return (PredabsQuery){.smt = x->smt,
                        .assumptions = &x->assumption,
                        .n_assumptions = 1,
                        .predicates = x->predicates,
                        .vars = x->vars,
                        .n = N};
}

/* False: too large for brute force. */
static bool fixture_init(Fixture *x, uint64_t seed, SmtOptions options) {
  *x = (Fixture){0};
  mem_init(&x->mem, 0);
  x->store = term_store_new(&x->mem);
  x->dd = dd_new(&x->mem);
  Gen gen = {.store = x->store, .rng = {seed}, .width = 3};
  x->formula = gen_bool(&gen, 2 + (uint32_t)seed % 4);
  x->assumption = gen_bool(&gen, (uint32_t)seed % 3);
  for (uint32_t i = 0; i < N; i++) {
    x->vars[i] = dd_add_var(x->dd);
    x->predicates[i] = i % 3 == 2 && seed % 2 ? x->predicates[i - 1]
                                              : gen_bool(&gen, 1 + i % 3);
  }
  x->smt = smt_new(&x->mem, x->store, &smt_blast, options);
  smt_add(x->smt, x->formula);
  Term whole = term_and(x->store, x->formula, x->assumption);
  return brute_abstract(x->store, whole, x->predicates, N, &x->possible);
}

static void fixture_done(Fixture *x) {
  smt_free(x->smt);
  dd_free(x->dd);
  term_store_free(x->store);
  mem_done(&x->mem);
}

static uint64_t table_of(const Fixture *x, Dd f) {
  uint64_t table = 0;
  for (uint32_t v = 0; v < 64; v++) {
    uint8_t truth[N];
    for (uint32_t i = 0; i < N; i++) truth[i] = v >> i & 1;
    table |= (uint64_t)dd_eval(x->dd, f, truth) << v;
  }
  return table;
}

/* The strongest conjunction of literals that contains the set. */
static uint64_t smallest_cube(uint64_t possible) {
  uint64_t cube = possible ? ~(uint64_t)0 : 0;
  for (uint32_t i = 0; i < N && possible; i++) {
    uint64_t mask = 0;
    for (uint32_t v = 0; v < 64; v++) mask |= (uint64_t)(v >> i & 1) << v;
    if (!(possible & ~mask)) cube &= mask;
    if (!(possible & mask)) cube &= ~mask;
  }
  return cube;
}

TEST(predabs_against_brute_force) {
  uint32_t n_tried = 0, n_proper = 0;
  for (uint64_t seed = 1; n_tried < unit_rounds(240); seed++) {
    Fixture x;
    if (fixture_init(&x, seed, (SmtOptions){0})) {
      PredabsQuery query = query_of(&x);
      PredabsStats stats = {0};
      PredabsAnswer cube = predabs_cartesian(x.dd, &query, NULL, &stats);
      CHECK_INT(cube.quality, PREDABS_STRONGEST);
      CHECK(table_of(&x, cube.states) == smallest_cube(x.possible));
      CHECK(stats.checks <= N + 1);
      PredabsAnswer all = predabs_allsat(x.dd, &query, NULL, &stats);
      CHECK_INT(all.quality, PREDABS_STRONGEST);
      CHECK(table_of(&x, all.states) == x.possible);
      CHECK_INT(stats.queries, 2);
      CHECK(dd_implies(x.dd, all.states, cube.states));
      n_tried++;
      n_proper += x.possible && smallest_cube(x.possible) != x.possible;
    }
    fixture_done(&x);
  }
  CHECK(n_proper > n_tried / 8);
}

/* A solver that gives up at any moment makes the answer weaker, not wrong. */
TEST(predabs_gives_up_soundly) {
  uint32_t n_weaker = 0;
  for (uint64_t seed = 1; seed < unit_rounds(240); seed++) {
    Fixture x;
    SmtOptions options = {.inject_unknown_at = 1 + seed % 9};
    if (fixture_init(&x, seed, options)) {
      PredabsQuery query = query_of(&x);
      PredabsAnswer answer = seed % 2
                                 ? predabs_cartesian(x.dd, &query, NULL, NULL)
                                 : predabs_allsat(x.dd, &query, NULL, NULL);
      uint64_t table = table_of(&x, answer.states);
      CHECK(!(x.possible & ~table));
      if (answer.quality == PREDABS_WEAKER) n_weaker++;
      if (answer.quality == PREDABS_STRONGEST && !(seed % 2))
        CHECK(table == x.possible);
    }
    fixture_done(&x);
  }
  CHECK(n_weaker > 0);
}

TEST(predabs_budget_and_node_limit) {
  Fixture x;
  uint64_t seed = 1;
  while (!fixture_init(&x, seed++, (SmtOptions){0}) ||
         __builtin_popcountll(x.possible) < 4)
    fixture_done(&x);
  PredabsQuery query = query_of(&x);
  volatile int interrupt = 1;
  Budget budget = {.interrupt = &interrupt};
  PredabsAnswer answer = predabs_allsat(x.dd, &query, &budget, NULL);
  CHECK_INT(answer.quality, PREDABS_WEAKER);
  CHECK(!(x.possible & ~table_of(&x, answer.states)));
  dd_limit(x.dd, NULL, 1);
  PredabsStats stats = {0};
  answer = predabs_allsat(x.dd, &query, NULL, &stats);
  CHECK(!(x.possible & ~table_of(&x, answer.states)));
  fixture_done(&x);
}

TEST(predabs_without_predicates) {
  Fixture x;
  (void)!fixture_init(&x, 5, (SmtOptions){0});
  PredabsQuery query = {.smt = x.smt};
  PredabsAnswer all = predabs_allsat(x.dd, &query, NULL, NULL);
  PredabsAnswer cube = predabs_cartesian(x.dd, &query, NULL, NULL);
  CHECK(dd_is_true(all.states) && dd_is_true(cube.states));
  smt_add(x.smt, term_false());
  CHECK(dd_is_false(predabs_allsat(x.dd, &query, NULL, NULL).states));
  CHECK(dd_is_false(predabs_cartesian(x.dd, &query, NULL, NULL).states));
  fixture_done(&x);
}
