/* SPDX-License-Identifier: MIT
 *
 * Do constraints have an integer point in common?  Fourier-Motzkin on a list.
 *
 * Numbers are eliminated one after the other, that with fewest pairs first;
 * of constraints with one left-hand side only the tightest is kept, and none
 * that follows from the numbers' ranges.  If 0 <= -1 comes out, what it was
 * resolved from is a core: constraints that already contradict each other.
 * Else a point is found backwards: the last number gets a value between its
 * bounds, then the one before, ...; each as near as can be to the value that
 * the caller gives.
 *
 * Over the integers there may be no value between two bounds although the
 * rationals have one; then, and where numbers get too large or constraints too
 * many, the answer is that we do not know.
 */
#include "dd/ldd_int.h"

#define MAX_ROWS        2048u
#define NO_ROW          UINT32_MAX
#define MAX_COEFFICIENT ((Integer)1 << 50)
#define MAX_VALUE       ((Integer)1 << 70)

/* form <= k, tightened. */
typedef struct Row {
  LddForm form;
  Integer k;
  uint32_t from[2]; /* rows it was resolved from; NO_ROW: it was given */
  uint32_t source;  /* 1 + index of what was given; 0: a number's range */
} Row;

typedef struct Meet {
  Mem *mem;
  const Ldd *ldd;
  Vec(Row) rows;
  Vec(uint32_t) live;  /* rows that mention no number eliminated so far */
  Vec(uint32_t) kept;  /* rows by stage, those of a number together ... */
  Vec(uint32_t) first; /* ... by stage: where they begin */
  Vec(LddNum) nums;    /* by stage */
  Map row_of;          /* hash of a form -> 1 + live row */
  uint32_t contradiction;
  int is_too_large;
} Meet;

/* ---- rows ---- */

/* Coefficients without common divisor, the bound rounded down. */
static void tighten(Row *row) {
  Integer divisor = 0;
  for (uint32_t i = 0; i < row->form.n; i++)
    divisor = integer_gcd(divisor, row->form.at[i].coefficient);
  assert(divisor > 0);
  for (uint32_t i = 0; i < row->form.n; i++)
    row->form.at[i].coefficient /= (int64_t)divisor;
  row->k = integer_floor_div(row->k, divisor);
}

static bool is_decided_by_ranges(const Meet *m, const Row *row) {
  Integer most;
  return ldd_maximum(m->ldd, &row->form, 1, &most) && most <= row->k;
}

/* Where the row belongs in the map; `*old` is the live row of its form, or
 * NO_ROW. */
static uint64_t find_row(const Meet *m, const LddForm *form, uint32_t *old) {
  uint64_t key = ldd_hash_form(form);
  for (;; key = hash_mix(key, 1)) {
    uint32_t at = (uint32_t)map_get(&m->row_of, key, 0);
    *old = at ? at - 1 : NO_ROW;
    if (!at || ldd_same_form(&m->rows.at[at - 1].form, form)) return key;
  }
}

bool ldd_is_small_form(const LddForm *form) {
  for (uint32_t i = 0; i < form->n; i++)
    if (integer_abs(form->at[i].coefficient) > MAX_COEFFICIENT) return false;
  return true;
}

static void add_row(Meet *m, Row row) {
  if (row.form.n == 0) {
    if (row.k >= 0) return;
    VEC_PUSH(m->mem, &m->rows, row);
    m->contradiction = m->rows.n - 1;
    return;
  }
  tighten(&row);
  bool is_range = row.from[0] == NO_ROW && !row.source;
  if (!is_range && is_decided_by_ranges(m, &row)) return;
  uint32_t old;
  uint64_t key = find_row(m, &row.form, &old);
  if (old != NO_ROW && m->rows.at[old].k <= row.k) return;
  if (m->rows.n >= MAX_ROWS || !ldd_is_small_form(&row.form)) {
    m->is_too_large = 1;
    return;
  }
  VEC_PUSH(m->mem, &m->rows, row);
  map_put(&m->row_of, key, m->rows.n);
  VEC_PUSH(m->mem, &m->live, m->rows.n - 1);
}

/* Is it still the tightest of its form? */
static bool is_tightest(const Meet *m, uint32_t row) {
  uint32_t best;
  find_row(m, &m->rows.at[row].form, &best);
  return best == row;
}

static void add_given(Meet *m, const LddConstraint *c, uint32_t source) {
  assert(c->denominator == 1 && c->relation == LDD_AT_MOST);
  add_row(m, (Row){c->form, c->numerator, {NO_ROW, NO_ROW}, source});
}

static bool has_stage(const Meet *m, LddNum num) {
  for (uint32_t i = 0; i < m->nums.n; i++)
    if (m->nums.at[i].id == num.id) return true;
  return false;
}

/* The number's range, as rows; once. */
static void add_range(Meet *m, LddNum num) {
  const LddRange *range = &m->ldd->nums.at[num.id];
  if (!range->is_bounded) return;
  LddConstraint up = {{1, {{num, 1}}}, range->high, 1, LDD_AT_MOST};
  LddConstraint down = {{1, {{num, -1}}}, -range->low, 1, LDD_AT_MOST};
  add_given(m, &up, 0);
  add_given(m, &down, 0);
}

/* All numbers that are mentioned; their stages are put in order later. */
static void add_numbers(Meet *m) {
  for (uint32_t i = 0; i < m->live.n; i++) {
    LddForm form = m->rows.at[m->live.at[i]].form;
    for (uint32_t k = 0; k < form.n; k++) {
      if (has_stage(m, form.at[k].num)) continue;
      VEC_PUSH(m->mem, &m->nums, form.at[k].num);
      add_range(m, form.at[k].num);
    }
  }
}

/* ---- elimination ---- */

/* Pairs that eliminating the number makes. */
static uint64_t n_pairs(const Meet *m, LddNum num) {
  uint64_t up = 0, down = 0;
  for (uint32_t i = 0; i < m->live.n; i++) {
    int64_t c = ldd_coefficient(&m->rows.at[m->live.at[i]].form, num);
    if (c > 0) up++;
    if (c < 0) down++;
  }
  return up * down;
}

/* Bring the number with fewest pairs to this stage. */
static void choose(Meet *m, uint32_t stage) {
  uint32_t best = stage;
  uint64_t least = UINT64_MAX;
  for (uint32_t i = stage; i < m->nums.n; i++) {
    uint64_t n = n_pairs(m, m->nums.at[i]);
    if (n >= least) continue;
    least = n;
    best = i;
  }
  LddNum num = m->nums.at[best];
  m->nums.at[best] = m->nums.at[stage];
  m->nums.at[stage] = num;
}

static void resolve(Meet *m, uint32_t a, uint32_t b, LddNum num) {
  const Row *x = &m->rows.at[a], *y = &m->rows.at[b];
  LddConstraint c = {x->form, x->k, 1, LDD_AT_MOST};
  LddConstraint d = {y->form, y->k, 1, LDD_AT_MOST}, sum;
  LddResolvent kind = ldd_resolve(LDD_INTEGERS, &c, &d, num, &sum);
  if (kind == LDD_NO_RESOLVENT) return;
  if (kind == LDD_TOO_LARGE)
    m->is_too_large = 1;
  else
    add_row(m, (Row){sum.form, sum.numerator, {a, b}, 0});
}

/* Rows that mention the number are kept for it, and leave the live ones. */
static void keep_rows(Meet *m, LddNum num) {
  uint32_t n = 0;
  assert(m->first.n < m->nums.n);
  VEC_PUSH(m->mem, &m->first, m->kept.n);
  for (uint32_t i = 0; i < m->live.n; i++) {
    uint32_t row = m->live.at[i];
    if (!is_tightest(m, row)) continue;
    if (ldd_coefficient(&m->rows.at[row].form, num))
      VEC_PUSH(m->mem, &m->kept, row);
    else
      m->live.at[n++] = row;
  }
  m->live.n = n;
}

static void eliminate(Meet *m, uint32_t stage) {
  choose(m, stage);
  LddNum num = m->nums.at[stage];
  keep_rows(m, num);
  for (uint32_t i = m->first.at[stage]; i < m->kept.n; i++)
    for (uint32_t k = i + 1; k < m->kept.n; k++) {
      if (m->contradiction != NO_ROW || m->is_too_large) return;
      resolve(m, m->kept.at[i], m->kept.at[k], num);
    }
}

/* ---- what came out ---- */

/* Mark what this row was resolved from; rows only come from older ones. */
static void find_core(Meet *m, uint8_t *is_core) {
  uint32_t n = m->rows.n;
  assert(m->contradiction < n && m->rows.at[m->contradiction].k < 0);
  uint8_t *is_used = MEM_ARRAY(m->mem, uint8_t, n);
  is_used[m->contradiction] = 1;
  for (uint32_t i = n; i-- > 0;) {
    const Row *row = &m->rows.at[i];
    if (!is_used[i]) continue;
    if (row->source) is_core[row->source - 1] = 1;
    for (uint32_t k = 0; k < 2 && row->from[k] != NO_ROW; k++) {
      assert(row->from[k] < i);
      is_used[row->from[k]] = 1;
    }
  }
  MEM_FREE_ARRAY(m->mem, is_used, n);
}

/* What the row leaves for the number, the others having their values:
 * coefficient * number <= rest. */
static Integer rest_of(const Row *row, LddNum num, const Integer *values) {
  Integer rest = row->k;
  for (uint32_t i = 0; i < row->form.n; i++)
    if (row->form.at[i].num.id != num.id)
      rest -= row->form.at[i].coefficient * values[row->form.at[i].num.id];
  return rest;
}

/* A value between the bounds, as near to the old one as can be. */
static bool find_value(const Meet *m, uint32_t stage, Integer *values) {
  LddNum num = m->nums.at[stage];
  uint32_t end = stage + 1 < m->first.n ? m->first.at[stage + 1] : m->kept.n;
  Integer value = values[num.id], low = 0, high = 0;
  bool has_low = false, has_high = false;
  for (uint32_t i = m->first.at[stage]; i < end; i++) {
    const Row *row = &m->rows.at[m->kept.at[i]];
    int64_t c = ldd_coefficient(&row->form, num);
    assert(c);
    Integer rest = rest_of(row, num, values);
    Integer bound = c > 0 ? integer_floor_div(rest, c)
                          : -integer_floor_div(rest, -(Integer)c);
    if (c > 0 && (!has_high || bound < high)) high = bound;
    if (c < 0 && (!has_low || bound > low)) low = bound;
    has_high = has_high || c > 0;
    has_low = has_low || c < 0;
  }
  if (has_low && has_high && low > high) return false;
  if (has_low && value < low) value = low;
  if (has_high && value > high) value = high;
  if (integer_abs(value) >= MAX_VALUE) return false;
  values[num.id] = value;
  return true;
}

static LddMeet answer(Meet *m, Integer *values, uint8_t *is_core) {
  if (m->contradiction != NO_ROW) {
    find_core(m, is_core);
    return LDD_NO_POINT;
  }
  if (m->is_too_large) return LDD_POINT_UNKNOWN;
  for (uint32_t stage = m->nums.n; stage-- > 0;)
    if (!find_value(m, stage, values)) return LDD_POINT_UNKNOWN;
  return LDD_POINT;
}

LddMeet ldd_meet(DdStore *dd, const LddConstraint *given, uint32_t n,
                 Integer *values, uint8_t *is_core) {
  require(dd->ldd && dd->ldd->domain == LDD_INTEGERS);
  Meet m = {.mem = dd->mem, .ldd = dd->ldd, .contradiction = NO_ROW};
  map_init(&m.row_of, m.mem);
  for (uint32_t i = 0; i < n; i++) add_given(&m, &given[i], i + 1);
  add_numbers(&m);
  for (uint32_t stage = 0;
       stage < m.nums.n && m.contradiction == NO_ROW && !m.is_too_large;
       stage++)
    eliminate(&m, stage);
  LddMeet result = answer(&m, values, is_core);
  map_done(&m.row_of);
  VEC_DONE(m.mem, &m.rows);
  VEC_DONE(m.mem, &m.live);
  VEC_DONE(m.mem, &m.kept);
  VEC_DONE(m.mem, &m.first);
  VEC_DONE(m.mem, &m.nums);
  return result;
}
