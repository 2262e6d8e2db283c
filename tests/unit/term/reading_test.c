/* SPDX-License-Identifier: MIT
 *
 * Readings of words against all values of small widths. */
#include "unit/unit.h"
#include "unit/term/gen.h"
#include "term/reading.h"

static int read(int bits, uint32_t width, TermReading reading) {
  int sign = 1 << (width - 1);
  return reading == TERM_SIGNED ? (bits ^ sign) - sign : bits;
}

TEST(term_reading_windows) {
  for (uint32_t width = 1; width <= 4; width++)
    for (int reading = TERM_UNSIGNED; reading <= TERM_SIGNED; reading++) {
      IntegerRange window = term_window(width, (TermReading)reading);
      for (int x = -40; x <= 40; x++) {
        int bits = x & ((1 << width) - 1);
        int value = read(bits, width, (TermReading)reading);
        IntegerRange point = {x, x};
        CHECK_INT(term_fits_window(point, width, (TermReading)reading),
                  x == value);
        CHECK(window.low <= value && value <= window.high);
        IntegerRange at = term_windows_of(point, width, (TermReading)reading);
        CHECK(at.low == at.high && x - at.low * (1 << width) == value);
      }
    }
}

/* Without a window, equal words are equal integers. */
TEST(term_reading_of_equality) {
  enum { WIDTH = 2, SIZE = 1 << WIDTH };
  for (int a = -SIZE; a <= SIZE; a++)
    for (int b = -SIZE; b <= SIZE; b++)
      for (int n = 0; n < SIZE; n++) {
        IntegerRange x = {a, a + n}, y = {b, b + n};
        TermReading reading;
        if (term_equality_needs_window(x, y, WIDTH, &reading)) continue;
        for (int i = a; i <= a + n; i++)
          for (int k = b; k <= b + n; k++)
            CHECK((i == k) == ((i & (SIZE - 1)) == (k & (SIZE - 1))));
      }
}

TEST(term_reading_of_constants) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *s = term_store_new(&mem);
  for (uint32_t width = 1; width <= 4; width++)
    for (int bits = 0; bits < 1 << width; bits++) {
      Integer value;
      Term t = term_u64(s, (uint64_t)bits, width);
      CHECK(term_const_as(s, t, TERM_SIGNED, &value));
      CHECK_INT(value, read(bits, width, TERM_SIGNED));
      CHECK(term_const_as(s, t, TERM_UNSIGNED, &value));
      CHECK_INT(value, bits);
    }
  Integer unused;
  CHECK(!term_const_as(s, term_u64(s, 1, 200), TERM_SIGNED, &unused));
  CHECK(!term_const_as(s, term_var(s, "x", sort_bv(8)), TERM_SIGNED, &unused));
  term_store_free(s);
  mem_done(&mem);
}

/* u + 1 < v and ~w < v, unsigned: through a sum always, through ~ sometimes. */
TEST(term_reading_demands) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *s = term_store_new(&mem);
  Term u = term_var(s, "u", sort_bv(8)), v = term_var(s, "v", sort_bv(8));
  Term w = term_var(s, "w", sort_bv(8)), not_w = term_bvnot(s, w);
  Term sum = term_add(s, u, term_u64(s, 1, 8));
  Term less = term_ult(s, sum, v), other = term_ult(s, not_w, v);
  Term nodes[] = {u, v, w, not_w, sum, other, less};
  TermDemands demands;
  for (int flow = TERM_DEMAND_THROUGH_SUMS; flow <= TERM_DEMAND_THROUGH_ALL;
       flow++) {
    term_demands_init(&demands, s, &mem);
    term_demands_add(&demands, nodes, 7, (TermDemandFlow)flow);
    CHECK_INT(term_demanded(&demands, u), TERM_UNSIGNED);
    CHECK_INT(term_demanded(&demands, v), TERM_UNSIGNED);
    CHECK_INT(term_demanded(&demands, not_w), TERM_UNSIGNED);
    CHECK_INT(term_demanded(&demands, w),
              flow == TERM_DEMAND_THROUGH_ALL ? TERM_UNSIGNED : TERM_SIGNED);
    term_demands_done(&demands);
  }
  term_store_free(s);
  mem_done(&mem);
}
