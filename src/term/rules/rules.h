/* SPDX-License-Identifier: MIT
 *
 * Private to the rewriter: the table of rules (one row each, tried from top to
 * bottom within a kind) and the small words that rules are written in. */
#ifndef TERM_RULES_H
#define TERM_RULES_H

#include "term/term_int.h"

/* X(KIND, rule) */
#define TERM_RULES(X)                                                          \
  X(AND, and_constant)                                                         \
  X(AND, and_same)                                                             \
  X(AND, and_opposite)                                                         \
  X(AND, and_contains)                                                         \
  X(AND, and_contradicts)                                                      \
  X(AND, and_covers)                                                           \
  X(AND, and_resolves)                                                         \
  X(AND, and_clashes)                                                          \
  X(AND, and_two_values)                                                       \
  X(EQ, eq_same)                                                               \
  X(EQ, eq_constant)                                                           \
  X(EQ, eq_polarity)                                                           \
  X(EQ, eq_consts)                                                             \
  X(EQ, eq_one_bit)                                                            \
  X(EQ, eq_unary_const)                                                        \
  X(EQ, eq_unary_both)                                                         \
  X(EQ, eq_add_const)                                                          \
  X(EQ, eq_sub_zero)                                                           \
  X(EQ, eq_add_cancel)                                                         \
  X(EQ, eq_add_self)                                                           \
  X(EQ, eq_concat_const)                                                       \
  X(EQ, eq_extension_const)                                                    \
  X(EQ, eq_extension_both)                                                     \
  X(EQ, eq_ite_consts)                                                         \
  X(EQ, eq_store_same)                                                         \
  X(ITE, ite_constant)                                                         \
  X(ITE, ite_negated)                                                          \
  X(ITE, ite_same)                                                             \
  X(ITE, ite_inner_yes)                                                        \
  X(ITE, ite_inner_no)                                                         \
  X(ITE, ite_bool_yes)                                                         \
  X(ITE, ite_bool_no)                                                          \
  X(ITE, ite_bool_opposite)                                                    \
  X(ITE, ite_bool_polarity)                                                    \
  X(ITE, ite_merge)                                                            \
  X(ITE, ite_nan_bits)                                                         \
  X(BVNOT, bvnot_twice)                                                        \
  X(NEG, neg_twice)                                                            \
  X(NEG, neg_sub)                                                              \
  X(NEG, neg_mul_const)                                                        \
  X(NEG, neg_add_const)                                                        \
  X(ADD, add_zero)                                                             \
  X(ADD, add_const_const)                                                      \
  X(ADD, add_same)                                                             \
  X(ADD, add_complement)                                                       \
  X(ADD, add_neg)                                                              \
  X(ADD, add_sub)                                                              \
  X(ADD, add_lift_const)                                                       \
  X(SUB, sub_same)                                                             \
  X(SUB, sub_const)                                                            \
  X(SUB, sub_from_zero)                                                        \
  X(SUB, sub_neg)                                                              \
  X(SUB, sub_add_left)                                                         \
  X(SUB, sub_add_right)                                                        \
  X(SUB, sub_lift_left)                                                        \
  X(SUB, sub_lift_right)                                                       \
  X(MUL, mul_zero)                                                             \
  X(MUL, mul_one)                                                              \
  X(MUL, mul_minus_one)                                                        \
  X(MUL, mul_const_const)                                                      \
  X(MUL, mul_neg_const)                                                        \
  X(MUL, mul_add_const)                                                        \
  X(UDIV, udiv_zero)                                                           \
  X(UDIV, udiv_power)                                                          \
  X(UDIV, divide_extensions)                                                   \
  X(UREM, urem_zero)                                                           \
  X(UREM, urem_power)                                                          \
  X(UREM, rem_same)                                                            \
  X(UREM, divide_extensions)                                                   \
  X(SDIV, sdiv_one)                                                            \
  X(SDIV, sdiv_minus_one)                                                      \
  X(SDIV, divide_extensions)                                                   \
  X(SREM, srem_unit)                                                           \
  X(SREM, rem_same)                                                            \
  X(SREM, divide_extensions)                                                   \
  X(SHL, shift_of_zero)                                                        \
  X(SHL, shift_out)                                                            \
  X(SHL, shl_const)                                                            \
  X(LSHR, shift_of_zero)                                                       \
  X(LSHR, shift_out)                                                           \
  X(LSHR, shift_by_zero)                                                       \
  X(LSHR, lshr_lshr)                                                           \
  X(ASHR, shift_of_zero)                                                       \
  X(ASHR, shift_by_zero)                                                       \
  X(ASHR, ashr_of_ones)                                                        \
  X(ASHR, ashr_out)                                                            \
  X(ASHR, ashr_ashr)                                                           \
  X(BVAND, bitwise_same)                                                       \
  X(BVAND, bitwise_assoc)                                                      \
  X(BVAND, bvand_const)                                                        \
  X(BVAND, bvand_complement)                                                   \
  X(BVOR, bitwise_same)                                                        \
  X(BVOR, bitwise_assoc)                                                       \
  X(BVOR, bvor_const)                                                          \
  X(BVOR, bvor_complement)                                                     \
  X(BVXOR, bvxor_same)                                                         \
  X(BVXOR, bitwise_assoc)                                                      \
  X(BVXOR, bvxor_const)                                                        \
  X(BVXOR, bvxor_bvnot)                                                        \
  X(CONCAT, concat_extracts)                                                   \
  X(CONCAT, concat_zero)                                                       \
  X(CONCAT, concat_consts)                                                     \
  X(EXTRACT, extract_all)                                                      \
  X(EXTRACT, extract_extract)                                                  \
  X(EXTRACT, extract_concat)                                                   \
  X(EXTRACT, extract_extension)                                                \
  X(ZEXT, zext_zext)                                                           \
  X(SEXT, sext_extension)                                                      \
  X(ULT, less_same)                                                            \
  X(ULT, ult_bounds)                                                           \
  X(ULT, ult_next_to_bound)                                                    \
  X(ULT, less_extensions)                                                      \
  X(ULT, less_extension_const)                                                 \
  X(ULT, less_const_extension)                                                 \
  X(ULT, less_ite_consts)                                                      \
  X(ULE, ule_is_not_ult)                                                       \
  X(SLT, less_same)                                                            \
  X(SLT, slt_one_bit)                                                          \
  X(SLT, slt_bounds)                                                           \
  X(SLT, slt_next_to_bound)                                                    \
  X(SLT, less_extensions)                                                      \
  X(SLT, less_extension_const)                                                 \
  X(SLT, less_const_extension)                                                 \
  X(SLT, less_ite_consts)                                                      \
  X(SLE, sle_is_not_slt)                                                       \
  X(SELECT, select_const_array)                                                \
  X(SELECT, select_same_index)                                                 \
  X(SELECT, select_other_index)                                                \
  X(STORE, store_again)                                                        \
  X(STORE, store_selected)                                                     \
  X(STORE, store_default)                                                      \
  X(FP_FROM_BITS, fp_bits_back)                                                \
  X(FP_FROM_BITS, fp_one_nan)                                                  \
  X(FP_NEG, fp_neg_twice)                                                      \
  X(FP_ABS, fp_abs_sign)                                                       \
  X(FP_TO_FP, fp_same_format)                                                  \
  X(FP_EQ, fp_eq_same)                                                         \
  X(FP_LE, fp_eq_same)                                                         \
  X(FP_LT, fp_lt_same)                                                         \
  X(FP_IS_NAN, fp_class_sign)                                                  \
  X(FP_IS_INF, fp_class_sign)                                                  \
  X(FP_IS_ZERO, fp_class_sign)                                                 \
  X(FP_IS_NORMAL, fp_class_sign)                                               \
  X(FP_IS_SUBNORMAL, fp_class_sign)

#define X(kind, rule)                                                          \
  bool rule_##rule##_applies(const TermStore *s, const Cand *c);               \
  Term rule_##rule##_apply(TermStore *s, Cand *c);
TERM_RULES(X)
#undef X

#define RULE_UNUSED __attribute__((unused))
#define RULE_APPLIES(rule)                                                     \
  bool rule_##rule##_applies(const TermStore *s RULE_UNUSED,                   \
                             const Cand *c RULE_UNUSED)
#define RULE_APPLY(rule)                                                       \
  Term rule_##rule##_apply(TermStore *s RULE_UNUSED, Cand *c RULE_UNUSED)

/* Rewriting goes on with the candidate KIND(a, b, d) of the same sort. */
static inline Term go_on(Cand *c, TermKind kind, Term a, Term b, Term d) {
  assert(a.id != 0 && (b.id != 0 || d.id == 0));
  c->kind = kind;
  c->child[0] = a;
  c->child[1] = b;
  c->child[2] = d;
  c->n = d.id ? 3 : b.id ? 2 : 1;
  return TERM_NONE;
}

/* Is t a (not negated) node of that kind? */
static inline bool is(const TermStore *s, Term t, TermKind kind) {
  return !term_is_negated(t) && node_kind(s, t) == kind;
}
static inline Term kid(const TermStore *s, Term t, uint32_t i) {
  return term_child(s, t, i);
}
static inline bool is_const(const TermStore *s, Term t) {
  return node_kind(s, t) == TERM_CONST;
}
static inline bool is_zero(const TermStore *s, Term t) {
  return is_const(s, t) && bv_is_zero(term_const_words(s, t), term_width(s, t));
}
static inline bool is_ones(const TermStore *s, Term t) {
  return is_const(s, t) && bv_is_ones(term_const_words(s, t), term_width(s, t));
}
static inline bool is_u64(const TermStore *s, Term t, uint64_t value) {
  uint64_t got = 0;
  return term_const_u64(s, t, &got) && got == value;
}
/* KIND(x, constant)? (constants stand last in commutative operators) */
static inline bool is_with_const(const TermStore *s, Term t, TermKind kind) {
  return is(s, t, kind) && is_const(s, kid(s, t, 1));
}

/* Is `part` one of the two operands of `whole`? */
static inline bool has_operand(const TermStore *s, Term whole, Term part) {
  return term_same(kid(s, whole, 0), part) || term_same(kid(s, whole, 1), part);
}
/* The operand of `whole` beside `part`. */
static inline Term other_operand(const TermStore *s, Term whole, Term part) {
  assert(has_operand(s, whole, part));
  return kid(s, whole, term_same(kid(s, whole, 0), part) ? 1 : 0);
}
/* Is one the bitwise complement of the other? */
static inline bool are_complements(const TermStore *s, Term a, Term b) {
  return (is(s, a, TERM_BVNOT) && term_same(kid(s, a, 0), b)) ||
         (is(s, b, TERM_BVNOT) && term_same(kid(s, b, 0), a));
}
/* Constants of the width of `t`. */
static inline Term zero_like(TermStore *s, Term t) {
  return term_u64(s, 0, term_width(s, t));
}
static inline Term ones_like(TermStore *s, Term t) {
  return term_i64(s, -1, term_width(s, t));
}

/* Constants computed from constants. */
Term const_binary(TermStore *s, BvOp op, Term a, Term b);
Term const_not(TermStore *s, Term a);
Term const_neg(TermStore *s, Term a);
Term const_extract(TermStore *s, Term a, uint32_t high, uint32_t low);
bool const_less(const TermStore *s, BvCmp cmp, Term a, Term b);
/* The exponent when the constant is a power of two. */
bool const_power(const TermStore *s, Term a, uint32_t *exponent);
/* Does the bit pattern of a float stand for NaN? */
bool const_is_nan(const TermStore *s, Sort sort, Term bits);

#endif
