/* SPDX-License-Identifier: MIT
 *
 * Rewriting at construction.
 *
 * Every constructor brings its candidate into normal form before it becomes a
 * node: arguments of commutative operators in order (by handle, constants
 * last), constants folded, then the rules of its kind until none applies.  A
 * rule is a pair of functions, `applies` (looks only) and `apply`, under a
 * comment "from / to / why"; one row of TERM_RULES names it.  The unit tests
 * prove every row by enumeration and, with a solver, at usual widths.
 *
 * Rules are local (they look two levels deep) and cheap; they do not search.
 * Chains are followed by changing the candidate and going round the loop, so
 * a million stores under a select need no stack.
 *
 * Choices: `<=` is "not >"; sub of a constant is add; constants float to the
 * outside of sums; shift left by a constant is multiplication by a power of
 * two (the linear view then sees one operator; for the bit-blaster both are
 * wiring); division by a power of two is a shift, remainder a mask.
 *
 * Termination: a rule either gives an old term, or a candidate over strictly
 * smaller terms, or moves towards the normal form just listed, never back.
 */
#include "term/rules/rules.h"

const Rule term_rules[] = {
#define X(kind, rule)                                                          \
  {#rule, TERM_##kind, rule_##rule##_applies, rule_##rule##_apply},
    TERM_RULES(X)
#undef X
};
const uint32_t term_n_rules = sizeof term_rules / sizeof term_rules[0];

/* Where the rules of each kind begin: the place of a row within the table is
 * a translation-time constant, found by a switch with one case per kind. */
enum {
#define X(kind, rule) ROW_##kind##_##rule,
  TERM_RULES(X)
#undef X
};

static uint32_t first_rule(TermKind kind) {
  switch ((int)kind) {
  case TERM_AND: return ROW_AND_and_constant;
  case TERM_EQ: return ROW_EQ_eq_same;
  case TERM_ITE: return ROW_ITE_ite_constant;
  case TERM_BVNOT: return ROW_BVNOT_bvnot_twice;
  case TERM_NEG: return ROW_NEG_neg_twice;
  case TERM_ADD: return ROW_ADD_add_zero;
  case TERM_SUB: return ROW_SUB_sub_same;
  case TERM_MUL: return ROW_MUL_mul_zero;
  case TERM_UDIV: return ROW_UDIV_udiv_zero;
  case TERM_UREM: return ROW_UREM_urem_zero;
  case TERM_SDIV: return ROW_SDIV_sdiv_one;
  case TERM_SREM: return ROW_SREM_srem_unit;
  case TERM_SHL: return ROW_SHL_shift_of_zero;
  case TERM_LSHR: return ROW_LSHR_shift_of_zero;
  case TERM_ASHR: return ROW_ASHR_shift_of_zero;
  case TERM_BVAND: return ROW_BVAND_bitwise_same;
  case TERM_BVOR: return ROW_BVOR_bitwise_same;
  case TERM_BVXOR: return ROW_BVXOR_bvxor_same;
  case TERM_CONCAT: return ROW_CONCAT_concat_extracts;
  case TERM_EXTRACT: return ROW_EXTRACT_extract_all;
  case TERM_ZEXT: return ROW_ZEXT_zext_zext;
  case TERM_SEXT: return ROW_SEXT_sext_extension;
  case TERM_ULT: return ROW_ULT_less_same;
  case TERM_ULE: return ROW_ULE_ule_is_not_ult;
  case TERM_SLT: return ROW_SLT_less_same;
  case TERM_SLE: return ROW_SLE_sle_is_not_slt;
  case TERM_SELECT: return ROW_SELECT_select_const_array;
  case TERM_STORE: return ROW_STORE_store_again;
  case TERM_FP_FROM_BITS: return ROW_FP_FROM_BITS_fp_bits_back;
  case TERM_FP_NEG: return ROW_FP_NEG_fp_neg_twice;
  case TERM_FP_ABS: return ROW_FP_ABS_fp_abs_sign;
  case TERM_FP_TO_FP: return ROW_FP_TO_FP_fp_same_format;
  case TERM_FP_EQ: return ROW_FP_EQ_fp_eq_same;
  case TERM_FP_LE: return ROW_FP_LE_fp_eq_same;
  case TERM_FP_LT: return ROW_FP_LT_fp_lt_same;
  case TERM_FP_IS_NAN: return ROW_FP_IS_NAN_fp_class_sign;
  case TERM_FP_IS_INF: return ROW_FP_IS_INF_fp_class_sign;
  case TERM_FP_IS_ZERO: return ROW_FP_IS_ZERO_fp_class_sign;
  case TERM_FP_IS_NORMAL: return ROW_FP_IS_NORMAL_fp_class_sign;
  case TERM_FP_IS_SUBNORMAL: return ROW_FP_IS_SUBNORMAL_fp_class_sign;
  default: return term_n_rules;
  }
}

/* ---- constants ---- */

Term const_binary(TermStore *s, BvOp op, Term a, Term b) {
  assert(is_const(s, a) && is_const(s, b));
  BvWord words[BV_MAX_WORDS];
  uint32_t width = term_width(s, a);
  bv_binary(op, words, term_const_words(s, a), term_const_words(s, b), width);
  return term_const(s, words, width);
}

Term const_not(TermStore *s, Term a) {
  assert(is_const(s, a));
  BvWord words[BV_MAX_WORDS];
  bv_not(words, term_const_words(s, a), term_width(s, a));
  return term_const(s, words, term_width(s, a));
}

Term const_neg(TermStore *s, Term a) {
  assert(is_const(s, a));
  BvWord words[BV_MAX_WORDS];
  bv_neg(words, term_const_words(s, a), term_width(s, a));
  return term_const(s, words, term_width(s, a));
}

Term const_extract(TermStore *s, Term a, uint32_t high, uint32_t low) {
  assert(is_const(s, a) && low <= high && high < term_width(s, a));
  BvWord words[BV_MAX_WORDS];
  bv_extract(words, term_const_words(s, a), high, low);
  return term_const(s, words, high - low + 1);
}

bool const_less(const TermStore *s, BvCmp cmp, Term a, Term b) {
  assert(is_const(s, a) && term_width(s, a) == term_width(s, b));
  return bv_compare(cmp, term_const_words(s, a), term_const_words(s, b),
                    term_width(s, a));
}

bool const_power(const TermStore *s, Term a, uint32_t *exponent) {
  if (!is_const(s, a)) return false;
  const BvWord *words = term_const_words(s, a);
  uint32_t n = BV_WORDS(term_width(s, a)), found = UINT32_MAX;
  for (uint32_t i = 0; i < n; i++) {
    if (words[i] == 0) continue;
    if (found != UINT32_MAX || (words[i] & (words[i] - 1)) != 0) return false;
    found = i * 64 + (uint32_t)__builtin_ctzll(words[i]);
  }
  *exponent = found;
  return found != UINT32_MAX;
}

/* ---- folding ---- */

/* The bits of a constant child: bit-vector or float; NULL: not constant. */
static const BvWord *constant_bits(const TermStore *s, Term t) {
  if (is_const(s, t)) return term_const_words(s, t);
  if (!is(s, t, TERM_FP_FROM_BITS) || !is_const(s, kid(s, t, 0))) return NULL;
  return term_const_words(s, kid(s, t, 0));
}

static Term term_of_bits(TermStore *s, Sort sort, const BvWord *words) {
  if (sort_kind(sort) == SORT_BOOL) return term_bool(s, words[0] & 1);
  if (sort_kind(sort) == SORT_BV) return term_const(s, words, sort_width(sort));
  Cand c = {.kind = TERM_FP_FROM_BITS, .sort = sort, .n = 1};
  c.child[0] = term_const(s, words, sort_float_width(sort));
  return node_intern(s, &c);
}

/* Constant folding of operators on bit-vectors and floats; none: not all
 * children are constants, or the value is not specified.  FP_FROM_BITS of a
 * constant is a constant already. */
static Term fold(TermStore *s, const Cand *c) {
  if (!fold_is_bv(c->kind) && !fold_is_float(c->kind)) return TERM_NONE;
  if (c->kind == TERM_FP_FROM_BITS) return TERM_NONE;
  const BvWord *bits[3] = {NULL, NULL, NULL};
  for (uint32_t i = 0; i < c->n; i++)
    if ((bits[i] = constant_bits(s, c->child[i])) == NULL) return TERM_NONE;
  FoldIn in = {.kind = c->kind,
               .mode = c->mode,
               .sort = c->sort,
               .operand = term_sort(s, c->child[0]),
               .high = c->high,
               .low = c->low,
               .a = bits[0],
               .b = bits[1],
               .c = bits[2]};
  if (c->kind == TERM_CONCAT) in.low_width = term_width(s, c->child[1]);
  BvWord out[BV_MAX_WORDS];
  return fold_words(&in, out) ? term_of_bits(s, c->sort, out) : TERM_NONE;
}

/* ---- the loop ---- */

static bool is_commutative(TermKind kind) {
  switch ((int)kind) {
  case TERM_AND:
  case TERM_EQ:
  case TERM_ADD:
  case TERM_MUL:
  case TERM_BVAND:
  case TERM_BVOR:
  case TERM_BVXOR:
  case TERM_FP_ADD:
  case TERM_FP_MUL:
  case TERM_FP_EQ: return true;
  default: return false;
  }
}

/* Smaller handles first, but bit-vector constants last. */
static void order(const TermStore *s, Cand *c) {
  if (!is_commutative(c->kind)) return;
  Term a = c->child[0], b = c->child[1];
  bool const_a = is_const(s, a), const_b = is_const(s, b);
  if (const_a != const_b ? const_a : a.id > b.id) {
    c->child[0] = b;
    c->child[1] = a;
  }
}

static const Rule *find_rule(const TermStore *s, const Cand *c) {
  for (uint32_t i = first_rule(c->kind);
       i < term_n_rules && term_rules[i].kind == c->kind; i++)
    if (term_rules[i].applies(s, c)) return &term_rules[i];
  return NULL;
}

Term cand_build(TermStore *s, Cand *c) {
  if (s->rewriting == TERM_REWRITE_OFF) return node_intern(s, c);
  Sort sort = c->sort; /* no rule changes it */
  (void)sort;
  for (;;) {
    order(s, c);
    Term folded = fold(s, c);
    if (folded.id != 0) return folded;
    assert(sort_same(cand_sort(s, c), sort));
    const Rule *rule = find_rule(s, c);
    if (rule == NULL) return node_intern(s, c);
    Term done = rule->apply(s, c);
    assert(done.id == 0 || sort_same(term_sort(s, done), sort));
    if (done.id != 0) return done;
  }
}

Term rule_try(TermStore *s, const Rule *rule, Term t) {
  Cand c;
  if (kind_arity(node_kind(s, t)) <= 0) return TERM_NONE;
  node_read(s, t, &c);
  order(s, &c);
  if (c.kind != rule->kind || !rule->applies(s, &c)) return TERM_NONE;
  Term done = rule->apply(s, &c);
  if (done.id == 0) done = cand_build(s, &c);
  return term_is_negated(t) ? term_not(done) : done;
}
