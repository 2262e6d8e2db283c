/* SPDX-License-Identifier: MIT
 *
 * Linear atoms: sums of bit-vectors, each read as a signed or an unsigned
 * integer, compared with a constant over the integers.
 *
 * They are the currency between the exact and the linear view: engines add
 * them up, forget and compare them as inequalities over integers; the
 * bit-blaster widens them so that nothing wraps.  Hence one normal form, in
 * which equal facts are equal terms, and no silent overflow: every step on
 * coefficients is checked, and what does not fit 64 bits (128 for the bound)
 * is refused.
 *
 * Normal form: no constants and no extensions among the terms (the reading of
 * an extension is a reading of what it extends), sorted by (term, reading),
 * merged, divided by the common divisor (the bound of <= rounded down, which
 * is exact over the integers), true or false when the widths decide it.  In
 * the store the first coefficient is positive: `<=` with a negative one is
 * kept as the negation of its complement, so a fact and its negation share a
 * node, and term_linear_get turns the handle's negation back into `<=`.
 */
#include "term/reading.h"
#include "term/term_int.h"

#define BOUND_LIMIT ((Integer)1 << 125) /* of |k| */

static bool is_linear_kind(TermKind kind) {
  return kind == TERM_LIN_LE || kind == TERM_LIN_EQ;
}

bool term_is_linear(const TermStore *s, Term t) {
  return is_linear_kind(node_kind(s, t));
}

/* ---- reading ---- */

static uint64_t pool_u64(const TermStore *s, uint32_t at) {
  return s->pool.at[at] | (uint64_t)s->pool.at[at + 1] << 32;
}

static void read_node(const TermStore *s, const Node *node, TermLinear *out) {
  uint32_t at = node->u.pair[0];
  assert(at + node->u.pair[1] * LIN_STRIDE + LIN_BOUND <= s->pool.n);
  out->op = node->kind == TERM_LIN_LE ? TERM_LE : TERM_EQUAL;
  out->n = node->u.pair[1];
  for (uint32_t i = 0; i < out->n; i++, at += LIN_STRIDE) {
    out->at[i].term = (Term){s->pool.at[at] & ~1u};
    out->at[i].reading = s->pool.at[at] & 1 ? TERM_SIGNED : TERM_UNSIGNED;
    out->at[i].coefficient = (int64_t)pool_u64(s, at + 1);
  }
  BvWord bound[2] = {pool_u64(s, at), pool_u64(s, at + 2)};
  out->bound = integer_of_words(bound);
}

/* !(sum <= k)  is  -sum <= -k - 1. */
static void complement_le(TermLinear *atom) {
  assert(atom->bound >= -BOUND_LIMIT && atom->bound <= BOUND_LIMIT);
  for (uint32_t i = 0; i < atom->n; i++)
    atom->at[i].coefficient = -atom->at[i].coefficient;
  atom->bound = -atom->bound - 1;
}

void term_linear_get(const TermStore *s, Term t, TermLinear *out) {
  require(term_is_linear(s, t));
  read_node(s, node_at(s, t), out);
  if (!term_is_negated(t)) return;
  if (out->op == TERM_LE)
    complement_le(out);
  else
    out->op = TERM_UNEQUAL;
}

/* ---- ranges ---- */

static bool add_product(Integer *sum, Integer a, Integer b) {
  Integer product;
  return !__builtin_mul_overflow(a, b, &product) &&
         !__builtin_add_overflow(*sum, product, sum);
}

bool linear_range(const TermStore *s, const TermLinear *sum,
                  IntegerRange *range) {
  *range = (IntegerRange){0, 0};
  for (uint32_t i = 0; i < sum->n; i++) {
    const TermMonomial *m = &sum->at[i];
    uint32_t width = term_width(s, m->term);
    if (width > TERM_WINDOW_MAX) return false;
    IntegerRange x = term_window(width, m->reading);
    Integer c = m->coefficient;
    if (!add_product(&range->low, c, c > 0 ? x.low : x.high) ||
        !add_product(&range->high, c, c > 0 ? x.high : x.low))
      return false;
  }
  assert(range->low <= range->high);
  return true;
}

/* ---- making ---- */

/* Go below extensions: the reading of zext x is the unsigned one of x, the
 * signed reading of sext x the signed one of x. */
static void strip_extensions(const TermStore *s, TermMonomial *m) {
  for (;;) {
    TermKind kind = node_kind(s, m->term);
    if (kind != TERM_ZEXT && kind != TERM_SEXT) return;
    Term x = term_child(s, m->term, 0);
    bool real = term_width(s, x) < term_width(s, m->term);
    if (kind == TERM_ZEXT && real)
      m->reading = TERM_UNSIGNED;
    else if (kind == TERM_SEXT && real && m->reading == TERM_UNSIGNED)
      return;
    m->term = x;
  }
}

static bool comes_before(const TermMonomial *a, const TermMonomial *b) {
  if (a->term.id != b->term.id) return a->term.id < b->term.id;
  return a->reading < b->reading;
}

/* Insert into the sorted row, merging; false: overflow. */
static bool insert(TermLinear *row, TermMonomial m) {
  uint32_t i = row->n;
  while (i > 0 && comes_before(&m, &row->at[i - 1])) i--;
  if (i > 0 && !comes_before(&row->at[i - 1], &m)) {
    int64_t *c = &row->at[i - 1].coefficient;
    return !__builtin_add_overflow(*c, m.coefficient, c);
  }
  if (row->n == TERM_LINEAR_MAX) return false;
  memmove(row->at + i + 1, row->at + i, (row->n - i) * sizeof *row->at);
  row->at[i] = m;
  row->n++;
  assert(row->n <= TERM_LINEAR_MAX);
  return true;
}

static bool collect(const TermStore *s, const TermLinear *atom,
                    TermLinear *row) {
  *row = (TermLinear){.op = atom->op, .bound = atom->bound};
  for (uint32_t i = 0; i < atom->n; i++) {
    TermMonomial m = atom->at[i];
    require(sort_kind(term_sort(s, m.term)) == SORT_BV);
    strip_extensions(s, &m);
    if (term_is_const(s, m.term)) {
      Integer value;
      if (!term_const_as(s, m.term, m.reading, &value) ||
          !add_product(&row->bound, -(Integer)m.coefficient, value))
        return false;
    } else if (!insert(row, m)) {
      return false;
    }
  }
  return row->bound < BOUND_LIMIT && row->bound > -BOUND_LIMIT;
}

/* Drop zeros; false: a coefficient that cannot be negated. */
static bool compact(TermLinear *row) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < row->n; i++) {
    if (row->at[i].coefficient == INT64_MIN) return false;
    if (row->at[i].coefficient != 0) row->at[n++] = row->at[i];
  }
  row->n = n;
  return true;
}

static int64_t common_divisor(const TermLinear *row) {
  Integer divisor = 0;
  for (uint32_t i = 0; i < row->n; i++)
    divisor = integer_gcd(divisor, row->at[i].coefficient);
  return (int64_t)divisor;
}

/* Divide by the common divisor; false: the equation has no solution. */
static bool reduce(TermLinear *row) {
  int64_t gcd = common_divisor(row);
  if (gcd <= 1) return true;
  if (row->op != TERM_LE && row->bound % gcd != 0) return false;
  for (uint32_t i = 0; i < row->n; i++) row->at[i].coefficient /= gcd;
  row->bound = integer_floor_div(row->bound, gcd);
  return true;
}

/* Truth that follows from the range of the sum: 0, 1, or -1 for neither. */
static int decided(const TermStore *s, const TermLinear *row) {
  IntegerRange range;
  if (!linear_range(s, row, &range)) return -1;
  if (row->op == TERM_LE && range.high <= row->bound) return 1;
  if (row->op == TERM_LE) return range.low > row->bound ? 0 : -1;
  if (range.low == range.high && range.low == row->bound)
    return row->op == TERM_EQUAL;
  if (row->bound < range.low || row->bound > range.high)
    return row->op == TERM_UNEQUAL;
  return -1;
}

Term term_linear_make(TermStore *s, const TermLinear *atom) {
  TermLinear row;
  require(atom->n <= TERM_LINEAR_MAX);
  if (!collect(s, atom, &row) || !compact(&row)) return TERM_NONE;
  if (!reduce(&row)) return term_bool(s, row.op == TERM_UNEQUAL);
  assert(common_divisor(&row) <= 1);
  int truth = decided(s, &row);
  if (truth >= 0) return term_bool(s, truth);
  assert(row.n >= 1); /* an empty sum is decided */
  bool minus = row.at[0].coefficient < 0;
  if (row.op == TERM_LE) {
    if (minus) complement_le(&row);
    Term t = node_intern_linear(s, TERM_LIN_LE, &row);
    return minus ? term_not(t) : t;
  }
  if (minus) {
    complement_le(&row);
    row.bound += 1;
  }
  Term t = node_intern_linear(s, TERM_LIN_EQ, &row);
  return row.op == TERM_UNEQUAL ? term_not(t) : t;
}

/* ---- evaluation and widening ---- */

/* Bits in which the sum and the bound can be computed without wrap-around. */
static uint32_t safe_width(const TermStore *s, const TermLinear *atom) {
  IntegerRange range;
  uint32_t width = 2;
  if (linear_range(s, atom, &range)) {
    if (atom->bound < range.low) range.low = atom->bound;
    if (atom->bound > range.high) range.high = atom->bound;
    while (width < 128 && (range.low < -((Integer)1 << (width - 1)) ||
                           range.high > ((Integer)1 << (width - 1)) - 1))
      width++;
    return width;
  }
  for (uint32_t i = 0; i < atom->n; i++)
    if (term_width(s, atom->at[i].term) > width)
      width = term_width(s, atom->at[i].term);
  width += 64 + 8; /* a coefficient, and up to 64 summands */
  return width < 128 ? 128 : width;
}

bool linear_holds(const TermStore *s, const TermLinear *atom,
                  const BvWord *const *values) {
  uint32_t width = safe_width(s, atom);
  require(width <= BV_MAX_WIDTH);
  BvWord sum[BV_MAX_WORDS], x[BV_MAX_WORDS], c[BV_MAX_WORDS];
  bv_set_u64(sum, 0, width);
  for (uint32_t i = 0; i < atom->n; i++) {
    uint32_t from = term_width(s, atom->at[i].term);
    if (atom->at[i].reading == TERM_SIGNED)
      bv_sext(x, width, values[i], from);
    else
      bv_zext(x, width, values[i], from);
    bv_set_i64(c, atom->at[i].coefficient, width);
    bv_binary(BV_MUL, x, x, c, width);
    bv_binary(BV_ADD, sum, sum, x, width);
  }
  integer_words(atom->bound, c, width);
  if (atom->op == TERM_LE) return bv_compare(BV_SLE, sum, c, width);
  return bv_compare(BV_EQ, sum, c, width) == (atom->op == TERM_EQUAL);
}

uint32_t linear_width(const TermStore *s, const TermLinear *atom) {
  uint32_t width = safe_width(s, atom);
  for (uint32_t i = 0; i < atom->n; i++)
    if (term_width(s, atom->at[i].term) > width)
      width = term_width(s, atom->at[i].term);
  require(width <= BV_MAX_WIDTH);
  return width;
}

Term term_linear_to_bv_raw(TermStore *s, const TermLinear *atom) {
  uint32_t width = linear_width(s, atom);
  Term sum = term_u64(s, 0, width);
  require(atom->n <= TERM_LINEAR_MAX);
  for (uint32_t i = 0; i < atom->n; i++) {
    const TermMonomial *m = &atom->at[i];
    Term x = m->reading == TERM_SIGNED ? term_sext(s, m->term, width)
                                       : term_zext(s, m->term, width);
    x = term_mul(s, x, term_i64(s, m->coefficient, width));
    sum = i == 0 ? x : term_add(s, sum, x);
  }
  BvWord words[BV_MAX_WORDS];
  integer_words(atom->bound, words, width);
  Term bound = term_const(s, words, width);
  if (atom->op == TERM_LE) return term_sle(s, sum, bound);
  Term equal = term_eq(s, sum, bound);
  return atom->op == TERM_EQUAL ? equal : term_not(equal);
}

Term term_linear_to_bv(TermStore *s, Term t) {
  TermLinear atom;
  term_linear_get(s, t, &atom);
  return term_linear_to_bv_raw(s, &atom);
}

/* ---- sums of atoms ---- */

bool linear_add(TermLinear *to, const TermLinear *from, int64_t factor) {
  assert(to != from);
  if (!add_product(&to->bound, factor, from->bound) ||
      to->bound >= BOUND_LIMIT || to->bound <= -BOUND_LIMIT)
    return false;
  for (uint32_t i = 0; i < from->n; i++) {
    TermMonomial m = from->at[i];
    if (__builtin_mul_overflow(m.coefficient, factor, &m.coefficient) ||
        !insert(to, m))
      return false;
  }
  return true;
}

/* May the two be added, and what does the sum say?
 * <= keeps its sense under a positive factor, = under any, != under any but
 * 0, and != can only be moved along an equation. */
static bool sum_op(TermLinearOp a, int64_t ca, TermLinearOp b, int64_t cb,
                   TermLinearOp *op) {
  if ((a == TERM_LE && ca <= 0) || (b == TERM_LE && cb <= 0)) return false;
  if ((a == TERM_UNEQUAL && ca == 0) || (b == TERM_UNEQUAL && cb == 0))
    return false;
  if (a == TERM_EQUAL)
    *op = b;
  else if (b == TERM_EQUAL)
    *op = a;
  else if (a == TERM_LE && b == TERM_LE)
    *op = TERM_LE;
  else
    return false;
  return true;
}

Term term_linear_combine(TermStore *s, Term a, int64_t ca, Term b, int64_t cb) {
  TermLinear first, second, sum = {0};
  term_linear_get(s, a, &first);
  term_linear_get(s, b, &second);
  if (!sum_op(first.op, ca, second.op, cb, &sum.op) ||
      !linear_add(&sum, &first, ca) || !linear_add(&sum, &second, cb))
    return TERM_NONE;
  return term_linear_make(s, &sum);
}

/* ---- text ---- */

static void print_monomial(Text *out, const TermStore *s, const TermMonomial *m,
                           bool first) {
  int64_t c = m->coefficient;
  if (first)
    text_add(out, c < 0 ? "-" : "");
  else
    text_add(out, c < 0 ? " - " : " + ");
  if (c != 1 && c != -1) {
    integer_print(out, c < 0 ? -(Integer)c : c);
    text_char(out, '*');
  }
  if (m->reading == TERM_UNSIGNED) text_add(out, "(unsigned)");
  bool plain = term_is_var(s, m->term);
  if (!plain) text_char(out, '(');
  term_print_infix(out, s, m->term, 2000);
  if (!plain) text_char(out, ')');
}

void term_linear_print(Text *out, const TermStore *s, Term t) {
  TermLinear atom;
  term_linear_get(s, t, &atom);
  for (uint32_t i = 0; i < atom.n; i++)
    print_monomial(out, s, &atom.at[i], i == 0);
  text_add(out, atom.op == TERM_LE      ? " <= "
                : atom.op == TERM_EQUAL ? " == "
                                        : " != ");
  integer_print(out, atom.bound);
}
