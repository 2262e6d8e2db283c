/* SPDX-License-Identifier: MIT
 *
 * What slicing must drop, and what it must never drop. */
#include "unit/pass/pass_test.h"

#define HEAD "pointer 32\nentry @main\nsites 9\n"
#define TAIL "error 0 = \"unreach-call\" \"x\"\n"

static void slice(Bench *b, const char *text) {
  bench_init(b, text);
  pass_slice(b->p);
  CHECK_VALID(b);
  pass_clean(b->p);
  CHECK_VALID(b);
}

TEST(pass_slice_drops_what_does_not_matter) {
  Bench b;
  slice(&b, HEAD "define void @main() {\n"
                 "b0:\n"
                 "  %1 = nondet.verifier i32 name=x site=1\n"
                 "  %2 = nondet.verifier i32 name=y site=2\n"
                 "  %3 = eq i1 %2, i32 0\n"
                 "  condbr %3, b1, b2\n"
                 "b1:\n"
                 "  %5 = mul i32 %2, i32 3\n"
                 "  br b3\n"
                 "b2:\n"
                 "  %7 = add i32 %2, i32 3\n"
                 "  br b3\n"
                 "b3:\n"
                 "  %9 = phi i32 [%5, b1], [%7, b2]\n"
                 "  dbg %9 var=1\n"
                 "  %11 = eq i1 %1, i32 0\n"
                 "  condbr %11, b4, b5\n"
                 "b4:\n"
                 "  error\n"
                 "b5:\n"
                 "  %14 = mul i32 %1, %9\n"
                 "  ret\n"
                 "}\n"
                 "var 1 = z int signed size=4\n" TAIL);
  CHECK_INT(bench_count(&b, "main", OP_NONDET), 1);
  CHECK_INT(bench_count(&b, "main", OP_CONDBR), 1);
  CHECK_INT(bench_count(&b, "main", OP_STOP), 1);
  CHECK_INT(bench_count(&b, "main", OP_RET), 0);
  CHECK_INT(bench_blocks(&b, "main"), 3);
  bench_done(&b);
}

TEST(pass_slice_keeps_exits_assumptions_and_traps) {
  Bench b;
  slice(&b, HEAD "define void @main() {\n"
                 "b0:\n"
                 "  %1 = nondet.verifier i32 name=x site=1\n"
                 "  %2 = nondet.verifier i32 name=y site=2\n"
                 "  %3 = eq i1 %2, i32 0\n"
                 "  condbr %3, b1, b2\n"
                 "b1:\n"
                 "  stop name=exit\n"
                 "b2:\n"
                 "  %6 = slt i1 %1, i32 7\n"
                 "  assume %6\n"
                 "  %8 = sdiv i32 i32 5, %1\n"
                 "  error\n"
                 "}\n" TAIL);
  CHECK_INT(bench_count(&b, "main", OP_CONDBR), 1);
  CHECK_INT(bench_count(&b, "main", OP_ASSUME), 1);
  CHECK_INT(bench_count(&b, "main", OP_SDIV), 1);
  bench_done(&b);
}

/* A loop before the error: `step` and `test` decide whether it may stay for
 * ever. */
static uint32_t branches_left(const char *step, const char *test) {
  Mem mem;
  mem_init(&mem, 0);
  Text text;
  text_init(&text, &mem);
  text_printf(&text,
              HEAD "define void @main() {\n"
                   "b0:\n"
                   "  %%1 = nondet.verifier i32 name=n site=1\n"
                   "  br b1\n"
                   "b1:\n"
                   "  %%3 = phi i32 [i32 0, b0], [%%6, b2]\n"
                   "  %%4 = %s\n"
                   "  condbr %%4, b2, b3\n"
                   "b2:\n"
                   "  %%6 = %s\n"
                   "  br b1\n"
                   "b3:\n"
                   "  error\n"
                   "}\n" TAIL,
              test, step);
  Bench b;
  slice(&b, text_get(&text));
  uint32_t n = bench_count(&b, "main", OP_CONDBR);
  CHECK_INT(bench_count(&b, "main", OP_ERROR), 1);
  bench_done(&b);
  text_done(&text);
  mem_done(&mem);
  return n;
}

TEST(pass_slice_loops) {
  CHECK_INT(branches_left("add i32 %3, i32 1", "slt i1 %3, %1"), 0);
  CHECK_INT(branches_left("add i32 %3, i32 -1", "ult i1 %3, i32 9"), 0);
  CHECK_INT(branches_left("add i32 %3, i32 3", "ne i1 %3, %1"), 0);
  CHECK_INT(branches_left("add i32 %3, i32 1", "sle i1 %3, i32 9"), 0);
  /* may not terminate */
  CHECK_INT(branches_left("add i32 %3, i32 1", "sle i1 %3, %1"), 1);
  CHECK_INT(branches_left("add i32 %3, i32 1", "ule i1 %3, i32 -1"), 1);
  CHECK_INT(branches_left("add i32 %3, i32 1", "sle i1 %3, i32 2147483647"), 1);
  CHECK_INT(branches_left("add i32 %3, i32 2", "ne i1 %3, %1"), 1);
  CHECK_INT(branches_left("add i32 %3, %1", "ult i1 %3, i32 9"), 1);
  CHECK_INT(branches_left("mul i32 %3, i32 3", "ult i1 %3, i32 9"), 1);
  CHECK_INT(
      branches_left("nondet.verifier i32 name=y site=2", "ult i1 %3, i32 9"),
      1);
}

TEST(pass_slice_memory) {
  static const char text[] = HEAD "region 1 = scalar known bits=32 name=g\n"
                                  "region 2 = scalar known bits=32 name=h\n"
                                  "global $g i32 size=4 align=4\n"
                                  "global $h i32 size=4 align=4\n"
                                  "define void @main() {\n"
                                  "b0:\n"
                                  "  %1 = nondet.verifier i32 name=x site=1\n"
                                  "  store %1, $g region=1\n"
                                  "  store %1, $h region=2\n"
                                  "  %4 = load i32 $h region=2\n"
                                  "  %5 = add i32 %4, i32 1\n"
                                  "  store %5, $h region=2\n"
                                  "  %7 = load i32 $g region=1\n"
                                  "  %8 = eq i1 %7, i32 0\n"
                                  "  condbr %8, b1, b2\n"
                                  "b1:\n"
                                  "  error\n"
                                  "b2:\n"
                                  "  ret\n"
                                  "}\n" TAIL;
  Bench b;
  slice(&b, text);
  CHECK_INT(bench_count(&b, "main", OP_STORE), 1);
  CHECK_INT(bench_count(&b, "main", OP_LOAD), 1);
  bench_done(&b);
  bench_init(&b, text); /* without regions every store may be read */
  Function *f = prog_func(b.p, b.p->entry);
  for (uint32_t i = 0; i < f->insts.n; i++) f->insts.at[i].region.id = 0;
  pass_slice(b.p);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, "main", OP_STORE), 3);
  bench_done(&b);
}

TEST(pass_slice_no_error_leaves_nothing) {
  Bench b;
  slice(&b, HEAD "define i32 @main() {\n"
                 "b0:\n"
                 "  %1 = nondet.verifier i32 name=x site=1\n"
                 "  br b1\n"
                 "b1:\n"
                 "  br b1\n"
                 "}\n" TAIL);
  CHECK_INT(bench_blocks(&b, "main"), 1);
  CHECK_INT(bench_count(&b, "main", OP_STOP), 1);
  bench_done(&b);
}

/* Recursion: the call and what it depends on stay; behind it nothing matters.
 */
TEST(pass_slice_calls_that_are_left) {
  Bench b;
  slice(&b, HEAD "define void @rec(i32 %1) {\n"
                 "b0:\n"
                 "  %2 = eq i1 %1, i32 0\n"
                 "  condbr %2, b1, b2\n"
                 "b1:\n"
                 "  error\n"
                 "b2:\n"
                 "  %5 = sub i32 %1, i32 1\n"
                 "  call @rec, %5 site=1\n"
                 "  ret\n"
                 "}\n"
                 "define void @main() {\n"
                 "b0:\n"
                 "  %1 = nondet.verifier i32 name=x site=2\n"
                 "  %2 = nondet.verifier i1 name=y site=3\n"
                 "  call @rec, %1 site=4\n"
                 "  condbr %2, b1, b2\n"
                 "b1:\n"
                 "  stop name=exit\n"
                 "b2:\n"
                 "  ret\n"
                 "}\n" TAIL);
  CHECK_INT(bench_count(&b, "main", OP_CALL), 1);
  CHECK_INT(bench_count(&b, "main", OP_NONDET), 1);
  CHECK_INT(bench_count(&b, "main", OP_CONDBR), 0);
  CHECK_INT(bench_count(&b, "rec", OP_CALL), 1);
  bench_done(&b);
}
