/* SPDX-License-Identifier: MIT
 *
 * Value classes: what is narrowed, and that every value is in one class.  That
 * proofs and executions survive, the tests of the engines say. */
#include "engine/shared/narrow.h"
#include "unit/unit.h"

typedef enum Shape { EQUALITY, SIGNED, UNSIGNED, BOTH, SQUARE } Shape;

typedef struct Fixture {
  Mem mem;
  TermStore *store;
  Ts *ts;
  TsLoc loop, error;
  Term x, next;
} Fixture;

static void add_edge(Fixture *f, TsLoc from, TsLoc to, Term guard, Term value) {
  TsBlock *blocks = ARENA_ARRAY(&f->ts->arena, TsBlock, 2);
  TsStep *step = ARENA_ARRAY(&f->ts->arena, TsStep, 1);
  TsAssign *assign = ARENA_ARRAY(&f->ts->arena, TsAssign, 1);
  bool to_loop = to.id == f->loop.id;
  *assign = (TsAssign){f->next, value};
  *step = (TsStep){0, guard, assign, to_loop};
  blocks[0] = (TsBlock){.visited = term_true(), .constraint = term_true()};
  blocks[1] = (TsBlock){.visited = term_fresh(f->store, "b", sort_bool()),
                        .steps = step,
                        .n_steps = 1,
                        .constraint = term_true()};
  (void)ts_add_edge(f->ts, from, to, blocks, 2);
}

static Term number(Fixture *f, int64_t value) {
  return term_i64(f->store, value, 8);
}

static Term guard_of(Fixture *f, Shape shape) {
  TermStore *s = f->store;
  Term is_signed = term_slt(s, f->x, number(f, -3));
  Term is_unsigned = term_ult(s, number(f, 77), f->x);
  switch (shape) {
  case EQUALITY: return term_eq(s, f->x, number(f, 9));
  case SIGNED: return is_signed;
  case UNSIGNED: return is_unsigned;
  case BOTH: return term_or(s, is_signed, is_unsigned);
  case SQUARE: return term_eq(s, term_mul(s, f->x, f->x), number(f, 9));
  }
  unreachable_case();
}

static void build(Fixture *f, Shape shape) {
  mem_init(&f->mem, 0);
  f->store = term_store_new(&f->mem);
  f->ts = ts_new(&f->mem, f->store);
  f->ts->entry = ts_add_location(f->ts, TS_ENTRY, "entry");
  f->loop = ts_add_location(f->ts, TS_CUT, "loop");
  f->error = ts_add_location(f->ts, TS_ERROR, "error");
  f->x = term_var(f->store, "x", sort_bv(8));
  f->next = term_var(f->store, "x'", sort_bv(8));
  TsVar *var = ARENA_ARRAY(&f->ts->arena, TsVar, 1);
  *var = (TsVar){.now = f->x, .next = f->next, .name = "x"};
  f->ts->locations.at[f->loop.id].vars = var;
  f->ts->locations.at[f->loop.id].n_vars = 1;
  add_edge(f, f->ts->entry, f->loop, term_true(), number(f, 5));
  add_edge(f, f->loop, f->loop, guard_of(f, shape),
           term_var(f->store, "input", sort_bv(8)));
  add_edge(f, f->loop, f->error, term_eq(f->store, f->x, number(f, 100)), f->x);
}

static void done(Fixture *f) {
  ts_free(f->ts);
  term_store_free(f->store);
  mem_done(&f->mem);
}

static bool holds(Fixture *f, Term formula, int64_t x) {
  Map map;
  map_init(&map, &f->mem);
  map_put(&map, f->x.id, number(f, x).id);
  Term value = term_substitute(f->store, &map, formula);
  map_done(&map);
  CHECK(term_is_true(value) || term_is_false(value));
  return term_is_true(value);
}

/* Of the formulas "the class is k", one holds of each value; classes grow with
 * values where an order is looked at. */
static void check_classes(Fixture *f, Narrow *narrow, Shape shape) {
  Term class_var = narrow_ts(narrow)->locations.at[f->loop.id].vars[0].now;
  uint32_t width = term_width(f->store, class_var);
  CHECK(width < 8);
  uint64_t before = 0;
  for (int64_t i = 0; i < 256; i++) {
    int64_t x = shape == SIGNED ? i - 128 : i;
    uint32_t n = 0;
    uint64_t found = 0;
    for (uint64_t k = 0; k < (uint64_t)1 << width; k++) {
      Term number = term_u64(f->store, k, width);
      Term same = term_eq(f->store, class_var, number);
      Term below = term_ult(f->store, class_var, number);
      if (holds(f, narrow_back(narrow, same), x)) n++, found = k;
      if (n) CHECK_INT(holds(f, narrow_back(narrow, below), x), found < k);
    }
    CHECK_INT(n, 1);
    if (shape != EQUALITY) CHECK(before <= found);
    before = found;
  }
}

/* Seeds that value classes can express come back the same; others are left out.
 */
static void check_seeds(Fixture *f, Narrow *narrow) {
  Term point = term_not(term_eq(f->store, f->x, number(f, 100)));
  Term none = term_not(term_eq(f->store, f->x, number(f, 50)));
  Term both = term_and(f->store, point, none);
  Term sum = term_eq(f->store, term_add(f->store, f->x, f->x), number(f, 100));
  CHECK(term_same(narrow_back(narrow, narrow_seed(narrow, point)), point));
  CHECK(term_is_true(narrow_seed(narrow, none)));
  CHECK(term_is_true(narrow_seed(narrow, sum)));
  CHECK(term_same(narrow_back(narrow, narrow_seed(narrow, both)), point));
}

static uint32_t count_narrowed(const Ts *from, const Ts *to) {
  uint32_t n = 0;
  for (uint32_t l = 0; l < from->locations.n; l++)
    for (uint32_t i = 0; i < from->locations.at[l].n_vars; i++)
      n += !term_same(from->locations.at[l].vars[i].now,
                      to->locations.at[l].vars[i].now);
  return n;
}

static void check_shape(Shape shape, uint32_t n_narrow) {
  Fixture f;
  build(&f, shape);
  Narrow *narrow = narrow_new(f.ts, NARROW_DOMAINS);
  Text problems;
  text_init(&problems, &f.mem);
  CHECK(ts_validate(narrow_ts(narrow), &problems));
  CHECK_TEXT(text_get(&problems), "");
  text_done(&problems);
  CHECK_INT(count_narrowed(f.ts, narrow_ts(narrow)), n_narrow);
  if (n_narrow) check_classes(&f, narrow, shape);
  if (n_narrow) check_seeds(&f, narrow);
  narrow_free(narrow);
  done(&f);
}

TEST(engine_narrow_equality) {
  check_shape(EQUALITY, 1);
}
TEST(engine_narrow_signed) {
  check_shape(SIGNED, 1);
}
TEST(engine_narrow_unsigned) {
  check_shape(UNSIGNED, 1);
}
TEST(engine_narrow_not) {
  check_shape(BOTH, 0);
  check_shape(SQUARE, 0);
}
