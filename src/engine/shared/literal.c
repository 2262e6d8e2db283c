/* SPDX-License-Identifier: MIT
 *
 * Normal forms and sums of literals.
 *
 * An equality of bit-vectors whose sides are sums is a linear equation modulo
 * 2^w.  We collect its coefficients, take everything to one side, and write it
 * again in one fixed way: the variable with the smallest number has the
 * smaller of its two possible coefficients; positive parts stand left,
 * negative ones right.  So "n - x != y" and "n != x + y" are one literal.
 *
 * The sum of an equality with a (dis)equality is a (dis)equality, modulo 2^w:
 * that is what finds x + y = n.  Inequalities add up over the integers, where
 * both are read signed or both unsigned. */
#include "engine/shared/literal.h"

enum { MOST_PARTS = 24 };

typedef struct Part {
  Term term;
  uint64_t factor; /* modulo 2^w */
} Part;

typedef struct Sum { /* of parts, plus constant; modulo 2^w */
  uint32_t width, n;
  Part parts[MOST_PARTS];
  uint64_t constant;
  bool overflow; /* too many parts */
} Sum;

static uint64_t cut(const Sum *sum, uint64_t value) {
  assert(sum->width >= 1 && sum->width <= 64);
  return sum->width == 64 ? value : value & (((uint64_t)1 << sum->width) - 1);
}

static bool is_minus(const Sum *sum, uint64_t factor) {
  assert(cut(sum, factor) == factor);
  return factor >> (sum->width - 1) & 1;
}

static void add_part(Sum *sum, Term term, uint64_t factor) {
  uint32_t at = 0;
  while (at < sum->n && sum->parts[at].term.id < term.id) at++;
  if (at < sum->n && term_same(sum->parts[at].term, term)) {
    sum->parts[at].factor = cut(sum, sum->parts[at].factor + factor);
    return;
  }
  if (sum->n == MOST_PARTS) {
    sum->overflow = true;
    return;
  }
  for (uint32_t i = sum->n++; i > at; i--) sum->parts[i] = sum->parts[i - 1];
  sum->parts[at] = (Part){term, cut(sum, factor)};
}

/* sum += factor * term, through additions, negations and constant factors. */
static void collect(TermStore *store, Sum *sum, Term root, uint64_t factor) {
  struct {
    Term term;
    uint64_t factor;
  } stack[MOST_PARTS];
  uint32_t depth = 1;
  stack[0].term = root, stack[0].factor = factor;
  while (depth && !sum->overflow) {
    depth--;
    Term t = stack[depth].term;
    uint64_t by = stack[depth].factor, number;
    if (term_const_u64(store, t, &number)) {
      sum->constant = cut(sum, sum->constant + by * number);
      continue;
    }
    TermKind kind = term_kind(store, t);
    bool linear = kind == TERM_ADD || kind == TERM_SUB;
    if (linear && depth + 2 <= MOST_PARTS) {
      stack[depth].term = term_child(store, t, 0);
      stack[depth++].factor = by;
      stack[depth].term = term_child(store, t, 1);
      stack[depth++].factor = kind == TERM_ADD ? by : 0 - by;
    } else if (kind == TERM_NEG) {
      stack[depth].term = term_child(store, t, 0);
      stack[depth++].factor = 0 - by;
    } else if (kind == TERM_MUL &&
               term_const_u64(store, term_child(store, t, 0), &number)) {
      stack[depth].term = term_child(store, t, 1);
      stack[depth++].factor = by * number;
    } else if (kind == TERM_MUL &&
               term_const_u64(store, term_child(store, t, 1), &number)) {
      stack[depth].term = term_child(store, t, 0);
      stack[depth++].factor = by * number;
    } else {
      add_part(sum, t, by);
    }
  }
}

static bool is_equation(const TermStore *store, Term literal) {
  if (term_kind(store, literal) != TERM_EQ) return false;
  Sort sort = term_sort(store, term_child(store, literal, 0));
  return sort_kind(sort) == SORT_BV && sort_width(sort) <= 64;
}

/* left - right of the equation. */
static Sum difference(TermStore *store, Term literal) {
  assert(is_equation(store, literal));
  Sum sum = {.width = term_width(store, term_child(store, literal, 0))};
  collect(store, &sum, term_child(store, literal, 0), 1);
  collect(store, &sum, term_child(store, literal, 1), ~(uint64_t)0);
  return sum;
}

static void drop_zeros(Sum *sum) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < sum->n; i++)
    if (sum->parts[i].factor) sum->parts[n++] = sum->parts[i];
  sum->n = n;
}

static Term scaled(TermStore *store, const Sum *sum, Term term,
                   uint64_t factor) {
  return factor == 1
             ? term
             : term_mul(store, term, term_u64(store, factor, sum->width));
}

/* sum = 0, written in the one way. */
static Term write_equation(TermStore *store, Sum *sum) {
  drop_zeros(sum);
  if (sum->n && is_minus(sum, sum->parts[0].factor)) {
    for (uint32_t i = 0; i < sum->n; i++)
      sum->parts[i].factor = cut(sum, 0 - sum->parts[i].factor);
    sum->constant = cut(sum, 0 - sum->constant);
  }
  Term left = term_u64(store, 0, sum->width);
  Term right = term_u64(store, cut(sum, 0 - sum->constant), sum->width);
  for (uint32_t i = 0; i < sum->n; i++) {
    const Part *part = &sum->parts[i];
    if (is_minus(sum, part->factor))
      right =
          term_add(store, right,
                   scaled(store, sum, part->term, cut(sum, 0 - part->factor)));
    else
      left =
          term_add(store, left, scaled(store, sum, part->term, part->factor));
  }
  return term_eq(store, left, right);
}

Term literal_normal(TermStore *store, Term literal) {
  require(term_is_bool(store, literal));
  if (!is_equation(store, literal)) return literal;
  Sum sum = difference(store, literal);
  if (sum.overflow) return literal;
  Term equation = write_equation(store, &sum);
  return term_is_negated(literal) ? term_not(equation) : equation;
}

/* ---- sums ---- */

static bool is_constant(Term t) {
  return term_is_true(t) || term_is_false(t);
}

static uint32_t push(Term *out, uint32_t n, Term t) {
  assert(n <= LITERAL_MOST_SUMS);
  if (!t.id || is_constant(t) || n == LITERAL_MOST_SUMS) return n;
  for (uint32_t i = 0; i < n; i++)
    if (term_same(out[i], t)) return n;
  out[n] = t;
  return n + 1;
}

/* x + factor * y, of two equations of one width. */
static Term add_equations(TermStore *store, const Sum *x, const Sum *y,
                          uint64_t factor, bool equal) {
  assert(x->width == y->width);
  Sum sum = *x;
  for (uint32_t i = 0; i < y->n; i++)
    add_part(&sum, y->parts[i].term, factor * y->parts[i].factor);
  sum.constant = cut(&sum, sum.constant + factor * y->constant);
  if (sum.overflow) return TERM_NONE;
  Term equation = write_equation(store, &sum);
  return equal ? equation : term_not(equation);
}

/* At least one of the two is an equality: y, which may be scaled. */
static uint32_t modular_sums(TermStore *store, Term a, Term b, Term *out) {
  bool a_equal = !term_is_negated(a), b_equal = !term_is_negated(b);
  if (!a_equal && !b_equal) return 0;
  Sum x = difference(store, a), y = difference(store, b);
  if (x.overflow || y.overflow || x.width != y.width) return 0;
  if (!b_equal) {
    Sum swap = x;
    x = y, y = swap;
  }
  bool both = a_equal && b_equal;
  uint32_t n = 0;
  n = push(out, n, add_equations(store, &x, &y, 1, both));
  n = push(out, n, add_equations(store, &x, &y, ~(uint64_t)0, both));
  /* Factors that make the constants vanish: "y = 6, x = 2" gives y = 3x. */
  if (y.constant && x.constant % y.constant == 0)
    n = push(out, n,
             add_equations(store, &x, &y, 0 - x.constant / y.constant, both));
  return n;
}

static uint32_t integer_sums(TermStore *store, Term a, Term b, Term *out,
                             uint32_t n) {
  static const int64_t factors[][2] = {{1, 1}, {2, 1}, {1, 2}, {1, -1}};
  static const TermReading readings[] = {TERM_SIGNED, TERM_UNSIGNED};
  for (uint32_t r = 0; r < 2; r++) {
    Term x = term_linear_of_as(store, a, TERM_LINEAR_EXACT, readings[r]);
    Term y = term_linear_of_as(store, b, TERM_LINEAR_EXACT, readings[r]);
    if (!x.id || !y.id) continue;
    for (uint32_t i = 0; i < 4; i++)
      n = push(out, n,
               term_linear_combine(store, x, factors[i][0], y, factors[i][1]));
  }
  return n;
}

uint32_t literal_sums(TermStore *store, Term a, Term b, Term *out) {
  require(term_is_bool(store, a) && term_is_bool(store, b));
  uint32_t n = 0;
  if (is_equation(store, a) && is_equation(store, b))
    n = modular_sums(store, a, b, out);
  return integer_sums(store, a, b, out, n);
}

/* ---- definitions ---- */

bool literal_mentions(TermStore *s, Term t, Term var) {
  assert(term_is_var(s, var));
  TermList vars = {0};
  term_vars(s, t, &vars);
  bool found = false;
  for (uint32_t i = 0; i < vars.n; i++) found |= term_same(vars.at[i], var);
  VEC_DONE(term_store_mem(s), &vars);
  return found;
}

/* From `side = other`, with `var` once in `side`, below additions and
 * negations only: the term that var equals; none: it is not so simple. */
static Term solve_for(TermStore *s, Term side, Term other, Term var) {
  while (!term_same(side, var)) {
    assert(sort_same(term_sort(s, side), term_sort(s, other)));
    TermKind kind = term_kind(s, side);
    if (kind == TERM_NEG) {
      other = term_neg(s, other);
      side = term_child(s, side, 0);
      continue;
    }
    if (kind == TERM_BVNOT) {
      other = term_bvnot(s, other);
      side = term_child(s, side, 0);
      continue;
    }
    if (kind != TERM_ADD && kind != TERM_SUB && kind != TERM_BVXOR)
      return TERM_NONE;
    Term a = term_child(s, side, 0), b = term_child(s, side, 1);
    bool in_a = literal_mentions(s, a, var), in_b = literal_mentions(s, b, var);
    if (in_a == in_b) return TERM_NONE;
    if (kind == TERM_ADD)
      other = term_sub(s, other, in_a ? b : a);
    else if (kind == TERM_BVXOR)
      other = term_bvxor(s, other, in_a ? b : a);
    else
      other = in_a ? term_add(s, other, b) : term_sub(s, a, other);
    side = in_a ? a : b;
  }
  return other;
}

Term literal_definition(TermStore *s, Term literal, Term var) {
  require(term_is_bool(s, literal));
  if (term_is_negated(literal) || term_kind(s, literal) != TERM_EQ)
    return TERM_NONE;
  Term a = term_child(s, literal, 0), b = term_child(s, literal, 1);
  if (sort_kind(term_sort(s, a)) != SORT_BV) return TERM_NONE;
  bool in_a = literal_mentions(s, a, var), in_b = literal_mentions(s, b, var);
  if (in_a && in_b) return TERM_NONE;
  return in_a ? solve_for(s, a, b, var) : solve_for(s, b, a, var);
}
