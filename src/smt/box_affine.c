/* SPDX-License-Identifier: MIT
 *
 * Linear forms: x - 0.01 * x, or the state of a filter after twenty steps, has
 * a much smaller range than its operands' ranges tell, because they move
 * together.
 *
 * Every float node that is finite for sure gets a form
 *
 *     sum of c_i * s_i  +  e,    e in [lo, hi]
 *
 * over symbols s_i, which are nodes themselves: variables and whatever is not
 * linear.  e takes up every rounding: that of the program's operation, half a
 * unit in the last place of the largest result, and that of our own
 * coefficients, which are doubles; all of it is computed outward.  Products are
 * taken at the middle of both ranges.  Variables that equal another node have
 * its form.
 *
 * Comparisons that hold are then linear inequalities between symbols.  Each is
 * used to bound its symbols, and the latest ones are tried to be refuted by
 * adding multiples of others, such that symbols cancel, as long as that raises
 * the least value of the left side: no linear programming, but enough for
 * invariants that follow from each other one by one.
 *
 * Nothing here depends on luck: a sum of true inequalities with factors that
 * are not negative is true, whatever the factors. */
#include "smt/box_int.h"

enum {
  MOST_SYMBOLS = 48,
  MOST_CONSTRAINTS = 120,
  MOST_GOALS = 6,
  MOST_STEPS = 8 /* sums to refute one goal */
};

typedef struct Real {
  double lo, hi;
} Real;

typedef struct Monomial {
  uint32_t symbol;
  double c;
} Monomial;

struct BoxForm {
  uint32_t n;
  Monomial *at; /* by symbol, ascending */
  Real e;
  BoxWhy why; /* what makes the form true */
};

/* ---- reals, outward ---- */

static double add_down(double a, double b) {
  double s = a + b;
  return s - a == b && s - b == a ? s : box_down(s);
}
static double add_up(double a, double b) {
  return -add_down(-a, -b);
}
static double mul_down(double a, double b) {
  double p = a * b;
  if (a == 0 || b == 0) return 0;
  bool exact = fabs(p) > 1e-280 && !isinf(p) && fma(a, b, -p) == 0;
  return exact ? p : box_down(p);
}
static double mul_up(double a, double b) {
  return -mul_down(-a, b);
}

static Real real_add(Real a, Real b) {
  return (Real){add_down(a.lo, b.lo), add_up(a.hi, b.hi)};
}

static double least(double a, double b) {
  return a < b ? a : b;
}
static double most(double a, double b) {
  return a > b ? a : b;
}

static Real real_scale(Real a, double k) {
  if (k >= 0) return (Real){mul_down(a.lo, k), mul_up(a.hi, k)};
  return (Real){mul_down(a.hi, k), mul_up(a.lo, k)};
}

static double magnitude(Real a) {
  return most(fabs(a.lo), fabs(a.hi));
}

static Real plus_minus(Real a, double by) {
  return (Real){add_down(a.lo, -by), add_up(a.hi, by)};
}

static BoxWhy both(BoxWhy a, BoxWhy b) {
  return (BoxWhy){a.levels | b.levels, a.assumptions | b.assumptions};
}

/* ---- symbols ---- */

static Real numbers_of(const BoxNode *node) {
  if (node->sort == BOX_BITS)
    return (Real){(double)node->range.lo, (double)node->range.hi};
  return (Real){box_value(node->sort, node->range.lo),
                box_value(node->sort, node->range.hi)};
}

/* Is it a finite number, exact as a double, whatever happens? */
static bool is_real(const BoxNode *node) {
  if (node->sort == BOX_BITS)
    return node->range.lo >= -(INT64_C(1) << 53) && node->range.hi <= INT64_C(1)
                                                                          << 53;
  return box_is_float(node->sort) && box_is_finite(node->sort, &node->range);
}

/* ---- forms ---- */

static BoxForm *form_new(Box *box, uint32_t room) {
  BoxForm *form = ARENA_NEW(&box->arena, BoxForm);
  form->at = ARENA_ARRAY(&box->arena, Monomial, room);
  return form;
}

static BoxForm *form_of_range(Box *box, uint32_t node) {
  BoxForm *form = form_new(box, 0);
  form->e = numbers_of(&box->nodes.at[node]);
  form->why = box->nodes.at[node].why;
  return form;
}

static BoxForm *form_of_symbol(Box *box, uint32_t node) {
  const BoxNode *n = &box->nodes.at[node];
  if (n->range.lo == n->range.hi) return form_of_range(box, node);
  BoxForm *form = form_new(box, 1);
  form->at[form->n++] = (Monomial){node, 1};
  form->why = n->why;
  return form;
}

static Real form_range(Box *box, const BoxForm *form) {
  Real r = form->e;
  for (uint32_t i = 0; i < form->n; i++)
    r = real_add(r, real_scale(numbers_of(&box->nodes.at[form->at[i].symbol]),
                               form->at[i].c));
  return r;
}

static BoxWhy range_why(Box *box, const BoxForm *form) {
  BoxWhy why = form->why;
  for (uint32_t i = 0; i < form->n; i++)
    why = both(why, box->nodes.at[form->at[i].symbol].why);
  return why;
}

/* Add c * symbol, c somewhere in the interval, to a form under construction;
 * symbols come in ascending order. */
static void put(Box *box, BoxForm *form, uint32_t symbol, Real c) {
  double mid = c.lo == c.hi ? c.lo : c.lo / 2 + c.hi / 2;
  double off = most(add_up(c.hi, -mid), add_up(mid, -c.lo));
  Real range = numbers_of(&box->nodes.at[symbol]);
  if (off > 0) form->e = plus_minus(form->e, mul_up(off, magnitude(range)));
  if (off > 0) form->why = both(form->why, box->nodes.at[symbol].why);
  if (mid == 0) return;
  if (form->n < MOST_SYMBOLS) {
    form->at[form->n++] = (Monomial){symbol, mid};
    return;
  }
  form->e = real_add(form->e, real_scale(range, mid));
  form->why = both(form->why, box->nodes.at[symbol].why);
}

static Real times(double a, double b) {
  return (Real){mul_down(a, b), mul_up(a, b)};
}

/* ka * a + kb * b */
static BoxForm *combine(Box *box, const BoxForm *a, double ka, const BoxForm *b,
                        double kb) {
  BoxForm *form = form_new(box, a->n + b->n);
  form->why = both(a->why, b->why);
  form->e = real_add(real_scale(a->e, ka), real_scale(b->e, kb));
  for (uint32_t i = 0, k = 0; i < a->n || k < b->n;) {
    uint32_t x = i < a->n ? a->at[i].symbol : UINT32_MAX;
    uint32_t y = k < b->n ? b->at[k].symbol : UINT32_MAX;
    Real c = {0, 0};
    if (x <= y) c = times(a->at[i++].c, ka);
    if (y <= x) c = real_add(c, times(b->at[k++].c, kb));
    put(box, form, x < y ? x : y, c);
  }
  return form;
}

static BoxForm *scaled(Box *box, const BoxForm *a, double k) {
  BoxForm nothing = {.n = 0};
  return combine(box, a, k, &nothing, 0);
}

/* ---- operators ---- */

/* The greatest distance between a result in the node's range and the exact
 * one. */
static double rounding_of(const BoxNode *node) {
  double top = magnitude(numbers_of(node));
  int64_t key = box_key(node->sort, top);
  double next = box_value(node->sort, key + 1);
  double unit = isinf(next) ? top - box_value(node->sort, key - 1) : next - top;
  return unit > 1e-300 ? unit / 2 : unit;
}

static void add_rounding(Box *box, BoxForm *form, uint32_t index) {
  const BoxNode *node = &box->nodes.at[index];
  form->e = plus_minus(form->e, rounding_of(node));
  form->why = both(form->why, node->why);
}

static BoxForm *kid_form(Box *box, const BoxNode *node, uint32_t i) {
  return box->forms[node->kid[i] >> 1];
}

/* a * b near the middles: a0 * b + b0 * a - a0 * b0 + (a - a0) * (b - b0) */
static BoxForm *product(Box *box, const BoxNode *node, const BoxForm *a,
                        const BoxForm *b) {
  const BoxNode *x = box_node(box, node->kid[0]);
  const BoxNode *y = box_node(box, node->kid[1]);
  Real p = numbers_of(x), q = numbers_of(y);
  double a0 = p.lo / 2 + p.hi / 2, b0 = q.lo / 2 + q.hi / 2;
  double ra = most(add_up(p.hi, -a0), add_up(a0, -p.lo));
  double rb = most(add_up(q.hi, -b0), add_up(b0, -q.lo));
  BoxForm *form = combine(box, b, a0, a, b0);
  form->e = real_add(form->e, (Real){-mul_up(a0, b0), -mul_down(a0, b0)});
  double rest = mul_up(ra, rb);
  bool is_square = node->kid[0] == node->kid[1];
  form->e = real_add(form->e, (Real){is_square ? 0 : -rest, rest});
  form->why = both(form->why, both(x->why, y->why));
  return form;
}

/* a / c for a constant that is not zero. */
static BoxForm *quotient(Box *box, const BoxForm *a, double c) {
  double k = 1 / c;
  if (k == 0 || isinf(k)) return NULL;
  if (k * c == 1 && fma(k, c, -1) == 0) return scaled(box, a, k);
  /* 1/c is within one unit of k */
  double off = most(box_up(k) - k, k - box_down(k));
  BoxForm *form = scaled(box, a, k);
  form->e = plus_minus(form->e, mul_up(off, magnitude(form_range(box, a))));
  form->why = both(form->why, range_why(box, a));
  return form;
}

static BoxForm *arithmetic(Box *box, const BoxNode *node) {
  BoxForm *a = kid_form(box, node, 0), *b = kid_form(box, node, 1);
  if (!a || !b) return NULL;
  Real divisor = numbers_of(box_node(box, node->kid[1]));
  switch ((int)node->op) {
  case TERM_FP_ADD: return combine(box, a, 1, b, 1);
  case TERM_FP_SUB: return combine(box, a, 1, b, -1);
  case TERM_FP_MUL: return product(box, node, a, b);
  default:
    assert(node->op == TERM_FP_DIV);
    if (divisor.lo != divisor.hi || divisor.lo == 0) return NULL;
    return quotient(box, a, divisor.lo);
  }
}

/* An equal node's form, because of `why`. */
static BoxForm *taken_over(Box *box, uint32_t from, BoxWhy why) {
  BoxForm *other = box->forms[from];
  if (!other) return NULL;
  BoxForm *form = ARENA_NEW(&box->arena, BoxForm);
  *form = *other;
  form->why = both(form->why, why);
  return form;
}

/* The node that an if-then-else equals; false: it is not known. */
static bool chosen(Box *box, const BoxNode *node, uint32_t *branch) {
  BoxRange c = box_range_of(box, node->kid[0]);
  if (c.lo != c.hi) return false;
  *branch = node->kid[c.lo ? 1 : 2] >> 1;
  return true;
}

static BoxForm *float_form(Box *box, uint32_t index) {
  const BoxNode *node = &box->nodes.at[index];
  BoxForm *form = NULL, *a = node->n ? kid_form(box, node, 0) : NULL;
  bool rounds = true;
  switch ((int)node->op) {
  case TERM_FP_ADD:
  case TERM_FP_SUB:
  case TERM_FP_MUL:
  case TERM_FP_DIV: form = arithmetic(box, node); break;
  case TERM_FP_NEG:
    form = a ? scaled(box, a, -1) : NULL;
    rounds = false;
    break;
  case TERM_FP_TO_FP:
    rounds = node->sort == BOX_SINGLE;
    form = a ? scaled(box, a, 1) : NULL;
    break;
  case TERM_FP_FROM_SINT: form = a ? scaled(box, a, 1) : NULL; break;
  default: break;
  }
  if (form && rounds && node->mode != TERM_RNE) return NULL;
  if (form && rounds) add_rounding(box, form, index);
  return form;
}

/* Signed sums that cannot wrap. */
static BoxForm *bits_form(Box *box, uint32_t index) {
  const BoxNode *node = &box->nodes.at[index];
  if (node->n == 0) return NULL;
  BoxForm *a = kid_form(box, node, 0);
  if (!a) return NULL;
  if (node->op == TERM_SEXT) return scaled(box, a, 1);
  if (node->op != TERM_ADD && node->op != TERM_SUB) return NULL;
  BoxForm *b = kid_form(box, node, 1);
  if (!b) return NULL;
  BoxRange top = box_bits_top(node->width);
  Real p = numbers_of(box_node(box, node->kid[0]));
  Real q = numbers_of(box_node(box, node->kid[1]));
  if (node->op == TERM_SUB) q = (Real){-q.hi, -q.lo};
  if (p.lo + q.lo < (double)top.lo || p.hi + q.hi >= -(double)top.lo)
    return NULL;
  BoxForm *form = combine(box, a, 1, b, node->op == TERM_ADD ? 1 : -1);
  form->why = both(form->why, both(box_node(box, node->kid[0])->why,
                                   box_node(box, node->kid[1])->why));
  return form;
}

/* All that the form is made from is done. */
static BoxForm *make_form(Box *box, uint32_t index) {
  const BoxNode *node = &box->nodes.at[index];
  if (!is_real(node)) return NULL;
  if (node->range.lo == node->range.hi) return form_of_range(box, index);
  BoxForm *form = NULL;
  uint32_t branch;
  if (box->definition[index] != UINT32_MAX) {
    const BoxNode *eq = &box->nodes.at[box->definition[index]];
    uint32_t other = eq->kid[eq->kid[0] >> 1 == index ? 1 : 0] >> 1;
    form = taken_over(box, other, eq->why);
  } else if (node->op == TERM_ITE) {
    if (chosen(box, node, &branch))
      form = taken_over(box, branch, box_node(box, node->kid[0])->why);
  } else if (node->sort == BOX_BITS) {
    form = bits_form(box, index);
  } else {
    form = float_form(box, index);
  }
  return form ? form : form_of_symbol(box, index);
}

/* What must be done first. */
static uint32_t needs(Box *box, uint32_t index, uint32_t *list) {
  const BoxNode *node = &box->nodes.at[index];
  if (!is_real(node) || node->range.lo == node->range.hi) return 0;
  if (box->definition[index] != UINT32_MAX) {
    const BoxNode *eq = &box->nodes.at[box->definition[index]];
    list[0] = eq->kid[eq->kid[0] >> 1 == index ? 1 : 0] >> 1;
    return 1;
  }
  if (node->op == TERM_ITE) return chosen(box, node, list) ? 1 : 0;
  for (uint32_t i = 0; i < node->n; i++) list[i] = node->kid[i] >> 1;
  return node->n;
}

enum { NEW, BEGUN, DONE };

/* Depth first; a variable that is met again on its own way becomes a symbol. */
static void make_forms_from(Box *box, uint32_t root) {
  Vec(uint32_t) stack = {0};
  VEC_PUSH(box->mem, &stack, root);
  while (stack.n) {
    uint32_t index = VEC_LAST(&stack), list[3] = {0, 0, 0};
    if (box->form_state[index] == DONE) {
      stack.n--;
      continue;
    }
    uint32_t n = box->form_state[index] == NEW ? needs(box, index, list) : 0;
    box->form_state[index] = BEGUN;
    uint32_t before = stack.n;
    for (uint32_t i = 0; i < n; i++)
      if (box->form_state[list[i]] == NEW) VEC_PUSH(box->mem, &stack, list[i]);
    if (stack.n > before) continue;
    stack.n--;
    box->forms[index] = make_form(box, index);
    box->form_state[index] = DONE;
  }
  VEC_DONE(box->mem, &stack);
}

/* Variables that equal another node: the number of the equality. */
static void find_definitions(Box *box) {
  for (uint32_t i = 0; i < box->nodes.n; i++) box->definition[i] = UINT32_MAX;
  for (uint32_t i = 0; i < box->nodes.n; i++) {
    const BoxNode *eq = &box->nodes.at[i];
    if (eq->op != TERM_EQ || eq->range.lo != 1) continue;
    uint32_t a = eq->kid[0] >> 1, b = eq->kid[1] >> 1;
    if (box->nodes.at[a].sort == BOX_BOOL) continue;
    uint32_t later = a > b ? a : b, earlier = a > b ? b : a;
    uint32_t order[2] = {later, earlier};
    if (box->nodes.at[earlier].op == TERM_VAR &&
        box->nodes.at[later].op != TERM_VAR)
      order[0] = earlier, order[1] = later;
    for (int k = 0; k < 2; k++) {
      uint32_t v = order[k];
      if (box->nodes.at[v].op != TERM_VAR || box->definition[v] != UINT32_MAX)
        continue;
      box->definition[v] = i;
      break;
    }
  }
}

/* ---- what forms tell ---- */

/* Only what makes the range a good deal smaller. */
static void sharpen(Box *box, uint32_t index, Real r, BoxWhy why) {
  const BoxNode *node = &box->nodes.at[index];
  if (!box_is_float(node->sort) || !is_real(node)) return;
  Real old = numbers_of(node);
  Real now = {most(old.lo, r.lo), least(old.hi, r.hi)};
  if (now.lo <= now.hi && now.hi - now.lo > 0.95 * (old.hi - old.lo)) return;
  box_restrict(box, index, box_float_between(node->sort, r.lo, r.hi), why);
}

static void sharpen_all(Box *box) {
  for (uint32_t i = 0; i < box->n_forms && !box->failed; i++) {
    const BoxForm *form = box->forms[i];
    if (!form || !box_is_float(box->nodes.at[i].sort)) continue;
    if (form->n == 1 && form->at[0].symbol == i) continue;
    sharpen(box, i, form_range(box, form), range_why(box, form));
  }
}

/* left <= 0, or left < 0 */
typedef struct Constraint {
  BoxForm *left;
  bool strict;
  uint64_t moved;
} Constraint;

typedef struct Constraints {
  Constraint at[MOST_CONSTRAINTS];
  uint32_t n;
} Constraints;

static void add_constraint(Box *box, Constraints *list, const BoxNode *atom,
                           uint32_t small, uint32_t great, bool strict) {
  BoxForm *a = kid_form(box, atom, small), *b = kid_form(box, atom, great);
  if (!a || !b || list->n == MOST_CONSTRAINTS) return;
  Constraint *c = &list->at[list->n++];
  c->left = combine(box, a, 1, b, -1);
  c->left->why = both(c->left->why, atom->why);
  c->strict = strict;
  c->moved = atom->moved;
}

static void find_constraints(Box *box, Constraints *list) {
  for (uint32_t i = box->n_forms; i-- > 0;) {
    const BoxNode *atom = &box->nodes.at[i];
    if (atom->sort != BOX_BOOL || atom->range.lo != atom->range.hi) continue;
    bool holds = atom->range.lo;
    if (atom->op == TERM_FP_LT || atom->op == TERM_FP_LE) {
      bool strict = (atom->op == TERM_FP_LT) == holds;
      /* both sides have forms only if neither can be NaN */
      add_constraint(box, list, atom, holds ? 0 : 1, holds ? 1 : 0, strict);
    } else if (atom->op == TERM_FP_EQ && holds) {
      add_constraint(box, list, atom, 0, 1, false);
      add_constraint(box, list, atom, 1, 0, false);
    }
  }
}

static bool is_refuted(Box *box, const BoxForm *left, bool strict) {
  double lo = form_range(box, left).lo;
  return lo > 0 || (strict && lo >= 0);
}

static void conflict(Box *box, const BoxForm *left) {
  box->failed = true;
  box->conflict = range_why(box, left);
}

/* c * s <= -(the least the rest can be) */
static void bound_symbols(Box *box, const Constraint *constraint) {
  const BoxForm *left = constraint->left;
  for (uint32_t i = 0; i < left->n && !box->failed; i++) {
    double rest = left->e.lo;
    for (uint32_t k = 0; k < left->n; k++) {
      Real r = numbers_of(&box->nodes.at[left->at[k].symbol]);
      if (k != i) rest = add_down(rest, real_scale(r, left->at[k].c).lo);
    }
    double c = left->at[i].c, limit = -rest / c;
    if (isnan(limit) || isinf(limit)) continue;
    Real r = c > 0 ? (Real){-INFINITY, box_up(limit)}
                   : (Real){box_down(limit), INFINITY};
    sharpen(box, left->at[i].symbol, r, range_why(box, left));
  }
}

/* ---- sums of inequalities ---- */

static double coefficient_of(const BoxForm *form, uint32_t symbol) {
  for (uint32_t i = 0; i < form->n; i++)
    if (form->at[i].symbol == symbol) return form->at[i].c;
  return 0;
}

/* The best sum of `now` and a multiple of another; NULL: none is better. */
static BoxForm *best_sum(Box *box, const Constraints *list,
                         const BoxForm *now) {
  double best = form_range(box, now).lo, factor = 0;
  const BoxForm *with = NULL;
  for (uint32_t k = 0; k < list->n; k++) {
    const BoxForm *h = list->at[k].left;
    for (uint32_t i = 0; i < now->n; i++) {
      double c = coefficient_of(h, now->at[i].symbol);
      double f = c == 0 ? 0 : -now->at[i].c / c;
      if (!(f > 1e-12) || f > 1e12) continue;
      ArenaMark mark = arena_mark(&box->arena);
      double lo = form_range(box, combine(box, now, 1, h, f)).lo;
      arena_release(&box->arena, mark);
      box->effort += 4;
      if (lo > best) best = lo, factor = f, with = h;
    }
  }
  return with ? combine(box, now, 1, with, factor) : NULL;
}

static void refute_goal(Box *box, const Constraints *list,
                        const Constraint *goal) {
  BoxForm *now = goal->left;
  for (int i = 0; i < MOST_STEPS && now; i++) {
    if (is_refuted(box, now, goal->strict)) {
      conflict(box, now);
      return;
    }
    now = best_sum(box, list, now);
  }
}

/* The latest constraints are the likeliest to be wrong. */
static void refute_goals(Box *box, const Constraints *list) {
  uint64_t before = UINT64_MAX;
  for (int g = 0; g < MOST_GOALS && !box->failed; g++) {
    const Constraint *goal = NULL;
    for (uint32_t i = 0; i < list->n; i++)
      if (list->at[i].moved < before &&
          (!goal || list->at[i].moved > goal->moved))
        goal = &list->at[i];
    if (!goal) return;
    before = goal->moved;
    refute_goal(box, list, goal);
  }
}

static void use_constraints(Box *box) {
  Constraints *list = ARENA_NEW(&box->arena, Constraints);
  find_constraints(box, list);
  for (uint32_t i = 0; i < list->n && !box->failed; i++) {
    if (is_refuted(box, list->at[i].left, list->at[i].strict))
      conflict(box, list->at[i].left);
    else
      bound_symbols(box, &list->at[i]);
  }
  if (!box->failed) refute_goals(box, list);
}

/* ---- one pass ---- */

static bool has_floats(const Box *box) {
  for (uint32_t i = 0; i < box->nodes.n; i++)
    if (box_is_float(box->nodes.at[i].sort)) return true;
  return false;
}

bool box_affine(Box *box) {
  if (!has_floats(box)) return false;
  uint32_t n = box->n_forms = box->nodes.n;
  uint64_t before = box->clock;
  ArenaMark mark = arena_mark(&box->arena);
  box->forms = ARENA_ARRAY(&box->arena, BoxForm *, n);
  box->form_state = ARENA_ARRAY(&box->arena, uint8_t, n);
  box->definition = ARENA_ARRAY(&box->arena, uint32_t, n);
  find_definitions(box);
  for (uint32_t i = 0; i < n; i++)
    if (box_is_float(box->nodes.at[i].sort)) make_forms_from(box, i);
  box->effort += n;
  sharpen_all(box);
  if (!box->failed) use_constraints(box);
  arena_release(&box->arena, mark);
  return box->failed || box->clock != before;
}
