/* SPDX-License-Identifier: MIT
 *
 * Tail calls that become jumps. */
#include "unit/pass/pass_test.h"
#include "interp/interp.h"

static bool next_input(void *ctx, const InterpPlace *place, uint32_t bits,
                       BvWord *value) {
  (void)place;
  memset(value, 0, BV_WORDS(bits) * sizeof *value);
  value[0] = *(const uint64_t *)ctx;
  return true;
}

static void fill_zero(void *ctx, const InterpPlace *place, uint8_t *bytes,
                      uint64_t n) {
  (void)ctx;
  (void)place;
  memset(bytes, 0, n);
}

/* What the program does when it is told `input`: 1000 if it fails, or what it
 * returns. */
static uint64_t run(Bench *b, uint64_t input) {
  InterpInputs inputs = {&input, next_input, fill_zero};
  Interp *interp =
      interp_new(&b->mem, b->p, (InterpOptions){.max_steps = 9999});
  InterpResult result = interp_run(interp, inputs);
  uint64_t end = result.end == INTERP_ERROR ? 1000 : 2000;
  if (result.end == INTERP_RETURNED) end = result.value[0];
  interp_free(interp);
  return end;
}

/* Two functions that call each other and themselves, through a PHI; parameters
 * change places. */
static const char pair[] = "pointer 32\n"
                           "entry @main\n"
                           "sites 5\n"
                           "error 0 = \"unreach-call\" \"e\" !0\n"
                           "define i32 @odd(i32 %1, i32 %2) {\n"
                           "b0:\n"
                           "  %3 = eq i1 %1, i32 0\n"
                           "  condbr %3, b1, b2\n"
                           "b1:\n"
                           "  br b3\n"
                           "b2:\n"
                           "  %4 = sub i32 %1, i32 1\n"
                           "  %5 = add i32 %2, i32 3\n"
                           "  %6 = call i32 @even, %5, %4 site=1\n"
                           "  br b3\n"
                           "b3:\n"
                           "  %7 = phi i32 [%2, b1], [%6, b2]\n"
                           "  ret %7\n"
                           "}\n"
                           "define i32 @even(i32 %1, i32 %2) {\n"
                           "b0:\n"
                           "  %3 = ult i1 %2, i32 9\n"
                           "  condbr %3, b1, b2\n"
                           "b1:\n"
                           "  %4 = call i32 @odd, %2, %1 site=2\n"
                           "  ret %4\n"
                           "b2:\n"
                           "  %5 = eq i1 %2, i32 12\n"
                           "  condbr %5, b3, b4\n"
                           "b3:\n"
                           "  error imm=0\n"
                           "b4:\n"
                           "  %6 = sub i32 %2, i32 2\n"
                           "  %7 = call i32 @even, %1, %6 site=3\n"
                           "  ret %7\n"
                           "}\n"
                           "define i32 @main() {\n"
                           "b0:\n"
                           "  %1 = nondet.verifier i32 name=x site=4\n"
                           "  %2 = call i32 @odd, %1, i32 1 site=5\n"
                           "  ret %2\n"
                           "}\n";

TEST(pass_tails_pair) {
  Bench before, after;
  bench_init(&before, pair);
  bench_init(&after, pair);
  CHECK_INT(pass_tails(after.p), 2);
  CHECK_VALID(&after);
  CHECK_INT(bench_count(&after, NULL, OP_CALL), 1); /* main's */
  CHECK_INT(pass_tails(after.p), 0);
  uint32_t failed = 0;
  for (uint64_t x = 0; x < 40; x++) {
    failed += run(&before, x) == 1000;
    CHECK_INT(run(&after, x), run(&before, x));
  }
  CHECK(failed > 0 && failed < 40);
  bench_done(&before);
  bench_done(&after);
}

/* One function that does some work, calls itself and ends. */
static uint32_t changed(const char *work, const char *end) {
  Bench b;
  char text[1024];
  snprintf(text, sizeof text,
           "pointer 32\nentry @main\nsites 4\n"
           "type t1 = i32 size=4 align=4\n"
           "define i32 @f(i32 %%1) {\n"
           "b0:\n"
           "  %%2 = eq i1 %%1, i32 0\n"
           "  condbr %%2, b1, b2\n"
           "b1:\n"
           "  ret i32 7\n"
           "b2:\n"
           "  %%3 = sub i32 %%1, i32 1\n"
           "  %s\n"
           "  %%5 = call i32 @f, %%3 site=2\n"
           "  %s\n"
           "}\n"
           "define i32 @main() {\n"
           "b0:\n"
           "  %%1 = call i32 @f, i32 3 site=3\n"
           "  ret %%1\n"
           "}\n",
           work, end);
  bench_init(&b, text);
  uint32_t n = pass_tails(b.p);
  CHECK_VALID(&b);
  bench_done(&b);
  return n;
}

TEST(pass_tails_left_alone) {
  CHECK_INT(changed("%4 = add i32 %1, i32 1", "ret %5"), 1);
  CHECK_INT(changed("%4 = nondet.undef i32 site=1", "ret %5"), 1);
  /* Something is done behind the call, or another value returned. */
  CHECK_INT(
      changed("%4 = add i32 %1, i32 1", "%6 = add i32 %5, i32 1\n  ret %6"), 0);
  CHECK_INT(changed("%4 = add i32 %1, i32 1", "ret %3"), 0);
  /* Inputs and locals of each activation. */
  CHECK_INT(
      changed("%4 = nondet.verifier i32 name=x site=1\n  assume %2", "ret %5"),
      0);
  CHECK_INT(
      changed("%4 = alloca ptr imm=4 aux=t1 site=1\n  store %3, %4", "ret %5"),
      0);
}
