/* SPDX-License-Identifier: MIT
 *
 * Bounded integers for the linear view.
 *
 * Every fresh integer made here is determined by, and exists for every value
 * of, what it is made from; so its defining constraints can be asserted without
 * guard. */
#include "smt/z3/linear_int.h"

static Z3_ast numeral(Lin *lin, const char *digits) {
  return z3_keep(&lin->z3,
                 Z3_mk_numeral(lin->z3.context, digits, lin->integer));
}

Z3_ast lin_number(Lin *lin, Integer value) {
  Text digits;
  text_init(&digits, lin->z3.shared->mem);
  integer_print(&digits, value);
  Z3_ast number = numeral(lin, text_get(&digits));
  text_done(&digits);
  return number;
}

Z3_ast lin_power(Lin *lin, uint32_t exponent) {
  Mem *mem = lin->z3.shared->mem;
  uint32_t n = exponent / 64 + 1;
  BvWord *words = MEM_ARRAY(mem, BvWord, n);
  words[exponent / 64] = (BvWord)1 << (exponent % 64);
  Text digits;
  text_init(&digits, mem);
  bv_print_unsigned(&digits, words, exponent + 1);
  Z3_ast power = numeral(lin, text_get(&digits));
  text_done(&digits);
  MEM_FREE_ARRAY(mem, words, n);
  return power;
}

Z3_ast lin_fresh(Lin *lin) {
  char name[32];
  snprintf(name, sizeof name, "int!%u", lin->n_fresh++);
  Z3_symbol symbol = Z3_mk_string_symbol(lin->z3.context, name);
  return z3_keep(&lin->z3, Z3_mk_const(lin->z3.context, symbol, lin->integer));
}

Z3_ast lin_add(Lin *lin, Z3_ast a, Z3_ast b) {
  return z3_keep(&lin->z3, Z3_mk_add(lin->z3.context, 2, (Z3_ast[]){a, b}));
}

Z3_ast lin_sub(Lin *lin, Z3_ast a, Z3_ast b) {
  return z3_keep(&lin->z3, Z3_mk_sub(lin->z3.context, 2, (Z3_ast[]){a, b}));
}

Z3_ast lin_scale(Lin *lin, Integer factor, Z3_ast a) {
  if (factor == 1) return a;
  Z3_ast number = lin_number(lin, factor);
  return z3_keep(&lin->z3,
                 Z3_mk_mul(lin->z3.context, 2, (Z3_ast[]){number, a}));
}

Z3_ast lin_le(Lin *lin, Z3_ast a, Z3_ast b) {
  return z3_keep(&lin->z3, Z3_mk_le(lin->z3.context, a, b));
}

Z3_ast lin_ite(Lin *lin, Z3_ast cond, Z3_ast yes, Z3_ast no) {
  return z3_keep(&lin->z3, Z3_mk_ite(lin->z3.context, cond, yes, no));
}

void lin_assert_between(Lin *lin, Integer low, Z3_ast a, Integer high) {
  z3_assert(&lin->z3, lin_le(lin, lin_number(lin, low), a));
  z3_assert(&lin->z3, lin_le(lin, a, lin_number(lin, high)));
}

void lin_window(uint32_t width, TermReading reading, Integer *low,
                Integer *high) {
  assert(width <= LINEAR_MAX_WIDTH);
  Integer size = (Integer)1 << width;
  *low = reading == TERM_SIGNED ? -(size / 2) : 0;
  *high = *low + size - 1;
}

bool lin_fits(const LinNode *node, uint32_t width, TermReading reading) {
  Integer low, high;
  lin_window(width, reading, &low, &high);
  return low <= node->low && node->high <= high;
}

/* A few windows: a case split over which one the integer is in. */
static Z3_ast wrap_by_cases(Lin *lin, Z3_ast a, Integer low, Integer size,
                            Integer first, Integer last) {
  Z3_ast result = lin_sub(lin, a, lin_number(lin, last * size));
  for (Integer k = last - 1; k >= first; k--) {
    Z3_ast limit = lin_number(lin, low + (k + 1) * size - 1);
    result = lin_ite(lin, lin_le(lin, a, limit),
                     lin_sub(lin, a, lin_number(lin, k * size)), result);
  }
  return result;
}

/* Many windows: their number is an unknown. */
static Z3_ast wrap_by_quotient(Lin *lin, Z3_ast a, Integer low, Integer size,
                               Integer first, Integer last) {
  Z3_ast quotient = lin_fresh(lin);
  lin_assert_between(lin, first, quotient, last);
  Z3_ast result = lin_sub(lin, a, lin_scale(lin, size, quotient));
  lin_assert_between(lin, low, result, low + size - 1);
  return result;
}

LinNode lin_wrap(Lin *lin, const LinNode *node, uint32_t width,
                 TermReading reading) {
  Integer low, high;
  lin_window(width, reading, &low, &high);
  Integer size = (Integer)1 << width;
  Integer first = integer_floor_div(node->low - low, size);
  Integer last = integer_floor_div(node->high - low, size);
  if (first == last) {
    Z3_ast shifted =
        first == 0 ? node->expr
                   : lin_sub(lin, node->expr, lin_number(lin, first * size));
    return (LinNode){shifted,
                     node->low - first * size,
                     node->high - first * size,
                     {NULL, NULL}};
  }
  Z3_ast expr = last - first <= 2
                    ? wrap_by_cases(lin, node->expr, low, size, first, last)
                    : wrap_by_quotient(lin, node->expr, low, size, first, last);
  return (LinNode){expr, low, high, {NULL, NULL}};
}

void lin_divide(Lin *lin, const LinNode *a, Integer divisor, LinNode *quotient,
                LinNode *remainder) {
  assert(divisor > 0);
  Integer first = integer_floor_div(a->low, divisor),
          last = integer_floor_div(a->high, divisor);
  Z3_ast q = first == last ? lin_number(lin, first) : lin_fresh(lin);
  Z3_ast r = lin_sub(lin, a->expr, lin_scale(lin, divisor, q));
  if (first != last) {
    lin_assert_between(lin, first, q, last);
    lin_assert_between(lin, 0, r, divisor - 1);
  }
  *quotient = (LinNode){q, first, last, {NULL, NULL}};
  *remainder = (LinNode){r, 0, divisor - 1, {NULL, NULL}};
}

/* condition => low <= a <= high */
static void assert_between_if(Lin *lin, Z3_ast condition, Integer low, Z3_ast a,
                              Integer high) {
  Z3_ast bounds[2] = {lin_le(lin, lin_number(lin, low), a),
                      lin_le(lin, a, lin_number(lin, high))};
  for (int i = 0; i < 2; i++)
    z3_assert(&lin->z3, z3_keep(&lin->z3, Z3_mk_implies(lin->z3.context,
                                                        condition, bounds[i])));
}

void lin_divide_to_zero(Lin *lin, const LinNode *a, Integer divisor,
                        LinNode *quotient, LinNode *remainder) {
  Integer size = divisor < 0 ? -divisor : divisor;
  Z3_ast q = lin_fresh(lin);
  Z3_ast r = lin_sub(lin, a->expr, lin_scale(lin, size, q));
  Integer first = a->low / size, last = a->high / size;
  lin_assert_between(lin, first, q, last);
  Z3_ast is_positive = lin_le(lin, lin_number(lin, 0), a->expr);
  Z3_ast is_negative =
      z3_keep(&lin->z3, Z3_mk_not(lin->z3.context, is_positive));
  assert_between_if(lin, is_positive, 0, r, size - 1);
  assert_between_if(lin, is_negative, 1 - size, r, 0);
  *remainder = (LinNode){
      r, a->low < 0 ? 1 - size : 0, a->high > 0 ? size - 1 : 0, {NULL, NULL}};
  *quotient =
      divisor > 0
          ? (LinNode){q, first, last, {NULL, NULL}}
          : (LinNode){lin_scale(lin, -1, q), -last, -first, {NULL, NULL}};
}
