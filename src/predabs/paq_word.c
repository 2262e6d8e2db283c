/* SPDX-License-Identifier: MIT
 *
 * Bounded linear forms.  Every new number is determined by, and exists for
 * every value of, what it is made from: its definition needs no guard. */
#include "predabs/paq_view_int.h"

/* Forms beyond this are refused. */
#define BOUND ((Integer)1 << 100)

static bool is_below_bound(IntegerRange range) {
  return range_is_within(range, (IntegerRange){-BOUND, BOUND});
}

/* ---- forms ---- */

static bool add_monomial(LddForm *form, LddNum num, Integer coefficient) {
  assert(form->n <= LDD_MAX_MONOMIALS);
  uint32_t i = 0;
  while (i < form->n && form->at[i].num.id != num.id) i++;
  Integer sum = coefficient + (i < form->n ? form->at[i].coefficient : 0);
  if (sum > INT64_MAX || sum <= INT64_MIN) return false;
  if (i == form->n) {
    if (i == LDD_MAX_MONOMIALS) return false;
    form->at[form->n++].num = num;
  }
  form->at[i].coefficient = (int64_t)sum;
  if (sum == 0) form->at[i] = form->at[--form->n];
  return true;
}

static bool add_scaled(PaqWord *sum, const PaqWord *a, Integer factor) {
  if (factor == 0) return true;
  if (factor > INT64_MAX || factor < -INT64_MAX) return false;
  for (uint32_t i = 0; i < a->form.n; i++)
    if (!add_monomial(&sum->form, a->form.at[i].num,
                      factor * a->form.at[i].coefficient))
      return false;
  IntegerRange range, x = a->range;
  Integer k;
  if (__builtin_mul_overflow(factor, factor > 0 ? x.low : x.high, &range.low) ||
      __builtin_mul_overflow(factor, factor > 0 ? x.high : x.low,
                             &range.high) ||
      __builtin_mul_overflow(factor, a->k, &k))
    return false;
  if (!is_below_bound(range) || integer_abs(k) > BOUND) return false;
  sum->range = range_add(sum->range, range);
  sum->k += k;
  return true;
}

/* What cancels out does not count. */
static void narrow(const PaqView *v, PaqWord *word) {
  IntegerRange range;
  if (!ldd_range_of(v->paq->dd, &word->form, &range)) return;
  range = range_shift(range, word->k);
  if (range.low > word->range.low) word->range.low = range.low;
  if (range.high < word->range.high) word->range.high = range.high;
  assert(word->range.low <= word->range.high);
}

bool paq_combine(const PaqView *v, const PaqWord *a, Integer fa,
                 const PaqWord *b, Integer fb, Integer k, PaqWord *result) {
  PaqWord sum = {.k = k, .range = {k, k}};
  if (!add_scaled(&sum, a, fa) || !add_scaled(&sum, b, fb)) return false;
  narrow(v, &sum);
  *result = sum;
  return is_below_bound(sum.range);
}

PaqWord paq_word_fresh(PaqView *v, IntegerRange range) {
  assert(range.low <= range.high && is_below_bound(range));
  PaqWord word = {.range = range};
  word.form.n = 1;
  word.form.at[0] = (LddMonomial){paq_number(v->paq, range.low, range.high), 1};
  return word;
}

static PaqRef free_truth(PaqView *v) {
  DdVar unused;
  v->paq->is_exact = 0;
  return paq_boolean(v->paq, &unused);
}

PaqRef paq_same(PaqView *v, const PaqWord *a, const PaqWord *b) {
  PaqWord difference;
  if (!paq_combine(v, a, 1, b, -1, 0, &difference)) return free_truth(v);
  return paq_atom(v->paq, PAQ_EQUATION, &difference.form, -difference.k);
}

static PaqRef at_most(PaqView *v, const PaqWord *a, Integer k) {
  if (a->range.high <= k) return (PaqRef){0};
  return paq_atom(v->paq, PAQ_AT_MOST, &a->form, k - a->k);
}

static PaqRef at_least(PaqView *v, const PaqWord *a, Integer k) {
  if (a->range.low >= k) return (PaqRef){0};
  return paq_not(paq_atom(v->paq, PAQ_AT_MOST, &a->form, k - 1 - a->k));
}

static PaqRef is_in(PaqView *v, const PaqWord *a, IntegerRange range) {
  PaqRef from = at_least(v, a, range.low);
  return paq_and(v->paq, from, at_most(v, a, range.high));
}

void paq_define(PaqView *v, PaqRef conjunct) {
  assert(conjunct.id >> 1 < v->paq->nodes.n);
  VEC_PUSH(&v->paq->mem, &v->paq->conjuncts, conjunct);
}

/* ---- wrap-around ---- */

static PaqWord moved(const PaqWord *word, Integer by) {
  PaqWord result = *word;
  result.k += by;
  result.range = range_shift(word->range, by);
  return result;
}

/* Few windows: a case for each. */
static PaqWord wrap_by_cases(PaqView *v, const PaqWord *word, IntegerRange own,
                             Integer size, IntegerRange windows) {
  PaqWord y = paq_word_fresh(v, own);
  PaqRef cases = {1};
  for (Integer k = windows.low; k <= windows.high; k++) {
    PaqWord value = moved(word, -k * size);
    PaqRef inside = is_in(v, &value, own);
    PaqRef equal = paq_same(v, &y, &value);
    cases = paq_or(v->paq, cases, paq_and(v->paq, inside, equal));
  }
  paq_define(v, cases);
  return y;
}

/* Many windows: which one is an unknown. */
static PaqWord wrap_by_quotient(PaqView *v, const PaqWord *word,
                                IntegerRange own, Integer size,
                                IntegerRange windows) {
  PaqWord y = paq_word_fresh(v, own);
  PaqWord window = paq_word_fresh(v, windows), value;
  if (!paq_combine(v, word, 1, &window, -size, 0, &value)) {
    v->paq->is_exact = 0;
    return y;
  }
  PaqRef inside = is_in(v, &value, own);
  paq_define(v, inside);
  paq_define(v, paq_same(v, &y, &value));
  return y;
}

PaqWord paq_wrap(PaqView *v, const PaqWord *word, uint32_t width,
                 TermReading reading) {
  Integer size = (Integer)1 << width;
  IntegerRange own = term_window(width, reading);
  IntegerRange windows = term_windows_of(word->range, width, reading);
  if (windows.low == windows.high) return moved(word, -windows.low * size);
  bool is_sum = word->form.n > 1;
  *(is_sum ? &v->paq->wraps_sums : &v->paq->wraps_words) = 1;
  if (v->grain == PAQ_COARSE || (v->grain == PAQ_MEDIUM && is_sum)) {
    v->paq->is_exact = 0;
    return paq_word_fresh(v, own);
  }
  return windows.high - windows.low <= 2
             ? wrap_by_cases(v, word, own, size, windows)
             : wrap_by_quotient(v, word, own, size, windows);
}

/* ---- division ---- */

PaqWord paq_quotient(PaqView *v, const PaqWord *word, Integer divisor,
                     PaqRounding rounding) {
  assert(divisor > 0);
  bool is_down = rounding == PAQ_ROUND_DOWN;
  PaqWord q =
      paq_word_fresh(v, is_down ? range_floor_div(word->range, divisor)
                                : range_trunc_div(word->range, divisor));
  PaqWord rest;
  if (!paq_combine(v, word, 1, &q, -divisor, 0, &rest)) {
    v->paq->is_exact = 0;
    return q;
  }
  IntegerRange positive = {0, divisor - 1}, negative = {1 - divisor, 0};
  PaqRef rest_is_positive = is_in(v, &rest, positive);
  if (is_down || word->range.low >= 0) {
    paq_define(v, rest_is_positive);
    return q;
  }
  PaqRef is_positive = at_least(v, word, 0);
  PaqRef rest_is_negative = is_in(v, &rest, negative);
  PaqRef up = paq_and(v->paq, is_positive, rest_is_positive);
  PaqRef down = paq_and(v->paq, paq_not(is_positive), rest_is_negative);
  paq_define(v, paq_or(v->paq, up, down));
  return q;
}
