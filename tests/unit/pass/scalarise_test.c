/* SPDX-License-Identifier: MIT
 *
 * Expanding ranges and promoting memory: what becomes a value, what must not,
 * and that the interpreter sees no difference. */
#include "unit/pass/pass_test.h"
#include "analysis/analysis.h"
#include "interp/interp.h"

/* Fresh memory is zero, as are the inputs that stand for it afterwards; the
 * other inputs are random by their place. */
typedef struct Inputs {
  InterpRandom random;
  InterpInputs inner;
} Inputs;

static bool next_input(void *ctx, const InterpPlace *place, uint32_t bits,
                       BvWord *value) {
  Inputs *inputs = ctx;
  bool fresh = place->inst && place->inst->op == OP_NONDET &&
               place->inst->imm == INPUT_UNINIT;
  if (!fresh) return inputs->inner.next(inputs->inner.ctx, place, bits, value);
  memset(value, 0, BV_WORDS(bits) * sizeof *value);
  return true;
}

static void fill_zero(void *ctx, const InterpPlace *place, uint8_t *bytes,
                      uint64_t n) {
  (void)ctx;
  (void)place;
  memset(bytes, 0, n);
}

static void outcome(Bench *b, uint64_t seed, Text *out) {
  Inputs inputs;
  interp_random_init(&inputs.random, &b->mem, seed);
  inputs.inner = interp_random(&inputs.random);
  InterpInputs provider = {&inputs, next_input, fill_zero};
  Interp *run = interp_new(&b->mem, b->p, (InterpOptions){.max_steps = 10000});
  InterpResult result = interp_run(run, provider);
  interp_print_result(out, b->p, &result);
  text_char(out, '\n');
  interp_free(run);
  interp_random_done(&inputs.random);
}

static void outcomes(Bench *b, Text *out) {
  for (uint64_t seed = 1; seed <= 20; seed++) outcome(b, seed, out);
}

/* Runs the pass; outcomes before and after must agree. */
static void check_pass(Bench *b, const char *text,
                       uint32_t (*pass)(Program *)) {
  bench_init(b, text);
  CHECK_VALID(b);
  Text before, after;
  text_init(&before, &b->mem);
  text_init(&after, &b->mem);
  outcomes(b, &before);
  pass(b->p);
  CHECK_VALID(b);
  outcomes(b, &after);
  CHECK_TEXT(text_get(&after), text_get(&before));
  text_done(&before);
  text_done(&after);
}

#define HEAD                                                                   \
  "pointer 64\nentry @main\nsites 9\n"                                         \
  "type t1 = [32 x i8] size=32 align=1\n"                                      \
  "var 1 = x int signed size=4\n"                                              \
  "var 2 = l int signed size=4 func=@main\n"                                   \
  "global $x i32 size=4 align=4 init=\"\\07\" var=1\n"                         \
  "global $y i32 size=4 align=4\n"                                             \
  "global $p ptr size=8 align=8 init=\"\" 0:$y\n"                              \
  "global $s t1 size=32 align=8\n"                                             \
  "global $t t1 size=32 align=8\n"

TEST(pass_scalarise_globals_in_a_loop) {
  Bench b;
  check_pass(&b,
             HEAD "define i32 @main() {\n"
                  "b0:\n"
                  "  br b1\n"
                  "b1:\n"
                  "  %1 = load i32 $x\n"
                  "  %2 = add i32 %1, i32 3\n"
                  "  store %2, $x\n"
                  "  %3 = load ptr $p\n"
                  "  store %2, %3\n"
                  "  %4 = nondet.verifier i1 site=1\n"
                  "  condbr %4, b1, b2\n"
                  "b2:\n"
                  "  %5 = load i32 $x\n"
                  "  %6 = load i32 $y\n"
                  "  %7 = mul i32 %5, %6\n"
                  "  ret %7\n"
                  "}\n",
             pass_memory);
  CHECK_INT(bench_count(&b, NULL, OP_LOAD), 0);
  CHECK_INT(bench_count(&b, NULL, OP_STORE), 0);
  CHECK_INT(bench_count(&b, NULL, OP_PHI), 1);
  CHECK_INT(bench_count(&b, NULL, OP_DBG), 3); /* start, store, phi */
  bench_done(&b);
}

/* A chain of heap objects that exist once. */
TEST(pass_scalarise_through_pointers) {
  Bench b;
  check_pass(&b,
             HEAD "define i32 @main() {\n"
                  "b0:\n"
                  "  %1 = alloc ptr i64 16 site=1\n"
                  "  %2 = alloc ptr i64 16 site=2\n"
                  "  %3 = gep ptr %1 imm=8\n"
                  "  store %2, %3\n"
                  "  %4 = load ptr %3\n"
                  "  %5 = gep ptr %4 imm=4\n"
                  "  %6 = nondet.verifier i32 site=3\n"
                  "  store %6, %5\n"
                  "  store %1, $s+8\n"
                  "  %7 = load ptr $s+8\n"
                  "  %8 = gep ptr %7 imm=8\n"
                  "  %9 = load i64 %8\n"
                  "  %10 = inttoptr ptr %9\n"
                  "  %11 = gep ptr %10 imm=4\n"
                  "  %12 = load i32 %11\n"
                  "  ret %12\n"
                  "}\n",
             pass_memory);
  CHECK_INT(bench_count(&b, NULL, OP_LOAD), 0);
  CHECK_INT(bench_count(&b, NULL, OP_STORE), 0);
  bench_done(&b);
}

/* A local in a loop is a new one each time round. */
TEST(pass_scalarise_local_in_a_loop) {
  Bench b;
  check_pass(&b,
             HEAD "define i32 @main() {\n"
                  "b0:\n"
                  "  br b1\n"
                  "b1:\n"
                  "  %1 = phi i32 [i32 0, b0], [%7, b3]\n"
                  "  %2 = alloca ptr imm=4 aux=i32 site=1\n"
                  "  dbg_addr %2 var=2\n"
                  "  %3 = nondet.verifier i1 site=2\n"
                  "  condbr %3, b2, b3\n"
                  "b2:\n"
                  "  %4 = nondet.verifier i32 site=3\n"
                  "  store %4, %2\n"
                  "  br b3\n"
                  "b3:\n"
                  "  %6 = load i32 %2\n"
                  "  %7 = add i32 %1, %6\n"
                  "  %8 = nondet.verifier i1 site=4\n"
                  "  condbr %8, b1, b4\n"
                  "b4:\n"
                  "  ret %7\n"
                  "}\n",
             pass_memory);
  CHECK_INT(bench_count(&b, NULL, OP_LOAD), 0);
  CHECK_INT(bench_count(&b, NULL, OP_STORE), 0);
  CHECK_INT(bench_count(&b, NULL, OP_NONDET), 4);
  CHECK_INT(bench_count(&b, NULL, OP_DBG_ADDR), 0);
  CHECK_INT(bench_count(&b, NULL, OP_DBG), 3); /* fresh, store, phi */
  bench_done(&b);
}

/* Neither of two, nor what an unknown pointer may hit, nor bytes that are seen
 * in two ways, nor what another function sees. */
TEST(pass_scalarise_leaves_doubtful_memory) {
  Bench b;
  check_pass(&b,
             HEAD "define void @rec(i32 %1) {\n"
                  "b0:\n"
                  "  %2 = load i32 $t\n"
                  "  %3 = add i32 %2, %1\n"
                  "  store %3, $t\n"
                  "  %4 = slt i1 %1, i32 1\n"
                  "  condbr %4, b1, b2\n"
                  "b1:\n"
                  "  ret\n"
                  "b2:\n"
                  "  %5 = sub i32 %1, i32 1\n"
                  "  call @rec, %5 site=1\n"
                  "  ret\n"
                  "}\n"
                  "define i32 @main() {\n"
                  "b0:\n"
                  "  %1 = nondet.verifier i1 site=2\n"
                  "  %2 = select ptr %1, $x, $y\n"
                  "  store i32 5, %2\n"
                  "  %4 = load i32 $x\n"
                  "  store i32 258, $s\n"
                  "  store i8 7, $s+1\n"
                  "  %5 = load i32 $s\n"
                  "  store i32 1, $t\n"
                  "  call @rec, i32 4 site=3\n"
                  "  %6 = load i32 $t\n"
                  "  %7 = add i32 %4, %5\n"
                  "  %8 = add i32 %7, %6\n"
                  "  ret %8\n"
                  "}\n",
             pass_memory);
  CHECK_INT(bench_count(&b, "main", OP_LOAD), 3);
  CHECK_INT(bench_count(&b, "main", OP_STORE), 4);
  bench_done(&b);
}

/* What escaped stays in memory: the unknown pointer may be its address. */
TEST(pass_scalarise_leaves_escaped_memory) {
  Bench b;
  bench_init(&b, HEAD "declare ptr @ext(ptr %1)\n"
                      "define i32 @main() {\n"
                      "b0:\n"
                      "  store i32 1, $x\n"
                      "  store i32 1, $y\n"
                      "  %1 = call ptr @ext, $x site=1\n"
                      "  store i32 2, %1\n"
                      "  %2 = load i32 $x\n"
                      "  %3 = load i32 $y\n"
                      "  %4 = add i32 %2, %3\n"
                      "  ret %4\n"
                      "}\n");
  pass_memory(b.p);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, "main", OP_LOAD), 1);
  CHECK_INT(bench_count(&b, "main", OP_STORE), 2);
  bench_done(&b);
}

TEST(pass_expand_struct_copies) {
  Bench b;
  check_pass(&b,
             HEAD "define i64 @main() {\n"
                  "b0:\n"
                  "  memset $s, i8 1, i64 32\n"
                  "  %1 = nondet.verifier i32 site=1\n"
                  "  store %1, $s+4\n"
                  "  store $x, $s+8\n"
                  "  %2 = nondet.verifier i8 site=2\n"
                  "  memset $s+16, %2, i64 8\n"
                  "  memcpy $t, $s, i64 32\n"
                  "  %3 = load i32 $t+4\n"
                  "  %4 = load ptr $t+8\n"
                  "  %5 = load i32 %4\n"
                  "  %6 = load i64 $t+16\n"
                  "  %7 = load i64 $t+24\n"
                  "  %8 = add i32 %3, %5\n"
                  "  %9 = zext i64 %8\n"
                  "  %10 = add i64 %6, %7\n"
                  "  %11 = add i64 %9, %10\n"
                  "  ret %11\n"
                  "}\n",
             pass_memory);
  CHECK_INT(bench_count(&b, NULL, OP_MEMCPY), 0);
  CHECK_INT(bench_count(&b, NULL, OP_MEMSET), 0);
  CHECK_INT(bench_count(&b, NULL, OP_LOAD), 0);
  bench_done(&b);
}

/* Overlapping copies, and ranges that cut what others access, stay. */
TEST(pass_expand_leaves_the_rest) {
  Bench b;
  check_pass(&b,
             HEAD "define i32 @main() {\n"
                  "b0:\n"
                  "  store i32 1, $s\n"
                  "  store i32 2, $s+4\n"
                  "  memcpy $s+4, $s, i64 8\n"
                  "  store i32 258, $t\n"
                  "  memset $t, i8 3, i64 2\n"
                  "  %1 = load i32 $s+8\n"
                  "  %2 = load i32 $s+4\n"
                  "  %3 = load i32 $t\n"
                  "  %4 = add i32 %1, %2\n"
                  "  %5 = add i32 %3, %4\n"
                  "  ret %5\n"
                  "}\n",
             pass_memory);
  CHECK_INT(bench_count(&b, NULL, OP_MEMCPY), 1);
  CHECK_INT(bench_count(&b, NULL, OP_MEMSET), 1);
  bench_done(&b);
}
