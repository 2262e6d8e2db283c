/* SPDX-License-Identifier: MIT
 *
 * Globals that keep what they start with: which ones, and that the program
 * does the same. */
#include "unit/pass/pass_test.h"

/* Main runs the lines, which compute %9; $a starts with 1, 2 and $q points to
 * $b; @set changes $c, and nobody calls it. */
static void open(Bench *b, const char *lines) {
  Mem mem;
  mem_init(&mem, 0);
  Text text;
  text_init(&text, &mem);
  text_printf(&text,
              "pointer 64\nentry @main\nsites 9\n"
              "type t1 = [2 x i32] size=8 align=4\n"
              "type t2 = [1 x ptr] size=8 align=8\n"
              "global $a t1 size=8 align=4 init=\"\\01\\00\\00\\00\\02\"\n"
              "global $b i32 size=4 align=4 init=\"\\05\"\n"
              "global $c i32 size=4 align=4 init=\"\\07\"\n"
              "global $q ptr size=8 align=8 0:$b\n"
              "define void @set() {\nb0:\n  store i32 9, $c\n  ret\n}\n"
              "define i32 @main() {\nb0:\n%s  ret %%9\n}\n",
              lines);
  bench_init(b, text_get(&text));
  text_done(&text);
  mem_done(&mem);
}

TEST(pass_settled_globals) {
  static const struct {
    const char *lines;
    uint32_t n; /* loads that are constants */
    uint64_t result;
  } rows[] = {
      {"  %9 = load i32 $a+4\n", 1, 2},
      {"  store i32 2, $a+4\n  %9 = load i32 $a+4\n", 1, 2},
      {"  store i32 3, $a+4\n  %9 = load i32 $a+4\n", 0, 3},
      /* another element of the same global, another width */
      {"  store i32 3, $a\n  %9 = load i32 $a+4\n", 0, 2},
      {"  store i64 8589934593, $a\n  %9 = load i32 $a+4\n", 1, 2},
      {"  store i8 3, $a+4\n  %9 = load i32 $a+4\n", 0, 3},
      /* nobody calls who changes it */
      {"  %9 = load i32 $c\n", 1, 7},
      {"  call @set site=1\n  %9 = load i32 $c\n", 0, 9},
      /* another global has its address; so does memory, or a value */
      {"  %9 = load i32 $b\n", 0, 5},
      {"  %1 = load ptr $q\n  store i32 6, %1\n  %9 = load i32 $b\n", 1, 6},
      {"  %1 = gep ptr $c imm=0\n  store i32 6, %1\n  %9 = load i32 $c\n", 0,
       6},
      {"  %1 = alloca ptr imm=8 aux=t2 site=2\n  store $c, %1\n"
       "  %2 = load ptr %1\n  store i32 6, %2\n  %9 = load i32 $c\n",
       0, 6},
      /* a store behind a switch that is never turned */
      {"  %1 = load i32 $c\n  %2 = eq i1 %1, i32 1\n  condbr %2, b1, b2\n"
       "b1:\n  store i32 3, $a\n  br b2\nb2:\n  %9 = load i32 $a\n",
       2, 1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Bench b;
    open(&b, rows[i].lines);
    uint32_t n = pass_settled(b.p);
    CHECK_VALID(&b);
    uint64_t result = bench_result(&b);
    if (n != rows[i].n || result != rows[i].result)
      unit_fail(__FILE__, __LINE__, "row %zu: %u loads, result %u", i, n,
                (unsigned)result);
    bench_done(&b);
  }
}

/* Each store is compared with what its global starts with, a constant that the
 * program does not have yet. */
TEST(pass_settled_many_constants) {
  enum { MANY = 300 };
  Mem mem;
  mem_init(&mem, 0);
  Text text;
  text_init(&text, &mem);
  text_add(&text, "pointer 64\nentry @main\n");
  for (int i = 0; i < MANY; i++)
    text_printf(&text,
                "global $g%d i32 size=4 align=4 init=\"\\%02x\\%02x\\01\"\n", i,
                i % 256, i / 256);
  text_add(&text, "define i32 @main() {\nb0:\n");
  for (int i = 0; i < MANY; i++)
    text_printf(&text, "  store i32 %d, $g%d\n", i, i);
  for (int i = 0; i < MANY; i++)
    text_printf(&text, "  %%%d = load i32 $g%d\n", i + 1, i);
  text_printf(&text, "  ret %%%d\n}\n", MANY);
  Bench b;
  bench_init(&b, text_get(&text));
  CHECK_INT(pass_settled(b.p), 0);
  CHECK_INT(bench_result(&b), MANY - 1);
  bench_done(&b);
  text_done(&text);
  mem_done(&mem);
}
