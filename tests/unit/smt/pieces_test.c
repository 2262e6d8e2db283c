/* SPDX-License-Identifier: MIT
 *
 * Large formulas refuted in pieces: what is left holds in every model. */
#include "smt/split/pieces.h"
#include "unit/term/gen.h"
#include "unit/unit.h"

typedef struct Fixture {
  Mem mem;
  TermStore *s;
  TermList parts;
} Fixture;

static void start(Fixture *f) {
  mem_init(&f->mem, 0);
  f->s = term_store_new(&f->mem);
  f->parts = (TermList){0};
}

static void stop(Fixture *f) {
  VEC_DONE(&f->mem, &f->parts);
  term_store_free(f->s);
  mem_done(&f->mem);
}

static void add(Fixture *f, Term t) {
  VEC_PUSH(&f->mem, &f->parts, t);
}

static Term left(Fixture *f) {
  Budget budget = {.tick_limit = 100000};
  return smt_cases_left(&f->mem, f->s, &smt_blast, (SmtOptions){0}, f->parts.at,
                        f->parts.n, &budget);
}

static SmtResult solve_with(Fixture *f, Term more) {
  Smt *smt = smt_new(&f->mem, f->s, &smt_blast, (SmtOptions){0});
  for (uint32_t i = 0; i < f->parts.n; i++) smt_add(smt, f->parts.at[i]);
  smt_add(smt, more);
  SmtResult result = smt_check(smt, NULL, 0, NULL);
  smt_free(smt);
  return result;
}

static Term numbered(Fixture *f, const char *name, uint32_t i, Sort sort) {
  char text[32];
  snprintf(text, sizeof text, "%s%u", name, i);
  return term_var(f->s, text, sort);
}

/* Few variables of a kind, so that conjuncts meet, and some of them alone. */
static Term random_conjunct(Fixture *f, Gen *gen) {
  Term alternatives[3];
  for (uint32_t i = 0; i < 3; i++)
    alternatives[i] =
        rng_below(&gen->rng, 2)
            ? gen_bool(gen, 2)
            : term_and(f->s,
                       numbered(f, "b", rng_below(&gen->rng, 6), sort_bool()),
                       gen_bool(gen, 1));
  return term_or_n(f->s, alternatives, 1 + rng_below(&gen->rng, 3));
}

static Term random_goal(Fixture *f, Gen *gen) {
  Term alternatives[12];
  for (uint32_t i = 0; i < 12; i++) {
    Term b = numbered(f, "b", i % 6, sort_bool());
    alternatives[i] = term_and(f->s, i < 6 ? b : term_not(b), gen_bool(gen, 2));
  }
  return term_or_n(f->s, alternatives, 12);
}

TEST(pieces_leave_what_holds_in_every_model) {
  uint32_t refuted = 0, narrowed = 0;
  for (uint32_t seed = 0; seed < unit_rounds(600); seed++) {
    Fixture f;
    start(&f);
    Gen gen = {.store = f.s, .width = 2 + seed % 3};
    gen.rng.state = seed * 2 + 1;
    for (uint32_t i = 0; i < 2 + seed % 9; i++)
      add(&f, random_conjunct(&f, &gen));
    add(&f, random_goal(&f, &gen));
    Term rest = left(&f);
    CHECK_INT(solve_with(&f, term_not(rest)), SMT_UNSAT);
    refuted += term_is_false(rest);
    narrowed += !term_is_false(rest) && !term_is_true(rest) &&
                solve_with(&f, rest) == SMT_SAT;
    stop(&f);
  }
  CHECK(refuted > unit_rounds(600) / 20);
  CHECK(narrowed > unit_rounds(600) / 20);
}

enum { LOCKS = 60, LOCK_BITS = 8 };

/* One lock: taken and given back, if wanted; the block before it was left. */
static Term add_lock(Fixture *f, uint32_t i, Term before) {
  Sort word = sort_bv(LOCK_BITS);
  Term zero = term_u64(f->s, 0, LOCK_BITS), one = term_u64(f->s, 1, LOCK_BITS);
  Term held = numbered(f, "held", i, word), mid = numbered(f, "mid", i, word);
  Term end = numbered(f, "end", i, word), want = numbered(f, "want", i, word);
  Term at = numbered(f, "at", i, sort_bool()), no = term_eq(f->s, want, zero);
  add(f, term_eq(f->s, held, zero));
  add(f, term_implies(f->s, at, before));
  add(f, term_implies(
             f->s, at,
             term_or(f->s, term_and(f->s, no, term_eq(f->s, mid, held)),
                     term_and(f->s, term_not(no), term_eq(f->s, mid, one)))));
  add(f, term_implies(
             f->s, at,
             term_or(f->s, term_and(f->s, no, term_eq(f->s, end, mid)),
                     term_and(f->s, term_not(no), term_eq(f->s, end, zero)))));
  return at;
}

static Term some_lock_is_held(Fixture *f, uint32_t n) {
  Term none = term_true(), zero = term_u64(f->s, 0, LOCK_BITS);
  for (uint32_t i = 0; i < n; i++)
    none = term_and(
        f->s, none,
        term_eq(f->s, numbered(f, "end", i, sort_bv(LOCK_BITS)), zero));
  return term_not(none);
}

/* All of them, one behind the other, up to the end. */
static void add_locks(Fixture *f) {
  Term at = term_true();
  for (uint32_t i = 0; i < LOCKS; i++) at = add_lock(f, i, at);
  add(f, at);
}

TEST(pieces_refute_independent_cases) {
  Fixture f;
  start(&f);
  add_locks(&f);
  add(&f, some_lock_is_held(&f, LOCKS));
  CHECK(term_is_false(left(&f)));
  stop(&f);
}

TEST(pieces_leave_the_case_that_can_be) {
  Fixture f;
  start(&f);
  add_locks(&f);
  VEC_PUSH(&f.mem, &f.parts, some_lock_is_held(&f, LOCKS + 1));
  Term rest = left(&f);
  CHECK(!term_is_true(rest));
  CHECK_INT(solve_with(&f, term_not(rest)), SMT_UNSAT);
  CHECK_INT(solve_with(&f, rest), SMT_SAT);
  CHECK_INT(solve_with(
                &f, term_eq(f.s, numbered(&f, "end", LOCKS, sort_bv(LOCK_BITS)),
                            term_u64(f.s, 0, LOCK_BITS))),
            SMT_UNSAT);
  stop(&f);
}

/* Facts contradict each other before there are cases. */
TEST(pieces_refute_by_propagation_alone) {
  Fixture f;
  start(&f);
  Term b[3];
  for (uint32_t i = 0; i < 3; i++) b[i] = numbered(&f, "b", i, sort_bool());
  add(&f, b[0]);
  add(&f, term_implies(f.s, b[0], term_and(f.s, b[1], b[2])));
  add(&f, term_not(term_and(f.s, b[0], b[2])));
  CHECK(term_is_false(left(&f)));
  stop(&f);
}

TEST(pieces_need_a_wide_disjunction) {
  Fixture f;
  start(&f);
  add(&f, term_or(f.s, numbered(&f, "b", 0, sort_bool()),
                  numbered(&f, "b", 1, sort_bool())));
  CHECK(term_is_true(left(&f)));
  stop(&f);
}

/* Without ticks every case is left. */
TEST(pieces_of_a_spent_budget_are_left) {
  Fixture f;
  start(&f);
  add_locks(&f);
  add(&f, some_lock_is_held(&f, LOCKS));
  Budget budget = {.ticks = 1, .tick_limit = 1};
  Term rest = smt_cases_left(&f.mem, f.s, &smt_blast, (SmtOptions){0},
                             f.parts.at, f.parts.n, &budget);
  CHECK(!term_is_false(rest));
  CHECK_INT(solve_with(&f, term_not(rest)), SMT_UNSAT);
  stop(&f);
}
