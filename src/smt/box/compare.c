/* SPDX-License-Identifier: MIT
 *
 * Comparisons and classes on ranges, three-valued: what they can be, and what
 * their truth says of their operands.  A comparison that is false says less
 * than its opposite: not (x < y) leaves NaN possible. */
#include "smt/box/box_int.h"

static BoxRange truth(bool can_be_false, bool can_be_true) {
  /* at least one of them, unless the operands are impossible */
  return (BoxRange){.lo = can_be_false ? 0 : 1, .hi = can_be_true ? 1 : 0};
}

static bool has_numbers(const BoxRange *r) {
  return r->lo <= r->hi;
}

/* A place in the order in which the zeros are equal, and back. */
static int64_t rank(int64_t key) {
  return key < 0 ? key + 1 : key;
}
static int64_t most_of_rank(int64_t rank_) {
  return rank_ >= 0 ? rank_ : rank_ - 1;
}
static int64_t least_of_rank(int64_t rank_) {
  return rank_ > 0 ? rank_ : rank_ - 1;
}

static BoxRange none(void) {
  return (BoxRange){.lo = 1, .hi = 0, .ulo = 1, .uhi = 0};
}

/* ---- floats ---- */

static BoxRange float_order(TermKind op, const BoxRange *a, const BoxRange *b) {
  assert(op == TERM_FP_LT || op == TERM_FP_LE);
  bool numbers = has_numbers(a) && has_numbers(b);
  bool can = numbers && (op == TERM_FP_LT ? rank(a->lo) < rank(b->hi)
                                          : rank(a->lo) <= rank(b->hi));
  bool cannot = numbers && (op == TERM_FP_LT ? rank(a->hi) >= rank(b->lo)
                                             : rank(a->hi) > rank(b->lo));
  return truth(a->nan || b->nan || cannot, can);
}

static BoxRange float_equal(const BoxRange *a, const BoxRange *b) {
  bool numbers = has_numbers(a) && has_numbers(b);
  bool can =
      numbers && rank(a->lo) <= rank(b->hi) && rank(b->lo) <= rank(a->hi);
  bool cannot = numbers && !(rank(a->lo) == rank(a->hi) &&
                             rank(b->lo) == rank(b->hi) && can);
  return truth(a->nan || b->nan || cannot, can);
}

static BoxRange same_value(BoxSort sort, const BoxRange *a, const BoxRange *b) {
  if (sort == BOX_OPAQUE) return truth(true, true);
  bool can = (a->nan && b->nan) || (a->lo <= b->hi && b->lo <= a->hi &&
                                    has_numbers(a) && has_numbers(b));
  if (sort == BOX_BITS) can = can && a->ulo <= b->uhi && b->ulo <= a->uhi;
  bool sure = can && box_is_point(sort, a) && box_is_point(sort, b);
  return truth(!sure, can);
}

typedef struct Classes {
  bool zero, subnormal, normal, infinite;
} Classes;

/* Classes of the numbers between two keys of one sign. */
static Classes classes_between(BoxSort sort, int64_t lo, int64_t hi) {
  assert(lo <= hi && (lo < 0) == (hi < 0));
  int64_t least = lo < 0 ? -hi - 1 : lo, most = lo < 0 ? -lo - 1 : hi;
  int64_t normal = INT64_C(1) << (sort == BOX_SINGLE ? 23 : 52);
  return (Classes){.zero = least == 0,
                   .subnormal = least < normal && most > 0,
                   .normal = least < box_inf(sort) && most >= normal,
                   .infinite = most == box_inf(sort)};
}

static Classes classes_of(BoxSort sort, const BoxRange *a) {
  Classes c = {false, false, false, false};
  if (!has_numbers(a)) return c;
  if (a->lo < 0) c = classes_between(sort, a->lo, a->hi < 0 ? a->hi : -1);
  if (a->hi >= 0) {
    Classes d = classes_between(sort, a->lo > 0 ? a->lo : 0, a->hi);
    c.zero |= d.zero;
    c.subnormal |= d.subnormal;
    c.normal |= d.normal;
    c.infinite |= d.infinite;
  }
  return c;
}

static BoxRange class_range(TermKind op, BoxSort sort, const BoxRange *a) {
  Classes c = classes_of(sort, a);
  switch ((int)op) {
  case TERM_FP_IS_NAN: return truth(has_numbers(a), a->nan);
  case TERM_FP_IS_NEGATIVE:
    return truth(a->nan || (has_numbers(a) && a->hi >= 0),
                 has_numbers(a) && a->lo < 0);
  case TERM_FP_IS_ZERO:
    return truth(a->nan || c.subnormal || c.normal || c.infinite, c.zero);
  case TERM_FP_IS_SUBNORMAL:
    return truth(a->nan || c.zero || c.normal || c.infinite, c.subnormal);
  case TERM_FP_IS_NORMAL:
    return truth(a->nan || c.zero || c.subnormal || c.infinite, c.normal);
  default:
    assert(op == TERM_FP_IS_INF);
    return truth(a->nan || c.zero || c.subnormal || c.normal, c.infinite);
  }
}

BoxRange box_compare_forward(const BoxNode *node, const BoxNode *const *kids,
                             const BoxRange *a) {
  assert(node->sort == BOX_BOOL && node->n >= 1 && node->n <= 2);
  for (uint32_t i = 0; i < node->n; i++)
    if (kids[i]->sort == BOX_OPAQUE) return truth(true, true);
  const BoxRange *x = &a[0], *y = &a[node->n > 1 ? 1 : 0];
  switch ((int)node->op) {
  case TERM_FP_LT:
  case TERM_FP_LE: return float_order(node->op, x, y);
  case TERM_FP_EQ: return float_equal(x, y);
  case TERM_EQ: return same_value(kids[0]->sort, x, y);
  case TERM_ULT: return truth(x->uhi >= y->ulo, x->ulo < y->uhi);
  case TERM_ULE: return truth(x->uhi > y->ulo, x->ulo <= y->uhi);
  case TERM_SLT: return truth(x->hi >= y->lo, x->lo < y->hi);
  case TERM_SLE: return truth(x->hi > y->lo, x->lo <= y->hi);
  default: break;
  }
  if (node->op >= TERM_FP_IS_NAN && node->op <= TERM_FP_IS_NEGATIVE)
    return class_range(node->op, kids[0]->sort, x);
  return truth(true, true);
}

/* ---- backward ---- */

/* Numbers with a rank up to, or from `limit`. */
static BoxRange up_to(BoxSort sort, int64_t limit) {
  BoxRange r = box_float_top(sort);
  r.hi = most_of_rank(limit);
  return r;
}
static BoxRange from(BoxSort sort, int64_t limit) {
  BoxRange r = box_float_top(sort);
  r.lo = least_of_rank(limit);
  return r;
}

/* Operand i of a < b (strict 1) or a <= b (0), which holds or does not. */
static BoxRange order_backward(BoxSort sort, const BoxRange *a, int64_t strict,
                               bool holds, uint32_t i) {
  const BoxRange *other = &a[1 - i];
  BoxRange top = box_float_top(sort);
  if (!holds && other->nan) return top;
  if (!has_numbers(other)) return none();
  BoxRange r;
  if (holds)
    r = i == 0 ? up_to(sort, rank(other->hi) - strict)
               : from(sort, rank(other->lo) + strict);
  else /* b < a or b <= a, among numbers */
    r = i == 0 ? from(sort, rank(other->lo) + (1 - strict))
               : up_to(sort, rank(other->hi) - (1 - strict));
  r.nan = !holds;
  return r;
}

/* Without one place at an end. */
static BoxRange shaved(BoxRange r, int64_t lo, int64_t hi) {
  assert(lo <= hi);
  if (r.lo >= lo && r.lo <= hi) r.lo = hi + 1;
  if (r.hi >= lo && r.hi <= hi) r.hi = lo - 1;
  return r;
}

static BoxRange float_equal_backward(BoxSort sort, const BoxRange *a,
                                     bool holds, uint32_t i) {
  const BoxRange *other = &a[1 - i];
  if (holds) {
    if (!has_numbers(other)) return none();
    BoxRange r = {.lo = least_of_rank(rank(other->lo)),
                  .hi = most_of_rank(rank(other->hi))};
    return r;
  }
  if (other->nan || !has_numbers(other) || rank(other->lo) != rank(other->hi))
    return box_float_top(sort);
  int64_t place = rank(other->lo);
  return shaved(a[i], least_of_rank(place), most_of_rank(place));
}

static BoxRange same_value_backward(BoxSort sort, const BoxRange *a, bool holds,
                                    uint32_t i) {
  BoxRange other = a[1 - i], own = a[i];
  if (holds) return other;
  if (!box_is_point(sort, &other)) return own;
  if (box_is_float(sort) && other.nan) {
    own.nan = false;
    return own;
  }
  own = shaved(own, other.lo, other.lo);
  if (sort != BOX_BITS || own.lo > own.hi) return own;
  if (own.ulo == other.ulo) own.ulo++;
  if (own.uhi == other.ulo) own.uhi--;
  return own;
}

static BoxRange unsigned_backward(const BoxRange *a, bool less, uint64_t strict,
                                  uint32_t i) {
  const BoxRange *other = &a[1 - i];
  BoxRange r = a[i];
  if (less) { /* own < other */
    if (other->uhi < strict) return none();
    if (other->uhi - strict < r.uhi) r.uhi = other->uhi - strict;
  } else {
    if (other->ulo > UINT64_MAX - strict) return none();
    if (other->ulo + strict > r.ulo) r.ulo = other->ulo + strict;
  }
  return r;
}

static BoxRange signed_backward(const BoxRange *a, bool less, int64_t strict,
                                uint32_t i) {
  const BoxRange *other = &a[1 - i];
  BoxRange r = a[i];
  if (less) {
    if (other->hi < INT64_MIN + strict) return none();
    if (other->hi - strict < r.hi) r.hi = other->hi - strict;
  } else {
    if (other->lo > INT64_MAX - strict) return none();
    if (other->lo + strict > r.lo) r.lo = other->lo + strict;
  }
  return r;
}

static BoxRange class_backward(TermKind op, BoxSort sort, bool holds) {
  BoxRange r = box_float_top(sort);
  if (op == TERM_FP_IS_NAN && holds) r.lo = 1, r.hi = 0;
  if (op == TERM_FP_IS_NAN) r.nan = holds;
  if (op == TERM_FP_IS_NAN) return r;
  r.nan = !holds;
  if (op == TERM_FP_IS_ZERO && holds) r.lo = -1, r.hi = 0;
  if (op == TERM_FP_IS_INF && !holds) r.lo++, r.hi--;
  if ((op == TERM_FP_IS_NORMAL || op == TERM_FP_IS_SUBNORMAL) && holds)
    r.lo++, r.hi--;
  if (op == TERM_FP_IS_NEGATIVE && holds) r.hi = -1;
  if (op == TERM_FP_IS_NEGATIVE && !holds) r.lo = 0;
  return r;
}

BoxRange box_compare_backward(const BoxNode *node, const BoxNode *const *kids,
                              const BoxRange *a, bool holds, uint32_t i) {
  BoxSort sort = kids[i]->sort;
  assert(node->sort == BOX_BOOL && i < node->n);
  /* a < b that fails is b <= a: the sides and the strictness change */
  bool less = (i == 0) == holds;
  switch ((int)node->op) {
  case TERM_FP_LT: return order_backward(sort, a, 1, holds, i);
  case TERM_FP_LE: return order_backward(sort, a, 0, holds, i);
  case TERM_FP_EQ: return float_equal_backward(sort, a, holds, i);
  case TERM_EQ: return same_value_backward(sort, a, holds, i);
  case TERM_ULT: return unsigned_backward(a, less, holds, i);
  case TERM_ULE: return unsigned_backward(a, less, !holds, i);
  case TERM_SLT: return signed_backward(a, less, holds, i);
  case TERM_SLE: return signed_backward(a, less, !holds, i);
  default: return class_backward(node->op, sort, holds);
  }
}
