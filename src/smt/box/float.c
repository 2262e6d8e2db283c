/* SPDX-License-Identifier: MIT
 *
 * Float operators on ranges.
 *
 * Rounding to nearest is monotone, and so is every operator in each argument
 * as long as the signs of the others stay; so results at the corners of a box,
 * computed by the host in the same format, enclose all results exactly.  NaN
 * has a flag of its own.  The order of keys tells zeros apart, but a result
 * whose range ends in a zero includes both: which zero a sum or product gives
 * is not monotone.  Corners that are NaN (inf - inf, 0 * inf, 0 / 0, inf / inf)
 * stand for limits: sums take infinity there, products and quotients skip them
 * and include the zeros.
 *
 * The host computes in the formats themselves (checked below), rounds to
 * nearest (search.c requires it) and contracts nothing: there is one
 * operation per statement, and the build asks for ISO C. */
#include "smt/box/box_int.h"

#include <float.h>

_Static_assert(FLT_EVAL_METHOD == 0 && FLT_MANT_DIG == 24 && DBL_MANT_DIG == 53,
               "floats are computed in their own formats");

/* ---- the host ---- */

static double on_doubles(TermKind op, double a, double b) {
  switch ((int)op) {
  case TERM_FP_ADD: return a + b;
  case TERM_FP_MUL: return a * b;
  case TERM_FP_DIV: return a / b;
  case TERM_FP_SQRT: return sqrt(a);
  default: unreachable_case();
  }
}

static double on_singles(TermKind op, float a, float b) {
  volatile float r;
  switch ((int)op) {
  case TERM_FP_ADD: r = a + b; break;
  case TERM_FP_MUL: r = a * b; break;
  case TERM_FP_DIV: r = a / b; break;
  case TERM_FP_SQRT: r = sqrtf(a); break;
  default: unreachable_case();
  }
  return (double)r;
}

/* At two keys, in the format. */
static double host(TermKind op, BoxSort sort, int64_t a, int64_t b) {
  double x = box_value(sort, a), y = box_value(sort, b);
  return sort == BOX_DOUBLE ? on_doubles(op, x, y)
                            : on_singles(op, (float)x, (float)y);
}

/* ---- hulls ---- */

typedef struct Hull {
  BoxSort sort;
  BoxRange r;
  bool undefined; /* a corner was NaN */
} Hull;

static Hull hull_new(BoxSort sort) {
  return (Hull){.sort = sort, .r = {.lo = 1, .hi = 0}};
}

static void hull_add_key(Hull *h, int64_t key) {
  h->r = box_join(h->sort, h->r, (BoxRange){.lo = key, .hi = key});
}

static void hull_add(Hull *h, double v) {
  if (isnan(v))
    h->undefined = true;
  else
    hull_add_key(h, box_key(h->sort, v));
}

static BoxRange with_both_zeros(BoxRange r) {
  if (r.lo == 0) r.lo = -1;
  if (r.hi == -1) r.hi = 0;
  return r;
}

static BoxRange exactly(BoxSort sort, double v) {
  if (isnan(v)) return (BoxRange){.lo = 1, .hi = 0, .nan = true};
  int64_t key = box_key(sort, v);
  return (BoxRange){.lo = key, .hi = key};
}

static bool has_numbers(const BoxRange *r) {
  return r->lo <= r->hi;
}
static bool is_number_point(const BoxRange *r) {
  return r->lo == r->hi && !r->nan;
}
static bool has_zero(const BoxRange *r) {
  return r->lo <= 0 && r->hi >= -1 && has_numbers(r);
}
static bool has_plus_inf(BoxSort sort, const BoxRange *r) {
  return has_numbers(r) && r->hi == box_inf(sort);
}
static bool has_minus_inf(BoxSort sort, const BoxRange *r) {
  return has_numbers(r) && r->lo == -box_inf(sort) - 1;
}
static bool has_inf(BoxSort sort, const BoxRange *r) {
  return has_plus_inf(sort, r) || has_minus_inf(sort, r);
}

static BoxRange negated(BoxRange r) {
  if (!has_numbers(&r)) return r;
  return (BoxRange){.lo = -r.hi - 1, .hi = -r.lo - 1, .nan = r.nan};
}

/* ---- arithmetic ---- */

static BoxRange add_ranges(BoxSort sort, BoxRange a, BoxRange b) {
  assert(box_is_float(sort));
  bool nan = a.nan || b.nan ||
             (has_plus_inf(sort, &a) && has_minus_inf(sort, &b)) ||
             (has_minus_inf(sort, &a) && has_plus_inf(sort, &b));
  if (!has_numbers(&a) || !has_numbers(&b))
    return (BoxRange){.lo = 1, .hi = 0, .nan = nan};
  double lo = host(TERM_FP_ADD, sort, a.lo, b.lo);
  double hi = host(TERM_FP_ADD, sort, a.hi, b.hi);
  if (is_number_point(&a) && is_number_point(&b)) return exactly(sort, lo);
  BoxRange r = {.lo = isnan(lo) ? -box_inf(sort) - 1 : box_key(sort, lo),
                .hi = isnan(hi) ? box_inf(sort) : box_key(sort, hi)};
  r = with_both_zeros(r);
  r.nan = nan;
  return r;
}

static BoxRange corners(TermKind op, BoxSort sort, const BoxRange *a,
                        const BoxRange *b) {
  assert(has_numbers(a) && has_numbers(b));
  Hull h = hull_new(sort);
  hull_add(&h, host(op, sort, a->lo, b->lo));
  hull_add(&h, host(op, sort, a->lo, b->hi));
  hull_add(&h, host(op, sort, a->hi, b->lo));
  hull_add(&h, host(op, sort, a->hi, b->hi));
  if (h.undefined) hull_add_key(&h, -1), hull_add_key(&h, 0);
  return with_both_zeros(h.r);
}

static BoxRange mul_ranges(BoxSort sort, BoxRange a, BoxRange b) {
  bool nan = a.nan || b.nan || (has_zero(&a) && has_inf(sort, &b)) ||
             (has_inf(sort, &a) && has_zero(&b));
  if (!has_numbers(&a) || !has_numbers(&b))
    return (BoxRange){.lo = 1, .hi = 0, .nan = nan};
  if (is_number_point(&a) && is_number_point(&b))
    return exactly(sort, host(TERM_FP_MUL, sort, a.lo, b.lo));
  BoxRange r = corners(TERM_FP_MUL, sort, &a, &b);
  r.nan = nan;
  return r;
}

/* a * a */
static BoxRange square(BoxSort sort, BoxRange a) {
  BoxRange r = mul_ranges(sort, a, a);
  if (has_numbers(&r) && r.lo < 0) r.lo = 0; /* even -0 * -0 is not negative */
  r.nan = a.nan;
  return r;
}

static BoxRange div_ranges(BoxSort sort, BoxRange a, BoxRange b) {
  bool nan = a.nan || b.nan || (has_zero(&a) && has_zero(&b)) ||
             (has_inf(sort, &a) && has_inf(sort, &b));
  if (!has_numbers(&a) || !has_numbers(&b))
    return (BoxRange){.lo = 1, .hi = 0, .nan = nan};
  if (is_number_point(&a) && is_number_point(&b))
    return exactly(sort, host(TERM_FP_DIV, sort, a.lo, b.lo));
  BoxRange r = box_float_top(sort);
  if (b.lo >= 0 || b.hi < 0) r = corners(TERM_FP_DIV, sort, &a, &b);
  r.nan = nan;
  return r;
}

static BoxRange sqrt_range(BoxSort sort, BoxRange a) {
  BoxRange r = {.lo = 1, .hi = 0, .nan = a.nan};
  if (!has_numbers(&a)) return r;
  if (a.lo < -1) r.nan = true, a.lo = -1;
  if (a.hi < -1) return r;
  r.lo = box_key(sort, host(TERM_FP_SQRT, sort, a.lo, a.lo));
  r.hi = box_key(sort, host(TERM_FP_SQRT, sort, a.hi, a.hi));
  return r;
}

static BoxRange fma_ranges(BoxSort sort, const BoxRange *a) {
  if (!box_is_finite(sort, &a[0]) || !box_is_finite(sort, &a[1]) ||
      !box_is_finite(sort, &a[2]))
    return box_float_top(sort);
  Hull h = hull_new(sort);
  for (int i = 0; i < 8; i++) {
    double x = box_value(sort, i & 1 ? a[0].hi : a[0].lo);
    double y = box_value(sort, i & 2 ? a[1].hi : a[1].lo);
    double z = box_value(sort, i & 4 ? a[2].hi : a[2].lo);
    hull_add(&h, sort == BOX_DOUBLE
                     ? fma(x, y, z)
                     : (double)fmaf((float)x, (float)y, (float)z));
  }
  return with_both_zeros(h.r);
}

static BoxRange abs_range(BoxRange a) {
  if (!has_numbers(&a) || a.lo >= 0) return a;
  BoxRange n = negated(a);
  if (a.hi < 0) return n;
  return (BoxRange){.lo = 0, .hi = n.hi > a.hi ? n.hi : a.hi, .nan = a.nan};
}

static BoxRange min_max(TermKind op, BoxRange a, BoxRange b) {
  assert(op == TERM_FP_MIN || op == TERM_FP_MAX);
  BoxRange r = {.nan = a.nan && b.nan};
  if (!has_numbers(&a) || !has_numbers(&b)) {
    BoxRange some = has_numbers(&a) ? a : b; /* the other is NaN */
    some.nan = r.nan;
    return some;
  }
  bool least = op == TERM_FP_MIN;
  r.lo = (a.lo < b.lo) == least ? a.lo : b.lo;
  r.hi = (a.hi < b.hi) == least ? a.hi : b.hi;
  r = with_both_zeros(r);
  if (a.nan) r = box_join(BOX_DOUBLE, r, (BoxRange){.lo = b.lo, .hi = b.hi});
  if (b.nan) r = box_join(BOX_DOUBLE, r, (BoxRange){.lo = a.lo, .hi = a.hi});
  return r;
}

/* ---- conversions ---- */

static BoxRange round_range(BoxSort sort, TermRounding mode, BoxRange a) {
  if (!has_numbers(&a)) return a;
  BoxRange r = {.lo = box_key(sort, box_integral(mode, box_value(sort, a.lo))),
                .hi = box_key(sort, box_integral(mode, box_value(sort, a.hi))),
                .nan = a.nan};
  return is_number_point(&a) ? r : with_both_zeros(r);
}

static int64_t convert_key(BoxSort to, BoxSort from, int64_t key) {
  double v = box_value(from, key);
  if (to == BOX_SINGLE) {
    volatile float near = (float)v;
    v = (double)near;
  }
  return box_key(to, v);
}

static BoxRange convert_range(BoxSort to, BoxSort from, BoxRange a) {
  BoxRange r = {.lo = 1, .hi = 0, .nan = a.nan};
  if (!has_numbers(&a)) return r;
  r.lo = convert_key(to, from, a.lo);
  r.hi = convert_key(to, from, a.hi);
  return r;
}

static double of_signed(BoxSort sort, int64_t i) {
  if (sort == BOX_DOUBLE) return (double)i;
  volatile float near = (float)i;
  return (double)near;
}

static double of_unsigned(BoxSort sort, uint64_t i) {
  if (sort == BOX_DOUBLE) return (double)i;
  volatile float near = (float)i;
  return (double)near;
}

static BoxRange from_bits(BoxSort sort, uint32_t width, const BoxRange *a) {
  assert(width == (sort == BOX_SINGLE ? 32u : 64u));
  uint64_t sign = UINT64_C(1) << (width - 1), inf = (uint64_t)box_inf(sort);
  if (a->ulo == a->uhi) return box_float_point(sort, a->ulo);
  BoxRange r = box_float_top(sort);
  if (a->uhi < sign) {
    r.lo = a->ulo > inf ? 1 : (int64_t)a->ulo;
    r.hi = a->ulo > inf ? 0 : (int64_t)(a->uhi > inf ? inf : a->uhi);
    r.nan = a->uhi > inf;
  } else if (a->ulo >= sign) {
    uint64_t least = a->ulo - sign, most = a->uhi - sign;
    r.lo = least > inf ? 1 : -(int64_t)(most > inf ? inf : most) - 1;
    r.hi = least > inf ? 0 : -(int64_t)least - 1;
    r.nan = most > inf;
  }
  return r;
}

BoxRange box_float_forward(const BoxNode *node, const BoxNode *const *kids,
                           const BoxRange *a) {
  BoxSort sort = node->sort;
  assert(box_is_float(sort));
  BoxRange top = box_float_top(sort);
  bool nearest = node->mode == TERM_RNE;
  switch ((int)node->op) {
  case TERM_FP_ADD: return nearest ? add_ranges(sort, a[0], a[1]) : top;
  case TERM_FP_SUB:
    return nearest ? add_ranges(sort, a[0], negated(a[1])) : top;
  case TERM_FP_MUL:
    if (!nearest) return top;
    return node->kid[0] == node->kid[1] ? square(sort, a[0])
                                        : mul_ranges(sort, a[0], a[1]);
  case TERM_FP_DIV: return nearest ? div_ranges(sort, a[0], a[1]) : top;
  case TERM_FP_FMA: return nearest ? fma_ranges(sort, a) : top;
  case TERM_FP_SQRT: return nearest ? sqrt_range(sort, a[0]) : top;
  case TERM_FP_NEG: return negated(a[0]);
  case TERM_FP_ABS: return abs_range(a[0]);
  case TERM_FP_MIN:
  case TERM_FP_MAX: return min_max(node->op, a[0], a[1]);
  case TERM_FP_ROUND:
    return node->mode == TERM_RNA ? top : round_range(sort, node->mode, a[0]);
  case TERM_FP_TO_FP:
    if (!box_is_float(kids[0]->sort) || !nearest) return top;
    return convert_range(sort, kids[0]->sort, a[0]);
  case TERM_FP_FROM_SINT:
    if (kids[0]->sort != BOX_BITS || !nearest) return top;
    return (BoxRange){.lo = box_key(sort, of_signed(sort, a[0].lo)),
                      .hi = box_key(sort, of_signed(sort, a[0].hi))};
  case TERM_FP_FROM_UINT:
    if (kids[0]->sort != BOX_BITS || !nearest) return top;
    return (BoxRange){.lo = box_key(sort, of_unsigned(sort, a[0].ulo)),
                      .hi = box_key(sort, of_unsigned(sort, a[0].uhi))};
  case TERM_FP_FROM_BITS:
    if (kids[0]->sort != BOX_BITS) return top;
    return from_bits(sort, kids[0]->width, &a[0]);
  default: return top;
  }
}

/* ---- backward ---- */

/* Reals whose rounding is in the range: a little beyond its ends. */
typedef struct Reals {
  double lo, hi;
} Reals;

static Reals before_rounding(BoxSort sort, const BoxRange *r) {
  assert(has_numbers(r));
  int64_t inf = box_inf(sort);
  Reals reals = {-INFINITY, INFINITY};
  if (r->lo > -inf) { /* not -inf and not the least finite number */
    int64_t below = r->lo == 0 ? -2 : r->lo - 1;
    reals.lo = box_value(sort, below);
  }
  if (r->hi < inf - 1) {
    int64_t above = r->hi == -1 ? 1 : r->hi + 1;
    reals.hi = box_value(sort, above);
  }
  return reals;
}

/* The numbers between two reals that were computed with one rounding each. */
static BoxRange around(BoxSort sort, double lo, double hi) {
  double least = isnan(lo) ? -INFINITY : box_down(lo);
  double most = isnan(hi) ? INFINITY : box_up(hi);
  BoxRange r = {.lo = box_key_down(sort, least), .hi = box_key_up(sort, most)};
  return with_both_zeros(r);
}

/* x where round(x + y) is in the range. */
static BoxRange unadd(BoxSort sort, const BoxRange *sum, const BoxRange *y) {
  Reals s = before_rounding(sort, sum);
  return around(sort, s.lo - box_value(sort, y->hi),
                s.hi - box_value(sort, y->lo));
}

/* x where round(x * y) is in the range, y finite and not zero. */
static BoxRange unmul(BoxSort sort, const BoxRange *product,
                      const BoxRange *y) {
  assert(has_numbers(y) && !has_zero(y) && !has_inf(sort, y));
  Reals p = before_rounding(sort, product);
  double least = INFINITY, most = -INFINITY;
  for (int i = 0; i < 4; i++) {
    double q = (i & 1 ? p.hi : p.lo) / box_value(sort, i & 2 ? y->hi : y->lo);
    if (q < least) least = q;
    if (q > most) most = q;
  }
  return around(sort, least, most);
}

/* x where round(x / y) is in the range, y finite and not zero. */
static BoxRange undiv(BoxSort sort, const BoxRange *quotient,
                      const BoxRange *y) {
  assert(has_numbers(y) && !has_zero(y) && !has_inf(sort, y));
  Reals q = before_rounding(sort, quotient);
  double least = INFINITY, most = -INFINITY;
  for (int i = 0; i < 4; i++) {
    double p = (i & 1 ? q.hi : q.lo) * box_value(sort, i & 2 ? y->hi : y->lo);
    if (p < least) least = p;
    if (p > most) most = p;
  }
  return around(sort, least, most);
}

static bool is_away_from_zero(BoxSort sort, const BoxRange *r) {
  return box_is_finite(sort, r) && (r->lo > 0 || r->hi < -1);
}

static BoxRange arithmetic_backward(const BoxNode *node, const BoxRange *a,
                                    const BoxRange *r, uint32_t i) {
  BoxSort sort = node->sort;
  BoxRange top = box_float_top(sort), other = a[1 - i];
  top.nan = false;
  if (node->kid[0] == node->kid[1]) return top;
  switch ((int)node->op) {
  case TERM_FP_ADD: return unadd(sort, r, &other);
  case TERM_FP_SUB: {
    BoxRange minus = negated(other);
    return i == 0 ? unadd(sort, r, &minus) : negated(unadd(sort, r, &other));
  }
  case TERM_FP_MUL:
    return is_away_from_zero(sort, &other) ? unmul(sort, r, &other) : top;
  case TERM_FP_DIV:
    return i == 0 && is_away_from_zero(sort, &other) ? undiv(sort, r, &other)
                                                     : top;
  default: return top;
  }
}

static BoxRange unconvert(const BoxNode *node, const BoxNode *kid,
                          const BoxRange *r) {
  BoxRange top = box_float_top(kid->sort);
  if (!box_is_float(kid->sort) || node->mode != TERM_RNE) return top;
  top.nan = r->nan;
  if (!has_numbers(r)) return (BoxRange){.lo = 1, .hi = 0, .nan = r->nan};
  Reals reals = before_rounding(node->sort, r);
  BoxRange back =
      node->sort == BOX_DOUBLE /* nothing is rounded */
          ? box_float_between(kid->sort, box_value(BOX_DOUBLE, r->lo),
                              box_value(BOX_DOUBLE, r->hi))
          : around(kid->sort, reals.lo, reals.hi);
  back.nan = r->nan;
  return back;
}

/* x where |x| is in the range. */
static BoxRange unabs(BoxSort sort, const BoxRange *r) {
  BoxRange back = box_float_top(sort);
  back.nan = r->nan;
  if (!has_numbers(r)) return (BoxRange){.lo = 1, .hi = 0, .nan = r->nan};
  back.hi = r->hi;
  back.lo = -r->hi - 1;
  return back;
}

BoxRange box_float_backward(const BoxNode *node, const BoxNode *const *kids,
                            const BoxRange *a, const BoxRange *r, uint32_t i) {
  BoxRange top = box_float_top(kids[i]->sort);
  if (!box_is_float(kids[i]->sort)) return top;
  switch ((int)node->op) {
  case TERM_FP_NEG: return negated(*r);
  case TERM_FP_ABS: return unabs(kids[0]->sort, r);
  case TERM_FP_TO_FP: return unconvert(node, kids[0], r);
  case TERM_FP_ADD:
  case TERM_FP_SUB:
  case TERM_FP_MUL:
  case TERM_FP_DIV: {
    /* with a NaN on either side nothing can be said */
    bool said = node->mode == TERM_RNE && !r->nan && has_numbers(r) &&
                has_numbers(&a[0]) && has_numbers(&a[1]);
    return said ? arithmetic_backward(node, a, r, i) : top;
  }
  default: return top;
  }
}
