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
 */
#include "smt/box/form_int.h"

enum { MOST_SYMBOLS = 48 };

/* ---- reals, outward ---- */

double box_add_down(double a, double b) {
  double s = a + b;
  return s - a == b && s - b == a ? s : box_down(s);
}
static double add_up(double a, double b) {
  return -box_add_down(-a, -b);
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

static BoxReal real_add(BoxReal a, BoxReal b) {
  return (BoxReal){box_add_down(a.lo, b.lo), add_up(a.hi, b.hi)};
}

BoxReal box_real_scale(BoxReal a, double k) {
  if (k >= 0) return (BoxReal){mul_down(a.lo, k), mul_up(a.hi, k)};
  return (BoxReal){mul_down(a.hi, k), mul_up(a.lo, k)};
}

static double magnitude(BoxReal a) {
  return box_most(fabs(a.lo), fabs(a.hi));
}

static BoxReal plus_minus(BoxReal a, double by) {
  return (BoxReal){box_add_down(a.lo, -by), add_up(a.hi, by)};
}

/* ---- symbols ---- */

BoxReal box_numbers(const BoxNode *node) {
  if (node->sort == BOX_BITS)
    return (BoxReal){(double)node->range.lo, (double)node->range.hi};
  return (BoxReal){box_value(node->sort, node->range.lo),
                   box_value(node->sort, node->range.hi)};
}

/* Is it a finite number, exact as a double, whatever happens? */
bool box_is_real(const BoxNode *node) {
  if (node->sort == BOX_BITS)
    return node->range.lo >= -(INT64_C(1) << 53) && node->range.hi <= INT64_C(1)
                                                                          << 53;
  return box_is_float(node->sort) && box_is_finite(node->sort, &node->range);
}

/* ---- forms ---- */

static BoxForm *form_new(Box *box, uint32_t room) {
  BoxForm *form = ARENA_NEW(&box->arena, BoxForm);
  form->at = ARENA_ARRAY(&box->arena, BoxMonomial, room);
  return form;
}

static BoxForm *form_of_range(Box *box, uint32_t node) {
  assert(box_is_real(&box->nodes.at[node]));
  BoxForm *form = form_new(box, 0);
  form->e = box_numbers(&box->nodes.at[node]);
  form->why = box->nodes.at[node].why;
  return form;
}

static BoxForm *form_of_symbol(Box *box, uint32_t node) {
  const BoxNode *n = &box->nodes.at[node];
  if (n->range.lo == n->range.hi) return form_of_range(box, node);
  BoxForm *form = form_new(box, 1);
  form->at[form->n++] = (BoxMonomial){node, 1};
  form->why = n->why;
  return form;
}

/* What overflowed on the way says nothing of the node. */
static bool is_usable(const BoxForm *form) {
  for (uint32_t i = 0; i < form->n; i++)
    if (!isfinite(form->at[i].c)) return false;
  return !isnan(form->e.lo) && !isnan(form->e.hi);
}

BoxReal box_form_range(Box *box, const BoxForm *form) {
  BoxReal r = form->e, all = {-INFINITY, INFINITY};
  if (!is_usable(form)) return all;
  for (uint32_t i = 0; i < form->n; i++)
    r = real_add(r,
                 box_real_scale(box_numbers(&box->nodes.at[form->at[i].symbol]),
                                form->at[i].c));
  return isnan(r.lo) || isnan(r.hi) ? all : r;
}

BoxWhy box_form_why(Box *box, const BoxForm *form) {
  BoxWhy why = form->why;
  for (uint32_t i = 0; i < form->n; i++)
    why = box_both(why, box->nodes.at[form->at[i].symbol].why);
  return why;
}

/* Add c * symbol, c somewhere in the interval, to a form under construction;
 * symbols come in ascending order. */
static void put(Box *box, BoxForm *form, uint32_t symbol, BoxReal c) {
  assert(form->n == 0 || form->at[form->n - 1].symbol < symbol);
  double mid = c.lo == c.hi ? c.lo : c.lo / 2 + c.hi / 2;
  if (!isfinite(c.lo) || !isfinite(c.hi)) { /* says nothing: is_usable */
    form->e = (BoxReal){NAN, NAN};
    return;
  }
  double off = box_most(add_up(c.hi, -mid), add_up(mid, -c.lo));
  BoxReal range = box_numbers(&box->nodes.at[symbol]);
  if (off > 0) form->e = plus_minus(form->e, mul_up(off, magnitude(range)));
  if (off > 0) form->why = box_both(form->why, box->nodes.at[symbol].why);
  if (mid == 0) return;
  if (form->n < MOST_SYMBOLS) {
    form->at[form->n++] = (BoxMonomial){symbol, mid};
    return;
  }
  form->e = real_add(form->e, box_real_scale(range, mid));
  form->why = box_both(form->why, box->nodes.at[symbol].why);
}

static BoxReal times(double a, double b) {
  return (BoxReal){mul_down(a, b), mul_up(a, b)};
}

/* ka * a + kb * b */
BoxForm *box_combine(Box *box, const BoxForm *a, double ka, const BoxForm *b,
                     double kb) {
  BoxForm *form = form_new(box, a->n + b->n);
  form->why = box_both(a->why, b->why);
  form->e = real_add(box_real_scale(a->e, ka), box_real_scale(b->e, kb));
  for (uint32_t i = 0, k = 0; i < a->n || k < b->n;) {
    uint32_t x = i < a->n ? a->at[i].symbol : UINT32_MAX;
    uint32_t y = k < b->n ? b->at[k].symbol : UINT32_MAX;
    BoxReal c = {0, 0};
    if (x <= y) c = times(a->at[i++].c, ka);
    if (y <= x) c = real_add(c, times(b->at[k++].c, kb));
    put(box, form, x < y ? x : y, c);
  }
  return form;
}

static BoxForm *scaled(Box *box, const BoxForm *a, double k) {
  BoxForm nothing = {.n = 0};
  return box_combine(box, a, k, &nothing, 0);
}

/* ---- operators ---- */

/* The greatest distance between a result in the node's range and the exact
 * one. */
static double rounding_of(const BoxNode *node) {
  assert(box_is_float(node->sort) && box_is_real(node));
  double top = magnitude(box_numbers(node));
  int64_t key = box_key(node->sort, top);
  double next = box_value(node->sort, key + 1);
  double unit = isinf(next) ? top - box_value(node->sort, key - 1) : next - top;
  assert(unit > 0);
  return unit > 1e-300 ? unit / 2 : unit;
}

static void add_rounding(Box *box, BoxForm *form, uint32_t index) {
  const BoxNode *node = &box->nodes.at[index];
  form->e = plus_minus(form->e, rounding_of(node));
  form->why = box_both(form->why, node->why);
}

static BoxForm *kid_form(Box *box, const BoxNode *node, uint32_t i) {
  assert(i < node->n);
  return box->forms[node->kid[i] >> 1];
}

/* a * b near the middles: a0 * b + b0 * a - a0 * b0 + (a - a0) * (b - b0) */
static BoxForm *product(Box *box, const BoxNode *node, const BoxForm *a,
                        const BoxForm *b) {
  const BoxNode *x = box_node(box, node->kid[0]);
  const BoxNode *y = box_node(box, node->kid[1]);
  BoxReal p = box_numbers(x), q = box_numbers(y);
  double a0 = p.lo / 2 + p.hi / 2, b0 = q.lo / 2 + q.hi / 2;
  double ra = box_most(add_up(p.hi, -a0), add_up(a0, -p.lo));
  double rb = box_most(add_up(q.hi, -b0), add_up(b0, -q.lo));
  BoxForm *form = box_combine(box, b, a0, a, b0);
  form->e = real_add(form->e, (BoxReal){-mul_up(a0, b0), -mul_down(a0, b0)});
  double rest = mul_up(ra, rb);
  bool is_square = node->kid[0] == node->kid[1];
  form->e = real_add(form->e, (BoxReal){is_square ? 0 : -rest, rest});
  form->why = box_both(form->why, box_both(x->why, y->why));
  return form;
}

/* a / c for a constant that is not zero. */
static BoxForm *quotient(Box *box, const BoxForm *a, double c) {
  assert(c != 0);
  double k = 1 / c;
  if (k == 0 || isinf(k)) return NULL;
  if (k * c == 1 && fma(k, c, -1) == 0) return scaled(box, a, k);
  /* 1/c is within one unit of k */
  double off = box_most(box_up(k) - k, k - box_down(k));
  BoxForm *form = scaled(box, a, k);
  form->e = plus_minus(form->e, mul_up(off, magnitude(box_form_range(box, a))));
  form->why = box_both(form->why, box_form_why(box, a));
  return form;
}

static BoxForm *arithmetic(Box *box, const BoxNode *node) {
  BoxForm *a = kid_form(box, node, 0), *b = kid_form(box, node, 1);
  if (!a || !b) return NULL;
  BoxReal divisor = box_numbers(box_node(box, node->kid[1]));
  switch ((int)node->op) {
  case TERM_FP_ADD: return box_combine(box, a, 1, b, 1);
  case TERM_FP_SUB: return box_combine(box, a, 1, b, -1);
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
  form->why = box_both(form->why, why);
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
  BoxReal p = box_numbers(box_node(box, node->kid[0]));
  BoxReal q = box_numbers(box_node(box, node->kid[1]));
  if (node->op == TERM_SUB) q = (BoxReal){-q.hi, -q.lo};
  if (p.lo + q.lo < (double)top.lo || p.hi + q.hi >= -(double)top.lo)
    return NULL;
  BoxForm *form = box_combine(box, a, 1, b, node->op == TERM_ADD ? 1 : -1);
  form->why = box_both(form->why, box_both(box_node(box, node->kid[0])->why,
                                           box_node(box, node->kid[1])->why));
  return form;
}

/* All that the form is made from is done. */
static BoxForm *make_form(Box *box, uint32_t index) {
  const BoxNode *node = &box->nodes.at[index];
  if (!box_is_real(node)) return NULL;
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
  return form && is_usable(form) ? form : form_of_symbol(box, index);
}

/* What must be done first. */
static uint32_t needs(Box *box, uint32_t index, uint32_t *list) {
  const BoxNode *node = &box->nodes.at[index];
  if (!box_is_real(node) || node->range.lo == node->range.hi) return 0;
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
  assert(root < box->n_forms);
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
    assert(!box->forms[index] || is_usable(box->forms[index]));
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

void box_make_forms(Box *box) {
  uint32_t n = box->n_forms = box->nodes.n;
  box->forms = ARENA_ARRAY(&box->arena, BoxForm *, n);
  box->form_state = ARENA_ARRAY(&box->arena, uint8_t, n);
  box->definition = ARENA_ARRAY(&box->arena, uint32_t, n);
  find_definitions(box);
  for (uint32_t i = 0; i < n; i++)
    if (box_is_float(box->nodes.at[i].sort)) make_forms_from(box, i);
  box->effort += n;
}
