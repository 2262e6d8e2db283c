/* SPDX-License-Identifier: MIT
 *
 * Linear atoms from comparisons of bit-vectors.
 *
 * An operator is entered when the integer value of the sum below it, from the
 * widths of what it is made of, lies in the window of the reading.  The sum is
 * congruent to the operator's result modulo 2^width, so it then *is* the
 * reading of the result.  Otherwise the operator's term itself becomes the
 * unknown.  So the exact view never changes truth.  The ideal view enters
 * regardless.
 */
#include "term/reading.h"
#include "term/term_int.h"

#define MAX_DEPTH  24u /* of operators entered */
#define MAX_VISITS 200u

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
  to->valid =
      to->valid && from->valid && linear_add(&to->sum, &from->sum, factor);
}

static void form_opaque(Form *form, Term t, TermReading reading) {
  assert(!term_is_negated(t));
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
  IntegerRange sum, all;
  if (!form->valid || width > TERM_WINDOW_MAX ||
      !linear_range(s, &form->sum, &sum))
    return false;
  return !__builtin_add_overflow(sum.low, form->sum.bound, &all.low) &&
         !__builtin_add_overflow(sum.high, form->sum.bound, &all.high) &&
         term_fits_window(all, width, reading);
}

/* Operands of arithmetic: a constant is read as the signed number nearest to
 * zero; any reading is congruent, the range decides in the end. */
static void form_operand(FormWork *work, Term t, TermReading reading,
                         uint32_t depth, Form *form) {
  assert(depth < MAX_DEPTH);
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
  assert(term_is_bool(s, t));
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
