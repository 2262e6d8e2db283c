/* SPDX-License-Identifier: MIT
 *
 * Loops that are split at a cell do what they did: the same inputs lead to the
 * same end, or to the one error more.  Every place that asks for an input gets
 * the same value each time, so that it does not matter which copy asks. */
#include "unit/pass/pass_test.h"
#include "pass/over/over.h"
#include "pass/over/cells_int.h"
#include "interp/interp.h"

enum { MOST_STEPS = 40000, MOST_INDEX = 8 };

static bool next_input(void *ctx, const InterpPlace *place, uint32_t bits,
                       BvWord *value) {
  const uint64_t *seed = ctx;
  uint64_t mix = (place->inst ? place->inst->site : 0) * 0x9E3779B97F4A7C15u;
  memset(value, 0, BV_WORDS(bits) * sizeof *value);
  mix = (mix ^ *seed) * 0xBF58476D1CE4E5B9u;
  value[0] = (mix >> 40) % MOST_INDEX;
  if (bits < 64) value[0] &= ((uint64_t)1 << bits) - 1;
  return true;
}

static void fill_zero(void *ctx, const InterpPlace *place, uint8_t *bytes,
                      uint64_t n) {
  (void)ctx;
  (void)place;
  memset(bytes, 0, n);
}

static InterpResult run(Mem *mem, const Program *p, uint64_t *seed,
                        uint64_t steps) {
  InterpInputs inputs = {seed, next_input, fill_zero};
  InterpOptions options = {.max_steps = steps};
  Interp *interp = interp_new(mem, p, options);
  InterpResult result = interp_run(interp, inputs);
  interp_free(interp);
  return result;
}

/* With single cells; NULL: there are no arrays. */
static Program *with_cells(Program *p, CellWatch watch, CellsChosen *chosen) {
  Program *made = prog_clone(p);
  pass_memory(made);
  pass_walks(made);
  if (pass_cells(made, watch, chosen)) {
    pass_memory(made);
    pass_clean(made);
    return made;
  }
  prog_free(made);
  return NULL;
}

static void check_split(Mem *mem, Program *p, CellWatch watch,
                        uint32_t *splits) {
  CellsChosen chosen;
  Program *before = with_cells(p, watch, &chosen);
  Program *after = with_cells(p, watch, &chosen);
  Text problems;
  if (!before) return;
  text_init(&problems, mem);
  uint32_t n_errors = before->errors.n;
  uint32_t n = pass_split(after, &chosen);
  *splits += n;
  CHECK(prog_validate(after, &problems));
  CHECK_TEXT(text_get(&problems), "");
  for (uint64_t seed = 1; n && seed <= 20; seed++) {
    InterpResult one = run(mem, before, &seed, MOST_STEPS);
    InterpResult two = run(mem, after, &seed, 4 * MOST_STEPS);
    bool is_more = two.end == INTERP_ERROR && two.error >= n_errors;
    if (one.end == INTERP_FUEL || is_more) continue;
    CHECK_INT(two.end, one.end);
    if (one.end == INTERP_ERROR) CHECK_INT(two.error, one.error);
  }
  text_done(&problems);
  prog_free(after);
  prog_free(before);
}

/* Writes the columns of a matrix, looks at its rows. */
static const char matrix_text[] = "pointer 32\nentry @main\nsites 9\n"
                                  "type t1 = [48 x i32] size=192 align=4\n"
                                  "error 0 = \"unreach-call\" \"e\" !0\n"
                                  "define i32 @main() {\n"
                                  "b0:\n"
                                  "  %1 = alloca ptr imm=192 aux=t1 site=1\n"
                                  "  br b1\n"
                                  "b1:\n"
                                  "  %2 = phi i32 [i32 0, b0], [%3, b4]\n"
                                  "  %4 = slt i1 %2, i32 6\n"
                                  "  condbr %4, b2, b5\n"
                                  "b2:\n"
                                  "  %5 = phi i32 [i32 0, b1], [%6, b3]\n"
                                  "  %7 = slt i1 %5, i32 8\n"
                                  "  condbr %7, b3, b4\n"
                                  "b3:\n"
                                  "  %8 = gep ptr %1, %2 stride=32\n"
                                  "  %9 = gep ptr %8, %5 stride=4\n"
                                  "  store i32 7, %9\n"
                                  "  %6 = add i32 %5, i32 1\n"
                                  "  br b2\n"
                                  "b4:\n"
                                  "  %3 = add i32 %2, i32 1\n"
                                  "  br b1\n"
                                  "b5:\n"
                                  "  %10 = phi i32 [i32 0, b1], [%11, b7]\n"
                                  "  %12 = slt i1 %10, i32 6\n"
                                  "  condbr %12, b6, b8\n"
                                  "b6:\n"
                                  "  %13 = gep ptr %1, %10 stride=32\n"
                                  "  %14 = gep ptr %13, i32 3 stride=4\n"
                                  "  %15 = load i32 %14\n"
                                  "  %16 = eq i1 %15, i32 7\n"
                                  "  condbr %16, b7, b9\n"
                                  "b7:\n"
                                  "  %11 = add i32 %10, i32 1\n"
                                  "  br b5\n"
                                  "b8:\n"
                                  "  ret i32 0\n"
                                  "b9:\n"
                                  "  error imm=0\n"
                                  "}\n";

TEST(pass_split_nest) {
  Mem mem;
  mem_init(&mem, 0);
  uint32_t splits = 0;
  Program *p = NULL;
  Text problem;
  text_init(&problem, &mem);
  CHECK(prog_parse(&p, &mem, matrix_text, &problem));
  CHECK_TEXT(text_get(&problem), "");
  pass_memory(p);
  check_split(&mem, p, CELLS_LAST_LOADED, &splits);
  CHECK_INT(splits, 3); /* rows, columns of one row, rows again */
  prog_free(p);
  text_done(&problem);
  mem_done(&mem);
}

/* ---- random nests ---- */

typedef struct Nests {
  Text text;
  Rng rng;
  uint32_t value, block; /* the next ones */
} Nests;

static uint32_t roll(Nests *n, uint32_t sides) {
  return rng_below(&n->rng, sides);
}

/* Begins a loop in block `head`, from `entry`: counts up or down, by 1 or 2.
 * Its body is the next block.  The counter is `head`'s first value. */
typedef struct Round {
  uint32_t head, counter, next, exit;
  int step;
} Round;

static Round begin_loop(Nests *n, uint32_t entry, uint32_t back, uint32_t head,
                        uint32_t exit) {
  Round r = {head, n->value, n->value + 1, exit, roll(n, 4) ? 1 : 2};
  int most = (int)roll(n, 5) + 2, first = (int)roll(n, 2);
  n->value += 3;
  bool falls = roll(n, 3) == 0;
  if (falls) r.step = -r.step;
  text_printf(&n->text, "b%u:\n  %%%u = phi i32 [i32 %d, b%u], [%%%u, b%u]\n",
              head, r.counter, falls ? most : first, entry, r.next, back);
  if (falls)
    text_printf(&n->text, "  %%%u = slt i1 i32 -1, %%%u\n", r.counter + 2,
                r.counter);
  else
    text_printf(&n->text, "  %%%u = slt i1 %%%u, i32 %d\n", r.counter + 2,
                r.counter, most);
  text_printf(&n->text, "  condbr %%%u, b%u, b%u\n", r.counter + 2, head + 1,
              exit);
  return r;
}

static void step(Nests *n, const Round *r) {
  text_printf(&n->text, "  %%%u = add i32 %%%u, i32 %d\n  br b%u\n", r->next,
              r->counter, r->step, r->head);
}

/* The address of a cell that the two counters choose. */
static uint32_t cell(Nests *n, const Round *i, const Round *j) {
  uint32_t row = i->counter, column = j->counter, at = n->value;
  if (roll(n, 4) == 0) {
    row = j->counter;
    column = i->counter;
  }
  if (roll(n, 4) == 0) {
    text_printf(&n->text, "  %%%u = add i32 %%%u, i32 1\n", at, column);
    column = at++;
  }
  text_printf(&n->text,
              "  %%%u = gep ptr %%1, %%%u stride=40\n"
              "  %%%u = gep ptr %%%u, %%%u stride=4\n",
              at, row, at + 1, at, column);
  n->value = at + 2;
  return at + 1;
}

/* One nest; control comes from block `entry` and goes on in the one that it
 * gives.  It stores, or fails where a cell is not `c`. */
static uint32_t nest(Nests *n, uint32_t entry) {
  uint32_t head = n->block, exit = head + 6;
  n->block += 6;
  Round i = begin_loop(n, entry, head + 5, head, exit);
  text_printf(&n->text, "b%u:\n  br b%u\n", head + 1, head + 2);
  Round j = begin_loop(n, head + 1, head + 4, head + 2, head + 5);
  text_printf(&n->text, "b%u:\n", head + 3);
  uint32_t to = cell(n, &i, &j);
  if (roll(n, 3)) {
    text_printf(&n->text, "  store i32 %u, %%%u\n  br b%u\n", roll(n, 3), to,
                head + 4);
  } else {
    text_printf(&n->text,
                "  %%%u = load i32 %%%u\n  %%%u = eq i1 %%%u, i32 %u\n"
                "  condbr %%%u, b%u, b1\n",
                n->value, to, n->value + 1, n->value, roll(n, 3), n->value + 1,
                head + 4);
    n->value += 2;
  }
  text_printf(&n->text, "b%u:\n", head + 4);
  step(n, &j);
  text_printf(&n->text, "b%u:\n", head + 5);
  step(n, &i);
  return head;
}

static void make_nests(Nests *n) {
  uint32_t n_nests = roll(n, 3) + 2;
  text_printf(&n->text, "pointer 32\nentry @main\nsites 9\n"
                        "type t1 = [100 x i32] size=400 align=4\n"
                        "error 0 = \"unreach-call\" \"e\" !0\n"
                        "define i32 @main() {\nb0:\n"
                        "  %%1 = alloca ptr imm=400 aux=t1 site=1\n"
                        "  br b2\nb1:\n  error imm=0\n");
  n->value = n->block = 2;
  for (uint32_t k = 0, entry = 0; k < n_nests; k++) entry = nest(n, entry);
  text_printf(&n->text, "b%u:\n  ret i32 0\n}\n", n->block);
}

TEST(pass_split_random) {
  uint32_t splits = 0;
  for (uint32_t seed = 1; seed <= 60; seed++) {
    Mem mem;
    mem_init(&mem, 0);
    Nests n = {.rng = {seed}};
    Text problem;
    text_init(&n.text, &mem);
    text_init(&problem, &mem);
    make_nests(&n);
    Program *p = NULL;
    CHECK(prog_parse(&p, &mem, text_get(&n.text), &problem));
    CHECK_TEXT(text_get(&problem), "");
    pass_memory(p);
    check_split(&mem, p, seed % 2 ? CELLS_LAST_LOADED : CELLS_LAST_STORED,
                &splits);
    prog_free(p);
    text_done(&problem);
    text_done(&n.text);
    mem_done(&mem);
  }
  CHECK(splits > 60);
}
