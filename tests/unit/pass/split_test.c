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
