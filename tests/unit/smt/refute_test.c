/* SPDX-License-Identifier: MIT
 *
 * Polynomials modulo 2^w and what is refuted with them, against the bit-blaster
 * at widths where that decides everything. */
#include "smt/split/refute.h"
#include "term/poly.h"
#include "unit/term/gen.h"
#include "unit/unit.h"

typedef struct Fixture {
  Mem mem;
  TermStore *s;
  TermPolys *polys;
} Fixture;

static void start(Fixture *f) {
  mem_init(&f->mem, 0);
  f->s = term_store_new(&f->mem);
  f->polys = term_polys_new(f->s);
}

static void stop(Fixture *f) {
  term_polys_free(f->polys);
  term_store_free(f->s);
  mem_done(&f->mem);
}

static SmtResult solve(Fixture *f, const Term *parts, uint32_t n) {
  Smt *smt = smt_new(&f->mem, f->s, &smt_blast, (SmtOptions){0});
  for (uint32_t i = 0; i < n; i++) smt_add(smt, parts[i]);
  SmtResult result = smt_check(smt, NULL, 0, NULL);
  smt_free(smt);
  return result;
}

static SmtResult refute(Fixture *f, const Term *parts, uint32_t n) {
  Budget budget = {.tick_limit = 100000};
  return smt_refute(&f->mem, f->s, &smt_blast, (SmtOptions){0}, parts, n,
                    &budget);
}

static Term word(Fixture *f, const char *name) {
  return term_var(f->s, name, sort_bv(32));
}

static Term number(Fixture *f, uint64_t value) {
  return term_u64(f->s, value, 32);
}

/* ---- random terms ---- */

TEST(poly_normal_keeps_values) {
  for (uint32_t seed = 0; seed < unit_rounds(1500); seed++) {
    Fixture f;
    start(&f);
    Gen gen = {.store = f.s, .width = 2 + seed % 4};
    gen.rng.state = seed * 2 + 1;
    Term t = gen_bool(&gen, 5);
    Term differ = term_xor(f.s, t, term_poly_normal(f.polys, t));
    CHECK_INT(solve(&f, &differ, 1), SMT_UNSAT);
    stop(&f);
  }
}

/* What forgets products has every model of the term. */
TEST(poly_forget_loses_no_model) {
  for (uint32_t seed = 0; seed < unit_rounds(1500); seed++) {
    Fixture f;
    start(&f);
    Gen gen = {.store = f.s, .width = 2 + seed % 4};
    gen.rng.state = seed * 2 + 1;
    Term t = gen_bool(&gen, 6);
    Term less = term_poly_forget(f.polys, t);
    if (solve(&f, &t, 1) == SMT_SAT) CHECK_INT(solve(&f, &less, 1), SMT_SAT);
    stop(&f);
  }
}

TEST(poly_solve_gives_the_value) {
  uint32_t solved = 0;
  for (uint32_t seed = 0; seed < unit_rounds(1500); seed++) {
    Fixture f;
    start(&f);
    Gen gen = {.store = f.s, .width = 3};
    gen.rng.state = seed * 2 + 1;
    Term left = gen_bv(&gen, 3, 3), right = gen_bv(&gen, 3, 2);
    Term equation = term_eq(f.s, left, right);
    TermList vars = {0};
    term_vars(f.s, equation, &vars);
    for (uint32_t i = 0; i < vars.n; i++) {
      Term value = term_poly_solve(f.polys, equation, vars.at[i]);
      if (!value.id) continue;
      Term same = term_eq(f.s, vars.at[i], value);
      Term differ = term_xor(f.s, equation, same);
      CHECK_INT(solve(&f, &differ, 1), SMT_UNSAT);
      solved++;
    }
    VEC_DONE(&f.mem, &vars);
    stop(&f);
  }
  CHECK(solved > 20);
}

/* Nothing that has a model is refuted. */
TEST(refute_is_sound) {
  uint32_t refuted = 0;
  for (uint32_t seed = 0; seed < unit_rounds(240); seed++) {
    Fixture f;
    start(&f);
    Gen gen = {.store = f.s, .width = 2 + seed % 3};
    gen.rng.state = seed * 2 + 1;
    Term parts[4];
    for (int i = 0; i < 4; i++) parts[i] = gen_bool(&gen, 4);
    bool is_refuted = refute(&f, parts, 4) == SMT_UNSAT;
    if (is_refuted) CHECK_INT(solve(&f, parts, 4), SMT_UNSAT);
    refuted += is_refuted;
    stop(&f);
  }
  CHECK(refuted > 2);
}

/* ---- what it is for ---- */

/* 2 s = i * i - i is kept by s += i, i++. */
static uint32_t gauss_step(Fixture *f, Term *parts, uint64_t step) {
  TermStore *s = f->s;
  Term i = word(f, "i"), sum = word(f, "s");
  Term i2 = word(f, "i2"), sum2 = word(f, "s2");
  Term two = number(f, 2);
  parts[0] =
      term_eq(s, term_mul(s, two, sum), term_sub(s, term_mul(s, i, i), i));
  parts[1] = term_eq(s, i2, term_add(s, i, number(f, step)));
  parts[2] = term_eq(s, sum2, term_add(s, sum, i));
  parts[3] =
      term_ne(s, term_mul(s, two, sum2), term_sub(s, term_mul(s, i2, i2), i2));
  return 4;
}

TEST(refute_sum_of_numbers) {
  Fixture f;
  Term parts[4];
  start(&f);
  CHECK_INT(refute(&f, parts, gauss_step(&f, parts, 1)), SMT_UNSAT);
  CHECK_INT(refute(&f, parts, gauss_step(&f, parts, 2)), SMT_UNKNOWN);
  stop(&f);
}

/* Two comparisons together are an equation: k = i * m + j with j = m. */
TEST(refute_finds_equations) {
  Fixture f;
  start(&f);
  TermStore *s = f.s;
  Term i = word(&f, "i"), j = word(&f, "j"), k = word(&f, "k");
  Term m = word(&f, "m"), next = word(&f, "i2");
  Term parts[] = {
      term_eq(s, k, term_add(s, term_mul(s, i, m), j)),
      term_not(term_slt(s, j, m)),
      term_sle(s, j, m),
      term_eq(s, next, term_add(s, i, number(&f, 1))),
      term_ne(s, k, term_mul(s, next, m)),
  };
  CHECK_INT(refute(&f, parts, 5), SMT_UNSAT);
  parts[2] = term_sle(s, j, term_add(s, m, number(&f, 1)));
  CHECK_INT(refute(&f, parts, 5), SMT_UNKNOWN);
  stop(&f);
}

/* Ways through an edge are cases; the parity of x * (x - 1) is known. */
TEST(refute_by_cases) {
  Fixture f;
  start(&f);
  TermStore *s = f.s;
  Term a = term_var(s, "a", sort_bool()), x = word(&f, "x"), y = word(&f, "y");
  Term z = word(&f, "z"), one = number(&f, 1);
  Term up = term_and(s, a, term_eq(s, y, term_add(s, x, one)));
  Term down = term_and(s, term_not(a), term_eq(s, y, term_sub(s, one, x)));
  Term high = number(&f, (uint64_t)1 << 31);
  Term product = term_mul(s, y, term_sub(s, y, one));
  Term parts[] = {
      term_or(s, up, down),
      term_eq(s, z, term_mul(s, high, product)),
      term_ne(s, z, number(&f, 0)),
  };
  CHECK_INT(refute(&f, parts, 3), SMT_UNSAT);
  stop(&f);
}
