/* SPDX-License-Identifier: MIT
 *
 * Integers of 128 bits: common divisors, bits and text. */
#include "num/integer.h"

Integer integer_gcd(Integer a, Integer b) {
  a = integer_abs(a);
  b = integer_abs(b);
  while (b) {
    Integer rest = a % b;
    a = b;
    b = rest;
  }
  assert(a >= 0);
  return a;
}

bool integer_is_run(Integer mask, uint32_t *first, uint32_t *end) {
  if (mask <= 0) return false;
  uint32_t at = 0;
  while (!(mask >> at & 1)) at++;
  *first = at;
  while (mask >> at & 1) at++;
  *end = at;
  assert(*first < *end);
  return mask >> at == 0;
}

void integer_words(Integer value, BvWord *words, uint32_t width) {
  require(width >= 1 && width <= BV_MAX_WIDTH);
  BvWord two[2] = {(BvWord)value, (BvWord)((unsigned __int128)value >> 64)};
  bv_sext(words, width, two, 128);
}

void integer_print(Text *out, Integer value) {
  BvWord words[2];
  integer_words(value, words, 128);
  bv_print_signed(out, words, 128);
}
