/* SPDX-License-Identifier: MIT
 *
 * Constraints that meet, and elimination of all numbers by points, on random
 * constraints over small ranges, against all points of the grid. */
#include "dd/ldd_int.h"
#include "unit/unit.h"

#define N_NUMS  3
#define N_VARS  3
#define N_ATOMS 8
#define WIDTH   8
#define N_GRID  (WIDTH * WIDTH * WIDTH)

/* By number: its least value.  Zero is not in all ranges. */
static const int lows[N_NUMS] = {-3, 1, -5};

typedef struct Fixture {
  Mem mem;
  DdStore *dd;
  LddNum nums[N_NUMS];
  DdVar vars[N_VARS];
  Rng rng;
} Fixture;

static void fixture_init(Fixture *x, uint64_t seed) {
  mem_init(&x->mem, 0);
  x->dd = dd_new(&x->mem);
  x->rng = (Rng){seed};
  ldd_use(x->dd, &ldd_linear, LDD_INTEGERS);
  for (int i = 0; i < N_NUMS; i++)
    x->nums[i] = ldd_add_num_in(x->dd, lows[i], lows[i] + WIDTH - 1);
  for (int i = 0; i < N_VARS; i++) x->vars[i] = dd_add_var(x->dd);
}

static void fixture_done(Fixture *x) {
  dd_require_valid(x->dd);
  dd_free(x->dd);
  mem_done(&x->mem);
}

static int64_t small(Fixture *x, int64_t size) {
  return (int64_t)rng_below(&x->rng, 2 * (uint32_t)size + 1) - size;
}

static void point_of(uint32_t index, Integer *values) {
  for (uint32_t i = 0; i < N_NUMS; i++, index /= WIDTH)
    values[i] = lows[i] + (int)(index % WIDTH);
}

/* a*x + b*y + c*z <= k; with `size` 1 they are octagons, or nearly. */
static LddConstraint random_constraint(Fixture *x, int64_t size) {
  LddConstraint c = {.denominator = 1, .relation = LDD_AT_MOST};
  for (uint32_t i = 0; i < N_NUMS; i++) {
    int64_t factor = small(x, size);
    if (factor) c.form.at[c.form.n++] = (LddMonomial){{x->nums[i].id}, factor};
  }
  c.numerator = small(x, 9);
  return c;
}

/* ---- constraints that meet ---- */

static bool meet_at(const LddConstraint *given, const uint8_t *is_chosen,
                    uint32_t n, const Integer *values) {
  for (uint32_t i = 0; i < n; i++)
    if (is_chosen[i] && !ldd_holds(&given[i], values)) return false;
  return true;
}

static bool meet_somewhere(const LddConstraint *given, const uint8_t *is_chosen,
                           uint32_t n) {
  Integer values[N_NUMS];
  for (uint32_t i = 0; i < N_GRID; i++) {
    point_of(i, values);
    if (meet_at(given, is_chosen, n, values)) return true;
  }
  return false;
}

static void check_meet(Fixture *x, uint32_t n, uint32_t *counts) {
  LddConstraint given[N_ATOMS];
  uint8_t is_core[N_ATOMS] = {0}, all[N_ATOMS];
  Integer values[N_NUMS];
  point_of((uint32_t)rng_below(&x->rng, N_GRID), values);
  for (uint32_t i = 0; i < n; i++) {
    do given[i] = random_constraint(x, 2);
    while (given[i].form.n == 0);
    all[i] = 1;
  }
  LddMeet meet = ldd_meet(x->dd, given, n, values, is_core);
  counts[meet]++;
  bool is_in_range = true;
  for (uint32_t i = 0; i < N_NUMS; i++)
    if (values[i] < lows[i] || values[i] >= lows[i] + WIDTH)
      is_in_range = false;
  CHECK(is_in_range);
  if (meet == LDD_POINT) CHECK(meet_at(given, all, n, values));
  if (meet == LDD_NO_POINT) CHECK(!meet_somewhere(given, is_core, n));
}

TEST(ldd_constraints_that_meet) {
  Fixture x;
  fixture_init(&x, 1);
  uint32_t counts[3] = {0};
  for (uint32_t i = 0; i < 4000; i++) check_meet(&x, 1 + i % N_ATOMS, counts);
  CHECK(counts[LDD_POINT] > 500);
  CHECK(counts[LDD_NO_POINT] > 500);
  CHECK(counts[LDD_POINT_UNKNOWN] < 100);
  fixture_done(&x);
}

/* 2x = 2y + 1: bounds are rounded, so it is seen. */
TEST(ldd_parity_is_seen) {
  Fixture x;
  fixture_init(&x, 1);
  LddConstraint given[2] = {
      {{2, {{x.nums[0], 2}, {x.nums[1], -2}}}, 1, 1, LDD_AT_MOST},
      {{2, {{x.nums[0], -2}, {x.nums[1], 2}}}, -1, 1, LDD_AT_MOST}};
  uint8_t is_core[2] = {0};
  Integer values[N_NUMS] = {0};
  CHECK(ldd_meet(x.dd, given, 2, values, is_core) == LDD_NO_POINT);
  CHECK(is_core[0] && is_core[1]);
  fixture_done(&x);
}

/* The point stays where it is if it can. */
TEST(ldd_point_is_near) {
  Fixture x;
  fixture_init(&x, 1);
  LddConstraint given = {{1, {{x.nums[0], 1}}}, 3, 1, LDD_AT_MOST};
  uint8_t is_core[1] = {0};
  Integer values[N_NUMS] = {2, 1, -4};
  CHECK(ldd_meet(x.dd, &given, 1, values, is_core) == LDD_POINT);
  CHECK(values[0] == 2 && values[1] == 1 && values[2] == -4);
  values[0] = 4;
  CHECK(ldd_meet(x.dd, &given, 1, values, is_core) == LDD_POINT);
  CHECK(values[0] == 3);
  fixture_done(&x);
}

/* ---- all numbers ---- */

static Dd random_formula(Fixture *x, int64_t size, uint32_t depth) {
  uint64_t kind = rng_below(&x->rng, 4);
  if (depth == 0 && kind < 2)
    return dd_var(x->dd, x->vars[rng_below(&x->rng, N_VARS)]);
  if (depth == 0) {
    LddConstraint c = random_constraint(x, size);
    return ldd_constraint(x->dd, &c);
  }
  Dd f = random_formula(x, size, depth - 1);
  Dd g = random_formula(x, size, depth - 1);
  if (kind == 0) return dd_or(x->dd, f, g);
  if (kind == 1) return dd_iff(x->dd, f, g);
  return kind == 2 ? dd_and(x->dd, f, dd_not(g)) : dd_and(x->dd, f, g);
}

static bool is_possible(Fixture *x, Dd f, const uint8_t *truth) {
  Integer values[N_NUMS];
  for (uint32_t i = 0; i < N_GRID; i++) {
    point_of(i, values);
    if (ldd_eval(x->dd, f, values, truth)) return true;
  }
  return false;
}

/* Without limits. */
static Dd by_points(Fixture *x, Dd f, DdReorder reorder) {
  LddPoints *points = ldd_points_new(x->dd, f);
  CHECK(points && ldd_points_go_on(points, UINT64_MAX, reorder));
  Dd all = ldd_points_answer(points);
  ldd_points_free(points);
  return all;
}

/* Returns whether it was exact. */
static bool check_points(uint64_t seed, int64_t size, DdReorder reorder) {
  Fixture x;
  fixture_init(&x, seed);
  Dd f = random_formula(&x, size, 4);
  dd_protect(x.dd, f);
  Dd all = by_points(&x, f, reorder);
  dd_protect(x.dd, all);
  bool is_exact = ldd_is_exact(x.dd);
  Integer nothing[N_NUMS] = {0};
  for (uint32_t v = 0; v < 1u << N_VARS; v++) {
    uint8_t truth[N_VARS];
    for (uint32_t i = 0; i < N_VARS; i++) truth[i] = v >> i & 1;
    bool is_in = ldd_eval(x.dd, all, nothing, truth);
    bool is_right = is_possible(&x, f, truth);
    CHECK(is_exact ? is_in == is_right : is_in || !is_right);
  }
  DdVars support = {0};
  LddConstraint c;
  dd_support(x.dd, all, &support);
  for (uint32_t i = 0; i < support.n; i++)
    CHECK(!ldd_read(x.dd, support.at[i], &c));
  VEC_DONE(&x.mem, &support);
  fixture_done(&x);
  return is_exact;
}

TEST(ldd_all_numbers_by_points) {
  uint32_t n_exact = 0;
  for (uint64_t seed = 1; seed <= 300; seed++)
    n_exact += check_points(seed, 1, seed % 2 ? DD_ORDER_SIFT : DD_ORDER_FIXED);
  CHECK(n_exact > 280);
  for (uint64_t seed = 1; seed <= 100; seed++)
    check_points(seed, 3, DD_ORDER_SIFT);
}

/* x = y and y = z and x < z, or b: not known after a step or two. */
TEST(ldd_points_take_turns) {
  Fixture x;
  fixture_init(&x, 1);
  LddForm xy = {2, {{x.nums[0], 1}, {x.nums[1], -1}}};
  LddForm yz = {2, {{x.nums[1], 1}, {x.nums[2], -1}}};
  LddForm xz = {2, {{x.nums[0], 1}, {x.nums[2], -1}}};
  Dd f = dd_and(x.dd, ldd_equal(x.dd, &xy, 0), ldd_equal(x.dd, &yz, 0));
  f = dd_and(x.dd, f, ldd_at_most(x.dd, &xz, -1));
  f = dd_or(x.dd, f, dd_var(x.dd, x.vars[0]));
  dd_protect(x.dd, f);
  LddPoints *points = ldd_points_new(x.dd, f);
  CHECK(!ldd_points_go_on(points, 0, DD_ORDER_FIXED));
  uint32_t n_turns = 1;
  while (!ldd_points_go_on(points, 1, DD_ORDER_FIXED)) n_turns++;
  CHECK(n_turns > 1);
  CHECK(dd_same(ldd_points_answer(points), dd_var(x.dd, x.vars[0])));
  CHECK(ldd_is_exact(x.dd));
  ldd_points_free(points);
  fixture_done(&x);
}

/* b and x = 3, or not b and x <= 3 and y <= x - 3, which y >= 1 forbids: a
 * path that says nothing of y does not make y zero. */
TEST(ldd_points_are_in_range) {
  Fixture x;
  fixture_init(&x, 1);
  LddForm only_x = {1, {{x.nums[0], 1}}};
  LddForm yx = {2, {{x.nums[1], 1}, {x.nums[0], -1}}};
  Dd b = dd_var(x.dd, x.vars[0]);
  Dd f = dd_and(x.dd, dd_not(b), ldd_at_most(x.dd, &only_x, 3));
  f = dd_and(x.dd, f, ldd_at_most(x.dd, &yx, -3));
  f = dd_or(x.dd, f, dd_and(x.dd, b, ldd_equal(x.dd, &only_x, 3)));
  dd_protect(x.dd, f);
  CHECK(dd_same(by_points(&x, f, DD_ORDER_FIXED), b));
  fixture_done(&x);
}
