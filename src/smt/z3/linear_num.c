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

void lin_assert_in(Lin *lin, Z3_ast a, IntegerRange range) {
  assert(range.low <= range.high);
  z3_assert(&lin->z3, lin_le(lin, lin_number(lin, range.low), a));
  z3_assert(&lin->z3, lin_le(lin, a, lin_number(lin, range.high)));
}

/* A few windows: a case split over which one the integer is in. */
static Z3_ast wrap_by_cases(Lin *lin, Z3_ast a, IntegerRange own, Integer size,
                            IntegerRange windows) {
  Z3_ast result = lin_sub(lin, a, lin_number(lin, windows.high * size));
  for (Integer k = windows.high - 1; k >= windows.low; k--) {
    Z3_ast limit = lin_number(lin, own.high + k * size);
    result = lin_ite(lin, lin_le(lin, a, limit),
                     lin_sub(lin, a, lin_number(lin, k * size)), result);
  }
  return result;
}

/* Many windows: their number is an unknown. */
static Z3_ast wrap_by_quotient(Lin *lin, Z3_ast a, IntegerRange own,
                               Integer size, IntegerRange windows) {
  Z3_ast quotient = lin_fresh(lin);
  lin_assert_in(lin, quotient, windows);
  Z3_ast result = lin_sub(lin, a, lin_scale(lin, size, quotient));
  lin_assert_in(lin, result, own);
  return result;
}

LinNode lin_wrap(Lin *lin, const LinNode *node, uint32_t width,
                 TermReading reading) {
  assert(node->expr && width <= TERM_VIEW_MAX);
  IntegerRange own = term_window(width, reading);
  IntegerRange windows = term_windows_of(node->range, width, reading);
  Integer size = (Integer)1 << width;
  if (windows.low == windows.high) {
    Integer by = windows.low * size;
    Z3_ast shifted =
        by == 0 ? node->expr : lin_sub(lin, node->expr, lin_number(lin, by));
    return (LinNode){shifted, range_shift(node->range, -by), {NULL, NULL}};
  }
  Z3_ast expr = windows.high - windows.low <= 2
                    ? wrap_by_cases(lin, node->expr, own, size, windows)
                    : wrap_by_quotient(lin, node->expr, own, size, windows);
  return (LinNode){expr, own, {NULL, NULL}};
}

void lin_divide(Lin *lin, const LinNode *a, Integer divisor, LinNode *quotient,
                LinNode *remainder) {
  IntegerRange quotients = range_floor_div(a->range, divisor);
  IntegerRange rests = {0, divisor - 1};
  bool is_known = quotients.low == quotients.high;
  Z3_ast q = is_known ? lin_number(lin, quotients.low) : lin_fresh(lin);
  Z3_ast r = lin_sub(lin, a->expr, lin_scale(lin, divisor, q));
  if (!is_known) {
    lin_assert_in(lin, q, quotients);
    lin_assert_in(lin, r, rests);
  }
  *quotient = (LinNode){q, quotients, {NULL, NULL}};
  *remainder = (LinNode){r, rests, {NULL, NULL}};
}

static void assert_in_if(Lin *lin, Z3_ast condition, Z3_ast a,
                         IntegerRange range) {
  Z3_ast bounds[2] = {lin_le(lin, lin_number(lin, range.low), a),
                      lin_le(lin, a, lin_number(lin, range.high))};
  for (int i = 0; i < 2; i++)
    z3_assert(&lin->z3, z3_keep(&lin->z3, Z3_mk_implies(lin->z3.context,
                                                        condition, bounds[i])));
}

void lin_divide_to_zero(Lin *lin, const LinNode *a, Integer divisor,
                        LinNode *quotient, LinNode *remainder) {
  assert(divisor != 0);
  Integer size = integer_abs(divisor);
  Z3_ast q = lin_fresh(lin);
  Z3_ast r = lin_sub(lin, a->expr, lin_scale(lin, size, q));
  IntegerRange quotients = range_trunc_div(a->range, size);
  IntegerRange positive = {0, size - 1}, negative = {1 - size, 0};
  lin_assert_in(lin, q, quotients);
  Z3_ast is_positive = lin_le(lin, lin_number(lin, 0), a->expr);
  Z3_ast is_negative =
      z3_keep(&lin->z3, Z3_mk_not(lin->z3.context, is_positive));
  assert_in_if(lin, is_positive, r, positive);
  assert_in_if(lin, is_negative, r, negative);
  IntegerRange rests = {a->range.low < 0 ? negative.low : 0,
                        a->range.high > 0 ? positive.high : 0};
  *remainder = (LinNode){r, rests, {NULL, NULL}};
  *quotient = divisor > 0 ? (LinNode){q, quotients, {NULL, NULL}}
                          : (LinNode){lin_scale(lin, -1, q),
                                      range_scale(quotients, -1),
                                      {NULL, NULL}};
}
