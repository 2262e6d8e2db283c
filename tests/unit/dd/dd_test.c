/* SPDX-License-Identifier: MIT
 *
 * Diagrams of up to six Boolean variables against truth tables, which are the
 * 64 bits of a number. */
#include "dd/dd.h"
#include "unit/unit.h"

#define N 6

typedef struct Fixture {
  Mem mem;
  DdStore *dd;
  DdVar vars[N];
  Rng rng;
} Fixture;

static void fixture_init(Fixture *x, uint64_t seed) {
  mem_init(&x->mem, 0);
  x->dd = dd_new(&x->mem);
  x->rng = (Rng){seed};
  for (int i = 0; i < N; i++) x->vars[i] = dd_add_var(x->dd);
}

static void fixture_done(Fixture *x) {
  Text problems;
  text_init(&problems, &x->mem);
  CHECK(dd_validate(x->dd, &problems));
  CHECK_TEXT(text_get(&problems), "");
  text_done(&problems);
  dd_free(x->dd);
  mem_done(&x->mem);
}

static uint64_t table_of_var(uint32_t i) {
  static const uint64_t tables[N] = {0xAAAAAAAAAAAAAAAAu, 0xCCCCCCCCCCCCCCCCu,
                                     0xF0F0F0F0F0F0F0F0u, 0xFF00FF00FF00FF00u,
                                     0xFFFF0000FFFF0000u, 0xFFFFFFFF00000000u};
  return tables[i];
}

static uint64_t table_of(Fixture *x, Dd f) {
  uint64_t table = 0;
  for (uint32_t v = 0; v < 64; v++) {
    uint8_t truth[N];
    for (uint32_t i = 0; i < N; i++) truth[i] = v >> i & 1;
    table |= (uint64_t)dd_eval(x->dd, f, truth) << v;
  }
  return table;
}

/* The diagram with this table. */
static Dd of_table(Fixture *x, uint64_t table) {
  Dd f = dd_false();
  for (uint32_t v = 0; v < 64; v++) {
    if (!(table >> v & 1)) continue;
    Dd cube = dd_true();
    for (uint32_t i = 0; i < N; i++)
      cube = dd_and(x->dd, cube, dd_literal(x->dd, x->vars[i], v >> i & 1));
    f = dd_or(x->dd, f, cube);
  }
  return f;
}

/* Sparse, dense and structured ones. */
static uint64_t random_table(Fixture *x) {
  uint64_t table = rng_next(&x->rng);
  switch (rng_below(&x->rng, 4)) {
  case 0: return table;
  case 1: return table & rng_next(&x->rng) & rng_next(&x->rng);
  case 2: return table | rng_next(&x->rng) | rng_next(&x->rng);
  default:
    return (table_of_var(rng_below(&x->rng, N)) ^
            table_of_var(rng_below(&x->rng, N))) |
           table_of_var(rng_below(&x->rng, N));
  }
}

static uint64_t shifted(uint64_t table, uint32_t var, int truth) {
  uint64_t mask = table_of_var(var);
  uint32_t by = 1u << var;
  return truth ? (table & mask) | (table & mask) >> by
               : (table & ~mask) | (table & ~mask) << by;
}

static uint64_t exists_table(uint64_t table, uint32_t var) {
  return shifted(table, var, 0) | shifted(table, var, 1);
}

TEST(dd_constants_and_literals) {
  Fixture x;
  fixture_init(&x, 1);
  CHECK(dd_same(dd_not(dd_true()), dd_false()));
  for (uint32_t i = 0; i < N; i++) {
    CHECK(table_of(&x, dd_var(x.dd, x.vars[i])) == table_of_var(i));
    CHECK(table_of(&x, dd_literal(x.dd, x.vars[i], 0)) == ~table_of_var(i));
    CHECK_INT(dd_level(x.dd, x.vars[i]), i);
    CHECK_INT(dd_top(x.dd, dd_var(x.dd, x.vars[i])).id, x.vars[i].id);
  }
  fixture_done(&x);
}

TEST(dd_operations) {
  Fixture x;
  fixture_init(&x, 2);
  for (uint32_t round = 0; round < unit_rounds(400); round++) {
    uint64_t a = random_table(&x), b = random_table(&x), c = random_table(&x);
    Dd f = of_table(&x, a), g = of_table(&x, b), h = of_table(&x, c);
    CHECK(table_of(&x, f) == a);
    CHECK(dd_same(dd_and(x.dd, f, g), of_table(&x, a & b)));
    CHECK(dd_same(dd_or(x.dd, f, g), of_table(&x, a | b)));
    CHECK(dd_same(dd_xor(x.dd, f, g), of_table(&x, a ^ b)));
    CHECK(dd_same(dd_iff(x.dd, f, g), of_table(&x, ~(a ^ b))));
    CHECK(dd_same(dd_minus(x.dd, f, g), of_table(&x, a & ~b)));
    CHECK(dd_same(dd_ite(x.dd, f, g, h), of_table(&x, (a & b) | (~a & c))));
    Dd three[3] = {f, g, h};
    CHECK(dd_same(dd_and_n(x.dd, three, 3), of_table(&x, a & b & c)));
    CHECK(dd_same(dd_or_n(x.dd, three, 3), of_table(&x, a | b | c)));
    CHECK_INT(dd_implies(x.dd, f, g), (a & ~b) == 0);
    CHECK(dd_implies(x.dd, dd_and(x.dd, f, g), f));
    CHECK_INT(dd_meets(x.dd, f, g), (a & b) != 0);
    CHECK_INT(dd_count(x.dd, f, N), __builtin_popcountll(a));
  }
  fixture_done(&x);
}

TEST(dd_quantifiers) {
  Fixture x;
  fixture_init(&x, 3);
  for (uint32_t round = 0; round < unit_rounds(400); round++) {
    uint64_t a = random_table(&x), b = random_table(&x);
    uint64_t some = a, all = ~a, both = a & b;
    Dd f = of_table(&x, a), g = of_table(&x, b), cube = dd_true();
    for (uint32_t i = 0; i < N; i++) {
      if (rng_below(&x.rng, 2)) continue;
      some = exists_table(some, i);
      all = exists_table(all, i);
      both = exists_table(both, i);
      cube = dd_and(x.dd, cube, dd_var(x.dd, x.vars[i]));
    }
    CHECK(dd_same(dd_exists(x.dd, f, cube), of_table(&x, some)));
    CHECK(dd_same(dd_forall(x.dd, f, cube), of_table(&x, ~all)));
    CHECK(dd_same(dd_and_exists(x.dd, f, g, cube), of_table(&x, both)));
    uint32_t var = rng_below(&x.rng, N);
    int truth = (int)rng_below(&x.rng, 2);
    CHECK(dd_same(dd_cofactor(x.dd, f, x.vars[var], truth),
                  of_table(&x, shifted(a, var, truth))));
  }
  fixture_done(&x);
}

TEST(dd_compose_is_simultaneous) {
  Fixture x;
  fixture_init(&x, 4);
  for (uint32_t round = 0; round < unit_rounds(200); round++) {
    uint64_t tables[N], want = 0, a = random_table(&x);
    Dd values[N];
    for (uint32_t i = 0; i < N; i++) {
      tables[i] = random_table(&x);
      values[i] = of_table(&x, tables[i]);
    }
    for (uint32_t v = 0; v < 64; v++) {
      uint32_t image = 0;
      for (uint32_t i = 0; i < N; i++)
        image |= (uint32_t)(tables[i] >> v & 1) << i;
      want |= (a >> image & 1) << v;
    }
    Dd got = dd_compose(x.dd, of_table(&x, a), x.vars, values, N);
    CHECK(dd_same(got, of_table(&x, want)));
  }
  Dd swapped[2] = {dd_var(x.dd, x.vars[1]), dd_var(x.dd, x.vars[0])};
  Dd f = dd_minus(x.dd, swapped[1], swapped[0]);
  CHECK(dd_same(dd_compose(x.dd, f, x.vars, swapped, 2),
                dd_minus(x.dd, swapped[0], swapped[1])));
  fixture_done(&x);
}

typedef struct Cubes {
  Fixture *x;
  uint64_t covered;
  bool is_disjoint;
  uint32_t n;
} Cubes;

static DdNext on_cube(void *context, const DdLiteral *literals, uint32_t n) {
  Cubes *cubes = context;
  uint64_t table = ~(uint64_t)0;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t mask = table_of_var(literals[i].var.id);
    table &= literals[i].truth ? mask : ~mask;
    if (i)
      CHECK(dd_level(cubes->x->dd, literals[i - 1].var) <
            dd_level(cubes->x->dd, literals[i].var));
  }
  cubes->is_disjoint &= !(table & cubes->covered);
  cubes->covered |= table;
  cubes->n++;
  return DD_GO_ON;
}

TEST(dd_paths_and_covers) {
  Fixture x;
  fixture_init(&x, 5);
  for (uint32_t round = 0; round < unit_rounds(300); round++) {
    uint64_t a = random_table(&x);
    Dd f = of_table(&x, a);
    Cubes paths = {.x = &x, .is_disjoint = true}, cover = {.x = &x};
    dd_paths(x.dd, f, on_cube, &paths);
    dd_cover(x.dd, f, on_cube, &cover);
    CHECK(paths.covered == a && paths.is_disjoint);
    CHECK(cover.covered == a && cover.n <= paths.n);
  }
  fixture_done(&x);
}

static DdNext stop_at_second(void *context, const DdLiteral *literals,
                             uint32_t n) {
  (void)literals;
  (void)n;
  return ++*(uint32_t *)context == 2 ? DD_STOP : DD_GO_ON;
}

TEST(dd_paths_stop) {
  Fixture x;
  fixture_init(&x, 6);
  Dd f = of_table(&x, 0x8000400020001u);
  uint32_t n = 0;
  dd_paths(x.dd, f, stop_at_second, &n);
  CHECK_INT(n, 2);
  n = 0;
  dd_cover(x.dd, f, stop_at_second, &n);
  CHECK_INT(n, 2);
  fixture_done(&x);
}

TEST(dd_support_and_size) {
  Fixture x;
  fixture_init(&x, 7);
  Dd parity = dd_false();
  for (uint32_t i = 1; i < N; i++)
    parity = dd_xor(x.dd, parity, dd_var(x.dd, x.vars[i]));
  DdVars vars = {0};
  dd_support(x.dd, parity, &vars);
  CHECK_INT(vars.n, N - 1);
  CHECK_INT(vars.at[0].id, 1);
  VEC_DONE(dd_mem(x.dd), &vars);
  CHECK_INT(dd_size(x.dd, parity), N - 1); /* negation is a bit */
  Dd both[2] = {parity, dd_not(parity)};
  CHECK_INT(dd_size_n(x.dd, both, 2), N - 1);
  CHECK_INT(dd_size(x.dd, dd_true()), 0);
  fixture_done(&x);
}

TEST(dd_collect_keeps_roots) {
  Fixture x;
  fixture_init(&x, 8);
  for (uint32_t round = 0; round < unit_rounds(60); round++) {
    uint64_t a = random_table(&x);
    Dd f = of_table(&x, a);
    dd_protect(x.dd, f);
    dd_protect(x.dd, f);
    of_table(&x, random_table(&x));
    dd_release(x.dd, f);
    dd_collect(x.dd);
    CHECK_INT(dd_n_nodes(x.dd), dd_size(x.dd, f));
    CHECK(table_of(&x, f) == a);
    CHECK(dd_same(of_table(&x, a), f));
    dd_release(x.dd, f);
  }
  dd_collect(x.dd);
  CHECK_INT(dd_n_nodes(x.dd), 0);
  fixture_done(&x);
}

TEST(dd_sifting_keeps_meanings) {
  Fixture x;
  fixture_init(&x, 9);
  for (uint32_t round = 0; round < unit_rounds(200); round++) {
    uint64_t a = random_table(&x), b = random_table(&x);
    Dd f = of_table(&x, a), g = of_table(&x, b);
    dd_protect(x.dd, f);
    dd_protect(x.dd, g);
    Dd both[2] = {f, g};
    uint32_t before = dd_size_n(x.dd, both, 2);
    if (round % 3) {
      dd_sift(x.dd);
      CHECK(dd_size_n(x.dd, both, 2) <= before);
      CHECK_INT(dd_n_nodes(x.dd), dd_size_n(x.dd, both, 2));
    } else {
      DdVar order[3] = {x.vars[round % N], x.vars[(round + 2) % N],
                        x.vars[(round + 5) % N]};
      dd_set_order(x.dd, order, 3);
      for (uint32_t i = 0; i < 3; i++)
        CHECK_INT(dd_var_at(x.dd, i).id, order[i].id);
    }
    CHECK(table_of(&x, f) == a && table_of(&x, g) == b);
    CHECK(dd_same(dd_and(x.dd, f, g), of_table(&x, a & b)));
    dd_release(x.dd, f);
    dd_release(x.dd, g);
  }
  fixture_done(&x);
}

/* (a1 & b1) | (a2 & b2) | ... is linear when neighbours, else exponential. */
TEST(dd_sifting_finds_pairs) {
  Mem mem;
  mem_init(&mem, 0);
  DdStore *dd = dd_new(&mem);
  DdVar vars[20];
  for (int i = 0; i < 20; i++) vars[i] = dd_add_var(dd);
  Dd f = dd_false();
  for (int i = 0; i < 10; i++)
    f = dd_or(dd, f, dd_and(dd, dd_var(dd, vars[i]), dd_var(dd, vars[i + 10])));
  CHECK(dd_size(dd, f) > 2000);
  dd_protect(dd, f);
  dd_sift(dd);
  CHECK_INT(dd_size(dd, f), 20);
  CHECK(dd_stats(dd)->swaps > 0);
  dd_free(dd);
  mem_done(&mem);
}

/* The same with idle labels everywhere: they go along and cost no swaps. */
TEST(dd_sifting_passes_idle_labels) {
  enum { PAIRS = 10, IDLE = 30 };
  Mem mem;
  mem_init(&mem, 0);
  DdStore *dd = dd_new(&mem);
  DdVar vars[2 * PAIRS];
  for (uint32_t i = 0; i < 2 * PAIRS; i++) {
    for (uint32_t k = 0; k < IDLE / 2; k++) dd_add_var(dd);
    vars[i] = dd_add_var(dd);
    for (uint32_t k = 0; k < IDLE / 2; k++) dd_add_var(dd);
  }
  Dd f = dd_false();
  for (uint32_t i = 0; i < PAIRS; i++)
    f = dd_or(dd, f,
              dd_and(dd, dd_var(dd, vars[i]), dd_var(dd, vars[i + PAIRS])));
  dd_protect(dd, f);
  dd_sift(dd);
  CHECK_INT(dd_size(dd, f), 2 * PAIRS);
  CHECK(dd_stats(dd)->swaps < 4 * (2 * PAIRS) * (2 * PAIRS));
  dd_require_valid(dd);
  for (uint32_t level = 0; level < dd_n_vars(dd); level++)
    CHECK_INT(dd_level(dd, dd_var_at(dd, level)), level);
  for (uint32_t i = 0; i < PAIRS; i++) {
    Dd pair = dd_and(dd, dd_var(dd, vars[i]), dd_var(dd, vars[i + PAIRS]));
    CHECK(dd_implies(dd, pair, f));
  }
  dd_free(dd);
  mem_done(&mem);
}

TEST(dd_limits_stop_cleanly) {
  Fixture x;
  fixture_init(&x, 10);
  Dd kept = of_table(&x, 0x123456789ABCDEFu);
  dd_protect(x.dd, kept);
  dd_collect(x.dd);
  dd_limit(x.dd, NULL, dd_n_nodes(x.dd) + 4);
  Dd got = of_table(&x, 0xFEDCBA9876543210u ^ 0x1337);
  CHECK(dd_is_stopped(x.dd));
  CHECK(dd_is_false(got));
  CHECK(!dd_implies(x.dd, dd_false(), dd_true()));
  dd_limit(x.dd, NULL, 0);
  dd_resume(x.dd);
  CHECK(table_of(&x, kept) == 0x123456789ABCDEFu);
  CHECK(table_of(&x, of_table(&x, 0x55AAu)) == 0x55AAu);
  volatile int interrupt = 1;
  Budget budget = {.interrupt = &interrupt};
  dd_limit(x.dd, &budget, 0);
  for (int i = 0; i < 100 && !dd_is_stopped(x.dd); i++)
    of_table(&x, random_table(&x));
  CHECK(dd_is_stopped(x.dd));
  dd_sift(x.dd);
  dd_resume(x.dd);
  dd_limit(x.dd, NULL, 0);
  CHECK(table_of(&x, kept) == 0x123456789ABCDEFu);
  fixture_done(&x);
}
