/* SPDX-License-Identifier: MIT
 *
 * Elements of small arrays as variables: the same results, for all places; no
 * array is left in memory, or it is left alone. */
#include "unit/pass/pass_test.h"

/* Six elements of 32 bits in $a with 1 to 6; then the lines, where %1 is the
 * number i, any if it is negative, and %9 what they computed; the sum of %9 and
 * all elements by weight. */
static void write_program(Text *out, const char *lines, int i) {
  text_add(out, "pointer 64\nentry @main\nsites 2\n"
                "type t1 = [6 x i32] size=24 align=4\n"
                "global $i i64 size=8 align=8\n"
                "global $p ptr size=8 align=8\n"
                "global $a t1 size=24 align=4\n"
                "define i32 @main() {\n"
                "b0:\n");
  if (i >= 0) text_printf(out, "  store i64 %d, $i\n", i);
  for (int k = 0; k < 6; k++)
    text_printf(out, "  store i32 %d, $a+%d\n", k + 1, 4 * k);
  text_printf(out, "  %%1 = %s\n%s",
              i < 0 ? "nondet.verifier i64 site=1" : "load i64 $i", lines);
  int sum = 9;
  for (int k = 0; k < 6; k++) {
    int at = 10 + 3 * k;
    text_printf(out, "  %%%d = load i32 $a+%d\n", at, 4 * k);
    text_printf(out, "  %%%d = mul i32 %%%d, i32 %d\n", at + 1, at,
                1 + 37 * k * k);
    text_printf(out, "  %%%d = add i32 %%%d, %%%d\n", at + 2, at + 1, sum);
    sum = at + 2;
  }
  text_printf(out, "  ret %%%d\n}\n", sum);
}

static void open(Bench *b, const char *lines, int i) {
  Mem mem;
  mem_init(&mem, 0);
  Text text;
  text_init(&text, &mem);
  write_program(&text, lines, i);
  bench_init(b, text_get(&text));
  text_done(&text);
  mem_done(&mem);
}

TEST(pass_elements_do_the_same) {
  static const struct {
    const char *lines;
    uint32_t n; /* accesses that change */
    int most;   /* i */
  } rows[] = {
      {"  %2 = gep ptr $a, %1 stride=4\n  %9 = load i32 %2\n", 1, 5},
      {"  %2 = gep ptr $a, %1 stride=4\n  store i32 77, %2\n"
       "  %9 = load i32 %2\n",
       2, 5},
      {"  %2 = gep ptr $a+20, %1 stride=-4\n  store i32 77, %2\n"
       "  %9 = load i32 $a\n",
       1, 5},
      {"  %2 = gep ptr $a, %1 stride=8\n  %3 = gep ptr %2 imm=4\n"
       "  store i32 5, %3\n  %9 = load i32 %2\n",
       2, 2},
      {"  %2 = gep ptr $a, %1 stride=8\n  %3 = gep ptr %2, %1 stride=4\n"
       "  store i32 5, %3\n  %9 = load i32 $a+4\n",
       1, 1}};
  for (uint32_t k = 0; k < sizeof rows / sizeof *rows; k++)
    for (int i = 0; i <= rows[k].most; i++) {
      Bench b;
      open(&b, rows[k].lines, i);
      uint64_t before = bench_result(&b);
      CHECK_INT(pass_elements(b.p), rows[k].n);
      CHECK_VALID(&b);
      CHECK_INT(bench_result(&b), before);
      pass_clean(b.p);
      pass_memory(b.p);
      CHECK_VALID(&b);
      CHECK_INT(bench_result(&b), before);
      bench_done(&b);
    }
}

/* A part of an element; a pointer that comes from memory; a stride that wraps
 * to other places. */
TEST(pass_elements_leaves_others_alone) {
  static const char *const lines[] = {
      "  %2 = gep ptr $a, %1 stride=1\n  %9 = load i32 %2\n",
      "  %2 = gep ptr $a, %1 stride=4\n  store %2, $p\n"
      "  %3 = load ptr $p\n  %4 = gep ptr %3, %1 stride=4\n"
      "  store i32 4, %4\n  %9 = load i32 %2\n",
      "  %2 = gep ptr $a, %1 stride=12\n  %9 = load i32 %2\n"};
  for (uint32_t k = 0; k < sizeof lines / sizeof *lines; k++) {
    Bench b;
    open(&b, lines[k], -1);
    CHECK_INT(pass_elements(b.p), 0);
    CHECK_VALID(&b);
    bench_done(&b);
  }
}
