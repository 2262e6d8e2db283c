/* SPDX-License-Identifier: MIT
 *
 * Constructors: check the sorts, make the candidate, hand it to rewriting. */
#include "term/term_int.h"

/* ---- sort rules ---- */

static Sort child_sort(const TermStore *s, const Cand *c, uint32_t i) {
  assert(i < c->n);
  return term_sort(s, c->child[i]);
}

static bool all_of_kind(const TermStore *s, const Cand *c, SortKind kind) {
  for (uint32_t i = 0; i < c->n; i++)
    if (sort_kind(child_sort(s, c, i)) != kind ||
        (kind != SORT_BOOL && term_is_negated(c->child[i])))
      return false;
  return true;
}

static bool all_same(const TermStore *s, const Cand *c) {
  for (uint32_t i = 1; i < c->n; i++)
    if (!sort_same(child_sort(s, c, i), child_sort(s, c, 0))) return false;
  return true;
}

static bool ite_fits(const TermStore *s, const Cand *c) {
  return sort_kind(child_sort(s, c, 0)) == SORT_BOOL &&
         sort_same(child_sort(s, c, 1), child_sort(s, c, 2));
}

static Sort if_fits(bool fits, Sort sort) {
  return fits ? sort : (Sort){0};
}

static Sort concat_sort(const TermStore *s, const Cand *c) {
  if (!all_of_kind(s, c, SORT_BV)) return (Sort){0};
  uint32_t width = term_width(s, c->child[0]) + term_width(s, c->child[1]);
  return width <= BV_MAX_WIDTH ? sort_bv(width) : (Sort){0};
}

static Sort extract_sort(const TermStore *s, const Cand *c) {
  if (!all_of_kind(s, c, SORT_BV) || c->low > c->high ||
      c->high >= term_width(s, c->child[0]))
    return (Sort){0};
  return sort_bv(c->high - c->low + 1);
}

static Sort extension_sort(const TermStore *s, const Cand *c) {
  return if_fits(all_of_kind(s, c, SORT_BV) && sort_kind(c->sort) == SORT_BV &&
                     sort_width(c->sort) >= term_width(s, c->child[0]),
                 c->sort);
}

static Sort array_op_sort(const TermStore *s, const Cand *c) {
  if (c->kind == TERM_CONST_ARRAY)
    return if_fits(sort_kind(c->sort) == SORT_ARRAY &&
                       sort_same(sort_element(s, c->sort), child_sort(s, c, 0)),
                   c->sort);
  Sort array = child_sort(s, c, 0);
  if (sort_kind(array) != SORT_ARRAY ||
      !sort_same(sort_index(s, array), child_sort(s, c, 1)))
    return (Sort){0};
  if (c->kind == TERM_SELECT) return sort_element(s, array);
  return if_fits(sort_same(sort_element(s, array), child_sort(s, c, 2)), array);
}

static Sort conversion_sort(const TermStore *s, const Cand *c) {
  SortKind from = sort_kind(child_sort(s, c, 0));
  SortKind to = c->sort.id == 0 ? SORT_BOOL : sort_kind(c->sort);
  switch ((int)c->kind) {
  case TERM_FP_FROM_BITS:
    return if_fits(to == SORT_FLOAT && from == SORT_BV &&
                       sort_float_width(c->sort) == term_width(s, c->child[0]),
                   c->sort);
  case TERM_FP_TO_BITS:
    return from == SORT_FLOAT ? sort_bv(sort_float_width(child_sort(s, c, 0)))
                              : (Sort){0};
  case TERM_FP_TO_FP:
    return if_fits(to == SORT_FLOAT && from == SORT_FLOAT, c->sort);
  case TERM_FP_FROM_SINT:
  case TERM_FP_FROM_UINT:
    return if_fits(to == SORT_FLOAT && from == SORT_BV, c->sort);
  default: return if_fits(to == SORT_BV && from == SORT_FLOAT, c->sort);
  }
}

Sort cand_sort(const TermStore *s, const Cand *c) {
  if (c->kind == TERM_EQ) return if_fits(all_same(s, c), sort_bool());
  if (c->kind == TERM_ITE) return if_fits(ite_fits(s, c), child_sort(s, c, 1));
  if (c->kind == TERM_AND)
    return if_fits(all_of_kind(s, c, SORT_BOOL), sort_bool());
  if (c->kind == TERM_CONCAT) return concat_sort(s, c);
  if (c->kind == TERM_EXTRACT) return extract_sort(s, c);
  if (c->kind == TERM_ZEXT || c->kind == TERM_SEXT) return extension_sort(s, c);
  if (c->kind >= TERM_BVNOT && c->kind <= TERM_BVXOR)
    return if_fits(all_of_kind(s, c, SORT_BV) && all_same(s, c),
                   child_sort(s, c, 0));
  if (c->kind >= TERM_ULT && c->kind <= TERM_SLE)
    return if_fits(all_of_kind(s, c, SORT_BV) && all_same(s, c), sort_bool());
  if (c->kind >= TERM_SELECT && c->kind <= TERM_CONST_ARRAY)
    return array_op_sort(s, c);
  if (c->kind >= TERM_FP_ABS && c->kind <= TERM_FP_MAX)
    return if_fits(all_of_kind(s, c, SORT_FLOAT) && all_same(s, c),
                   child_sort(s, c, 0));
  if (c->kind >= TERM_FP_EQ && c->kind <= TERM_FP_IS_NEGATIVE)
    return if_fits(all_of_kind(s, c, SORT_FLOAT) && all_same(s, c),
                   sort_bool());
  if (c->kind >= TERM_FP_FROM_BITS && c->kind <= TERM_FP_TO_UINT)
    return conversion_sort(s, c);
  return (Sort){0};
}

static Term finish(TermStore *s, Cand *c) {
  assert((int)c->n == kind_arity(c->kind));
  for (uint32_t i = 0; i < c->n; i++) require(c->child[i].id >= 2);
  c->sort = cand_sort(s, c);
  require(c->sort.id != 0);
  return cand_build(s, c);
}

/* ---- generic ---- */

Term term_unary(TermStore *s, TermKind kind, Term a) {
  require(kind_arity(kind) == 1);
  Cand c = {.kind = kind, .n = 1, .child = {a}};
  return finish(s, &c);
}

Term term_binary(TermStore *s, TermKind kind, Term a, Term b) {
  require(kind_arity(kind) == 2);
  Cand c = {.kind = kind, .n = 2, .child = {a, b}};
  return finish(s, &c);
}

Term term_ite(TermStore *s, Term cond, Term yes, Term no) {
  Cand c = {.kind = TERM_ITE, .n = 3, .child = {cond, yes, no}};
  return finish(s, &c);
}

Term term_extract(TermStore *s, Term a, uint32_t high, uint32_t low) {
  Cand c = {
      .kind = TERM_EXTRACT, .n = 1, .child = {a}, .high = high, .low = low};
  return finish(s, &c);
}

static Term convert(TermStore *s, TermKind kind, Sort to, TermRounding mode,
                    Term a) {
  Cand c = {.kind = kind, .mode = mode, .sort = to, .n = 1, .child = {a}};
  return finish(s, &c);
}

Term term_zext(TermStore *s, Term a, uint32_t width) {
  if (term_width(s, a) == width) return a;
  return convert(s, TERM_ZEXT, sort_bv(width), TERM_RNE, a);
}

Term term_sext(TermStore *s, Term a, uint32_t width) {
  if (term_width(s, a) == width) return a;
  return convert(s, TERM_SEXT, sort_bv(width), TERM_RNE, a);
}

Term term_resize_unsigned(TermStore *s, Term a, uint32_t width) {
  require(width >= 1 && width <= BV_MAX_WIDTH);
  return width < term_width(s, a) ? term_extract(s, a, width - 1, 0)
                                  : term_zext(s, a, width);
}

Term term_resize_signed(TermStore *s, Term a, uint32_t width) {
  require(width >= 1 && width <= BV_MAX_WIDTH);
  return width < term_width(s, a) ? term_extract(s, a, width - 1, 0)
                                  : term_sext(s, a, width);
}

Term term_store_at(TermStore *s, Term array, Term index, Term value) {
  Cand c = {.kind = TERM_STORE, .n = 3, .child = {array, index, value}};
  return finish(s, &c);
}

Term term_const_array(TermStore *s, Sort array_sort, Term value) {
  return convert(s, TERM_CONST_ARRAY, array_sort, TERM_RNE, value);
}

Term term_rebuild(TermStore *s, Term t, const Term *children) {
  TermKind kind = node_kind(s, t);
  Term result = term_positive(t);
  if (kind == TERM_LIN_LE || kind == TERM_LIN_EQ) {
    TermLinear atom;
    term_linear_get(s, term_positive(t), &atom);
    for (uint32_t i = 0; i < atom.n; i++) atom.at[i].term = children[i];
    for (uint32_t i = 0; i < atom.n; i++)
      require(term_width(s, atom.at[i].term) ==
              term_width(s, term_child(s, t, i)));
    result = term_linear_make(s, &atom);
    if (result.id == 0) result = term_linear_to_bv_raw(s, &atom);
  } else if (kind_arity(kind) > 0) {
    Cand c;
    node_read(s, t, &c);
    memcpy(c.child, children, c.n * sizeof *children);
    result = finish(s, &c);
  }
  assert(sort_same(term_sort(s, result), term_sort(s, t)));
  return term_is_negated(t) ? term_not(result) : result;
}

/* ---- many ---- */

/* A balanced tree: halve the row until one term is left. */
Term term_and_n(TermStore *s, const Term *terms, uint32_t n) {
  if (n == 0) return term_true();
  if (n == 1) return terms[0];
  Term *row = MEM_ARRAY(s->mem, Term, n);
  memcpy(row, terms, n * sizeof *row);
  for (uint32_t left = n; left > 1; left = (left + 1) / 2)
    for (uint32_t i = 0; i < left; i += 2)
      row[i / 2] = i + 1 < left ? term_and(s, row[i], row[i + 1]) : row[i];
  Term result = row[0];
  MEM_FREE_ARRAY(s->mem, row, n);
  return result;
}

Term term_or_n(TermStore *s, const Term *terms, uint32_t n) {
  Term *row = MEM_ARRAY(s->mem, Term, n);
  for (uint32_t i = 0; i < n; i++) row[i] = term_not(terms[i]);
  Term result = term_not(term_and_n(s, row, n));
  MEM_FREE_ARRAY(s->mem, row, n);
  return result;
}

/* ---- overflow ---- */

Term term_sdiv_overflows(TermStore *s, Term a, Term b) {
  uint32_t w = term_width(s, a);
  require(w == term_width(s, b));
  Term int_min = term_shl(s, term_u64(s, 1, w), term_u64(s, w - 1, w));
  return term_and(s, term_eq(s, a, int_min), term_eq(s, b, term_i64(s, -1, w)));
}

/* ---- floats ---- */

Term term_fp_op(TermStore *s, TermKind kind, TermRounding mode, Term a,
                Term b) {
  require((kind >= TERM_FP_ADD && kind <= TERM_FP_DIV) ||
          kind == TERM_FP_SQRT || kind == TERM_FP_ROUND);
  Cand c = {
      .kind = kind, .mode = mode, .n = b.id == 0 ? 1 : 2, .child = {a, b}};
  require((int)c.n == kind_arity(kind));
  return finish(s, &c);
}

Term term_fp_fma(TermStore *s, TermRounding mode, Term a, Term b, Term d) {
  Cand c = {.kind = TERM_FP_FMA, .mode = mode, .n = 3, .child = {a, b, d}};
  return finish(s, &c);
}

Term term_fp_from_bits(TermStore *s, Sort sort, Term bits) {
  if (sort_format(sort) == TERM_FLOAT_X87 && term_width(s, bits) == 80)
    bits = term_concat(s, term_extract(s, bits, 79, 64),
                       term_extract(s, bits, 62, 0));
  return convert(s, TERM_FP_FROM_BITS, sort, TERM_RNE, bits);
}

Term term_fp_to_bits(TermStore *s, Term a) {
  return term_unary(s, TERM_FP_TO_BITS, a);
}

/* The integer bit is 1 exactly when the exponent is not 0. */
Term term_fp_to_x87_bits(TermStore *s, Term a) {
  require(sort_format(term_sort(s, a)) == TERM_FLOAT_X87);
  Term bits = term_fp_to_bits(s, a);
  Term exponent = term_extract(s, bits, 77, 63);
  Term integer = term_ite(s, term_eq(s, exponent, term_u64(s, 0, 15)),
                          term_u64(s, 0, 1), term_u64(s, 1, 1));
  return term_concat(s, term_extract(s, bits, 78, 63),
                     term_concat(s, integer, term_extract(s, bits, 62, 0)));
}

Term term_fp_convert(TermStore *s, Sort to, TermRounding mode, Term a) {
  return convert(s, TERM_FP_TO_FP, to, mode, a);
}
Term term_fp_from_sint(TermStore *s, Sort to, TermRounding mode, Term a) {
  return convert(s, TERM_FP_FROM_SINT, to, mode, a);
}
Term term_fp_from_uint(TermStore *s, Sort to, TermRounding mode, Term a) {
  return convert(s, TERM_FP_FROM_UINT, to, mode, a);
}
Term term_fp_to_sint(TermStore *s, uint32_t width, TermRounding mode, Term a) {
  return convert(s, TERM_FP_TO_SINT, sort_bv(width), mode, a);
}
Term term_fp_to_uint(TermStore *s, uint32_t width, TermRounding mode, Term a) {
  return convert(s, TERM_FP_TO_UINT, sort_bv(width), mode, a);
}

Term term_fp_of_double(TermStore *s, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return term_fp_from_bits(s, sort_float(TERM_FLOAT_DOUBLE),
                           term_u64(s, bits, 64));
}

Term term_fp_of_single(TermStore *s, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return term_fp_from_bits(s, sort_float(TERM_FLOAT_SINGLE),
                           term_u64(s, bits, 32));
}

Term term_fp_const_bits(const TermStore *s, Term t) {
  if (node_kind(s, t) != TERM_FP_FROM_BITS) return TERM_NONE;
  Term bits = term_child(s, t, 0);
  return term_is_const(s, bits) ? bits : TERM_NONE;
}
