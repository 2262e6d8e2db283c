/* SPDX-License-Identifier: MIT
 *
 * The model-based tester.  The model of a diagram is its table of values: over
 * eight Boolean variables, or over two and three numbers from -2 to 1; 256
 * entries either way.  After each step the result must have the table that the
 * operation makes of the arguments' tables, implication and intersection must
 * say what the tables say, and the store must be valid.
 *
 * Eliminating a number must be exact where it claims to be, else a superset. */
#include "unit/dd/mbt.h"

#include "dd/ldd.h"

#define POOL     8
#define ENTRIES  256
#define LOWEST   (-2)
#define N_VALUES 4
#define N_NUMS   3

typedef struct Table {
  uint64_t words[ENTRIES / 64];
} Table;

typedef struct Machine {
  Mem mem;
  DdStore *dd;
  const Trace *trace;
  uint32_t n_bools;
  DdVar bools[8];
  LddNum nums[N_NUMS];
  Dd pool[POOL];
  Table tables[POOL];
  uint32_t oldest;
} Machine;

static const char *const op_names[] = {
#define X(name) #name,
    DD_MBT_STEPS(X)
#undef X
};

/* ---- tables ---- */

static bool has_numbers(const Machine *m) {
  return m->trace->settings[0] != 0;
}

static bool table_at(const Table *t, uint32_t i) {
  return t->words[i / 64] >> (i % 64) & 1;
}

static void table_set(Table *t, uint32_t i, bool truth) {
  t->words[i / 64] &= ~((uint64_t)1 << (i % 64));
  t->words[i / 64] |= (uint64_t)truth << (i % 64);
}

/* Entry i of the grid: Boolean variables in the low bits, then numbers. */
static bool bool_at(uint32_t i, uint32_t var) {
  return i >> var & 1;
}

static int num_at(uint32_t i, uint32_t num) {
  return LOWEST + (int)(i >> (2 + 2 * num) & 3);
}

/* Entry i with another value of a Boolean variable or number. */
static uint32_t with_bool(uint32_t i, uint32_t var, bool truth) {
  return (i & ~(1u << var)) | (uint32_t)truth << var;
}

static uint32_t with_num(uint32_t i, uint32_t num, int value) {
  uint32_t shift = 2 + 2 * num;
  return (i & ~(3u << shift)) | (uint32_t)(value - LOWEST) << shift;
}

static bool value_at(const Machine *m, Dd f, uint32_t i) {
  Integer values[N_NUMS];
  uint8_t truth[8];
  for (uint32_t k = 0; k < N_NUMS; k++) values[k] = num_at(i, k);
  for (uint32_t k = 0; k < m->n_bools; k++)
    truth[m->bools[k].id] = bool_at(i, k);
  return ldd_eval(m->dd, f, values, truth);
}

static Table table_of(const Machine *m, Dd f) {
  Table t;
  for (uint32_t i = 0; i < ENTRIES; i++) table_set(&t, i, value_at(m, f, i));
  return t;
}

/* ---- the machine ---- */

static void machine_init(Machine *m, const Trace *trace) {
  static const LddTheory *const theories[] = {&ldd_boxes, &ldd_octagons,
                                              &ldd_tvpi, &ldd_linear};
  *m = (Machine){.trace = trace};
  mem_init(&m->mem, 0);
  m->dd = dd_new(&m->mem);
  m->n_bools = has_numbers(m) ? 2 : 8;
  for (uint32_t i = 0; i < m->n_bools; i++) m->bools[i] = dd_add_var(m->dd);
  for (uint32_t i = 0; i < POOL; i++) {
    m->pool[i] = dd_false();
    dd_protect(m->dd, m->pool[i]);
  }
  if (!has_numbers(m)) return;
  ldd_use(m->dd, theories[trace->settings[0] - 1],
          trace->settings[1] == 1 ? LDD_RATIONALS : LDD_INTEGERS);
  for (uint32_t i = 0; i < N_NUMS; i++)
    m->nums[i] = trace->settings[1] == 2
                     ? ldd_add_num_in(m->dd, LOWEST, LOWEST + N_VALUES - 1)
                     : ldd_add_num(m->dd);
}

static void machine_done(Machine *m) {
  dd_free(m->dd);
  mem_done(&m->mem);
}

static void fail(const char *what) {
  die(EXIT_INTERNAL, "dd_mbt: %s", what);
}

static void check_valid(Machine *m) {
  Text problems;
  text_init(&problems, &m->mem);
  if (!dd_validate(m->dd, &problems)) fail(text_get(&problems));
  text_done(&problems);
}

typedef enum Claim { EQUAL, CONTAINS } Claim;

/* The result of a step goes into the pool. */
static void keep(Machine *m, Dd f, const Table *want, Claim claim) {
  if (dd_is_stopped(m->dd)) fail("stopped without a limit");
  Table got = table_of(m, f);
  for (uint32_t i = 0; i < ENTRIES / 64; i++) {
    if (want->words[i] & ~got.words[i]) fail("a valuation is missing");
    if (claim == EQUAL && want->words[i] != got.words[i])
      fail("a valuation is too many");
  }
  uint32_t at = m->oldest++ % POOL;
  dd_protect(m->dd, f);
  dd_release(m->dd, m->pool[at]);
  m->pool[at] = f;
  m->tables[at] = got;
}

/* ---- steps ---- */

static Dd random_constraint(Machine *m, uint32_t seed) {
  Rng rng = {seed};
  LddConstraint c = {.denominator = 1};
  c.form.n = 1 + rng_below(&rng, 3);
  for (uint32_t i = 0; i < c.form.n; i++) {
    c.form.at[i].num = m->nums[rng_below(&rng, N_NUMS)];
    c.form.at[i].coefficient = (int64_t)rng_below(&rng, 5) - 2;
  }
  c.numerator = (int64_t)rng_below(&rng, 9) - 4;
  c.relation = rng_below(&rng, 2) ? LDD_BELOW : LDD_AT_MOST;
  Dd f = rng_below(&rng, 3) ? ldd_constraint(m->dd, &c)
                            : ldd_equal(m->dd, &c.form, c.numerator);
  return f.id ? f : dd_true();
}

static void make_label(Machine *m, TraceStep step) {
  Dd f;
  if (has_numbers(m) && step.b % 4) {
    f = random_constraint(m, step.a);
    Table table = table_of(m, f);
    keep(m, f, &table, EQUAL);
    return;
  }
  uint32_t var = step.a % m->n_bools;
  Table want;
  for (uint32_t i = 0; i < ENTRIES; i++) table_set(&want, i, bool_at(i, var));
  keep(m, dd_var(m->dd, m->bools[var]), &want, EQUAL);
}

static void apply(Machine *m, TraceStep step) {
  Dd f = m->pool[step.a % POOL], g = m->pool[step.b % POOL];
  Dd h = m->pool[step.c % POOL], result = DD_NONE;
  const Table *a = &m->tables[step.a % POOL], *b = &m->tables[step.b % POOL];
  const Table *c = &m->tables[step.c % POOL];
  Table want;
  for (uint32_t i = 0; i < ENTRIES / 64; i++) {
    uint64_t x = a->words[i], y = b->words[i], z = c->words[i];
    uint64_t w = step.op == DD_MBT_and   ? x & y
                 : step.op == DD_MBT_or  ? x | y
                 : step.op == DD_MBT_xor ? x ^ y
                 : step.op == DD_MBT_not ? ~x
                 : step.op == DD_MBT_ite ? (x & y) | (~x & z)
                                         : x & ~y;
    want.words[i] = w;
  }
  if (step.op == DD_MBT_and) result = dd_and(m->dd, f, g);
  if (step.op == DD_MBT_or) result = dd_or(m->dd, f, g);
  if (step.op == DD_MBT_xor) result = dd_xor(m->dd, f, g);
  if (step.op == DD_MBT_not) result = dd_not(f);
  if (step.op == DD_MBT_ite) result = dd_ite(m->dd, f, g, h);
  if (step.op == DD_MBT_minus) result = dd_minus(m->dd, f, g);
  if (dd_implies(m->dd, f, g) && !dd_is_false(dd_minus(m->dd, f, g)))
    fail("implication and difference disagree");
  if (dd_meets(m->dd, f, g) == dd_is_false(dd_and(m->dd, f, g)))
    fail("intersection and conjunction disagree");
  keep(m, result, &want, EQUAL);
}

static void quantify(Machine *m, TraceStep step) {
  uint32_t bits = step.op == DD_MBT_some ? step.b : step.c;
  Dd f = m->pool[step.a % POOL], g = m->pool[step.b % POOL];
  Table want = m->tables[step.a % POOL];
  Dd cube = dd_true();
  for (uint32_t i = 0; step.op == DD_MBT_both && i < ENTRIES / 64; i++)
    want.words[i] &= m->tables[step.b % POOL].words[i];
  for (uint32_t var = 0; var < m->n_bools; var++) {
    if (!(bits >> var & 1)) continue;
    cube = dd_and(m->dd, cube, dd_var(m->dd, m->bools[var]));
    for (uint32_t i = 0; i < ENTRIES; i++) {
      bool some = table_at(&want, with_bool(i, var, false)) ||
                  table_at(&want, with_bool(i, var, true));
      table_set(&want, with_bool(i, var, false), some);
      table_set(&want, with_bool(i, var, true), some);
    }
  }
  Dd result = step.op == DD_MBT_some ? dd_exists(m->dd, f, cube)
                                     : dd_and_exists(m->dd, f, g, cube);
  keep(m, result, &want, EQUAL);
}

/* Where a constraint is fixed, tables say nothing; but fixing both ways and
 * joining again gives back the diagram. */
static void fix(Machine *m, TraceStep step) {
  Dd f = m->pool[step.a % POOL];
  DdVar var = {step.b % dd_n_vars(m->dd)};
  Dd high = dd_cofactor(m->dd, f, var, 1), low = dd_cofactor(m->dd, f, var, 0);
  Dd again = dd_ite(m->dd, dd_var(m->dd, var), high, low);
  if (!dd_same(again, f)) fail("cofactors do not make up the whole");
  Dd side = step.c % 2 ? high : low;
  Table want = table_of(m, side);
  LddConstraint c;
  bool is_bool = !has_numbers(m) || !ldd_read(m->dd, var, &c);
  for (uint32_t i = 0; is_bool && i < ENTRIES; i++)
    table_set(
        &want, i,
        table_at(&m->tables[step.a % POOL], with_bool(i, var.id, step.c % 2)));
  keep(m, side, &want, EQUAL);
}

static void compose(Machine *m, TraceStep step) {
  uint32_t var = step.b % m->n_bools;
  Dd f = m->pool[step.a % POOL], value = m->pool[step.c % POOL];
  const Table *of_f = &m->tables[step.a % POOL];
  const Table *of_value = &m->tables[step.c % POOL];
  Table want;
  for (uint32_t i = 0; i < ENTRIES; i++)
    table_set(&want, i,
              table_at(of_f, with_bool(i, var, table_at(of_value, i))));
  Dd result = dd_compose(m->dd, f, &m->bools[var], &value, 1);
  keep(m, result, &want, EQUAL);
}

static Dd within_grid(Machine *m, uint32_t num) {
  LddForm up = {1, {{m->nums[num], 1}}}, down = {1, {{m->nums[num], -1}}};
  return dd_and(m->dd, ldd_at_most(m->dd, &up, LOWEST + N_VALUES - 1),
                ldd_at_most(m->dd, &down, -LOWEST));
}

static void eliminate(Machine *m, TraceStep step) {
  if (!has_numbers(m)) return;
  uint32_t num = step.b % N_NUMS;
  const Table *of_f = &m->tables[step.a % POOL];
  Table want;
  for (uint32_t i = 0; i < ENTRIES; i++) {
    bool some = false;
    for (int value = LOWEST; value < LOWEST + N_VALUES; value++)
      some |= table_at(of_f, with_num(i, num, value));
    table_set(&want, i, some);
  }
  Dd bounded = dd_and(m->dd, m->pool[step.a % POOL], within_grid(m, num));
  Dd result;
  LddStats before = *ldd_stats(m->dd);
  if (!ldd_exists_within(m->dd, bounded, m->nums[num], step.c % 8, &result)) {
    if (ldd_stats(m->dd)->refused != before.refused || dd_is_stopped(m->dd))
      fail("what was given up left a trace");
    result = ldd_exists(m->dd, bounded, m->nums[num]);
  }
  uint32_t counts[N_NUMS] = {0};
  ldd_occurrences(m->dd, result, counts);
  if (counts[num]) fail("the number is still there");
  bool is_exact = ldd_is_exact(m->dd) && m->trace->settings[1] != 1;
  keep(m, result, &want, is_exact ? EQUAL : CONTAINS);
}

/* Only where the other number stays inside the grid can tables tell. */
static void replace(Machine *m, TraceStep step) {
  if (!has_numbers(m)) return;
  uint32_t num = step.b % N_NUMS, other = (num + 1) % N_NUMS;
  int plus = (int)(step.c % 3) - 1;
  LddForm form = {1, {{m->nums[other], 1}}};
  Dd f = m->pool[step.a % POOL];
  Dd result = ldd_substitute(m->dd, f, m->nums[num], &form, plus);
  Table want = table_of(m, result);
  for (uint32_t i = 0; i < ENTRIES; i++) {
    int value = num_at(i, other) + plus;
    if (value < LOWEST || value >= LOWEST + N_VALUES) continue;
    bool truth = table_at(&m->tables[step.a % POOL], with_num(i, num, value));
    if (ldd_stats(m->dd)->refused == 0 || truth) table_set(&want, i, truth);
  }
  keep(m, result, &want, EQUAL);
}

static void limit(Machine *m, TraceStep step) {
  Dd f = m->pool[step.a % POOL], g = m->pool[step.b % POOL];
  uint32_t max_nodes = dd_n_nodes(m->dd) + step.c % 4;
  dd_limit(m->dd, NULL, max_nodes ? max_nodes : 1);
  Dd result = dd_and(m->dd, f, g);
  bool is_stopped = dd_is_stopped(m->dd);
  if (is_stopped && !dd_is_false(result)) fail("stopped, but not false");
  dd_resume(m->dd);
  dd_limit(m->dd, NULL, 0);
  if (!is_stopped && !dd_same(result, dd_and(m->dd, f, g)))
    fail("a limit changed a result");
}

static void check_pool(Machine *m) {
  for (uint32_t i = 0; i < POOL; i++) {
    Table t = table_of(m, m->pool[i]);
    if (memcmp(&t, &m->tables[i], sizeof t) != 0)
      fail("a kept diagram changed");
  }
}

static void maintain(Machine *m, TraceStep step) {
  if (step.op == DD_MBT_collect) dd_collect(m->dd);
  if (step.op == DD_MBT_sift) dd_sift(m->dd);
  if (step.op == DD_MBT_order) {
    DdVar var = {step.a % dd_n_vars(m->dd)};
    dd_set_order(m->dd, &var, 1);
  }
  if (dd_n_nodes(m->dd) != dd_size_n(m->dd, m->pool, POOL))
    fail("garbage is left, or roots are lost");
  check_pool(m);
}

static void carry_out(Machine *m, TraceStep step) {
  switch ((DdMbtOp)step.op) {
  case DD_MBT_label: make_label(m, step); break;
  case DD_MBT_and:
  case DD_MBT_or:
  case DD_MBT_xor:
  case DD_MBT_minus:
  case DD_MBT_not:
  case DD_MBT_ite: apply(m, step); break;
  case DD_MBT_some:
  case DD_MBT_both: quantify(m, step); break;
  case DD_MBT_fix: fix(m, step); break;
  case DD_MBT_compose: compose(m, step); break;
  case DD_MBT_number: eliminate(m, step); break;
  case DD_MBT_replace: replace(m, step); break;
  case DD_MBT_collect:
  case DD_MBT_sift:
  case DD_MBT_order: maintain(m, step); break;
  case DD_MBT_limit: limit(m, step); break;
  case DD_MBT_lie: m->tables[step.a % POOL].words[0] ^= 1; break;
  case DD_MBT_N_OPS: unreachable_case();
  }
  check_valid(m);
}

/* ---- the kind ---- */

static void make(Trace *trace, Mem *mem, Rng *rng) {
  trace->settings[0] = rng_below(rng, 6) % 5;
  trace->settings[1] = rng_below(rng, 3);
  uint32_t n = 10 + rng_below(rng, 60);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t op = rng_below(rng, DD_MBT_lie);
    if (rng_below(rng, 3) == 0) op = rng_below(rng, DD_MBT_and + 3);
    TraceStep step = {op, rng_below(rng, 1000), rng_below(rng, 1000),
                      rng_below(rng, 1000)};
    VEC_PUSH(mem, &trace->steps, step);
  }
}

static bool allows(const uint32_t *settings) {
  return settings[0] <= 4 && settings[1] <= 2;
}

static void run(const Trace *trace) {
  Machine m;
  machine_init(&m, trace);
  for (uint32_t i = 0; i < trace->steps.n; i++)
    carry_out(&m, trace->steps.at[i]);
  check_pool(&m);
  machine_done(&m);
}

const TraceKind dd_trace = {"dd-trace", op_names, DD_MBT_N_OPS,
                            make,       allows,   run};
