/* SPDX-License-Identifier: MIT
 *
 * Bit-vector values against plain C arithmetic: all values at widths 1-4,
 * random ones up to 128 bits against unsigned __int128, wider ones against
 * laws that hold in every ring and against bit-by-bit schoolbook. */
#include "unit/unit.h"
#include "num/bv.h"

typedef unsigned __int128 U128;
typedef __int128 S128;

static U128 mask_of(uint32_t w) {
  return w == 128 ? ~(U128)0 : ((U128)1 << w) - 1;
}
static S128 to_signed(U128 x, uint32_t w) {
  U128 sign = (U128)1 << (w - 1);
  return (S128)((x ^ sign) - sign);
}
static void put(BvWord *a, U128 x, uint32_t w) {
  a[0] = (uint64_t)x;
  if (w > 64) a[1] = (uint64_t)(x >> 64);
}
static U128 get(const BvWord *a, uint32_t w) {
  return w > 64 ? ((U128)a[1] << 64) | a[0] : a[0];
}

static U128 size_of(U128 x, uint32_t w) {
  return to_signed(x, w) < 0 ? (-x) & mask_of(w) : x;
}

static U128 model_signed_div(BvOp op, U128 a, U128 b, uint32_t w) {
  U128 x = size_of(a, w), y = size_of(b, w);
  bool minus_a = to_signed(a, w) < 0, minus_b = to_signed(b, w) < 0;
  if (op == BV_SREM) {
    U128 r = y == 0 ? x : x % y;
    return minus_a ? -r : r;
  }
  if (y == 0) return minus_a ? 1 : ~(U128)0;
  return minus_a != minus_b ? -(x / y) : x / y;
}

static U128 model(BvOp op, U128 a, U128 b, uint32_t w) {
  switch (op) {
  case BV_ADD: return a + b;
  case BV_SUB: return a - b;
  case BV_MUL: return a * b;
  case BV_UDIV: return b == 0 ? ~(U128)0 : a / b;
  case BV_UREM: return b == 0 ? a : a % b;
  case BV_SDIV:
  case BV_SREM: return model_signed_div(op, a, b, w);
  case BV_SHL: return b >= w ? 0 : a << b;
  case BV_LSHR: return b >= w ? 0 : a >> b;
  case BV_ASHR: return (U128)(to_signed(a, w) >> (b >= w ? w - 1 : b));
  case BV_AND: return a & b;
  case BV_OR: return a | b;
  case BV_XOR: return a ^ b;
  }
  unreachable_case();
}

static bool model_compare(BvCmp cmp, U128 a, U128 b, uint32_t w) {
  switch (cmp) {
  case BV_EQ: return a == b;
  case BV_ULT: return a < b;
  case BV_ULE: return a <= b;
  case BV_SLT: return to_signed(a, w) < to_signed(b, w);
  case BV_SLE: return to_signed(a, w) <= to_signed(b, w);
  }
  unreachable_case();
}

static void check_pair(U128 x, U128 y, uint32_t w) {
  BvWord a[2], b[2], r[2];
  put(a, x, w);
  put(b, y, w);
  for (int op = BV_ADD; op <= BV_XOR; op++) {
    bv_binary((BvOp)op, r, a, b, w);
    if (get(r, w) != (model((BvOp)op, x, y, w) & mask_of(w)))
      unit_fail(__FILE__, __LINE__, "op %d at width %u", op, w);
    bv_copy(r, a, w); /* in place, both ways */
    bv_binary((BvOp)op, r, r, b, w);
    CHECK(get(r, w) == (model((BvOp)op, x, y, w) & mask_of(w)));
    bv_copy(r, b, w);
    bv_binary((BvOp)op, r, a, r, w);
    CHECK(get(r, w) == (model((BvOp)op, x, y, w) & mask_of(w)));
  }
  for (int cmp = BV_EQ; cmp <= BV_SLE; cmp++)
    CHECK(bv_compare((BvCmp)cmp, a, b, w) ==
          model_compare((BvCmp)cmp, x, y, w));
}

static void check_unary(U128 x, uint32_t w) {
  BvWord a[2], r[2];
  put(a, x, w);
  bv_not(r, a, w);
  CHECK(get(r, w) == (~x & mask_of(w)));
  bv_neg(r, a, w);
  CHECK(get(r, w) == (-x & mask_of(w)));
  CHECK(bv_is_zero(a, w) == (x == 0));
  CHECK(bv_is_ones(a, w) == (x == mask_of(w)));
  int64_t i = 0;
  uint64_t u = 0;
  S128 s = to_signed(x, w);
  CHECK(bv_fits_i64(a, w, &i) == (s >= INT64_MIN && s <= INT64_MAX));
  if (s >= INT64_MIN && s <= INT64_MAX) CHECK(i == (int64_t)s);
  CHECK(bv_fits_u64(a, w, &u) == (x <= UINT64_MAX));
  if (x <= UINT64_MAX) CHECK(u == (uint64_t)x);
}

static void check_widths(U128 x, uint32_t w, uint32_t to) {
  BvWord a[2], r[2];
  put(a, x, w);
  bv_zext(r, to, a, w);
  CHECK(get(r, to) == (x & mask_of(to)));
  bv_sext(r, to, a, w);
  CHECK(get(r, to) == ((U128)to_signed(x, w) & mask_of(to)));
}

static void check_slices(U128 x, uint32_t w) {
  BvWord a[2], r[2], h[2];
  put(a, x, w);
  for (uint32_t lo = 0; lo < w; lo++) {
    for (uint32_t hi = lo; hi < w; hi += w > 8 ? 7 : 1) {
      bv_extract(r, a, hi, lo);
      CHECK(get(r, hi - lo + 1) == ((x >> lo) & mask_of(hi - lo + 1)));
    }
    if (lo == 0) continue;
    BvWord low[2], whole[2];
    bv_extract(h, a, w - 1, lo);
    bv_extract(low, a, lo - 1, 0);
    bv_concat(whole, h, w - lo, low, lo);
    CHECK(get(whole, w) == x);
  }
}

TEST(num_bv_all_small_values) {
  for (uint32_t w = 1; w <= 4; w++)
    for (uint32_t x = 0; x < 1u << w; x++) {
      check_unary(x, w);
      check_slices(x, w);
      for (uint32_t to = 1; to <= 8; to++) check_widths(x, w, to);
      for (uint32_t y = 0; y < 1u << w; y++) check_pair(x, y, w);
    }
}

static U128 random_value(Rng *rng, uint32_t w) {
  U128 x = ((U128)rng_next(rng) << 64) | rng_next(rng);
  x >>= rng_below(rng, 128);
  if (rng_below(rng, 4) == 0) x = -x;
  return x & mask_of(w);
}

TEST(num_bv_random_to_128) {
  Rng rng = {7};
  for (int round = 0; round < 4000; round++) {
    uint32_t w = 5 + rng_below(&rng, 124);
    U128 x = random_value(&rng, w), y = random_value(&rng, w);
    if (rng_below(&rng, 3) == 0) y &= 0x7f;
    check_unary(x, w);
    check_widths(x, w, 1 + rng_below(&rng, 128));
    check_pair(x, y, w);
    if (round < 100) check_slices(x, w);
  }
}

#define WORDS_WIDE 8
static void random_wide(Rng *rng, BvWord *a, uint32_t w) {
  for (uint32_t i = 0; i < BV_WORDS(w); i++)
    a[i] = rng_below(rng, 4) == 0 ? 0 : rng_next(rng);
  bv_zext(a, w, a, w);
}

/* Division is the inverse of multiplication: a = q*b + r and r < b. */
static void check_division(const BvWord *a, const BvWord *b, uint32_t w) {
  BvWord q[WORDS_WIDE], r[WORDS_WIDE], back[WORDS_WIDE];
  bv_binary(BV_UDIV, q, a, b, w);
  bv_binary(BV_UREM, r, a, b, w);
  if (!bv_is_zero(b, w)) {
    CHECK(bv_compare(BV_ULT, r, b, w));
    BvWord wide_q[2 * WORDS_WIDE], wide_b[2 * WORDS_WIDE];
    bv_zext(wide_q, 2 * w, q, w);
    bv_zext(wide_b, 2 * w, b, w);
    bv_binary(BV_MUL, wide_q, wide_q, wide_b, 2 * w);
    bv_zext(wide_b, 2 * w, a, w);
    CHECK(bv_compare(BV_ULE, wide_q, wide_b, 2 * w));
  }
  bv_binary(BV_MUL, back, q, b, w);
  bv_binary(BV_ADD, back, back, r, w);
  CHECK(bv_compare(BV_EQ, back, a, w));
  bv_binary(BV_SDIV, q, a, b, w);
  bv_binary(BV_SREM, r, a, b, w);
  bv_binary(BV_MUL, back, q, b, w);
  bv_binary(BV_ADD, back, back, r, w);
  CHECK(bv_compare(BV_EQ, back, a, w));
}

static void check_schoolbook(const BvWord *a, const BvWord *b, uint32_t w) {
  BvWord sum[WORDS_WIDE], product[WORDS_WIDE], step[WORDS_WIDE];
  BvWord amount[WORDS_WIDE];
  bv_binary(BV_ADD, sum, a, b, w);
  bool carry = false;
  for (uint32_t i = 0; i < w; i++) {
    int total = bv_bit(a, i) + bv_bit(b, i) + carry;
    CHECK(bv_bit(sum, i) == (total & 1));
    carry = total > 1;
  }
  bv_binary(BV_SUB, sum, sum, b, w);
  CHECK(bv_compare(BV_EQ, sum, a, w));
  bv_set_u64(product, 0, w);
  for (uint32_t i = 0; i < w; i++) {
    bv_set_u64(amount, i, w);
    bv_binary(BV_SHL, step, a, amount, w);
    for (uint32_t j = 0; j < w; j++)
      CHECK(bv_bit(step, j) == (j >= i && bv_bit(a, j - i)));
    if (bv_bit(b, i)) bv_binary(BV_ADD, product, product, step, w);
    bv_binary(BV_LSHR, step, a, amount, w);
    for (uint32_t j = 0; j < w; j++)
      CHECK(bv_bit(step, j) == (j + i < w && bv_bit(a, j + i)));
    bv_binary(BV_ASHR, step, a, amount, w);
    for (uint32_t j = 0; j < w; j++)
      CHECK(bv_bit(step, j) == bv_bit(a, j + i < w ? j + i : w - 1));
  }
  bv_binary(BV_MUL, step, a, b, w);
  CHECK(bv_compare(BV_EQ, step, product, w));
}

TEST(num_bv_random_wide) {
  Rng rng = {11};
  BvWord a[WORDS_WIDE], b[WORDS_WIDE];
  for (int round = 0; round < 150; round++) {
    uint32_t w = 129 + rng_below(&rng, 100);
    random_wide(&rng, a, w);
    random_wide(&rng, b, w);
    if (rng_below(&rng, 2) == 0) bv_set_u64(b, rng_next(&rng), w);
    check_division(a, b, w);
    if (round < 30) check_schoolbook(a, b, w);
  }
}

TEST(num_bv_text) {
  Mem mem;
  mem_init(&mem, 0);
  Text out;
  text_init(&out, &mem);
  Rng rng = {3};
  BvWord a[WORDS_WIDE], b[WORDS_WIDE];
  for (int round = 0; round < 500; round++) {
    uint32_t w = 1 + rng_below(&rng, 300);
    random_wide(&rng, a, w);
    for (int sign = 0; sign < 2; sign++) {
      text_clear(&out);
      if (sign)
        bv_print_signed(&out, a, w);
      else
        bv_print_unsigned(&out, a, w);
      const char *end = NULL;
      CHECK(bv_parse(b, w, text_get(&out), &end));
      CHECK(*end == 0 && bv_compare(BV_EQ, a, b, w));
    }
  }
  text_clear(&out);
  bv_set_i64(a, -128, 8);
  bv_print_signed(&out, a, 8);
  text_char(&out, ' ');
  bv_print_unsigned(&out, a, 8);
  text_char(&out, ' ');
  bv_print_binary(&out, a, 8);
  CHECK_TEXT(text_get(&out), "-128 128 10000000");
  const char *end = NULL;
  CHECK(!bv_parse(a, 8, "x", &end));
  CHECK(!bv_parse(a, 8, "-", &end));
  text_done(&out);
  mem_done(&mem);
}
