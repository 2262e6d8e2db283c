/* SPDX-License-Identifier: MIT
 *
 * Loops that are written out: how often, what leaves them, and what stays. */
#include "analysis/analysis.h"
#include "interp/interp.h"
#include "unit/pass/pass_test.h"

#define HEAD "pointer 32\nentry @main\nsites 9\n"
#define TAIL "error 0 = \"unreach-call\" \"x\"\n"

enum { RUNS = 40 };

typedef struct Outcome {
  InterpEnd end;
  uint64_t value;
} Outcome;

static uint32_t count_loops(const Bench *b) {
  Cfg *cfg = prog_cfg_new(b->p->mem, prog_func(b->p, b->p->entry));
  LoopForest *loops = prog_loops_new(cfg);
  uint32_t n = loops->loops.n;
  prog_loops_free(loops);
  prog_cfg_free(cfg);
  return n;
}

static void run_all(const Bench *b, Outcome *out) {
  Interp *run = interp_new(b->p->mem, b->p, (InterpOptions){0});
  for (uint32_t i = 0; i < RUNS; i++) {
    InterpRandom random;
    interp_random_init(&random, b->p->mem, i);
    InterpResult r = interp_run(run, interp_random(&random));
    out[i] = (Outcome){r.end, r.end == INTERP_RETURNED ? r.value[0] : 0};
    interp_random_done(&random);
  }
  interp_free(run);
}

/* Unrolls, and compares runs before and after; gives how many loops. */
static uint32_t unroll(Bench *b, const char *text) {
  Outcome before[RUNS], after[RUNS];
  bench_init(b, text);
  run_all(b, before);
  uint32_t n = pass_unroll(b->p, PASS_UNROLL_MEMORY, 20000);
  CHECK_VALID(b);
  run_all(b, after);
  for (uint32_t i = 0; i < RUNS; i++) {
    CHECK_INT(before[i].end, after[i].end);
    CHECK_INT(before[i].value, after[i].value);
  }
  return n;
}

/* Stores an input in each round, may leave early; the counter, a value of the
 * round and a load from behind are used behind the loop. */
#define FILL(LIMIT)                                                            \
  HEAD "global $g i32 size=16 align=4\n"                                       \
       "define i32 @main() {\n"                                                \
       "b0:\n"                                                                 \
       "  br b1\n"                                                             \
       "b1:\n"                                                                 \
       "  %1 = phi i32 [i32 0, b0], [%7, b3]\n"                                \
       "  %2 = ult i1 %1, i32 " LIMIT "\n"                                     \
       "  condbr %2, b2, b4\n"                                                 \
       "b2:\n"                                                                 \
       "  %3 = nondet.verifier i8 site=1\n"                                    \
       "  %4 = gep ptr $g, %1 stride=1\n"                                      \
       "  store %3, %4\n"                                                      \
       "  %5 = eq i1 %3, i8 7\n"                                               \
       "  condbr %5, b4, b3\n"                                                 \
       "b3:\n"                                                                 \
       "  %7 = add i32 %1, i32 1\n"                                            \
       "  br b1\n"                                                             \
       "b4:\n"                                                                 \
       "  %8 = phi i32 [i32 100, b1], [%1, b2]\n"                              \
       "  %9 = add i32 %8, %1\n"                                               \
       "  %10 = load i32 $g\n"                                                 \
       "  %11 = mul i32 %9, %10\n"                                             \
       "  ret %11\n"                                                           \
       "}\n" TAIL

TEST(pass_unroll_counts_to_a_constant) {
  Bench b;
  CHECK_INT(unroll(&b, FILL("9")), 1);
  CHECK_INT(count_loops(&b), 0);
  CHECK_INT(bench_count(&b, "main", OP_UNSUPPORTED), 0);
  CHECK_INT(bench_count(&b, "main", OP_NONDET), 9);
  bench_done(&b);
}

TEST(pass_unroll_never_entered) {
  Bench b;
  CHECK_INT(unroll(&b, FILL("0")), 1);
  CHECK_INT(count_loops(&b), 0);
  CHECK_INT(bench_count(&b, "main", OP_NONDET), 0);
  bench_done(&b);
}

/* Too many rounds; an unknown number; no memory. */
TEST(pass_unroll_leaves_others) {
  Bench b;
  bench_init(&b, FILL("1000000"));
  CHECK_INT(pass_unroll(b.p, PASS_UNROLL_MEMORY, 20000), 0);
  CHECK_VALID(&b);
  bench_done(&b);
  CHECK_INT(unroll(&b, HEAD "global $g i32 size=4 align=4\n"
                            "define i32 @main() {\n"
                            "b0:\n"
                            "  %9 = nondet.verifier i32 site=1\n"
                            "  %10 = and i32 %9, i32 15\n"
                            "  br b1\n"
                            "b1:\n"
                            "  %1 = phi i32 [i32 0, b0], [%4, b2]\n"
                            "  %2 = ult i1 %1, %10\n"
                            "  condbr %2, b2, b3\n"
                            "b2:\n"
                            "  store %1, $g\n"
                            "  %4 = add i32 %1, i32 1\n"
                            "  br b1\n"
                            "b3:\n"
                            "  %5 = load i32 $g\n"
                            "  ret %5\n"
                            "}\n" TAIL),
            0);
  bench_done(&b);
  CHECK_INT(unroll(&b, HEAD "define i32 @main() {\n"
                            "b0:\n"
                            "  br b1\n"
                            "b1:\n"
                            "  %1 = phi i32 [i32 0, b0], [%4, b2]\n"
                            "  %2 = ult i1 %1, i32 5\n"
                            "  condbr %2, b2, b3\n"
                            "b2:\n"
                            "  %4 = add i32 %1, i32 1\n"
                            "  br b1\n"
                            "b3:\n"
                            "  ret %1\n"
                            "}\n" TAIL),
            0);
  bench_done(&b);
}

/* Only four bytes of those stored are read, but every one was asked for. */
TEST(pass_unroll_keeps_every_request) {
  Bench b;
  CHECK_INT(unroll(&b, FILL("9")), 1);
  pass_memory(b.p);
  pass_clean(b.p);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, "main", OP_NONDET), 9);
  bench_done(&b);
}
