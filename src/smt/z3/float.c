/* SPDX-License-Identifier: MIT
 *
 * Float operators for Z3.  The one place where its meaning is narrowed: the
 * bits of NaN, which Z3 leaves open, are the canonical ones of term.h. */
#include "smt/z3/exact_int.h"

Z3_sort z3_float_sort(Z3 *z3, Sort sort) {
  return Z3_mk_fpa_sort(z3->context, sort_exponent_bits(sort),
                        sort_significand_bits(sort));
}

static Z3_ast rounding(Z3 *z3, Term node) {
  Z3_context c = z3->context;
  switch (term_rounding(z3->shared->store, node)) {
  case TERM_RNE: return z3_keep(z3, Z3_mk_fpa_rne(c));
  case TERM_RNA: return z3_keep(z3, Z3_mk_fpa_rna(c));
  case TERM_RTP: return z3_keep(z3, Z3_mk_fpa_rtp(c));
  case TERM_RTN: return z3_keep(z3, Z3_mk_fpa_rtn(c));
  case TERM_RTZ: return z3_keep(z3, Z3_mk_fpa_rtz(c));
  }
  unreachable_case();
}

void z3_nan_words(Sort sort, BvWord words[2]) {
  uint32_t width = sort_float_width(sort);
  uint32_t fraction = sort_significand_bits(sort) - 1;
  assert(width <= 128 && fraction >= 1);
  words[0] = words[1] = 0;
  for (uint32_t i = fraction - 1; i < width - 1; i++)
    words[i / 64] |= (BvWord)1 << (i % 64);
}

static Z3_ast canonical_nan(Z3 *z3, Sort sort) {
  uint32_t width = sort_float_width(sort);
  BvWord words[2];
  z3_nan_words(sort, words);
  Text digits;
  text_init(&digits, z3->shared->mem);
  bv_print_unsigned(&digits, words, width);
  Z3_ast number = z3_keep(z3, Z3_mk_numeral(z3->context, text_get(&digits),
                                            Z3_mk_bv_sort(z3->context, width)));
  text_done(&digits);
  return number;
}

static Z3_ast to_bits(Z3 *z3, Term node, Z3_ast a) {
  Sort sort =
      term_sort(z3->shared->store, term_child(z3->shared->store, node, 0));
  Z3_ast nan = canonical_nan(z3, sort);
  Z3_ast is_nan = z3_keep(z3, Z3_mk_fpa_is_nan(z3->context, a));
  Z3_ast bits = z3_keep(z3, Z3_mk_fpa_to_ieee_bv(z3->context, a));
  return Z3_mk_ite(z3->context, is_nan, nan, bits);
}

/* Operators with a rounding mode. */
static Z3_ast rounded(Z3 *z3, Term node, const Z3_ast *a) {
  const TermStore *store = z3->shared->store;
  Z3_context c = z3->context;
  Z3_ast mode = rounding(z3, node);
  Sort sort = term_sort(store, node);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (term_kind(store, node)) {
  case TERM_FP_ADD: return Z3_mk_fpa_add(c, mode, a[0], a[1]);
  case TERM_FP_SUB: return Z3_mk_fpa_sub(c, mode, a[0], a[1]);
  case TERM_FP_MUL: return Z3_mk_fpa_mul(c, mode, a[0], a[1]);
  case TERM_FP_DIV: return Z3_mk_fpa_div(c, mode, a[0], a[1]);
  case TERM_FP_FMA: return Z3_mk_fpa_fma(c, mode, a[0], a[1], a[2]);
  case TERM_FP_SQRT: return Z3_mk_fpa_sqrt(c, mode, a[0]);
  case TERM_FP_ROUND: return Z3_mk_fpa_round_to_integral(c, mode, a[0]);
  case TERM_FP_TO_FP:
    return Z3_mk_fpa_to_fp_float(c, mode, a[0], z3_float_sort(z3, sort));
  case TERM_FP_FROM_SINT:
    return Z3_mk_fpa_to_fp_signed(c, mode, a[0], z3_float_sort(z3, sort));
  case TERM_FP_FROM_UINT:
    return Z3_mk_fpa_to_fp_unsigned(c, mode, a[0], z3_float_sort(z3, sort));
  case TERM_FP_TO_SINT:
    return Z3_mk_fpa_to_sbv(c, mode, a[0], sort_width(sort));
  case TERM_FP_TO_UINT:
    return Z3_mk_fpa_to_ubv(c, mode, a[0], sort_width(sort));
  default: unreachable_case();
  }
#pragma GCC diagnostic pop
}

Z3_ast z3_float_node(Z3 *z3, Term node, const Z3_ast *a) {
  assert(a[0]);
  const TermStore *store = z3->shared->store;
  Z3_context c = z3->context;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (term_kind(store, node)) {
  case TERM_FP_FROM_BITS:
    return Z3_mk_fpa_to_fp_bv(c, a[0],
                              z3_float_sort(z3, term_sort(store, node)));
  case TERM_FP_TO_BITS: return to_bits(z3, node, a[0]);
  case TERM_FP_ABS: return Z3_mk_fpa_abs(c, a[0]);
  case TERM_FP_NEG: return Z3_mk_fpa_neg(c, a[0]);
  case TERM_FP_REM: return Z3_mk_fpa_rem(c, a[0], a[1]);
  case TERM_FP_MIN: return Z3_mk_fpa_min(c, a[0], a[1]);
  case TERM_FP_MAX: return Z3_mk_fpa_max(c, a[0], a[1]);
  case TERM_FP_EQ: return Z3_mk_fpa_eq(c, a[0], a[1]);
  case TERM_FP_LT: return Z3_mk_fpa_lt(c, a[0], a[1]);
  case TERM_FP_LE: return Z3_mk_fpa_leq(c, a[0], a[1]);
  case TERM_FP_IS_NAN: return Z3_mk_fpa_is_nan(c, a[0]);
  case TERM_FP_IS_INF: return Z3_mk_fpa_is_infinite(c, a[0]);
  case TERM_FP_IS_ZERO: return Z3_mk_fpa_is_zero(c, a[0]);
  case TERM_FP_IS_NORMAL: return Z3_mk_fpa_is_normal(c, a[0]);
  case TERM_FP_IS_SUBNORMAL: return Z3_mk_fpa_is_subnormal(c, a[0]);
  case TERM_FP_IS_NEGATIVE: return Z3_mk_fpa_is_negative(c, a[0]);
  default: return rounded(z3, node, a);
  }
#pragma GCC diagnostic pop
}
