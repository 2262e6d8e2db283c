/* SPDX-License-Identifier: MIT
 *
 * Resolving calls and inlining them. */
#include "unit/pass/pass_test.h"
#include "interp/interp.h"

static void inline_all(Bench *b, uint32_t max_insts) {
  pass_resolve_calls(b->p, PASS_STRANGERS_STAY);
  CHECK_VALID(b);
  pass_inline(b->p, &(InlineOptions){.max_insts = max_insts});
  CHECK_VALID(b);
}

/* main calls f twice, f calls g: 2 contexts for f, 2 for g. */
static const char chain[] = "pointer 32\n"
                            "entry @main\n"
                            "sites 4\n"
                            "define i32 @g(i32 %1) {\n"
                            "b0:\n"
                            "  %2 = nondet.verifier i32 name=x site=4\n"
                            "  %3 = slt i1 %1, %2\n"
                            "  condbr %3, b1, b2\n"
                            "b1:\n"
                            "  ret i32 1\n"
                            "b2:\n"
                            "  ret i32 2\n"
                            "}\n"
                            "define i32 @f(i32 %1) {\n"
                            "b0:\n"
                            "  %2 = call i32 @g, %1 site=3\n"
                            "  %3 = add i32 %2, %1\n"
                            "  ret %3\n"
                            "}\n"
                            "define i32 @main() {\n"
                            "b0:\n"
                            "  %1 = call i32 @f, i32 5 site=1\n"
                            "  %2 = call i32 @f, %1 site=2\n"
                            "  %3 = eq i1 %2, i32 3\n"
                            "  condbr %3, b1, b2\n"
                            "b1:\n"
                            "  br b2\n"
                            "b2:\n"
                            "  %6 = phi i32 [%1, b0], [%2, b1]\n"
                            "  ret %6\n"
                            "}\n";

TEST(pass_inline_chain) {
  Bench b;
  bench_init(&b, chain);
  inline_all(&b, 1000);
  CHECK_INT(bench_count(&b, NULL, OP_CALL), 0);
  CHECK_INT(bench_count(&b, "main", OP_NONDET), 2);
  CHECK_INT(bench_count(&b, "g", OP_RET), 0); /* its body is gone */
  CHECK_INT(b.p->contexts.n, 5);
  const Context *deep = &b.p->contexts.at[3];
  CHECK_INT(deep->site, 3);
  CHECK_INT(b.p->contexts.at[deep->parent].site, 1);
  pass_clean(b.p);
  CHECK_VALID(&b);
  bench_done(&b);
}

TEST(pass_inline_within_the_limit) {
  Bench b;
  bench_init(&b, chain);
  inline_all(&b, 16);
  CHECK(bench_count(&b, NULL, OP_CALL) > 0);
  bench_done(&b);
}

TEST(pass_inline_recursion_stays) {
  static const char text[] = "pointer 32\n"
                             "entry @main\n"
                             "sites 5\n"
                             "define i32 @even(i32 %1) {\n"
                             "b0:\n"
                             "  %2 = call i32 @help, %1 site=1\n"
                             "  ret %2\n"
                             "}\n"
                             "define i32 @odd(i32 %1) {\n"
                             "b0:\n"
                             "  %2 = call i32 @even, %1 site=2\n"
                             "  ret %2\n"
                             "}\n"
                             "define i32 @help(i32 %1) {\n"
                             "b0:\n"
                             "  %2 = sub i32 %1, i32 1\n"
                             "  %3 = eq i1 %2, i32 0\n"
                             "  condbr %3, b1, b2\n"
                             "b1:\n"
                             "  ret %1\n"
                             "b2:\n"
                             "  %6 = call i32 @odd, %2 site=3\n"
                             "  ret %6\n"
                             "}\n"
                             "define i32 @main() {\n"
                             "b0:\n"
                             "  %1 = nondet.verifier i32 name=x site=5\n"
                             "  %2 = call i32 @even, %1 site=4\n"
                             "  ret %2\n"
                             "}\n";
  Bench b;
  bench_init(&b, text);
  inline_all(&b, 1000);
  CHECK_INT(bench_count(&b, "main", OP_CALL), 1);
  CHECK_INT(bench_count(&b, "odd", OP_CALL), 1);
  bench_done(&b);
}

TEST(pass_inline_a_callee_that_never_returns) {
  static const char text[] = "pointer 32\n"
                             "entry @main\n"
                             "sites 1\n"
                             "define i32 @die() {\n"
                             "b0:\n"
                             "  stop name=exit\n"
                             "}\n"
                             "define i32 @main() {\n"
                             "b0:\n"
                             "  %1 = call i32 @die site=1\n"
                             "  %2 = add i32 %1, i32 1\n"
                             "  ret %2\n"
                             "}\n";
  Bench b;
  bench_init(&b, text);
  inline_all(&b, 1000);
  CHECK_INT(bench_count(&b, "main", OP_STOP), 1);
  CHECK_INT(bench_count(&b, "main", OP_RET), 0);
  bench_done(&b);
}

TEST(pass_inline_variable_arguments) {
  static const char text[] = "pointer 32\n"
                             "entry @main\n"
                             "sites 1\n"
                             "type t1 = f64 size=8 align=4\n"
                             "define i32 @sum(i32 %1) variadic {\n"
                             "b0:\n"
                             "  %2 = va_area ptr\n"
                             "  %3 = gep ptr %2 imm=12\n"
                             "  %4 = load i32 %3\n"
                             "  ret %4\n"
                             "}\n"
                             "define i32 @main() {\n"
                             "b0:\n"
                             "  %1 = call i32 @sum, i32 3, i32 7, f64 0x0, "
                             "i32 9 site=1\n"
                             "  ret %1\n"
                             "}\n";
  Bench b;
  bench_init(&b, text);
  inline_all(&b, 1000);
  CHECK_INT(bench_count(&b, "main", OP_VA_AREA), 0);
  CHECK_INT(bench_count(&b, "main", OP_STORE), 3);
  const Function *f = prog_func(b.p, b.p->entry);
  uint32_t area = 0;
  while (f->insts.at[area].op != OP_ALLOCA) area++;
  CHECK_INT(f->insts.at[area].imm, 16);
  CHECK(f->insts.at[area].site > 1);
  bench_done(&b);
}

/* ---- resolving ---- */

static const char pointers[] = "pointer 64\n"
                               "entry @main\n"
                               "sites 2\n"
                               "global $table ptr size=8 align=8 init=\"\" "
                               "0:@one\n"
                               "define i32 @one(i32 %1) {\n"
                               "b0:\n"
                               "  ret %1\n"
                               "}\n"
                               "define i32 @two(i32 %1) {\n"
                               "b0:\n"
                               "  ret i32 2\n"
                               "}\n"
                               "define i32 @main() {\n"
                               "b0:\n"
                               "  %1 = nondet.verifier i1 name=x site=2\n"
                               "  condbr %1, b1, b2\n"
                               "b1:\n"
                               "  store @two, $table\n"
                               "  br b2\n"
                               "b2:\n"
                               "  %5 = load ptr $table\n"
                               "  %6 = call i32 %5, i32 4 site=1\n"
                               "  ret %6\n"
                               "}\n";

TEST(pass_resolve_pointer_calls) {
  Bench b;
  bench_init(&b, pointers);
  pass_resolve_calls(b.p, PASS_STRANGERS_LEFT_OUT);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, "main", OP_CALL), 2);
  CHECK_INT(bench_count(&b, "main", OP_EQ), 1); /* no third possibility */
  CHECK_INT(bench_count(&b, "main", OP_PHI), 1);
  pass_inline(b.p, &INLINE_DEFAULTS);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, NULL, OP_CALL), 0);
  bench_done(&b);
}

/* Where accesses are the property, a third possibility is an error. */
TEST(pass_resolve_checks_pointers) {
  Bench b;
  bench_init(&b, pointers);
  pass_resolve_calls(b.p, PASS_STRANGERS_STAY);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, "main", OP_CALL), 2);
  CHECK_INT(bench_count(&b, "main", OP_EQ), 2);
  CHECK_INT(bench_count(&b, "main", OP_UNSUPPORTED), 1);
  bench_done(&b);
}

/* Two functions whose addresses are in unknown memory; one fits the call. */
static const char strangers[] = "pointer 64\n"
                                "entry @main\n"
                                "sites 4\n"
                                "define i32 @fits(i8 %1) {\n"
                                "b0:\n"
                                "  ret i32 1\n"
                                "}\n"
                                "define i32 @stranger(i32 %1, ptr %2) {\n"
                                "b0:\n"
                                "  ret i32 2\n"
                                "}\n"
                                "define i32 @main() {\n"
                                "b0:\n"
                                "  %1 = nondet.verifier ptr name=x site=2\n"
                                "  store @NAME, %1\n"
                                "  %3 = nondet.verifier ptr name=y site=3\n"
                                "  %4 = load ptr %3\n"
                                "  %5 = call i32 %4, i32 4 site=1\n"
                                "  ret %5\n"
                                "}\n";

/* Calls that are left when only `name` is stored in unknown memory. */
static uint32_t calls_of_stranger(const char *name, PassStrangers how,
                                  bool *told) {
  Bench b;
  char text[1000];
  const char *at = strstr(strangers, "NAME");
  snprintf(text, sizeof text, "%.*s%s%s", (int)(at - strangers), strangers,
           name, at + 4);
  bench_init(&b, text);
  pass_resolve_calls(b.p, how);
  CHECK_VALID(&b);
  *told = false;
  for (uint32_t i = 0; i < b.p->ledger.n; i++)
    *told |= strstr(b.p->ledger.at[i].reason, "of another type") &&
             strstr(b.p->ledger.at[i].reason, name);
  uint32_t n = bench_count(&b, "main", OP_CALL) +
               bench_count(&b, "main", OP_UNSUPPORTED);
  bench_done(&b);
  return n;
}

TEST(pass_resolve_leaves_strangers_out) {
  bool told;
  CHECK_INT(calls_of_stranger("fits", PASS_STRANGERS_LEFT_OUT, &told), 1);
  CHECK(!told);
  CHECK_INT(calls_of_stranger("stranger", PASS_STRANGERS_LEFT_OUT, &told), 0);
  CHECK(told);
  CHECK_INT(calls_of_stranger("stranger", PASS_STRANGERS_STAY, &told), 1);
  CHECK(!told);
}

TEST(pass_resolve_unknown_pointer) {
  static const char text[] = "pointer 64\n"
                             "entry @main\n"
                             "sites 2\n"
                             "define i32 @main() {\n"
                             "b0:\n"
                             "  %1 = nondet.verifier ptr name=x site=2\n"
                             "  %2 = call i32 %1, i32 4 site=1\n"
                             "  ret %2\n"
                             "}\n";
  Bench b;
  bench_init(&b, text);
  pass_resolve_calls(b.p, PASS_STRANGERS_STAY);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, "main", OP_CALL), 0);
  CHECK_INT(bench_count(&b, "main", OP_NONDET), 2);
  bool told = false;
  for (uint32_t i = 0; i < b.p->ledger.n; i++)
    told |= b.p->ledger.at[i].direction == LEDGER_PREMISE &&
            strstr(b.p->ledger.at[i].reason, "unknown function");
  CHECK(told);
  bench_done(&b);
}

TEST(pass_resolve_adapts_like_the_abi) {
  static const char text[] = "pointer 64\n"
                             "entry @main\n"
                             "sites 9\n"
                             "define i8 @f(i8 %1, i64 %2, ptr %3) {\n"
                             "b0:\n"
                             "  ret %1\n"
                             "}\n"
                             "define void @nothing() {\n"
                             "b0:\n"
                             "  ret\n"
                             "}\n"
                             "define void @real(f64 %1) {\n"
                             "b0:\n"
                             "  ret\n"
                             "}\n"
                             "define i32 @main() {\n"
                             "b0:\n"
                             "  %1 = nondet.verifier i32 name=x site=1\n"
                             "  %2 = call i32 @f, %1, %1 site=2\n"
                             "  %3 = call i32 @nothing, %1 site=3\n"
                             "  %4 = add i32 %2, %3\n"
                             "  %5 = eq i1 %4, i32 0\n"
                             "  condbr %5, b1, b2\n"
                             "b1:\n"
                             "  call @real, %4 site=4\n"
                             "  br b2\n"
                             "b2:\n"
                             "  ret %4\n"
                             "}\n";
  Bench b;
  bench_init(&b, text);
  pass_resolve_calls(b.p, PASS_STRANGERS_STAY);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, "main", OP_TRUNC), 1);
  CHECK_INT(bench_count(&b, "main", OP_UNSUPPORTED), 1);
  CHECK_INT(bench_count(&b, "main", OP_CALL), 2);
  /* x, upper bits of argument 2 and of the result, argument 3, no result */
  CHECK_INT(bench_count(&b, "main", OP_NONDET), 5);
  pass_inline(b.p, &INLINE_DEFAULTS);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, NULL, OP_CALL), 0);
  bench_done(&b);
}

/* Doubling at every level: the limit keeps the result small. */
TEST(pass_inline_blow_up_is_limited) {
  Mem mem;
  mem_init(&mem, 0);
  Text text;
  text_init(&text, &mem);
  text_add(&text, "pointer 32\nentry @f0\nsites 80\n");
  for (int i = 0; i < 40; i++)
    text_printf(&text,
                "define void @f%d() {\nb0:\n  call @f%d site=%d\n"
                "  call @f%d site=%d\n  ret\n}\n",
                i, i + 1, 2 * i + 1, i + 1, 2 * i + 2);
  text_add(&text, "define void @f40() {\nb0:\n  ret\n}\n");
  Bench b;
  bench_init(&b, text_get(&text));
  pass_inline(b.p, &(InlineOptions){.max_insts = 2000});
  CHECK_VALID(&b);
  for (uint32_t f = 1; f < b.p->funcs.n; f++)
    CHECK(b.p->funcs.at[f].insts.n < 10000);
  bench_done(&b);
  text_done(&text);
  mem_done(&mem);
}

/* fact(3) within the unrolled levels runs to its end; deeper ones do not. */
static const char factorial[] = "pointer 32\n"
                                "entry @main\n"
                                "sites 3\n"
                                "define i32 @fact(i32 %1) {\n"
                                "b0:\n"
                                "  %2 = slt i1 %1, i32 1\n"
                                "  condbr %2, b1, b2\n"
                                "b1:\n"
                                "  ret i32 1\n"
                                "b2:\n"
                                "  %5 = sub i32 %1, i32 1\n"
                                "  %6 = call i32 @fact, %5 site=1\n"
                                "  %7 = mul i32 %6, %1\n"
                                "  ret %7\n"
                                "}\n"
                                "define i32 @main() {\n"
                                "b0:\n"
                                "  %1 = nondet.verifier i32 name=x site=3\n"
                                "  %2 = call i32 @fact, %1 site=2\n"
                                "  ret %2\n"
                                "}\n";

static InterpResult run_factorial(uint32_t max_recursive) {
  Bench b;
  bench_init(&b, factorial);
  InlineOptions options = {.max_insts = 1000, .max_recursive = max_recursive};
  pass_inline(b.p, &options);
  CHECK_VALID(&b);
  pass_clean(b.p);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, NULL, OP_CALL), 0);
  Interp *run = interp_new(&b.mem, b.p, (InterpOptions){0});
  InterpList list = {(uint64_t[]){3}, 1, 0};
  InterpResult result = interp_run(run, interp_list(&list));
  if (result.end == INTERP_RETURNED) CHECK_INT(result.value[0], 6);
  interp_free(run);
  bench_done(&b);
  return result;
}

TEST(pass_inline_recursion_is_unrolled) {
  CHECK_INT(run_factorial(200).end, INTERP_RETURNED);
  CHECK_INT(run_factorial(20).end, INTERP_UNSUPPORTED);
}

/* On a constant it is executed, if the fuel suffices. */
TEST(pass_inline_recursion_on_constants) {
  Bench b;
  bench_init(&b, "pointer 32\n"
                 "entry @main\n"
                 "sites 2\n"
                 "define i32 @sum(i32 %1) {\n"
                 "b0:\n"
                 "  %2 = eq i1 %1, i32 0\n"
                 "  condbr %2, b1, b2\n"
                 "b1:\n"
                 "  ret i32 0\n"
                 "b2:\n"
                 "  %5 = sub i32 %1, i32 1\n"
                 "  %6 = call i32 @sum, %5 site=1\n"
                 "  %7 = add i32 %6, %1\n"
                 "  ret %7\n"
                 "}\n"
                 "define i32 @main() {\n"
                 "b0:\n"
                 "  %1 = call i32 @sum, i32 1000 site=2\n"
                 "  ret %1\n"
                 "}\n");
  pass_inline(b.p, &(InlineOptions){.max_insts = 100, .max_recursive = 100});
  CHECK_VALID(&b);
  pass_clean(b.p);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, NULL, OP_CALL), 0);
  CHECK_INT(bench_count(&b, "main", OP_UNSUPPORTED), 0);
  Interp *run = interp_new(&b.mem, b.p, (InterpOptions){0});
  InterpResult result = interp_run(run, interp_zeros());
  CHECK_INT(result.value[0], 500500);
  CHECK_INT(result.steps, 1);
  interp_free(run);
  bench_done(&b);
}
