/* SPDX-License-Identifier: MIT
 *
 * Arithmetic of linear constraints: normal form, negation, comparison,
 * combination, resolution.
 *
 * Coefficients are 64 bits, bounds 128 (over the rationals a fraction of two
 * 62-bit numbers, so that comparing cannot overflow).  Every step checks: what
 * would not fit is refused, never wrapped.
 *
 * Over the integers a*x + r <= m and s - b*x <= n (a, b > 0) resolve to
 * b*r + a*s <= b*m + a*n.  This is exact if a or b is 1: between the two
 * bounds of the other one there is then always an integer.  [CGS09]
 */
#include "dd/ldd_int.h"

#define INTEGER_LIMIT  ((Integer)1 << 100)
#define FRACTION_LIMIT ((Integer)1 << 62)

/* ---- forms ---- */

int64_t ldd_coefficient(const LddForm *form, LddNum num) {
  for (uint32_t i = 0; i < form->n; i++)
    if (form->at[i].num.id == num.id) return form->at[i].coefficient;
  return 0;
}

/* Sorted, each number once, no zeros; false: a coefficient overflows. */
static bool sort_form(LddForm *form) {
  LddForm sorted = {0};
  for (uint32_t i = 0; i < form->n; i++) {
    LddMonomial m = form->at[i];
    uint32_t k = 0;
    while (k < sorted.n && sorted.at[k].num.id < m.num.id) k++;
    if (k < sorted.n && sorted.at[k].num.id == m.num.id) {
      if (__builtin_add_overflow(sorted.at[k].coefficient, m.coefficient,
                                 &sorted.at[k].coefficient))
        return false;
      continue;
    }
    memmove(&sorted.at[k + 1], &sorted.at[k],
            (sorted.n - k) * sizeof sorted.at[0]);
    sorted.at[k] = m;
    sorted.n++;
  }
  form->n = 0;
  for (uint32_t i = 0; i < sorted.n; i++)
    if (sorted.at[i].coefficient) form->at[form->n++] = sorted.at[i];
  return true;
}

static bool scaled(LddMonomial m, int64_t factor, LddMonomial *out) {
  *out = m;
  return !__builtin_mul_overflow(m.coefficient, factor, &out->coefficient);
}

static bool push_monomial(LddForm *form, LddMonomial m) {
  if (m.coefficient == 0) return true;
  if (form->n == LDD_MAX_MONOMIALS) return false;
  form->at[form->n++] = m;
  return true;
}

/* fa*a + fb*b of sorted forms. */
static bool combine_forms(const LddForm *a, int64_t fa, const LddForm *b,
                          int64_t fb, LddForm *sum) {
  uint32_t i = 0, k = 0;
  *sum = (LddForm){0};
  while (i < a->n || k < b->n) {
    LddMonomial m = {0}, more;
    bool takes_a =
        i < a->n && (k == b->n || a->at[i].num.id <= b->at[k].num.id);
    bool takes_b =
        k < b->n && (i == a->n || b->at[k].num.id <= a->at[i].num.id);
    if (takes_a && !scaled(a->at[i++], fa, &m)) return false;
    if (takes_b) {
      if (!scaled(b->at[k++], fb, &more)) return false;
      m.num = more.num;
      if (__builtin_add_overflow(m.coefficient, more.coefficient,
                                 &m.coefficient))
        return false;
    }
    if (!push_monomial(sum, m)) return false;
  }
  return true;
}

/* ---- bounds ---- */

static bool fits(const LddConstraint *c) {
  Integer limit = c->denominator == 1 ? INTEGER_LIMIT : FRACTION_LIMIT;
  return integer_abs(c->numerator) < limit;
}

int ldd_compare(const LddLabel *a, const LddLabel *b) {
  Integer left = a->numerator, right = b->numerator;
  if (a->denominator != b->denominator) {
    left *= b->denominator;
    right *= a->denominator;
  }
  if (left != right) return left < right ? -1 : 1;
  if (a->relation == b->relation) return 0;
  return a->relation == LDD_BELOW ? -1 : 1;
}

/* fa*a + fb*b of the bounds. */
static bool combine_bounds(const LddConstraint *a, int64_t fa,
                           const LddConstraint *b, int64_t fb,
                           LddConstraint *sum) {
  Integer left, right;
  if (__builtin_mul_overflow(a->numerator, (Integer)fa * b->denominator,
                             &left) ||
      __builtin_mul_overflow(b->numerator, (Integer)fb * a->denominator,
                             &right) ||
      __builtin_add_overflow(left, right, &sum->numerator) ||
      __builtin_mul_overflow(a->denominator, b->denominator, &sum->denominator))
    return false;
  return sum->denominator == 1 || sum->denominator < FRACTION_LIMIT;
}

bool ldd_combine(const LddConstraint *a, int64_t fa, const LddConstraint *b,
                 int64_t fb, LddConstraint *sum) {
  LddConstraint result;
  if (!combine_forms(&a->form, fa, &b->form, fb, &result.form) ||
      !combine_bounds(a, fa, b, fb, &result))
    return false;
  bool is_strict = a->relation == LDD_BELOW || b->relation == LDD_BELOW;
  result.relation = is_strict ? LDD_BELOW : LDD_AT_MOST;
  *sum = result;
  assert(sum->denominator > 0);
  return fits(sum);
}

/* ---- normal form ---- */

/* not (t <= k) is -t < -k */
void ldd_negate(LddConstraint *c) {
  for (uint32_t i = 0; i < c->form.n; i++)
    c->form.at[i].coefficient = -c->form.at[i].coefficient;
  c->numerator = -c->numerator;
  c->relation = c->relation == LDD_BELOW ? LDD_AT_MOST : LDD_BELOW;
}

/* Divide by the coefficients' common divisor; false: does not fit. */
static bool make_primitive(LddConstraint *c) {
  assert(c->form.n > 0); /* so that there is a divisor */
  Integer divisor = 0;
  for (uint32_t i = 0; i < c->form.n; i++) {
    if (c->form.at[i].coefficient == INT64_MIN) return false;
    divisor = integer_gcd(divisor, c->form.at[i].coefficient);
  }
  for (uint32_t i = 0; i < c->form.n; i++)
    c->form.at[i].coefficient /= (int64_t)divisor;
  return !__builtin_mul_overflow(c->denominator, (int64_t)divisor,
                                 &c->denominator);
}

/* Over the integers t < 7/2 is t <= 3. */
static void tighten(LddConstraint *c) {
  Integer over = c->relation == LDD_BELOW ? c->numerator - 1 : c->numerator;
  c->numerator = integer_floor_div(over, c->denominator);
  c->denominator = 1;
  c->relation = LDD_AT_MOST;
}

static void reduce_fraction(LddConstraint *c) {
  Integer divisor = integer_gcd(c->numerator, c->denominator);
  c->numerator /= divisor;
  c->denominator = (int64_t)(c->denominator / divisor);
}

LddNormal ldd_normalise(LddDomain domain, LddConstraint *c) {
  assert(c->denominator > 0);
  if (!sort_form(&c->form)) return LDD_IS_REFUSED;
  if (c->form.n == 0) {
    bool holds =
        c->numerator > 0 || (c->numerator == 0 && c->relation == LDD_AT_MOST);
    return holds ? LDD_IS_TRUE : LDD_IS_FALSE;
  }
  if (!make_primitive(c)) return LDD_IS_REFUSED;
  bool is_negated = c->form.at[0].coefficient < 0;
  if (is_negated) ldd_negate(c);
  if (domain == LDD_INTEGERS)
    tighten(c);
  else
    reduce_fraction(c);
  if (!fits(c)) return LDD_IS_REFUSED;
  return is_negated ? LDD_IS_NEGATED_LABEL : LDD_IS_LABEL;
}

/* ---- resolution ---- */

LddResolvent ldd_resolve(LddDomain domain, const LddConstraint *a,
                         const LddConstraint *b, LddNum num,
                         LddConstraint *resolvent) {
  int64_t ca = ldd_coefficient(&a->form, num);
  int64_t cb = ldd_coefficient(&b->form, num);
  assert(ca && cb && ca != INT64_MIN && cb != INT64_MIN);
  if ((ca > 0) == (cb > 0)) return LDD_NO_RESOLVENT;
  int64_t size_a = ca < 0 ? -ca : ca, size_b = cb < 0 ? -cb : cb;
  int64_t divisor = (int64_t)integer_gcd(size_a, size_b);
  if (!ldd_combine(a, size_b / divisor, b, size_a / divisor, resolvent))
    return LDD_TOO_LARGE;
  assert(ldd_coefficient(&resolvent->form, num) == 0);
  bool is_exact = domain == LDD_RATIONALS || size_a == 1 || size_b == 1;
  return is_exact ? LDD_RESOLVED : LDD_RESOLVED_ROUNDED;
}

/* ---- theories ---- */

static bool is_unit(int64_t coefficient) {
  return coefficient == 1 || coefficient == -1;
}

static bool admits_boxes(const LddForm *form) {
  return form->n == 1;
}

static bool admits_octagons(const LddForm *form) {
  return form->n >= 1 && form->n <= 2 && is_unit(form->at[0].coefficient) &&
         is_unit(form->at[form->n - 1].coefficient);
}

static bool admits_tvpi(const LddForm *form) {
  return form->n <= 2;
}

static bool admits_linear(const LddForm *form) {
  return form->n <= LDD_MAX_MONOMIALS;
}

const LddTheory ldd_boxes = {admits_boxes};
const LddTheory ldd_octagons = {admits_octagons};
const LddTheory ldd_tvpi = {admits_tvpi};
const LddTheory ldd_linear = {admits_linear};
