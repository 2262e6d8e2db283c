/* SPDX-License-Identifier: MIT
 *
 * Values are words of a few bits, so that sums wrap and brute force is
 * possible; every other query is a chain of blocks with guards and
 * assignments, as edges of a transition system are. */
#include "unit/predabs/random_query.h"

#include "predabs/predabs.h"
#include "unit/predabs/brute.h"
#include "unit/term/gen.h"

#define N         5
#define MAX_PARTS 12
#define PATIENCE  200 /* ticks of diagram work: a tenth of a second */

typedef struct Query {
  Mem mem;
  TermStore *store;
  DdStore *dd;
  Smt *smt;
  Rng rng;
  uint32_t width;
  DdVar vars[N];
  Term predicates[N];
  Term parts[MAX_PARTS];
  uint32_t n_parts;
} Query;

static uint32_t below(Query *q, uint32_t n) {
  return rng_below(&q->rng, n);
}

/* ---- random linear terms ---- */

static Term variable(Query *q, const char *prefix, uint32_t n) {
  char name[16];
  snprintf(name, sizeof name, "%s%u", prefix, n);
  return term_var(q->store, name, sort_bv(q->width));
}

static Term constant(Query *q) {
  return term_u64(q->store, below(q, 1u << q->width), q->width);
}

/* A sum of up to two variables of one stage and a constant. */
static Term sum(Query *q, const char *stage) {
  Term a = variable(q, stage, below(q, 2));
  if (below(q, 8) == 0)
    a = term_mul(q->store, a, term_u64(q->store, 1 + below(q, 3), q->width));
  if (below(q, 2)) return term_add(q->store, a, constant(q));
  Term b = variable(q, stage, below(q, 2));
  return below(q, 2) ? term_add(q->store, a, b) : term_sub(q->store, a, b);
}

static Term comparison(Query *q, const char *stage) {
  Term a = sum(q, stage), b = below(q, 2) ? sum(q, stage) : constant(q);
  static const TermKind kinds[] = {TERM_EQ, TERM_ULT, TERM_SLT, TERM_SLE};
  Term t = term_binary(q->store, kinds[below(q, 4)], a, b);
  return below(q, 2) ? t : term_not(t);
}

/* ---- queries ---- */

static void add_part(Query *q, Term part) {
  require(q->n_parts < MAX_PARTS);
  q->parts[q->n_parts++] = part;
}

/* visited: from and guard and the next stage's values */
static Term way(Query *q, Term from, const char *stage, const char *next) {
  Term all = term_and(q->store, from, comparison(q, stage));
  for (uint32_t i = 0; i < 2; i++) {
    Term value = below(q, 4) ? sum(q, stage) : variable(q, "input", 0);
    all =
        term_and(q->store, all, term_eq(q->store, variable(q, next, i), value));
  }
  return all;
}

/* Source, a block reached in two ways, target. */
static void make_edge(Query *q) {
  TermStore *store = q->store;
  Term middle = term_var(store, "middle", sort_bool());
  Term end = term_var(store, "end", sort_bool());
  add_part(q, comparison(q, "x"));
  Term one = way(q, term_true(), "x", "y"), two = way(q, term_true(), "x", "y");
  add_part(q, term_implies(store, middle, term_or(store, one, two)));
  add_part(q, term_implies(store, end, way(q, middle, "y", "z")));
  add_part(q, end);
  for (uint32_t i = 0; i < N; i++)
    q->predicates[i] = comparison(q, i % 3 ? "z" : "x");
}

static void make_any(Query *q) {
  Gen gen = {.store = q->store, .rng = q->rng, .width = q->width};
  uint32_t n = 1 + below(q, 3);
  for (uint32_t i = 0; i < n; i++) add_part(q, gen_bool(&gen, 2 + i));
  for (uint32_t i = 0; i < N; i++)
    q->predicates[i] = gen_bool(&gen, 1 + below(q, 3));
}

static void query_init(Query *q, uint64_t seed) {
  *q = (Query){.rng = {seed}};
  mem_init(&q->mem, 0);
  q->store = term_store_new(&q->mem);
  q->dd = dd_new(&q->mem);
  q->smt = smt_new(&q->mem, q->store, &smt_blast, (SmtOptions){0});
  q->width = 2 + below(q, 2);
  for (uint32_t i = 0; i < N; i++) q->vars[i] = dd_add_var(q->dd);
  if (seed % 3)
    make_edge(q);
  else
    make_any(q);
  for (uint32_t i = 0; i < q->n_parts; i++) smt_add(q->smt, q->parts[i]);
}

static void query_done(Query *q) {
  smt_free(q->smt);
  dd_free(q->dd);
  term_store_free(q->store);
  mem_done(&q->mem);
}

/* ---- comparing ---- */

static uint64_t table_of(const Query *q, Dd f) {
  uint64_t table = 0;
  for (uint32_t v = 0; v < 1u << N; v++) {
    uint8_t truth[N];
    for (uint32_t i = 0; i < N; i++) truth[i] = v >> i & 1;
    table |= (uint64_t)dd_eval(q->dd, f, truth) << v;
  }
  return table;
}

static bool complain(uint64_t seed, const char *what) {
  fprintf(stderr, "random query %llu: %s\n", (unsigned long long)seed, what);
  return false;
}

static bool compare_brute(Query *q, uint64_t want, uint64_t seed,
                          RandomTally *tally) {
  uint64_t possible;
  Term whole = term_and_n(q->store, q->parts, q->n_parts);
  if (!brute_abstract(q->store, whole, q->predicates, N, &possible))
    return true;
  tally->n_brute++;
  return possible == want || complain(seed, "enumeration and brute force");
}

static bool compare(Query *q, uint64_t seed, RandomTally *tally) {
  PredabsQuery query = {.smt = q->smt,
                        .predicates = q->predicates,
                        .vars = q->vars,
                        .n = N,
                        .parts = q->parts,
                        .n_parts = q->n_parts};
  uint64_t want = table_of(q, predabs_allsat(q->dd, &query, NULL, NULL).states);
  Dd cube = predabs_cartesian(q->dd, &query, NULL, NULL).states;
  tally->n++;
  tally->n_proper += want != table_of(q, cube);
  if (!compare_brute(q, want, seed, tally)) return false;
  for (uint32_t i = 0; i < 3; i++) {
    PredabsLdd options = {
        .theory = seed % 5 ? &ldd_linear : &ldd_tvpi,
        .reorder = i ? DD_ORDER_SIFT : DD_ORDER_FIXED,
        .home = i ? PREDABS_HOME_REORDERED : PREDABS_HOME_KEPT,
        .numbers = i == 2 ? PREDABS_NUMBERS_LAST : PREDABS_NUMBERS_SOON};
    Budget budget = {.tick_limit = PATIENCE};
    PredabsAnswer got = predabs_ldd(q->dd, &query, &options, &budget, NULL);
    uint64_t table = table_of(q, got.states);
    if (want & ~table) return complain(seed, "a diagram lost a valuation");
    if (got.quality == PREDABS_STRONGEST && table != want)
      return complain(seed, "a diagram is not exact");
    if (i) continue;
    tally->n_exact += got.quality == PREDABS_STRONGEST;
    tally->n_larger += table != want;
    tally->n_given_up += budget_is_spent(&budget);
    options.accept = seed % 2 ? PREDABS_ACCEPT_ANY : PREDABS_ACCEPT_EXACT;
    got = predabs_min(q->dd, &query, &options, NULL, NULL);
    table = table_of(q, got.states);
    if ((want & ~table) || (got.quality == PREDABS_STRONGEST && table != want))
      return complain(seed, "the race was won by a wrong answer");
  }
  return true;
}

bool random_query_check(uint64_t seed, RandomTally *tally) {
  Query q;
  query_init(&q, seed);
  bool is_good = compare(&q, seed, tally);
  query_done(&q);
  return is_good;
}
