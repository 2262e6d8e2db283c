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
 *
 * From comparisons to atoms (term_linear_of): an operator is entered when the
 * integer value of the sum below it, from the widths of what it is made of,
 * lies in the range of the reading: since it is congruent to the operator's
 * result modulo 2^width, it then *is* the reading of the result.  Otherwise
 * the operator's term itself becomes the unknown.  So the exact view never
 * changes truth.  The ideal view enters regardless.
 */
#include "term/reading.h"
#include "term/term_int.h"

#define BOUND_LIMIT ((Integer)1 << 125) /* of |k| */
#define MAX_DEPTH   24u                 /* of operators entered */
#define MAX_VISITS  200u

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

/* The integers a reading of `width` bits can be; false: too wide. */
static bool reading_range(uint32_t width, TermReading reading,
                          IntegerRange *range) {
  if (width > TERM_WINDOW_MAX) return false;
  *range = term_window(width, reading);
  return true;
}

static bool add_product(Integer *sum, Integer a, Integer b) {
  Integer product;
  return !__builtin_mul_overflow(a, b, &product) &&
         !__builtin_add_overflow(*sum, product, sum);
}

/* The least and greatest value of the sum, from the widths. */
static bool sum_range(const TermStore *s, const TermMonomial *at, uint32_t n,
                      IntegerRange *range) {
  *range = (IntegerRange){0, 0};
  for (uint32_t i = 0; i < n; i++) {
    IntegerRange x;
    if (!reading_range(term_width(s, at[i].term), at[i].reading, &x))
      return false;
    Integer c = at[i].coefficient;
    if (!add_product(&range->low, c, c > 0 ? x.low : x.high) ||
        !add_product(&range->high, c, c > 0 ? x.high : x.low))
      return false;
  }
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
  if (!sum_range(s, row->at, row->n, &range)) return -1;
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
  int truth = decided(s, &row);
  if (truth >= 0) return term_bool(s, truth);
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
  if (sum_range(s, atom->at, atom->n, &range)) {
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

/* ---- from comparisons ---- */

/* A sum with a constant; `n` too large or an overflow make it invalid. */
typedef struct Form {
  TermLinear sum; /* op unused; bound is the constant */
  bool valid;
} Form;

typedef struct FormWork {
  const TermStore *s;
  TermLinearView view;
  uint32_t visits;
} FormWork;

static void form_add(Form *to, const Form *from, int64_t factor) {
  to->valid = to->valid && from->valid &&
              add_product(&to->sum.bound, factor, from->sum.bound) &&
              to->sum.bound < BOUND_LIMIT && to->sum.bound > -BOUND_LIMIT;
  for (uint32_t i = 0; to->valid && i < from->sum.n; i++) {
    TermMonomial m = from->sum.at[i];
    to->valid =
        !__builtin_mul_overflow(m.coefficient, factor, &m.coefficient) &&
        insert(&to->sum, m);
  }
}

static void form_opaque(Form *form, Term t, TermReading reading) {
  *form = (Form){.valid = true};
  form->sum.n = 1;
  form->sum.at[0] = (TermMonomial){t, reading, 1};
}

static void form_const(const TermStore *s, Form *form, Term t,
                       TermReading reading) {
  *form = (Form){.valid = true};
  if (!term_const_as(s, t, reading, &form->sum.bound)) form->valid = false;
}

static void form_of(FormWork *work, Term t, TermReading reading, uint32_t depth,
                    Form *form);

static bool in_range(const TermStore *s, const Form *form, uint32_t width,
                     TermReading reading) {
  IntegerRange sum, fits;
  if (!form->valid || !reading_range(width, reading, &fits) ||
      !sum_range(s, form->sum.at, form->sum.n, &sum))
    return false;
  Integer low, high;
  return !__builtin_add_overflow(sum.low, form->sum.bound, &low) &&
         !__builtin_add_overflow(sum.high, form->sum.bound, &high) &&
         low >= fits.low && high <= fits.high;
}

/* Operands of arithmetic: a constant is read as the signed number nearest to
 * zero; any reading is congruent, the range decides in the end. */
static void form_operand(FormWork *work, Term t, TermReading reading,
                         uint32_t depth, Form *form) {
  if (term_is_const(work->s, t))
    form_const(work->s, form, t, TERM_SIGNED);
  else
    form_of(work, t, reading, depth + 1, form);
}

static int64_t small_factor(const TermStore *s, Term t) {
  int64_t k = 0;
  return term_const_i64(s, t, &k) && k != INT64_MIN ? k : 0;
}

/* to := to + factor * form of operand i. */
static void add_operand(FormWork *work, Form *to, Term t, uint32_t i,
                        TermReading reading, uint32_t depth, int64_t factor) {
  Form part;
  form_operand(work, term_child(work->s, t, i), reading, depth, &part);
  form_add(to, &part, factor);
}

/* The integer sum an operator stands for; false: none of ours. */
static bool form_operator(FormWork *work, Term t, TermReading reading,
                          uint32_t depth, Form *form) {
  const TermStore *s = work->s;
  TermKind kind = node_kind(s, t);
  *form = (Form){.valid = true};
  if (kind == TERM_ADD || kind == TERM_SUB) {
    add_operand(work, form, t, 0, reading, depth, 1);
    add_operand(work, form, t, 1, reading, depth, kind == TERM_ADD ? 1 : -1);
  } else if (kind == TERM_NEG) {
    add_operand(work, form, t, 0, reading, depth, -1);
  } else if (kind == TERM_MUL && small_factor(s, term_child(s, t, 1)) != 0) {
    int64_t factor = small_factor(s, term_child(s, t, 1));
    add_operand(work, form, t, 0, reading, depth, factor);
  } else if (kind == TERM_EXTRACT && term_extract_low(s, t) == 0) {
    add_operand(work, form, t, 0, reading, depth, 1);
  } else if (kind == TERM_BVNOT && term_width(s, t) <= TERM_WINDOW_MAX) {
    add_operand(work, form, t, 0, reading, depth, -1);
    form->sum.bound +=
        reading == TERM_SIGNED ? -1 : ((Integer)1 << term_width(s, t)) - 1;
  } else {
    return false;
  }
  return form->valid;
}

/* Extensions and concatenations, which are always exact. */
static bool form_wiring(FormWork *work, Term t, TermReading reading,
                        uint32_t depth, Form *form) {
  const TermStore *s = work->s;
  TermKind kind = node_kind(s, t);
  if (kind == TERM_ZEXT || (kind == TERM_SEXT && reading == TERM_SIGNED)) {
    Term x = term_child(s, t, 0);
    bool real = term_width(s, x) < term_width(s, t);
    form_of(work, x, kind == TERM_ZEXT && real ? TERM_UNSIGNED : reading,
            depth + 1, form);
    return true;
  }
  if (kind != TERM_CONCAT || term_width(s, term_child(s, t, 1)) > 61)
    return false;
  uint32_t cut = term_width(s, term_child(s, t, 1));
  Form high, low;
  form_of(work, term_child(s, t, 0), reading, depth + 1, &high);
  form_of(work, term_child(s, t, 1), TERM_UNSIGNED, depth + 1, &low);
  *form = (Form){.valid = true};
  form_add(form, &high, (int64_t)1 << cut);
  form_add(form, &low, 1);
  return form->valid;
}

/* reading(t) as a sum; recursion is bounded by MAX_DEPTH and MAX_VISITS. */
static void form_of(FormWork *work, Term t, TermReading reading, uint32_t depth,
                    Form *form) {
  const TermStore *s = work->s;
  if (term_is_const(s, t)) {
    form_const(s, form, t, reading);
    return;
  }
  bool enter = depth < MAX_DEPTH && work->visits++ < MAX_VISITS;
  if (enter && form_wiring(work, t, reading, depth, form)) return;
  if (enter && form_operator(work, t, reading, depth, form) &&
      (work->view == TERM_LINEAR_IDEAL ||
       in_range(s, form, term_width(s, t), reading)))
    return;
  form_opaque(form, t, reading);
}

typedef struct Comparison {
  TermLinearOp op;
  TermReading reading;
  Term left, right; /* left op right */
  int slack;        /* -1 for strict */
} Comparison;

static bool read_order(const TermStore *s, Term t, Comparison *c) {
  TermKind kind = node_kind(s, t);
  bool strict = kind == TERM_ULT || kind == TERM_SLT;
  if (!strict && kind != TERM_ULE && kind != TERM_SLE) return false;
  c->op = TERM_LE;
  if (!term_operand_reading(kind, &c->reading)) return false;
  bool turned = term_is_negated(t); /* !(a < b) is b <= a */
  c->left = term_child(s, t, turned ? 1 : 0);
  c->right = term_child(s, t, turned ? 0 : 1);
  c->slack = strict != turned ? -1 : 0;
  return true;
}

static bool read_comparison(const TermStore *s, Term t, TermReading reading,
                            Comparison *c) {
  if (read_order(s, t, c)) return true;
  if (node_kind(s, t) != TERM_EQ ||
      sort_kind(term_sort(s, term_child(s, t, 0))) != SORT_BV)
    return false;
  *c = (Comparison){.op = term_is_negated(t) ? TERM_UNEQUAL : TERM_EQUAL,
                    .reading = reading,
                    .left = term_child(s, t, 0),
                    .right = term_child(s, t, 1)};
  return true;
}

Term term_linear_of_as(TermStore *s, Term t, TermLinearView view,
                       TermReading reading) {
  if (term_is_linear(s, t)) return t;
  Comparison c;
  if (!read_comparison(s, t, reading, &c)) return TERM_NONE;
  FormWork work = {.s = s, .view = view};
  Form left, right;
  form_of(&work, c.left, c.reading, 0, &left);
  form_of(&work, c.right, c.reading, 0, &right);
  form_add(&left, &right, -1);
  if (!left.valid) return TERM_NONE;
  TermLinear atom = left.sum;
  atom.op = c.op;
  atom.bound = -left.sum.bound + c.slack;
  return term_linear_make(s, &atom);
}

Term term_linear_of(TermStore *s, Term t, TermLinearView view) {
  return term_linear_of_as(s, t, view, TERM_SIGNED);
}

/* ---- sums of atoms ---- */

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
  Form first = {.valid = true}, second = {.valid = true};
  Form sum = {.valid = true};
  TermLinearOp op;
  term_linear_get(s, a, &first.sum);
  term_linear_get(s, b, &second.sum);
  if (!sum_op(first.sum.op, ca, second.sum.op, cb, &op)) return TERM_NONE;
  form_add(&sum, &first, ca);
  form_add(&sum, &second, cb);
  if (!sum.valid) return TERM_NONE;
  sum.sum.op = op;
  return term_linear_make(s, &sum.sum);
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
