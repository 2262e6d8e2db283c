/* SPDX-License-Identifier: MIT
 *
 * Cubes without loop-variant literals: what is replaced, what is not, and that
 * nothing is lost. */
#include "engine/shared/loop_variant.h"
#include "unit/unit.h"

typedef struct Fixture {
  Mem mem;
  TermStore *store;
  Map variant;
  TermList cube;
  Term c, i, k, n; /* i is loop-variant */
} Fixture;

static void init(Fixture *f) {
  mem_init(&f->mem, 0);
  f->store = term_store_new(&f->mem);
  f->cube = (TermList){0};
  f->c = term_var(f->store, "c", sort_bv(8));
  f->i = term_var(f->store, "i", sort_bv(8));
  f->k = term_var(f->store, "k", sort_bv(8));
  f->n = term_var(f->store, "n", sort_bv(8));
  map_init(&f->variant, &f->mem);
  map_put(&f->variant, f->i.id, 1);
}

static void done(Fixture *f) {
  VEC_DONE(&f->mem, &f->cube);
  map_done(&f->variant);
  term_store_free(f->store);
  mem_done(&f->mem);
}

static void add(Fixture *f, Term literal) {
  VEC_PUSH(&f->mem, &f->cube, literal);
}

static bool has(const Fixture *f, Term literal) {
  for (uint32_t j = 0; j < f->cube.n; j++)
    if (term_same(f->cube.at[j], literal)) return true;
  return false;
}

TEST(loop_variant_equation_is_used_and_gone) {
  Fixture f;
  init(&f);
  add(&f, term_slt(f.store, f.i, f.n));
  add(&f, term_eq(f.store, f.i, f.k));
  add(&f, term_not(term_eq(f.store, f.i, f.c)));
  CHECK(cube_without_loop_variant(f.store, &f.variant, term_true(), &f.cube));
  CHECK(f.cube.n == 2);
  CHECK(has(&f, term_slt(f.store, f.k, f.n)));
  CHECK(has(&f, term_not(term_eq(f.store, f.k, f.c))));
  done(&f);
}

TEST(loop_variant_two_comparisons_are_an_equation) {
  Fixture f;
  init(&f);
  add(&f, term_not(term_slt(f.store, f.i, f.k)));
  add(&f, term_slt(f.store, f.i, f.n));
  add(&f, term_not(term_slt(f.store, f.k, f.i)));
  CHECK(cube_without_loop_variant(f.store, &f.variant, term_true(), &f.cube));
  CHECK(f.cube.n == 1 && has(&f, term_slt(f.store, f.k, f.n)));
  done(&f);
}

/* A number or another loop-variant variable is no such value; one of each
 * reading is no equation. */
TEST(loop_variant_needs_an_invariant_value) {
  Fixture f;
  init(&f);
  add(&f, term_eq(f.store, f.i, term_i64(f.store, 3, 8)));
  add(&f, term_slt(f.store, f.i, f.n));
  CHECK(!cube_without_loop_variant(f.store, &f.variant, term_true(), &f.cube));
  map_put(&f.variant, f.k.id, 1);
  f.cube.at[0] = term_eq(f.store, f.i, f.k);
  CHECK(!cube_without_loop_variant(f.store, &f.variant, term_true(), &f.cube));
  f.cube.at[0] = term_not(term_slt(f.store, f.i, f.c));
  add(&f, term_not(term_ult(f.store, f.c, f.i)));
  CHECK(!cube_without_loop_variant(f.store, &f.variant, term_true(), &f.cube));
  CHECK(f.cube.n == 3);
  done(&f);
}

TEST(loop_variant_leaves_a_cube_that_would_say_nothing) {
  Fixture f;
  init(&f);
  add(&f, term_eq(f.store, f.i, f.k));
  CHECK(!cube_without_loop_variant(f.store, &f.variant, term_true(), &f.cube));
  CHECK(f.cube.n == 1);
  done(&f);
}

TEST(loop_variant_seeds_count) {
  Fixture f;
  init(&f);
  Term j = term_var(f.store, "j", sort_bv(8));
  map_put(&f.variant, j.id, 1);
  Term twice = term_add(f.store, f.k, f.k);
  Term seeds = term_eq(f.store, j, term_add(f.store, f.i, f.i));
  add(&f, term_eq(f.store, f.i, f.k));
  add(&f, term_slt(f.store, j, f.n));
  CHECK(cube_without_loop_variant(f.store, &f.variant, seeds, &f.cube));
  CHECK(f.cube.n == 1 && has(&f, term_slt(f.store, twice, f.n)));
  CHECK(!cube_without_loop_variant(f.store, &f.variant, seeds, &f.cube));
  done(&f);
}
