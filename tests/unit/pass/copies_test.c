/* SPDX-License-Identifier: MIT
 *
 * Copies and fills as loops: the same memory afterwards, for all small lengths
 * and offsets. */
#include "unit/pass/pass_test.h"

/* Six cells of 32 bits in $s with 1 to 6; then the range instruction, where %1
 * is n and %2 is k, %3 is 4 * n, %4 is $s + 4 * k, %5 is $s + n; then the sum
 * of cells by weight. */
static void write_program(Text *out, const char *range, int n, int k) {
  text_add(out, "pointer 64\nentry @main\n"
                "type t1 = [32 x i8] size=32 align=1\n"
                "global $n i64 size=8 align=8\n"
                "global $k i64 size=8 align=8\n"
                "global $s t1 size=32 align=8\n"
                "global $t t1 size=32 align=8\n"
                "define i32 @main() {\n"
                "b0:\n");
  text_printf(out, "  store i64 %d, $n\n  store i64 %d, $k\n", n, k);
  for (int i = 0; i < 6; i++)
    text_printf(out, "  store i32 %d, $s+%d\n", i + 1, 4 * i);
  text_printf(out,
              "  %%1 = load i64 $n\n"
              "  %%2 = load i64 $k\n"
              "  %%3 = mul i64 %%1, i64 4\n"
              "  %%4 = gep ptr $s, %%2 stride=4\n"
              "  %%5 = gep ptr $s, %%1 stride=1\n"
              "  %s\n",
              range);
  int sum = 0;
  for (int i = 0; i < 12; i++) {
    int at = 10 + 3 * i;
    text_printf(out, "  %%%d = load i32 $%c+%d\n", at, i < 6 ? 's' : 't',
                4 * (i % 6));
    text_printf(out, "  %%%d = mul i32 %%%d, i32 %d\n", at + 1, at,
                1 + 37 * i * i);
    if (i)
      text_printf(out, "  %%%d = add i32 %%%d, %%%d\n", at + 2, at + 1, sum);
    sum = i ? at + 2 : at + 1;
  }
  text_printf(out, "  ret %%%d\n}\n", sum);
}

TEST(pass_copies_do_the_same) {
  static const char *const ranges[] = {
      "memcpy $t, $s, %3",       "memcpy %4, $s, %3",
      "memcpy $s, %4, %3",       "memcpy %4, %4, %3",
      "memcpy $t, %4, %1",       "memcpy %5, $s, %3",
      "memcpy $s, %5, %3",       "memcpy $s+8, %4, %3",
      "memcpy %4, $s+4, %3",     "memset %4, i8 9, %3",
      "memset $s+1, i8 200, %1", "memcpy $t, $s+4, i64 8"};
  for (uint32_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    for (int n = 0; n < 4; n++)
      for (int k = 0; k < 4; k++) {
        Bench b;
        Mem mem;
        mem_init(&mem, 0);
        Text text;
        text_init(&text, &mem);
        write_program(&text, ranges[i], n, k);
        bench_init(&b, text_get(&text));
        text_done(&text);
        mem_done(&mem);
        uint64_t before = bench_result(&b);
        CHECK_INT(pass_copies(b.p, PASS_COPIES_ALL), 1);
        CHECK_VALID(&b);
        CHECK_INT(bench_count(&b, NULL, OP_MEMCPY), 0);
        CHECK_INT(bench_count(&b, NULL, OP_MEMSET), 0);
        CHECK_INT((long)bench_result(&b), (long)before);
        pass_memory(b.p);
        pass_clean(b.p);
        CHECK_VALID(&b);
        CHECK_INT((long)bench_result(&b), (long)before);
        bench_done(&b);
      }
}

/* What the encoder follows cell by cell stays. */
TEST(pass_copies_only_long_ones) {
  Bench b;
  bench_init(&b, "pointer 64\nentry @main\n"
                 "type t1 = [32 x i8] size=32 align=1\n"
                 "type t2 = [3200 x i8] size=3200 align=1\n"
                 "global $s t1 size=32 align=8\n"
                 "global $t t2 size=3200 align=8\n"
                 "global $u t2 size=3200 align=8\n"
                 "sites 2\n"
                 "define i8 @main() {\n"
                 "b0:\n"
                 "  %1 = nondet.verifier i64 site=1\n"
                 "  memset $s, i8 1, %1\n"
                 "  memcpy $s, $t, %1\n"
                 "  memset $t, i8 1, i64 256\n"
                 "  %2 = and i64 %1, i64 255\n"
                 "  memset $t, i8 1, %2\n"
                 "  memcpy $t, $u, %1\n"
                 "  memset $t, i8 1, i64 257\n"
                 "  %3 = load i8 $t+4\n"
                 "  ret %3\n"
                 "}\n");
  CHECK(pass_has_copies(b.p));
  CHECK_INT(pass_copies(b.p, PASS_COPIES_LONG), 2);
  CHECK_VALID(&b);
  CHECK_INT(bench_count(&b, NULL, OP_MEMCPY), 1);
  CHECK_INT(bench_count(&b, NULL, OP_MEMSET), 3);
  CHECK(!pass_has_copies(b.p));
  bench_done(&b);
}
