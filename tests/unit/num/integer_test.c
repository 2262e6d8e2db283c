/* SPDX-License-Identifier: MIT
 *
 * Integers of 128 bits against counting. */
#include "unit/unit.h"
#include "num/integer.h"

static bool divides(int d, int a) {
  return d == 0 ? a == 0 : a % d == 0;
}

/* The largest number that divides both; 0 for two zeros. */
static int counted_gcd(int a, int b) {
  int most = 0;
  for (int d = 1; d <= 64; d++)
    if (divides(d, a) && divides(d, b) && (a || b)) most = d;
  return most;
}

TEST(num_integer_gcd_by_counting) {
  for (int a = -30; a <= 30; a++)
    for (int b = -30; b <= 30; b++)
      CHECK_INT(integer_gcd(a, b), counted_gcd(a, b));
  Integer large = (Integer)1 << 100;
  CHECK(integer_gcd(large * 3, -large) == large);
  CHECK(integer_gcd(INT64_MIN, 0) == (Integer)1 << 63);
}

TEST(num_integer_floor_div_by_counting) {
  for (int a = -40; a <= 40; a++)
    for (int b = 1; b <= 7; b++) {
      int q = -50;
      while ((q + 1) * b <= a) q++;
      CHECK_INT(integer_floor_div(a, b), q);
    }
}

TEST(num_integer_runs_of_ones) {
  for (int mask = -4; mask < 512; mask++) {
    uint32_t first = 99, end = 99, n = 0;
    for (uint32_t i = 0; i < 9; i++)
      for (uint32_t k = i + 1; k <= 9; k++)
        if (mask == (1 << k) - (1 << i)) n++;
    CHECK_INT(integer_is_run(mask, &first, &end), n == 1);
    if (n) CHECK_INT((1 << end) - (1 << first), mask);
  }
}

static void check_text(Integer value, const char *text) {
  Mem mem;
  Text out;
  mem_init(&mem, 0);
  text_init(&out, &mem);
  integer_print(&out, value);
  CHECK_TEXT(text_get(&out), text);
  text_done(&out);
  mem_done(&mem);
}

TEST(num_integer_words_and_text) {
  static const int64_t some[] = {0, 1, -1, 42, INT64_MIN, INT64_MAX};
  for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
    Integer value = (Integer)some[i] * INT64_MAX + some[i];
    BvWord words[3];
    integer_words(value, words, 128);
    CHECK(integer_of_words(words) == value);
    integer_words(value, words, 160); /* the sign goes up */
    CHECK_INT(words[2], value < 0 ? 0xffffffff : 0);
    CHECK(integer_of_words(words) == value);
  }
  check_text(0, "0");
  check_text(-7, "-7");
  check_text((Integer)INT64_MAX * 100, "922337203685477580700");
  check_text(-((Integer)1 << 64), "-18446744073709551616");
}

/* A range must hold exactly what its values give, as far as ends go. */
TEST(num_integer_ranges_by_counting) {
  for (int low = -6; low <= 6; low++)
    for (int high = low; high <= 6; high++)
      for (int k = 1; k <= 4; k++) {
        IntegerRange a = {low, high}, down = range_floor_div(a, k);
        IntegerRange to_zero = range_trunc_div(a, k),
                     minus = range_scale(a, -k);
        for (int x = low; x <= high; x++) {
          CHECK(integer_floor_div(x, k) >= down.low);
          CHECK(integer_floor_div(x, k) <= down.high);
          CHECK(x / k >= to_zero.low && x / k <= to_zero.high);
          CHECK(-k * x >= minus.low && -k * x <= minus.high);
        }
        IntegerRange moved = range_shift(a, k), both = range_join(a, moved);
        CHECK(both.low == low && both.high == high + k);
        CHECK(range_is_within(a, both) && range_is_within(moved, both));
        CHECK(!range_is_within(both, a));
        CHECK(range_sub(moved, a).low == low + k - high);
        CHECK(range_add(moved, a).high == 2 * high + k);
      }
}
