/* SPDX-License-Identifier: MIT
 *
 * Bounded linear forms.  Every new number is determined by, and exists for
 * every value of, what it is made from: its definition needs no guard. */
#include "predabs/paq_view_int.h"

/* Forms beyond this are refused. */
#define BOUND ((Integer)1 << 100)

void paq_window(uint32_t width, TermReading reading, Integer *low,
                Integer *high) {
  Integer size = (Integer)1 << width;
  *low = reading == TERM_SIGNED ? -(size / 2) : 0;
  *high = *low + size - 1;
}

bool paq_fits(const PaqWord *word, uint32_t width, TermReading reading) {
  Integer low, high;
  paq_window(width, reading, &low, &high);
  return low <= word->low && word->high <= high;
}

/* ---- forms ---- */

static bool add_monomial(LddForm *form, LddNum num, Integer coefficient) {
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
  Integer low, high, k;
  if (__builtin_mul_overflow(factor, factor > 0 ? a->low : a->high, &low) ||
      __builtin_mul_overflow(factor, factor > 0 ? a->high : a->low, &high) ||
      __builtin_mul_overflow(factor, a->k, &k))
    return false;
  if (low < -BOUND || high > BOUND || k < -BOUND || k > BOUND) return false;
  sum->low += low;
  sum->high += high;
  sum->k += k;
  return true;
}

bool paq_combine(const PaqWord *a, Integer fa, const PaqWord *b, Integer fb,
                 Integer k, PaqWord *result) {
  PaqWord sum = {.k = k, .low = k, .high = k};
  if (!add_scaled(&sum, a, fa) || !add_scaled(&sum, b, fb)) return false;
  *result = sum;
  return sum.low >= -BOUND && sum.high <= BOUND;
}

PaqWord paq_word_fresh(PaqView *v, Integer low, Integer high) {
  PaqWord word = {.low = low, .high = high};
  word.form.n = 1;
  word.form.at[0] = (LddMonomial){paq_number(v->paq, low, high), 1};
  return word;
}

static PaqRef free_truth(PaqView *v) {
  DdVar unused;
  v->paq->is_exact = 0;
  return paq_boolean(v->paq, &unused);
}

PaqRef paq_same(PaqView *v, const PaqWord *a, const PaqWord *b) {
  PaqWord difference;
  if (!paq_combine(a, 1, b, -1, 0, &difference)) return free_truth(v);
  return paq_atom(v->paq, PAQ_EQUATION, &difference.form, -difference.k);
}

static PaqRef at_most(PaqView *v, const PaqWord *a, Integer k) {
  if (a->high <= k) return (PaqRef){0};
  return paq_atom(v->paq, PAQ_AT_MOST, &a->form, k - a->k);
}

static PaqRef at_least(PaqView *v, const PaqWord *a, Integer k) {
  if (a->low >= k) return (PaqRef){0};
  return paq_not(paq_atom(v->paq, PAQ_AT_MOST, &a->form, k - 1 - a->k));
}

static PaqRef between(PaqView *v, Integer low, const PaqWord *a, Integer high) {
  PaqRef from = at_least(v, a, low);
  return paq_and(v->paq, from, at_most(v, a, high));
}

void paq_define(PaqView *v, PaqRef conjunct) {
  VEC_PUSH(&v->paq->mem, &v->paq->conjuncts, conjunct);
}

/* ---- wrap-around ---- */

static PaqWord moved(const PaqWord *word, Integer by) {
  PaqWord result = *word;
  result.k += by;
  result.low += by;
  result.high += by;
  return result;
}

/* Few windows: a case for each. */
static PaqWord wrap_by_cases(PaqView *v, const PaqWord *word, Integer low,
                             Integer size, Integer first, Integer last) {
  PaqWord y = paq_word_fresh(v, low, low + size - 1);
  PaqRef cases = {1};
  for (Integer k = first; k <= last; k++) {
    PaqWord value = moved(word, -k * size);
    PaqRef inside = between(v, low, &value, low + size - 1);
    PaqRef equal = paq_same(v, &y, &value);
    cases = paq_or(v->paq, cases, paq_and(v->paq, inside, equal));
  }
  paq_define(v, cases);
  return y;
}

/* Many windows: which one is an unknown. */
static PaqWord wrap_by_quotient(PaqView *v, const PaqWord *word, Integer low,
                                Integer size, Integer first, Integer last) {
  PaqWord y = paq_word_fresh(v, low, low + size - 1);
  PaqWord window = paq_word_fresh(v, first, last), value;
  if (!paq_combine(word, 1, &window, -size, 0, &value)) {
    v->paq->is_exact = 0;
    return y;
  }
  PaqRef inside = between(v, low, &value, low + size - 1);
  paq_define(v, inside);
  paq_define(v, paq_same(v, &y, &value));
  return y;
}

PaqWord paq_wrap(PaqView *v, const PaqWord *word, uint32_t width,
                 TermReading reading) {
  Integer low, high, size = (Integer)1 << width;
  paq_window(width, reading, &low, &high);
  Integer first = integer_floor_div(word->low - low, size);
  Integer last = integer_floor_div(word->high - low, size);
  if (first == last) return moved(word, -first * size);
  return last - first <= 2 ? wrap_by_cases(v, word, low, size, first, last)
                           : wrap_by_quotient(v, word, low, size, first, last);
}

/* ---- division ---- */

PaqWord paq_quotient(PaqView *v, const PaqWord *word, Integer divisor,
                     PaqRounding rounding) {
  bool is_down = rounding == PAQ_ROUND_DOWN;
  Integer first =
      is_down ? integer_floor_div(word->low, divisor) : word->low / divisor;
  Integer last =
      is_down ? integer_floor_div(word->high, divisor) : word->high / divisor;
  PaqWord q = paq_word_fresh(v, first, last), rest;
  if (!paq_combine(word, 1, &q, -divisor, 0, &rest)) {
    v->paq->is_exact = 0;
    return q;
  }
  PaqRef rest_is_positive = between(v, 0, &rest, divisor - 1);
  if (is_down || word->low >= 0) {
    paq_define(v, rest_is_positive);
    return q;
  }
  PaqRef is_positive = at_least(v, word, 0);
  PaqRef rest_is_negative = between(v, 1 - divisor, &rest, 0);
  PaqRef up = paq_and(v->paq, is_positive, rest_is_positive);
  PaqRef down = paq_and(v->paq, paq_not(is_positive), rest_is_negative);
  paq_define(v, paq_or(v->paq, up, down));
  return q;
}
