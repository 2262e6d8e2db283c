/* SPDX-License-Identifier: MIT
 *
 * Jumps over rounds of loops: with and without them a run ends the same way. */
#include "unit/interp/fixture.h"

/* ---- loops that are longer than anybody would wait for ---- */

#define COUNT(type, test, body, result)                                        \
  "pointer 64\nentry @main\ndefine " type " @main() {\nb0:\n br b1\n"          \
  "b1:\n %1 = phi " type " [" type " 0, b0], [%4, b2]\n"                       \
  " %2 = phi " type " [" type " 7, b0], [%5, b2]\n"                            \
  " %3 = " test "\n condbr %3, b2, b3\n"                                       \
  "b2:\n " body " br b1\nb3:\n ret " result "\n}\n"

TEST(program_jump_counts) {
  InterpOptions short_run = {.max_steps = 20000};
  expect_with(COUNT("i64", "ult i1 %1, i64 1000000000000",
                    "%4 = add i64 %1, i64 3\n %5 = sub i64 %2, i64 2\n ", "%2"),
              short_run, NULL, 0, "returned -666666666661");
  expect_with(COUNT("i32", "slt i1 %1, i32 2147483647",
                    "%4 = add i32 %1, i32 1\n %5 = add i32 %2, i32 5\n ", "%2"),
              short_run, NULL, 0, "returned -2147483646");
  expect_with(COUNT("i32", "ne i1 %1, i32 2147483646",
                    "%4 = add i32 %1, i32 6\n %5 = mul i32 %1, i32 2\n ", "%2"),
              short_run, NULL, 0, "returned -16");
}

TEST(program_jump_calls) {
  static const char text[] =
      "pointer 64\nentry @main\nsites 1\n"
      "define i32 @more(i32 %1, i32 %2) {\nb0:\n"
      " %3 = slt i1 %1, %2\n condbr %3, b1, b2\n"
      "b1:\n %4 = add i32 %1, i32 2\n ret %4\nb2:\n ret %1\n}\n"
      "define i32 @main() {\nb0:\n br b1\n"
      "b1:\n %1 = phi i32 [i32 0, b0], [%3, b1]\n"
      " %2 = phi i32 [i32 5, b0], [%4, b1]\n"
      " %3 = add i32 %1, i32 1\n"
      " %4 = call i32 @more %2, i32 1999999999 site=1\n"
      " %5 = slt i1 %3, i32 2000000000\n condbr %5, b1, b2\n"
      "b2:\n ret %4\n}\n";
  expect_with(text, (InterpOptions){.max_steps = 20000}, NULL, 0,
              "returned 1999999999");
}

TEST(program_jump_never_ends) {
  expect_with(COUNT("i32", "ult i1 i32 3, i32 4",
                    "%4 = add i32 %1, i32 1\n %5 = add i32 %2, i32 5\n ", "%2"),
              (InterpOptions){0}, NULL, 0, "fuel (steps)");
}

/* ---- random loops ---- */

enum { BITS_NARROW = 13, BITS_WIDE = 32 };

typedef struct Writer {
  Rng *rng;
  Text *out;
  uint32_t values; /* %1 .. of the loop's width */
  uint32_t bits;
} Writer;

static uint32_t any_value(Writer *w) {
  return 1 + rng_below(w->rng, w->values);
}

static int any_constant(Writer *w) {
  static const int some[] = {0, 1, 2, 3, 4, 5, 7, 8, 100, -1, -2, -7, 1000};
  return some[rng_below(w->rng, sizeof some / sizeof *some)];
}

/* One more value, sometimes by way of a comparison or another width. */
static void add_value(Writer *w) {
  static const char *const ops[] = {"add", "sub",  "mul",  "and",  "or",
                                    "xor", "urem", "udiv", "srem", "sdiv",
                                    "shl", "lshr", "ashr"};
  static const char *const tests[] = {"eq", "ne", "ult", "ule", "slt", "sle"};
  uint32_t kind = rng_below(w->rng, 8), at = w->values + 1;
  const char *test = tests[rng_below(w->rng, 6)];
  uint32_t x = any_value(w), y = any_value(w), b = w->bits;
  if (kind < 2) {
    text_printf(w->out, " %%%u = %s i%u %%%u, %%%u\n", at,
                ops[rng_below(w->rng, 6)], b, x, y);
  } else if (kind < 5) {
    uint32_t op = rng_below(w->rng, 13);
    int k = any_constant(w);
    if (op >= 6) k = 1 + (k < 0 ? 3 : k % 8);
    text_printf(w->out, " %%%u = %s i%u %%%u, i%u %d\n", at, ops[op], b, x, b,
                k);
  } else if (kind == 5) {
    text_printf(w->out, " %%1%02u = %sext i64 %%%u\n", at,
                rng_below(w->rng, 2) ? "z" : "s", x);
    text_printf(w->out, " %%2%02u = mul i64 %%1%02u, i64 3\n", at, at);
    text_printf(w->out, " %%%u = trunc i%u %%2%02u\n", at, b, at);
  } else {
    text_printf(w->out, " %%1%02u = %s i1 %%%u, i%u %d\n", at, test, x, b,
                any_constant(w));
    text_printf(w->out, " %%%u = select i%u %%1%02u, %%%u, i%u %d\n", at, b, at,
                y, b, any_constant(w));
  }
  w->values = at;
}

/* Three variables; the first counts to its limit. */
static void write_loop(Writer *w) {
  uint32_t b = w->bits, n = 1 + rng_below(w->rng, 6);
  Text body, *out = w->out;
  text_init(&body, out->mem);
  w->out = &body;
  w->values = 3;
  for (uint32_t i = 0; i < n; i++) add_value(w);
  uint32_t y = any_value(w), z = any_value(w);
  text_printf(out, "pointer 64\nentry @main\ndefine i%u @main() {\nb0:\n", b);
  text_printf(out, " br b1\nb1:\n %%1 = phi i%u [i%u %d, b0], [%%91, b2]\n", b,
              b, any_constant(w));
  text_printf(out, " %%2 = phi i%u [i%u %d, b0], [%%%u, b2]\n", b, b,
              any_constant(w), y);
  text_printf(out, " %%3 = phi i%u [i%u %d, b0], [%%%u, b2]\n", b, b,
              any_constant(w), z);
  text_printf(out, " %%90 = slt i1 %%1, i%u 4000\n condbr %%90, b2, b3\nb2:\n",
              b);
  text_add(out, text_get(&body));
  text_printf(out, " %%91 = add i%u %%1, i%u %u\n br b1\nb3:\n", b, b,
              1 + rng_below(w->rng, 3));
  text_printf(out, " %%92 = mul i%u %%2, i%u 31\n", b, b);
  text_printf(out, " %%93 = add i%u %%92, %%3\n ret %%93\n}\n", b);
  text_done(&body);
  w->out = out;
}

static uint32_t run_text(const char *text, bool no_jumps, Text *said) {
  Fixture x;
  fixture_init(&x, text, (InterpOptions){.no_jumps = no_jumps});
  InterpRandom random;
  interp_random_init(&random, &x.mem, 1);
  InterpResult result = interp_run(x.run, interp_random(&random));
  interp_print_result(said, x.p, &result);
  interp_random_done(&random);
  fixture_done(&x);
  return result.jumps;
}

TEST(program_jump_changes_nothing) {
  enum { LOOPS = 600 };
  uint32_t jumps = 0;
  Rng rng = {2026};
  Mem mem;
  mem_init(&mem, 0);
  for (uint32_t i = 0; i < LOOPS; i++) {
    Text text, with, without;
    text_init(&text, &mem);
    text_init(&with, &mem);
    text_init(&without, &mem);
    Writer w = {&rng, &text, 0, i % 2 ? BITS_NARROW : BITS_WIDE};
    write_loop(&w);
    jumps += run_text(text_get(&text), false, &with) > 0;
    CHECK(run_text(text_get(&text), true, &without) == 0);
    CHECK_TEXT(text_get(&with), text_get(&without));
    text_done(&text);
    text_done(&with);
    text_done(&without);
  }
  CHECK(jumps > LOOPS / 8);
  mem_done(&mem);
}
