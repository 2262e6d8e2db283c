/* SPDX-License-Identifier: MIT
 *
 * The interpreter on small programs: memory, calls, inputs and ends. */
#include "unit/interp/fixture.h"

#include "ir/io.h"

#include <stdlib.h>

/* ---- memory ---- */

TEST(program_interp_memory) {
  expect("pointer 32\nentry @main\nsites 1\n"
         "global $g i32 init=\"\\ff\\ff\\ff\\ff\"\n"
         "global $p ptr size=8 init=\"\" 4:$g 0:@main\n"
         "define i32 @main() {\nb0:\n"
         " %1 = alloca ptr imm=8 site=1\n"
         " store i32 305419896, %1\n"
         " %2 = gep ptr %1, i8 -1 imm=2 stride=1\n"
         " store i8 -1, %2\n"
         " %3 = load i32 %1\n" /* 0x1234ff78 */
         " %4 = load ptr $p+4\n"
         " memset %4, i8 1, i32 2\n"
         " %5 = load i32 $g\n" /* 0xffff0101 */
         " %6 = add i32 %3, %5\n"
         " ret %6\n}\n",
         "returned 305397881");
  expect("pointer 64\nentry @main\nsites 1\n"
         "define i64 @main() {\nb0:\n"
         " %1 = alloc ptr i64 16 site=1\n"
         " store i128 0x0f0e0d0c0b0a09080706050403020100, %1\n"
         " %2 = gep ptr %1 imm=3\n"
         " memcpy %2, %1, i64 8\n"
         " %3 = load i64 %2\n"
         " %4 = load i24 %1\n"
         " %5 = zext i64 %4\n"
         " %6 = sub i64 %3, %5\n"
         " free %1\n"
         " ret %6\n}\n",
         "returned 506097522914099200");
}

static const char outside[] =
    "pointer 64\nentry @main\nsites 1\nfile 0 = \"a.c\"\n"
    "loc 1 = 0:7:3\n"
    "define i32 @main() {\nb0:\n"
    " %1 = alloca ptr imm=6 site=1\n"
    " %2 = gep ptr %1 imm=4\n"
    " store i32 16909060, %2 !1\n" /* two bytes beyond the end */
    " %3 = load i32 %2\n"
    " store i32 7, ptr 4096\n"
    " %4 = load i32 ptr 4096\n"
    " %5 = add i32 %3, %4\n"
    " ret %5\n}\n";

TEST(program_interp_outside_of_objects) {
  InterpOptions strict = {.memory = INTERP_STRICT};
  expect(outside, "returned 16909067");
  expect_with(outside, strict, NULL, 0, "bad access 0x7f0000000006 at a.c:7:3");
  expect_with("pointer 64\nentry @main\nglobal $c i8 constant init=\"\\05\"\n"
              "define i8 @main() {\nb0:\n store i8 1, $c\n ret i8 0\n}\n",
              strict, NULL, 0, "bad access 0x10000000 (write to a constant)");
  static const char twice[] =
      "pointer 64\nentry @main\nsites 1\ndefine void @main() {\nb0:\n"
      " %1 = alloc ptr i64 0 site=1\n free %1\n free ptr 0\n free %1\n ret\n}\n";
  expect_with(twice, strict, NULL, 0,
              "bad access 0x40000000 (free of no heap object)");
  expect(twice, "returned");
}

TEST(program_interp_dead_locals) {
  static const char text[] =
      "pointer 64\nentry @main\nsites 2\n"
      "define ptr @local() {\nb0:\n %1 = alloca ptr imm=4 site=1\n"
      " store i32 5, %1\n ret %1\n}\n"
      "define i32 @main() {\nb0:\n %1 = call ptr @local site=2\n"
      " %2 = load i32 %1\n ret %2\n}\n";
  expect(text, "returned 0");
  expect_with(text, (InterpOptions){.memory = INTERP_STRICT}, NULL, 0,
              "bad access 0x7f0000000000");
}

TEST(program_interp_valid) {
  static const struct {
    const char *before, *asked, *said;
  } rows[] = {
      {"", "valid.access i1 %1, i64 4, i64 4", "-1"},
      {"", "valid.access i1 %1, i64 5, i64 4", "0"},
      {"", "valid.access i1 %1, i64 9, i64 0", "-1"},
      {"", "valid.access i1 %2, i64 -4, i64 4", "-1"}, /* %2 is its end */
      {"", "valid.access i1 %2, i64 0, i64 1", "0"},
      {"", "valid.access i1 ptr 0, i64 0, i64 1", "0"},
      {"", "valid.free i1 %1", "-1"},
      {"", "valid.free i1 ptr 0", "-1"},
      {"", "valid.free i1 %2", "0"},
      {"", "valid.free i1 %3", "0"}, /* a local */
      {" free %1\n", "valid.access i1 %1, i64 0, i64 1", "0"},
      {" free %1\n", "valid.free i1 %1", "0"},
      {"", "valid.access i1 %3, i64 0, i64 4", "-1"},
      {" end %3\n", "valid.access i1 %3, i64 0, i64 4", "0"},
      {" end %3\n begin %3\n", "valid.access i1 %3, i64 0, i64 4", "-1"},
      {"", "valid.at_return i1", "0"},
      {"", "valid.at_exit i1", "-1"}, /* a register has its address */
      {" store %2, $g\n", "valid.at_return i1", "-1"},
      {" free %1\n", "valid.at_return i1", "-1"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[512], want[32];
    snprintf(text, sizeof text,
             "pointer 64\nentry @main\nsites 2\nglobal $g ptr\n"
             "define i1 @main() {\nb0:\n %%1 = alloc ptr i64 8 site=1\n"
             " %%2 = gep ptr %%1 imm=8\n %%3 = alloca ptr imm=4 site=2\n%s"
             " %%4 = %s\n ret %%4\n}\n",
             rows[i].before, rows[i].asked);
    snprintf(want, sizeof want, "returned %s", rows[i].said);
    expect(text, want);
    expect_with(text, (InterpOptions){.fresh = INTERP_FRESH_TRACKED}, NULL, 0,
                want);
  }
}

/* ---- control and calls ---- */

TEST(program_interp_phis_move_at_once) {
  expect("pointer 64\nentry @main\ndefine i32 @main() {\n"
         "b0:\n br b1\n"
         "b1:\n"
         " %1 = phi i32 [i32 1, b0], [%2, b1]\n"
         " %2 = phi i32 [i32 2, b0], [%1, b1]\n"
         " %3 = phi i32 [i32 0, b0], [%4, b1]\n"
         " %4 = add i32 %3, i32 1\n"
         " %5 = slt i1 %4, i32 4\n"
         " condbr %5, b1, b2\n"
         "b2:\n %6 = mul i32 %1, i32 10\n %7 = add i32 %6, %2\n ret %7\n}\n",
         "returned 21");
}

static const char fibonacci[] =
    "pointer 64\nentry @main\nsites 3\n"
    "global $f ptr init=\"\" 0:@fib\n"
    "define i32 @fib(i32 %1) {\n"
    "b0:\n %2 = slt i1 %1, i32 2\n condbr %2, b1, b2\n"
    "b1:\n ret %1\n"
    "b2:\n %3 = sub i32 %1, i32 1\n %4 = call i32 @fib, %3 site=1\n"
    " %5 = sub i32 %1, i32 2\n %6 = load ptr $f\n"
    " %7 = call i32 %6, %5 site=2\n %8 = add i32 %4, %7\n ret %8\n}\n"
    "define i32 @main() {\nb0:\n %1 = call i32 @fib, i32 15 site=3\n"
    " ret %1\n}\n";

TEST(program_interp_recursion_and_fuel) {
  expect(fibonacci, "returned 610");
  expect_with(fibonacci, (InterpOptions){.max_depth = 5}, NULL, 0,
              "fuel (depth)");
  expect_with(fibonacci, (InterpOptions){.max_steps = 1000}, NULL, 0,
              "fuel (steps)");
  expect_with(
      "pointer 64\nentry @main\nsites 1\ndefine void @main() {\n"
      "b0:\n br b1\nb1:\n %1 = alloc ptr i64 100000 site=1\n br b1\n}\n",
      (InterpOptions){.max_bytes = 1 << 24}, NULL, 0, "fuel (memory)");
}

TEST(program_interp_ends) {
  static const char text[] =
      "pointer 64\nentry @main\nsites 2\nfile 0 = \"a.c\"\nloc 1 = 0:3:4\n"
      "error 0 = \"unreach-call\" \"no\"\nerror 1 = \"unreach-call\" \"m\" !1\n"
      "declare i32 @other()\n"
      "define i32 @main() {\nb0:\n %1 = nondet.verifier i32 name=n site=1\n"
      " switch [%1, b1], [i32 0, b2], [i32 1, b3], [i32 2, b4], [i32 -1, b5],"
      " [i32 4, b6], [i32 5, b7]\n"
      "b1:\n ret %1\n"
      "b2:\n stop name=abort !1\n"
      "b3:\n error imm=1 !1\n"
      "b4:\n unsupported name=\"inline asm\" !1\n"
      "b5:\n assume i1 0 !1\n ret i32 0\n"
      "b6:\n %2 = sdiv i32 i32 1, i32 0 !1\n ret %2\n"
      "b7:\n %3 = inttoptr ptr i64 16\n %4 = call i32 %3 site=2 !1\n ret %4\n"
      "}\n";
  static const char *const wants[] = {"stop (abort) at a.c:3:4",
                                      "error 1 at a.c:3:4",
                                      "unsupported (inline asm) at a.c:3:4",
                                      "returned 3",
                                      "trap (division) at a.c:3:4",
                                      "bad call 0x10 at a.c:3:4"};
  for (uint64_t i = 0; i < 6; i++)
    expect_with(text, (InterpOptions){0}, &i, 1, wants[i]);
  uint64_t minus = UINT32_MAX;
  expect_with(text, (InterpOptions){0}, &minus, 1, "assume at a.c:3:4");
  expect_with(text, (InterpOptions){0}, NULL, 0, "no input");
}

TEST(program_interp_varargs) {
  /* 64 bits: i32 at 0, i64 at 8, f80 at 16, i8 at 32 */
  expect("pointer 64\nentry @main\nsites 1\n"
         "define i32 @f(i32 %1) variadic {\nb0:\n %2 = va_area ptr\n"
         " %3 = load i32 %2\n"
         " %4 = gep ptr %2 imm=8\n %5 = load i32 %4\n"
         " %6 = gep ptr %2 imm=16\n %7 = load f80 %6\n"
         " %8 = gep ptr %2 imm=32\n %9 = load i64 %8\n"
         " %10 = fptosi i32 %7\n %11 = trunc i32 %9\n"
         " %12 = mul i32 %3, %5\n %13 = mul i32 %10, %11\n"
         " %14 = add i32 %12, %13\n %15 = sub i32 %14, %1\n ret %15\n}\n"
         "define i32 @main() {\nb0:\n"
         " %1 = call i32 @f, i32 1, i32 3, i64 5,"
         " f80 0x4001e000000000000000, i8 -1 site=1\n ret %1\n}\n",
         "returned 1799");
}

/* ---- inputs: the same before and after inlining ---- */

static const char called[] =
    "pointer 64\nentry @main\nsites 6\n"
    "define i32 @pick() {\nb0:\n %1 = nondet.verifier i32 name=n site=1\n"
    " %2 = alloca ptr imm=4 site=2\n %3 = load i32 %2\n"
    " %4 = xor i32 %1, %3\n ret %4\n}\n"
    "define i32 @twice() {\nb0:\n %1 = call i32 @pick site=3\n"
    " %2 = call i32 @pick site=4\n %3 = mul i32 %2, i32 3\n"
    " %4 = sub i32 %1, %3\n ret %4\n}\n"
    "define i32 @main(i32 %1) {\nb0:\n br b1\n"
    "b1:\n %2 = phi i32 [%1, b0], [%5, b1]\n"
    " %7 = phi i32 [i32 0, b0], [%8, b1]\n"
    " %3 = call i32 @twice site=5\n %4 = mul i32 %2, i32 31\n"
    " %5 = add i32 %4, %3\n %8 = add i32 %7, i32 1\n"
    " %6 = ult i1 %8, i32 5\n condbr %6, b1, b2\n"
    "b2:\n ret %5\n}\n";

/* twice() inlined, and in it the second call of pick(). */
static const char inlined[] =
    "pointer 64\nentry @main\nsites 6\n"
    "context 1 = parent=0 site=5 callee=@twice\n"
    "context 2 = parent=1 site=4 callee=@pick\n"
    "define i32 @pick() {\nb0:\n %1 = nondet.verifier i32 name=n site=1\n"
    " %2 = alloca ptr imm=4 site=2\n %3 = load i32 %2\n"
    " %4 = xor i32 %1, %3\n ret %4\n}\n"
    "define i32 @twice() {\nb0:\n ret i32 0\n}\n"
    "define i32 @main(i32 %1) {\nb0:\n br b1\n"
    "b1:\n %2 = phi i32 [%1, b0], [%5, b1]\n"
    " %7 = phi i32 [i32 0, b0], [%8, b1]\n"
    " %11 = call i32 @pick site=3 context=1\n"
    " %12 = nondet.verifier i32 name=n site=1 context=2\n"
    " %13 = alloca ptr imm=4 site=2 context=2\n"
    " %14 = load i32 %13 context=2\n"
    " %15 = xor i32 %12, %14 context=2\n"
    " %16 = mul i32 %15, i32 3\n"
    " %3 = sub i32 %11, %16\n %4 = mul i32 %2, i32 31\n"
    " %5 = add i32 %4, %3\n %8 = add i32 %7, i32 1\n"
    " %6 = ult i1 %8, i32 5\n condbr %6, b1, b2\n"
    "b2:\n ret %5\n}\n";

TEST(program_interp_inputs_do_not_see_inlining) {
  Fixture x, y;
  fixture_init(&x, called, (InterpOptions){0});
  fixture_init(&y, inlined, (InterpOptions){0});
  InterpTable table;
  interp_table_init(&table, &x.mem);
  uint32_t different = 0;
  uint64_t last = 0;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    InterpRandom random;
    interp_random_init(&random, &x.mem, seed);
    InterpResult a = interp_run(x.run, interp_random(&random));
    InterpResult b = interp_run(y.run, interp_random(&random));
    CHECK_INT(a.end, INTERP_RETURNED);
    CHECK_INT(b.end, INTERP_RETURNED);
    uint64_t first = a.value[0];
    CHECK(first == b.value[0]);
    different += first != last;
    last = first;
    /* Recorded in one, replayed in the other. */
    InterpRecorder recorder = {interp_random(&random), &table};
    interp_run(x.run, interp_record(&recorder));
    CHECK_INT(table.given.n, 21 * (int)seed);
    b = interp_run(y.run, interp_table(&table));
    CHECK(first == b.value[0]);
    interp_random_done(&random);
  }
  CHECK(different > 15);
  CHECK(interp_chain(y.p, 2) == interp_chain_push(interp_chain_push(0, 5), 4));
  interp_table_done(&table);
  fixture_done(&x);
  fixture_done(&y);
}

/* ---- host and trace ---- */

TEST(program_interp_host_printf) {
  Mem mem;
  mem_init(&mem, 0);
  Text out;
  text_init(&out, &mem);
  Fixture x;
  fixture_init(&x,
               "pointer 64\nentry @main\nsites 4\n"
               "type t1 = [64 x i8]\n"
               "global $f t1 init=\"%d|%5u|%-4x|%ld|%llx|%c|%s|%.2s|%g|%a|%%|"
               "%hhd|%*d|%Lg\\0a\"\n"
               "global $s t1 init=\"text\"\n"
               "declare i32 @printf(ptr %1) variadic\n"
               "declare i32 @puts(ptr %1)\n"
               "define i32 @putchar(i32 %1) {\nb0:\n ret i32 -9\n}\n"
               "define i32 @main() {\nb0:\n"
               " %1 = call i32 @printf, $f, i32 -5, i32 77, i32 -1, i64 -6,"
               " i64 -1, i32 65, $s, $s, f64 0x3ff8000000000000,"
               " f64 0x3ff8000000000000, i32 257, i32 4, i32 9,"
               " f80 0x4001e000000000000000 site=1\n"
               " %2 = call i32 @puts, $s+1 site=2\n"
               " %3 = call i32 @putchar, i32 33 site=3\n"
               " %4 = mul i32 %1, i32 1000\n %5 = add i32 %4, %3\n"
               " ret %5\n}\n",
               (InterpOptions){.host = interp_host_printf(&out)});
  InterpResult result = interp_run(x.run, interp_zeros());
  static const char want[] =
      "-5|   77|ffffffff|-6|ffffffffffffffff|A|text|te|1.5|0x1.8p+0|%|1|   9|7"
      "\n";
  CHECK_INT(result.end, INTERP_RETURNED);
  CHECK_INT(result.value[0], ((int)sizeof want - 1) * 1000 + 33);
  Text expected;
  text_init(&expected, &mem);
  text_printf(&expected, "%sext\n!", want);
  CHECK_TEXT(text_get(&out), text_get(&expected));
  text_done(&expected);
  fixture_done(&x);
  text_done(&out);
  mem_done(&mem);
}

typedef struct Trace {
  uint32_t n;
  uint64_t sum, dbg;
} Trace;

static void on_trace(void *ctx, const InterpPlace *place, const BvWord *value) {
  Trace *trace = ctx;
  trace->n++;
  if (place->inst->op == OP_DBG)
    trace->dbg = trace->dbg * 10 + value[0];
  else if (value && place->inst->type.id)
    trace->sum += value[0];
}

TEST(program_interp_trace) {
  Trace trace = {0};
  Fixture x;
  fixture_init(&x,
               "pointer 64\nentry @main\nsites 1\nvar 1 = i \"int\" signed\n"
               "define i32 @one() {\nb0:\n ret i32 1\n}\n"
               "define i32 @main() {\nb0:\n br b1\n"
               "b1:\n %1 = phi i32 [i32 0, b0], [%3, b1]\n dbg %1 var=1\n"
               " %2 = call i32 @one site=1\n %3 = add i32 %1, %2\n"
               " %4 = eq i1 %3, i32 3\n condbr %4, b2, b1\n"
               "b2:\n ret %1\n}\n",
               (InterpOptions){.trace = on_trace, .trace_ctx = &trace});
  InterpResult result = interp_run(x.run, interp_zeros());
  CHECK_INT(result.end, INTERP_RETURNED);
  CHECK_INT(result.value[0], 2);
  CHECK_INT(trace.n, 1 + 3 * 7 + 1);
  CHECK_INT(trace.dbg, 12);
  CHECK_INT(trace.sum, (0 + 1 + 2) + 3 + (1 + 2 + 3) + 1);
  fixture_done(&x);
}

/* ---- corners ---- */

TEST(program_interp_calls_that_disagree) {
  expect("pointer 64\nentry @main\nsites 3\n"
         "define i32 @two(i32 %1, i32 %2) {\nb0:\n %3 = sub i32 %1, %2\n"
         " ret %3\n}\n"
         "define void @none() {\nb0:\n ret\n}\n"
         "define i32 @main() {\nb0:\n"
         " call @none, i32 1, i8 2 site=1\n"
         " %1 = call i32 @two, i32 9, i32 4, i64 7 site=2\n ret %1\n}\n",
         "returned 5");
  expect("pointer 64\nentry @main\nsites 1\n"
         "define i32 @id(i32 %1) {\nb0:\n ret %1\n}\n"
         "define i32 @main() {\nb0:\n"
         " %1 = call i32 @id, i64 9 site=1\n ret %1\n}\n",
         "unsupported (an argument of another type than the parameter)");
  uint64_t value = 12;
  expect_with("pointer 64\nentry @main\nsites 1\n"
              "define i32 @id(i32 %1) {\nb0:\n ret %1\n}\n"
              "define i32 @main() {\nb0:\n %1 = call i32 @id site=1\n"
              " ret %1\n}\n",
              (InterpOptions){0}, &value, 1, "returned 12");
}

/* The first page is no memory, also where an access only runs into it. */
TEST(program_interp_null_traps) {
  expect("pointer 32\nentry @main\nsites 1\n"
         "define i32 @main() {\nb0:\n %1 = load i32 ptr 4095\n ret %1\n}\n",
         "trap (access through NULL)");
  expect("pointer 32\nentry @main\nsites 1\n"
         "define i32 @main() {\nb0:\n store i32 1, ptr 4294967294\n"
         " ret i32 0\n}\n",
         "trap (access through NULL)");
}

/* Private objects at both ends of the address space and between objects; a
 * later object takes the place of a private one. */
TEST(program_interp_private_objects) {
  expect("pointer 32\nentry @main\nsites 1\n"
         "define i32 @main() {\nb0:\n"
         " store i32 16909060, ptr 4294967292\n" /* the last bytes */
         " %1 = load i16 ptr 4294967294\n %2 = zext i32 %1\n"
         " store i8 9, ptr 3221225473\n" /* where the local will be */
         " %3 = alloca ptr imm=4 site=1\n"
         " %4 = load i8 ptr 3221225473\n %5 = zext i32 %4\n"
         " store i8 3, ptr 3221225476\n"
         " store i32 -1, %3\n"
         " %6 = load i8 ptr 3221225476\n %7 = zext i32 %6\n"
         " %8 = mul i32 %2, i32 100\n %9 = mul i32 %5, i32 10\n"
         " %10 = add i32 %8, %9\n %11 = add i32 %10, %7\n ret %11\n}\n",
         "returned 25803");
}

TEST(program_interp_deep_recursion) {
  static const char text[] =
      "pointer 64\nentry @main\nsites 2\n"
      "define i32 @down(i32 %1) {\nb0:\n %2 = eq i1 %1, i32 0\n"
      " condbr %2, b1, b2\nb1:\n ret i32 7\n"
      "b2:\n %3 = sub i32 %1, i32 1\n %4 = call i32 @down, %3 site=1\n"
      " ret %4\n}\n"
      "define i32 @main() {\nb0:\n %1 = call i32 @down, i32 90000 site=2\n"
      " ret %1\n}\n";
  expect(text, "returned 7");
  expect_with(text, (InterpOptions){.max_bytes = 1 << 20}, NULL, 0,
              "fuel (memory)");
}

/* Damaged programs that are still valid run to some end. */
TEST(program_interp_survives_damage) {
  static const char *const texts[] = {fibonacci, called, inlined, outside};
  static char damaged[4000];
  Rng rng = {11};
  uint32_t valid = 0;
  for (int round = 0; round < 8000; round++) {
    const char *from = texts[rng_below(&rng, 4)];
    uint32_t n = (uint32_t)strlen(from);
    memcpy(damaged, from, n + 1);
    for (uint32_t k = 1 + rng_below(&rng, 3); k--;) {
      uint32_t a = rng_below(&rng, n);
      while (damaged[a] < '0' || damaged[a] > '9') a = rng_below(&rng, n);
      damaged[a] = (char)('0' + rng_below(&rng, 10));
    }
    Mem mem;
    mem_init(&mem, 0);
    Text error;
    Program *p;
    text_init(&error, &mem);
    if (prog_parse(&p, &mem, damaged, &error)) {
      if (prog_validate(p, &error)) {
        Interp *run = interp_new(
            &mem, p, (InterpOptions){.max_steps = 20000, .max_bytes = 1 << 20});
        InterpRandom random;
        interp_random_init(&random, &mem, (uint64_t)round);
        InterpResult result = interp_run(run, interp_random(&random));
        CHECK(result.end < INTERP_END_COUNT);
        interp_random_done(&random);
        interp_free(run);
        valid++;
      }
      prog_free(p);
    }
    text_done(&error);
    mem_done(&mem);
  }
  CHECK(valid > 500);
}
