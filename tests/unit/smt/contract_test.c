/* SPDX-License-Identifier: MIT
 *
 * The contract of smt.h, the same tests for every back end: assumptions, cores,
 * activation literals, budgets, interrupts, faults, refusals. */
#include "smt/smt.h"
#include "unit/unit.h"

#include <pthread.h>
#include <time.h>

static const SmtBackend *const all[] = {&smt_blast, &smt_z3, &smt_z3_linear};

typedef struct Setup {
  Mem mem;
  TermStore *s;
  Smt *smt;
  Term x, y;
} Setup;

static Setup *setup(const SmtBackend *backend, SmtOptions options) {
  static Setup here;
  Setup *p = &here;
  mem_init(&p->mem, 0);
  p->s = term_store_new(&p->mem);
  p->smt = smt_new(&p->mem, p->s, backend, options);
  p->x = term_var(p->s, "x", sort_bv(32));
  p->y = term_var(p->s, "y", sort_bv(32));
  return p;
}

static void finish(Setup *p) {
  smt_free(p->smt);
  term_store_free(p->s);
  mem_done(&p->mem);
}

static Term num(Setup *p, int64_t value) {
  return term_i64(p->s, value, 32);
}

static SmtResult check1(Setup *p, Term t) {
  return smt_check(p->smt, &t, 1, NULL);
}

static void try_cores(const SmtBackend *backend) {
  Setup *p = setup(backend, (SmtOptions){.check = 2});
  smt_add(p->smt, term_slt(p->s, p->x, p->y));
  Term list[] = {term_slt(p->s, p->x, num(p, 100)),
                 term_slt(p->s, num(p, 50), p->x),
                 term_slt(p->s, p->y, num(p, 20)),
                 term_slt(p->s, num(p, -5), p->y), term_true()};
  CHECK_INT(smt_check(p->smt, list, 5, NULL), SMT_UNSAT);
  CHECK_INT(smt_core_min(p->smt, NULL, NULL, NULL), 2);
  const Term *core;
  CHECK_INT(smt_core(p->smt, &core), 2);
  CHECK(term_same(core[0], list[1]) && term_same(core[1], list[2]));
  CHECK_INT(smt_check(p->smt, list, 2, NULL), SMT_SAT);
  CHECK(smt_is_true(p->smt, term_slt(p->s, p->x, p->y)));
  Term both[] = {list[0], term_not(list[0])};
  CHECK_INT(smt_check(p->smt, both, 2, NULL), SMT_UNSAT);
  CHECK_INT(smt_core(p->smt, &core), 2);
  Term wrong[] = {list[0], term_false()};
  CHECK_INT(smt_check(p->smt, wrong, 2, NULL), SMT_UNSAT);
  CHECK_INT(smt_core(p->smt, &core), 1);
  CHECK(term_is_false(core[0]));
  smt_add(p->smt, term_slt(p->s, p->y, p->x));
  CHECK_INT(smt_check(p->smt, list, 2, NULL), SMT_UNSAT);
  CHECK_INT(smt_core_min(p->smt, NULL, NULL, NULL), 0);
  CHECK(smt_stats(p->smt)->cores_checked > 3);
  finish(p);
}

TEST(smt_cores) {
  for (int i = 0; i < 3; i++) try_cores(all[i]);
}

static uint32_t prefer_first(void *context, Term literal) {
  return term_same(literal, *(Term *)context);
}

static void try_priority(const SmtBackend *backend) {
  Setup *p = setup(backend, (SmtOptions){.check = 2});
  Term list[] = {term_eq(p->s, p->x, num(p, 1)),
                 term_slt(p->s, p->x, num(p, 2)),
                 term_slt(p->s, num(p, 3), p->x)};
  const Term *core;
  for (int first = 0; first < 2; first++) {
    CHECK_INT(smt_check(p->smt, list, 3, NULL), SMT_UNSAT);
    if (smt_core(p->smt, &core) < 3) continue;
    CHECK_INT(smt_core_min(p->smt, prefer_first, &list[first], NULL), 2);
    CHECK_INT(smt_core(p->smt, &core), 2);
    CHECK(!term_same(core[0], list[first]));
  }
  finish(p);
}

TEST(smt_core_priority) {
  for (int i = 0; i < 3; i++) try_priority(all[i]);
}

static void try_activation(const SmtBackend *backend) {
  Setup *p = setup(backend, (SmtOptions){.check = 2});
  Term a = smt_activation(p->smt), b = smt_activation(p->smt);
  smt_add_under(p->smt, a, term_eq(p->s, p->x, num(p, 3)));
  smt_add_under(p->smt, b, term_eq(p->s, p->x, num(p, 4)));
  Term both[] = {a, b};
  CHECK_INT(smt_check(p->smt, both, 2, NULL), SMT_UNSAT);
  CHECK_INT(check1(p, a), SMT_SAT);
  CHECK_INT(smt_value(p->smt, p->x).bits, 3);
  CHECK_INT(check1(p, b), SMT_SAT);
  CHECK_INT(smt_value(p->smt, p->x).bits, 4);
  CHECK_INT(smt_value(p->smt, p->y).bits, 0);
  CHECK_INT(smt_check(p->smt, NULL, 0, NULL), SMT_SAT);
  smt_retire(p->smt, a);
  CHECK_INT(check1(p, a), SMT_UNSAT);
  CHECK_INT(check1(p, b), SMT_SAT);
  finish(p);
}

TEST(smt_activation_literals) {
  for (int i = 0; i < 3; i++) try_activation(all[i]);
}

static void try_fault(const SmtBackend *backend) {
  uint64_t counter = 0;
  Setup *p = setup(
      backend, (SmtOptions){.inject_unknown_at = 2, .check_counter = &counter});
  Term t = term_eq(p->s, p->x, num(p, 3));
  CHECK_INT(check1(p, t), SMT_SAT);
  CHECK_INT(check1(p, t), SMT_UNKNOWN);
  CHECK_TEXT(smt_reason_unknown(p->smt), "injected fault");
  CHECK_INT(check1(p, t), SMT_SAT);
  CHECK_INT(counter, 3);
  finish(p);
}

TEST(smt_fault_injection) {
  for (int i = 0; i < 3; i++) try_fault(all[i]);
}

/* Hard for every solver: factors of a product of two 40-bit primes. */
static Term hard(Setup *p) {
  Term a = term_var(p->s, "ha", sort_bv(40));
  Term b = term_var(p->s, "hb", sort_bv(40));
  Term product = term_mul(p->s, term_zext(p->s, a, 80), term_zext(p->s, b, 80));
  Term goal = term_mul(p->s, term_u64(p->s, 943783788697u, 80),
                       term_u64(p->s, 927465761771u, 80));
  Term is_big = term_ult(p->s, term_u64(p->s, 1, 40), a);
  return term_and(p->s, term_eq(p->s, product, goal),
                  term_and(p->s, is_big, term_ult(p->s, a, b)));
}

static void try_budget(const SmtBackend *backend) {
  Setup *p = setup(backend, (SmtOptions){0});
  Term t = hard(p);
  Budget ticks = {.tick_limit = 200};
  double start = clock_now();
  CHECK_INT(smt_check(p->smt, &t, 1, &ticks), SMT_UNKNOWN);
  CHECK(clock_now() - start < 20);
  CHECK(strlen(smt_reason_unknown(p->smt)) > 0);
  Budget clock = {.deadline = clock_now() + 0.3};
  start = clock_now();
  CHECK_INT(smt_check(p->smt, &t, 1, &clock), SMT_UNKNOWN);
  CHECK(clock_now() - start < 3);
  volatile int flag = 1;
  Budget stopped = {.interrupt = &flag};
  CHECK_INT(smt_check(p->smt, &t, 1, &stopped), SMT_UNKNOWN);
  smt_interrupt(p->smt);
  CHECK_INT(smt_check(p->smt, &t, 1, NULL), SMT_UNKNOWN);
  CHECK_INT(check1(p, term_eq(p->s, p->x, num(p, 3))), SMT_SAT);
  finish(p);
}

TEST(smt_budgets) {
  for (int i = 0; i < 2; i++) try_budget(all[i]);
}

static void *interrupt_soon(void *smt) {
  struct timespec wait = {0, 100000000};
  nanosleep(&wait, NULL);
  smt_interrupt(smt);
  return NULL;
}

static void try_interrupt(const SmtBackend *backend) {
  Setup *p = setup(backend, (SmtOptions){0});
  Term t = hard(p);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, interrupt_soon, p->smt) == 0);
  double start = clock_now();
  CHECK_INT(smt_check(p->smt, &t, 1, NULL), SMT_UNKNOWN);
  CHECK(clock_now() - start < 5);
  CHECK_TEXT(smt_reason_unknown(p->smt), "interrupted");
  pthread_join(thread, NULL);
  CHECK_INT(check1(p, term_eq(p->s, p->x, num(p, 3))), SMT_SAT);
  finish(p);
}

TEST(smt_interrupts) {
  for (int i = 0; i < 2; i++) try_interrupt(all[i]);
}

/* What is too hard for so many ticks is unknown; the budget goes on. */
TEST(smt_check_within_ticks) {
  for (int i = 0; i < 2; i++) {
    Setup *p = setup(all[i], (SmtOptions){0});
    Term t = hard(p), easy = term_eq(p->s, p->x, num(p, 3));
    Budget budget = {0};
    CHECK_INT(smt_check_within(p->smt, &t, 1, &budget, 20), SMT_UNKNOWN);
    CHECK(budget.ticks > 0 && !budget_is_spent(&budget));
    CHECK_INT(smt_check_within(p->smt, &easy, 1, &budget, 0), SMT_SAT);
    finish(p);
  }
}

/* 16-bit factors of a product: thousands of conflicts. */
static uint64_t ticks_beside(uint32_t others, uint32_t literals_a_tick) {
  Setup *p =
      setup(&smt_blast, (SmtOptions){.literals_a_tick = literals_a_tick});
  for (uint32_t i = 0; i < others; i++) {
    Term square = term_mul(p->s, p->x, term_add(p->s, p->x, num(p, i + 1)));
    smt_add(p->smt, term_not(term_eq(p->s, square, num(p, 77))));
  }
  Term a = term_var(p->s, "fa", sort_bv(16)),
       b = term_var(p->s, "fb", sort_bv(16));
  Term product = term_mul(p->s, term_zext(p->s, a, 32), term_zext(p->s, b, 32));
  Term t = term_and(p->s, term_eq(p->s, product, num(p, 65521ll * 65519)),
                    term_ult(p->s, a, b));
  Budget budget = {0};
  CHECK_INT(smt_check(p->smt, &t, 1, &budget), SMT_SAT);
  finish(p);
  return budget.ticks;
}

/* What needs many conflicts goes to the other solver, which knows only what it
 * was given: here a variable that is defined between two questions. */
TEST(smt_justify_hands_over) {
  Setup *p = setup(&smt_justify, (SmtOptions){.check = 2});
  Term a = term_var(p->s, "fa", sort_bv(12)),
       b = term_var(p->s, "fb", sort_bv(12)),
       sum = term_var(p->s, "sum", sort_bv(32));
  Term wide_a = term_zext(p->s, a, 32), wide_b = term_zext(p->s, b, 32);
  Term factors = term_and(
      p->s,
      term_eq(p->s, term_mul(p->s, wide_a, wide_b), num(p, 4093ll * 4091)),
      term_ult(p->s, a, b));
  Term ask = term_and(p->s, factors, term_ult(p->s, sum, wide_a));
  CHECK_INT(smt_check(p->smt, &ask, 1, NULL), SMT_SAT);
  CHECK_INT(smt_value(p->smt, a).bits, 4091);
  CHECK(smt_value(p->smt, sum).bits < 4091);
  smt_define(p->smt, sum, term_add(p->s, wide_a, wide_b));
  CHECK_INT(smt_check(p->smt, &ask, 1, NULL), SMT_UNSAT);
  CHECK_INT(smt_check(p->smt, &factors, 1, NULL), SMT_SAT);
  CHECK_INT(smt_value(p->smt, sum).bits, 4091 + 4093);
  finish(p);
}

static uint64_t ticks_of_conflicts(uint32_t literals_a_tick) {
  return ticks_beside(0, literals_a_tick);
}

/* A conflict costs as much as its clause is long, where that is counted, and
 * more where there are many clauses: as a step does. */
TEST(smt_conflicts_count) {
  uint64_t steps = ticks_of_conflicts(0);
  uint64_t with_conflicts = ticks_of_conflicts(UINT32_MAX);
  CHECK(with_conflicts > steps);
  CHECK(ticks_of_conflicts(8) > with_conflicts);
  CHECK(ticks_of_conflicts(8) == ticks_of_conflicts(8));
  CHECK(ticks_beside(24, 8) > 2 * ticks_beside(24, 0));
}

/* One solver after the other from the same pool: nothing is left of the one
 * before, and one that was cut off leaves nothing behind. */
TEST(smt_pools) {
  Mem mem;
  mem_init(&mem, 0);
  SmtPool *pool = smt_pool_new(&mem);
  for (int i = 0; i < 9; i++) {
    Setup *p = setup(all[i % 3], (SmtOptions){.pool = pool});
    Term three = term_eq(p->s, p->x, num(p, 3));
    smt_add(p->smt, i & 1 ? term_not(three) : three);
    CHECK_INT(check1(p, three), i & 1 ? SMT_UNSAT : SMT_SAT);
    Term t = hard(p);
    Budget budget = {0};
    if (i < 6 && all[i % 3] != &smt_z3_linear)
      CHECK_INT(smt_check_within(p->smt, &t, 1, &budget, 20), SMT_UNKNOWN);
    finish(p);
  }
  smt_pool_free(pool);
  mem_done(&mem);
}

/* The same calls spend the same ticks and find the same model. */
TEST(smt_repeatable) {
  for (int i = 0; i < 3; i++) {
    uint64_t ticks[2], values[2];
    for (int run = 0; run < 2; run++) {
      Setup *p = setup(all[i], (SmtOptions){0});
      Term product = term_mul(p->s, p->x, num(p, 12345));
      Term goal[] = {term_ult(p->s, num(p, 77), product),
                     term_ult(p->s, product, num(p, 99999)),
                     term_slt(p->s, num(p, 1000), p->x)};
      Budget budget = {.tick_limit = 1000000};
      CHECK_INT(smt_check(p->smt, goal, 3, &budget), SMT_SAT);
      values[run] = smt_value(p->smt, p->x).bits;
      ticks[run] = budget.ticks;
      finish(p);
    }
    CHECK_INT(values[0], values[1]);
    CHECK_INT(ticks[0], ticks[1]);
  }
}

TEST(smt_floats_are_refused) {
  Setup *p = setup(&smt_blast, (SmtOptions){.check = 2});
  Term f = term_var(p->s, "f", sort_float(TERM_FLOAT_SINGLE));
  Term is_big = term_binary(p->s, TERM_FP_LT, term_fp_of_single(p->s, 1.5f), f);
  CHECK(!smt_supports(&smt_blast, p->s, is_big));
  CHECK(smt_supports(&smt_z3, p->s, is_big));
  CHECK_INT(check1(p, is_big), SMT_UNKNOWN);
  CHECK_TEXT(smt_reason_unknown(p->smt), "floats need z3");
  Term less[] = {is_big, term_slt(p->s, p->x, p->y),
                 term_slt(p->s, p->y, p->x)};
  CHECK_INT(smt_check(p->smt, less, 3, NULL), SMT_UNSAT);
  CHECK_INT(smt_check(p->smt, less + 1, 1, NULL), SMT_SAT);
  smt_add(p->smt, is_big);
  CHECK_INT(smt_check(p->smt, less + 1, 1, NULL), SMT_UNKNOWN);
  CHECK_INT(smt_check(p->smt, less + 1, 2, NULL), SMT_UNSAT);
  finish(p);
}

TEST(smt_floats_in_z3) {
  Setup *p = setup(&smt_z3, (SmtOptions){.check = 2});
  Sort sort = sort_float(TERM_FLOAT_DOUBLE);
  Term f = term_var(p->s, "f", sort), g = term_var(p->s, "g", sort);
  Term sum = term_fp_op(p->s, TERM_FP_ADD, TERM_RNE, f, g);
  Term goal[] = {
      term_binary(p->s, TERM_FP_EQ, sum, term_fp_of_double(p->s, 2.5)),
      term_binary(p->s, TERM_FP_EQ, f, term_fp_of_double(p->s, 1.25)),
      term_not(term_unary(p->s, TERM_FP_IS_NAN, g))};
  CHECK_INT(smt_check(p->smt, goal, 3, NULL), SMT_SAT);
  CHECK_INT(smt_stats(p->smt)->models_checked, 1);
  Term bits = term_fp_to_bits(p->s, g);
  CHECK(smt_value(p->smt, bits).bits != 0);
  Term nan[] = {term_unary(p->s, TERM_FP_IS_NAN, f),
                term_ne(p->s, term_fp_to_bits(p->s, f),
                        term_u64(p->s, 0x7ff8000000000000u, 64))};
  CHECK_INT(smt_check(p->smt, nan, 2, NULL), SMT_UNSAT);
  CHECK_INT(smt_check(p->smt, nan, 1, NULL), SMT_SAT);
  finish(p);
}

/* Facts that need integers: x + y = n stays true, at 64 bits. */
TEST(smt_linear_is_strong_on_sums) {
  Setup *p = setup(&smt_z3_linear, (SmtOptions){0});
  Sort sort = sort_bv(64);
  Term v[4];
  const char *names[] = {"a", "b", "c", "n"};
  for (int i = 0; i < 4; i++) {
    v[i] = term_var(p->s, names[i], sort);
    smt_add(p->smt, term_slt(p->s, term_i64(p->s, -1000000, 64), v[i]));
    smt_add(p->smt, term_slt(p->s, v[i], term_i64(p->s, 1000000, 64)));
  }
  Term three = term_u64(p->s, 3, 64);
  Term sum =
      term_add(p->s, term_mul(p->s, three, v[0]), term_sub(p->s, v[1], v[2]));
  smt_add(p->smt, term_slt(p->s, sum, v[3]));
  smt_add(p->smt, term_slt(p->s, v[2], v[1]));
  CHECK_INT(check1(p, term_slt(p->s, v[3], term_mul(p->s, three, v[0]))),
            SMT_UNSAT);
  CHECK_INT(check1(p, term_slt(p->s, term_mul(p->s, three, v[0]), v[3])),
            SMT_SAT);
  finish(p);
}
