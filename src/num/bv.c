/* SPDX-License-Identifier: MIT
 *
 * Bit-vector arithmetic on little-endian arrays of 64-bit words.
 *
 * One word covers nearly every value of a C program, so each operation has a
 * one-word path with plain machine arithmetic; wider values take the
 * schoolbook path (multiplication by words, division by shift and subtract).
 * Every function ends with `trim`, which keeps the bits above the width zero:
 * equality of values is equality of words.  Cost: linear in the words, except
 * multiplication (quadratic in words) and division (width times words).
 */
#include "num/bv.h"

typedef unsigned __int128 Wide;

static uint64_t low_mask(uint32_t bits) {
  assert(bits <= 64);
  return bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

static void trim(BvWord *a, uint32_t width) {
  assert(width >= 1);
  uint32_t rest = width % 64;
  if (rest != 0) a[BV_WORDS(width) - 1] &= low_mask(rest);
}

static bool sign_bit(const BvWord *a, uint32_t width) {
  return bv_bit(a, width - 1);
}

void bv_copy(BvWord *result, const BvWord *a, uint32_t width) {
  memmove(result, a, BV_WORDS(width) * sizeof *a);
}

void bv_set_u64(BvWord *result, uint64_t value, uint32_t width) {
  memset(result, 0, BV_WORDS(width) * sizeof *result);
  result[0] = value;
  trim(result, width);
}

void bv_set_i64(BvWord *result, int64_t value, uint32_t width) {
  memset(result, value < 0 ? 0xff : 0, BV_WORDS(width) * sizeof *result);
  result[0] = (uint64_t)value;
  trim(result, width);
}

void bv_set_ones(BvWord *result, uint32_t width) {
  bv_set_i64(result, -1, width);
}

bool bv_is_zero(const BvWord *a, uint32_t width) {
  for (uint32_t i = 0; i < BV_WORDS(width); i++)
    if (a[i] != 0) return false;
  return true;
}

bool bv_is_ones(const BvWord *a, uint32_t width) {
  assert(width >= 1);
  uint32_t full = width / 64;
  for (uint32_t i = 0; i < full; i++)
    if (a[i] != UINT64_MAX) return false;
  return width % 64 == 0 || a[full] == low_mask(width % 64);
}

bool bv_bit(const BvWord *a, uint32_t index) {
  return (a[index / 64] >> (index % 64)) & 1;
}

bool bv_fits_u64(const BvWord *a, uint32_t width, uint64_t *value) {
  for (uint32_t i = 1; i < BV_WORDS(width); i++)
    if (a[i] != 0) return false;
  *value = a[0];
  return true;
}

bool bv_fits_i64(const BvWord *a, uint32_t width, int64_t *value) {
  assert(width >= 1);
  if (width <= 64) {
    uint64_t sign = (uint64_t)1 << (width - 1);
    *value = (int64_t)((a[0] ^ sign) - sign);
    return true;
  }
  uint64_t fill = (a[0] >> 63) ? UINT64_MAX : 0;
  for (uint32_t i = 1; i < BV_WORDS(width); i++) {
    bool last = i == BV_WORDS(width) - 1 && width % 64 != 0;
    if (a[i] != (last ? fill & low_mask(width % 64) : fill)) return false;
  }
  *value = (int64_t)a[0];
  return true;
}

/* ---- ring and bitwise operations ---- */

void bv_not(BvWord *result, const BvWord *a, uint32_t width) {
  for (uint32_t i = 0; i < BV_WORDS(width); i++) result[i] = ~a[i];
  trim(result, width);
}

void bv_neg(BvWord *result, const BvWord *a, uint32_t width) {
  uint64_t carry = 1;
  for (uint32_t i = 0; i < BV_WORDS(width); i++) {
    uint64_t word = ~a[i] + carry;
    carry = carry && word == 0;
    result[i] = word;
  }
  trim(result, width);
}

static void add_words(BvWord *result, const BvWord *a, const BvWord *b,
                      uint32_t words) {
  uint64_t carry = 0;
  for (uint32_t i = 0; i < words; i++) {
    Wide sum = (Wide)a[i] + b[i] + carry;
    result[i] = (uint64_t)sum;
    carry = (uint64_t)(sum >> 64);
  }
}

static void sub_words(BvWord *result, const BvWord *a, const BvWord *b,
                      uint32_t words) {
  uint64_t borrow = 0;
  for (uint32_t i = 0; i < words; i++) {
    Wide difference = (Wide)a[i] - b[i] - borrow;
    result[i] = (uint64_t)difference;
    borrow = (uint64_t)(difference >> 64) & 1;
  }
}

static void mul_words(BvWord *result, const BvWord *a, const BvWord *b,
                      uint32_t words) {
  BvWord product[BV_MAX_WORDS];
  memset(product, 0, words * sizeof *product);
  for (uint32_t i = 0; i < words; i++) {
    uint64_t carry = 0;
    for (uint32_t j = 0; i + j < words; j++) {
      Wide step = (Wide)a[i] * b[j] + product[i + j] + carry;
      product[i + j] = (uint64_t)step;
      carry = (uint64_t)(step >> 64);
    }
  }
  memcpy(result, product, words * sizeof *product);
}

/* ---- comparison ---- */

static int compare_unsigned(const BvWord *a, const BvWord *b, uint32_t words) {
  for (uint32_t i = words; i-- > 0;)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

static int compare_signed(const BvWord *a, const BvWord *b, uint32_t width) {
  bool minus_a = sign_bit(a, width), minus_b = sign_bit(b, width);
  if (minus_a != minus_b) return minus_a ? -1 : 1;
  return compare_unsigned(a, b, BV_WORDS(width));
}

bool bv_compare(BvCmp cmp, const BvWord *a, const BvWord *b, uint32_t width) {
  uint32_t words = BV_WORDS(width);
  switch (cmp) {
  case BV_EQ: return compare_unsigned(a, b, words) == 0;
  case BV_ULT: return compare_unsigned(a, b, words) < 0;
  case BV_ULE: return compare_unsigned(a, b, words) <= 0;
  case BV_SLT: return compare_signed(a, b, width) < 0;
  case BV_SLE: return compare_signed(a, b, width) <= 0;
  }
  unreachable_case();
}

/* ---- division ---- */

static void shift_left_one(BvWord *a, uint32_t words, uint64_t low) {
  for (uint32_t i = 0; i < words; i++) {
    uint64_t out = a[i] >> 63;
    a[i] = (a[i] << 1) | low;
    low = out;
  }
}

/* Shift and subtract, one bit of the quotient at a time.  The remainder has
 * one word more than the operands, because it is shifted before it is
 * reduced. */
static void divide_long(BvWord *quotient, BvWord *remainder, const BvWord *a,
                        const BvWord *b, uint32_t width) {
  uint32_t words = BV_WORDS(width);
  BvWord rest[BV_MAX_WORDS + 1], divisor[BV_MAX_WORDS + 1];
  memset(rest, 0, (words + 1) * sizeof *rest);
  memcpy(divisor, b, words * sizeof *b);
  divisor[words] = 0;
  memset(quotient, 0, words * sizeof *quotient);
  for (uint32_t i = width; i-- > 0;) {
    shift_left_one(rest, words + 1, bv_bit(a, i));
    if (compare_unsigned(rest, divisor, words + 1) < 0) continue;
    sub_words(rest, rest, divisor, words + 1);
    quotient[i / 64] |= (uint64_t)1 << (i % 64);
  }
  memcpy(remainder, rest, words * sizeof *rest);
}

/* Both results at once; neither may be an operand. */
static void divide(BvWord *quotient, BvWord *remainder, const BvWord *a,
                   const BvWord *b, uint32_t width) {
  if (bv_is_zero(b, width)) {
    bv_set_ones(quotient, width);
    bv_copy(remainder, a, width);
  } else if (width <= 64) {
    *quotient = *a / *b;
    *remainder = *a % *b;
  } else {
    divide_long(quotient, remainder, a, b, width);
  }
}

static void unsigned_division(BvOp op, BvWord *result, const BvWord *a,
                              const BvWord *b, uint32_t width) {
  BvWord quotient[BV_MAX_WORDS], remainder[BV_MAX_WORDS];
  divide(quotient, remainder, a, b, width);
  bv_copy(result, op == BV_UDIV ? quotient : remainder, width);
}

/* Truncating division on magnitudes; the quotient is negative when the signs
 * differ, the remainder has the sign of the dividend (also when b is 0, which
 * gives 1 or -1 as quotient, as SMT-LIB defines it). */
static void signed_division(BvOp op, BvWord *result, const BvWord *a,
                            const BvWord *b, uint32_t width) {
  bool minus_a = sign_bit(a, width), minus_b = sign_bit(b, width);
  BvWord size_a[BV_MAX_WORDS], size_b[BV_MAX_WORDS];
  BvWord quotient[BV_MAX_WORDS], remainder[BV_MAX_WORDS];
  if (minus_a)
    bv_neg(size_a, a, width);
  else
    bv_copy(size_a, a, width);
  if (minus_b)
    bv_neg(size_b, b, width);
  else
    bv_copy(size_b, b, width);
  divide(quotient, remainder, size_a, size_b, width);
  BvWord *chosen = op == BV_SDIV ? quotient : remainder;
  bool minus = op == BV_SDIV ? minus_a != minus_b : minus_a;
  if (minus)
    bv_neg(result, chosen, width);
  else
    bv_copy(result, chosen, width);
}

/* ---- shifts ---- */

static void shift_left(BvWord *a, uint32_t width, uint32_t amount) {
  uint32_t words = BV_WORDS(width), skip = amount / 64, bits = amount % 64;
  for (uint32_t i = words; i-- > 0;) {
    uint64_t high = i >= skip ? a[i - skip] : 0;
    uint64_t low = i >= skip + 1 ? a[i - skip - 1] : 0;
    a[i] = bits == 0 ? high : (high << bits) | (low >> (64 - bits));
  }
  trim(a, width);
}

/* result (`words` words) := the bits of `a` from position `amount` on. */
static void shift_right(BvWord *result, uint32_t words, const BvWord *a,
                        uint32_t words_a, uint32_t amount) {
  uint32_t skip = amount / 64, bits = amount % 64;
  for (uint32_t i = 0; i < words; i++) {
    uint64_t low = i + skip < words_a ? a[i + skip] : 0;
    uint64_t high = i + skip + 1 < words_a ? a[i + skip + 1] : 0;
    result[i] = bits == 0 ? low : (low >> bits) | (high << (64 - bits));
  }
}

/* Ones from bit `from` up to the width. */
static void fill_from(BvWord *a, uint32_t width, uint32_t from) {
  for (uint32_t i = from / 64; i < BV_WORDS(width); i++)
    a[i] |= i == from / 64 ? ~low_mask(from % 64) : UINT64_MAX;
  trim(a, width);
}

static void shift(BvOp op, BvWord *result, const BvWord *a, const BvWord *b,
                  uint32_t width) {
  uint64_t amount = 0;
  bool fill = op == BV_ASHR && sign_bit(a, width);
  if (!bv_fits_u64(b, width, &amount) || amount >= width) {
    bv_set_i64(result, fill ? -1 : 0, width);
    return;
  }
  bv_copy(result, a, width);
  if (op == BV_SHL) {
    shift_left(result, width, (uint32_t)amount);
    return;
  }
  uint32_t words = BV_WORDS(width);
  shift_right(result, words, result, words, (uint32_t)amount);
  if (fill && amount > 0) fill_from(result, width, width - (uint32_t)amount);
}

static void bitwise(BvOp op, BvWord *result, const BvWord *a, const BvWord *b,
                    uint32_t words) {
  for (uint32_t i = 0; i < words; i++)
    result[i] = op == BV_AND  ? a[i] & b[i]
                : op == BV_OR ? a[i] | b[i]
                              : a[i] ^ b[i];
}

void bv_binary(BvOp op, BvWord *result, const BvWord *a, const BvWord *b,
               uint32_t width) {
  require(width >= 1 && width <= BV_MAX_WIDTH);
  uint32_t words = BV_WORDS(width);
  switch (op) {
  case BV_ADD: add_words(result, a, b, words); break;
  case BV_SUB: sub_words(result, a, b, words); break;
  case BV_MUL: mul_words(result, a, b, words); break;
  case BV_UDIV:
  case BV_UREM: unsigned_division(op, result, a, b, width); break;
  case BV_SDIV:
  case BV_SREM: signed_division(op, result, a, b, width); break;
  case BV_SHL:
  case BV_LSHR:
  case BV_ASHR: shift(op, result, a, b, width); break;
  case BV_AND:
  case BV_OR:
  case BV_XOR: bitwise(op, result, a, b, words); break;
  }
  trim(result, width);
}

/* ---- changes of width ---- */

void bv_zext(BvWord *result, uint32_t to, const BvWord *a, uint32_t from) {
  uint32_t words_to = BV_WORDS(to), words_from = BV_WORDS(from);
  uint32_t common = words_to < words_from ? words_to : words_from;
  memmove(result, a, common * sizeof *a);
  memset(result + common, 0, (words_to - common) * sizeof *result);
  trim(result, to);
}

void bv_sext(BvWord *result, uint32_t to, const BvWord *a, uint32_t from) {
  bool fill = sign_bit(a, from);
  bv_zext(result, to, a, from);
  if (fill && to > from) fill_from(result, to, from);
}

void bv_extract(BvWord *result, const BvWord *a, uint32_t hi, uint32_t lo) {
  require(hi >= lo);
  uint32_t width = hi - lo + 1;
  shift_right(result, BV_WORDS(width), a, BV_WORDS(hi + 1), lo);
  trim(result, width);
}

void bv_concat(BvWord *result, const BvWord *high, uint32_t wh,
               const BvWord *low, uint32_t wl) {
  BvWord part[BV_MAX_WORDS];
  uint32_t width = wh + wl;
  require(width <= BV_MAX_WIDTH);
  bv_zext(result, width, high, wh);
  shift_left(result, width, wl);
  bv_zext(part, width, low, wl);
  bitwise(BV_OR, result, result, part, BV_WORDS(width));
}

/* ---- text ---- */

/* a := a / 10, and the remainder. */
static uint32_t divide_by_ten(BvWord *a, uint32_t words) {
  uint64_t rest = 0;
  for (uint32_t i = words; i-- > 0;) {
    Wide step = ((Wide)rest << 64) | a[i];
    a[i] = (uint64_t)(step / 10);
    rest = (uint64_t)(step % 10);
  }
  return (uint32_t)rest;
}

void bv_print_unsigned(Text *out, const BvWord *a, uint32_t width) {
  require(width >= 1 && width <= BV_MAX_WIDTH);
  BvWord rest[BV_MAX_WORDS];
  bv_copy(rest, a, width);
  size_t first = out->n;
  do text_char(out, (char)('0' + divide_by_ten(rest, BV_WORDS(width))));
  while (!bv_is_zero(rest, width));
  for (size_t i = first, j = out->n - 1; i < j; i++, j--) {
    char swap = out->text[i];
    out->text[i] = out->text[j];
    out->text[j] = swap;
  }
}

void bv_print_signed(Text *out, const BvWord *a, uint32_t width) {
  require(width >= 1 && width <= BV_MAX_WIDTH);
  BvWord size[BV_MAX_WORDS];
  bv_copy(size, a, width);
  if (sign_bit(a, width)) {
    text_char(out, '-');
    bv_neg(size, a, width);
  }
  bv_print_unsigned(out, size, width);
}

void bv_print_binary(Text *out, const BvWord *a, uint32_t width) {
  for (uint32_t i = width; i-- > 0;) text_char(out, bv_bit(a, i) ? '1' : '0');
}

bool bv_parse(BvWord *result, uint32_t width, const char *text,
              const char **end) {
  require(width >= 1 && width <= BV_MAX_WIDTH);
  bool minus = *text == '-';
  if (minus) text++;
  if (*text < '0' || *text > '9') return false;
  memset(result, 0, BV_WORDS(width) * sizeof *result);
  for (; *text >= '0' && *text <= '9'; text++) {
    uint64_t carry = (uint64_t)(*text - '0');
    for (uint32_t i = 0; i < BV_WORDS(width); i++) {
      Wide step = (Wide)result[i] * 10 + carry;
      result[i] = (uint64_t)step;
      carry = (uint64_t)(step >> 64);
    }
  }
  trim(result, width);
  if (minus) bv_neg(result, result, width);
  *end = text;
  return true;
}
