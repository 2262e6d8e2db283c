/* SPDX-License-Identifier: MIT
 *
 * Loops of which rounds are left out: what a round can do is still done, from
 * any values that a round before leaves. */
#include "unit/pass/pass_test.h"
#include "pass/over/cells_int.h"
#include "interp/interp.h"

/* Counts to `%u`; fails at 5, with what the loop never changes. */
static const char count_text[] = "pointer 32\nentry @main\nsites 9\n"
                                 "error 0 = \"unreach-call\" \"e\" !0\n"
                                 "define i32 @main() {\n"
                                 "b0:\n"
                                 "  %%1 = nondet.undef i32 name=x site=1\n"
                                 "  %%2 = eq i1 %%1, i32 3\n"
                                 "  condbr %%2, b1, b2\n"
                                 "b1:\n"
                                 "  br b3\n"
                                 "b2:\n"
                                 "  br b3\n"
                                 "b3:\n"
                                 "  %%3 = phi i32 [i32 0, b1], [i32 1, b2],"
                                 " [%%4, b5]\n"
                                 "  %%5 = phi i32 [i32 8, b1], [%%1, b2],"
                                 " [%%5, b5]\n"
                                 "  %%6 = slt i1 %%3, i32 %d\n"
                                 "  condbr %%6, b4, b7\n"
                                 "b4:\n"
                                 "  %%7 = eq i1 %%3, i32 5\n"
                                 "  %%8 = eq i1 %%5, i32 8\n"
                                 "  %%9 = and i1 %%7, %%8\n"
                                 "  condbr %%9, b6, b5\n"
                                 "b5:\n"
                                 "  %%4 = add i32 %%3, i32 1\n"
                                 "  br b3\n"
                                 "b6:\n"
                                 "  error imm=0\n"
                                 "b7:\n"
                                 "  ret i32 0\n"
                                 "}\n";

/* The answers to the first input, to which round, and to what was before. */
static bool next_input(void *ctx, const InterpPlace *place, uint32_t bits,
                       BvWord *value) {
  const uint32_t *answers = ctx;
  memset(value, 0, BV_WORDS(bits) * sizeof *value);
  value[0] = bits == 1 ? answers[1]
                       : answers[place->inst && place->inst->site == 1 ? 0 : 2];
  return true;
}

static void fill_zero(void *ctx, const InterpPlace *place, uint8_t *bytes,
                      uint64_t n) {
  (void)ctx;
  (void)place;
  memset(bytes, 0, n);
}

static InterpEnd end_of(Mem *mem, const Program *p, uint32_t answers[3]) {
  InterpInputs inputs = {answers, next_input, fill_zero};
  InterpOptions options = {.max_steps = 1000};
  Interp *interp = interp_new(mem, p, options);
  InterpEnd end = interp_run(interp, inputs).end;
  interp_free(interp);
  return end;
}

static uint32_t count_loops(const Program *p) {
  Cfg *cfg = prog_cfg_new(p->mem, prog_func(p, p->entry));
  LoopForest *loops = prog_loops_new(cfg);
  uint32_t n = loops->loops.n;
  prog_loops_free(loops);
  prog_cfg_free(cfg);
  return n;
}

/* With how many answers the error is reached, of those from -1 to 12 for what
 * the counter was. */
static uint32_t count_errors(Mem *mem, const Program *p, uint32_t x) {
  uint32_t n = 0;
  for (uint32_t direct = 0; direct < 2; direct++)
    for (uint32_t i = 0; i < 14; i++)
      n += end_of(mem, p, (uint32_t[]){x, direct, i - 1}) == INTERP_ERROR;
  return n;
}

static Program *jumped(Mem *mem, int most) {
  Text text, problem;
  Program *p = NULL;
  text_init(&text, mem);
  text_init(&problem, mem);
  text_printf(&text, count_text, most);
  CHECK(prog_parse(&p, mem, text_get(&text), &problem));
  CHECK_TEXT(text_get(&problem), "");
  CHECK_INT(count_loops(p), 1);
  CHECK_INT(pass_jump(p), 1);
  CHECK(prog_validate(p, &problem));
  CHECK_INT(count_loops(p), 0);
  text_done(&text);
  text_done(&problem);
  return p;
}

TEST(pass_jump_keeps_errors) {
  Mem mem;
  mem_init(&mem, 0);
  Program *p = jumped(&mem, 7);
  CHECK_INT(count_errors(&mem, p, 3), 1); /* 4 in the round before */
  CHECK_INT(count_errors(&mem, p, 8), 1);
  CHECK_INT(count_errors(&mem, p, 7), 0); /* the loop changes it nowhere */
  prog_free(p);
  p = jumped(&mem, 5);
  CHECK_INT(count_errors(&mem, p, 3), 0); /* it ends before */
  prog_free(p);
  mem_done(&mem);
}

TEST(pass_jump_not_over_stores) {
  static const char text[] = "pointer 32\nentry @main\nsites 9\n"
                             "type t1 = [9 x i32] size=36 align=4\n"
                             "define i32 @main() {\n"
                             "b0:\n"
                             "  %1 = alloca ptr imm=36 aux=t1 site=1\n"
                             "  br b1\n"
                             "b1:\n"
                             "  %2 = phi i32 [i32 0, b0], [%3, b2]\n"
                             "  %4 = slt i1 %2, i32 9\n"
                             "  condbr %4, b2, b3\n"
                             "b2:\n"
                             "  %5 = gep ptr %1, %2 stride=4\n"
                             "  store i32 7, %5\n"
                             "  %3 = add i32 %2, i32 1\n"
                             "  br b1\n"
                             "b3:\n"
                             "  ret i32 0\n"
                             "}\n";
  Bench b;
  bench_init(&b, text);
  CHECK_INT(pass_jump(b.p), 0);
  CHECK_INT(count_loops(b.p), 1);
  CHECK_VALID(&b);
  bench_done(&b);
}
