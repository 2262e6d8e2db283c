/* SPDX-License-Identifier: MIT
 *
 * What linear forms tell: ranges of nodes, and consequences of comparisons.
 *
 * A comparison that holds is a linear inequality between symbols.  Each is used
 * to bound its symbols, and those nearest to be wrong are tried to be refuted
 * by adding multiples of others, such that symbols cancel, as long as that
 * raises the least value of the left side: no linear programming, but enough
 * for invariants that follow from each other one by one.  The greatest value of
 * a form under inequalities is found likewise.
 *
 * Nothing here depends on luck: a sum of true inequalities with factors that
 * are not negative is true, whatever the factors. */
#include "smt/box/form_int.h"

enum {
  MOST_CONSTRAINTS = 120,
  MOST_GOALS = 6,
  MOST_STEPS = 8 /* sums to refute one goal */
};

/* Only what makes the range a good deal smaller. */
static void sharpen(Box *box, uint32_t index, BoxReal r, BoxWhy why) {
  assert(!isnan(r.lo) && !isnan(r.hi));
  const BoxNode *node = &box->nodes.at[index];
  if (!box_is_float(node->sort) || !box_is_real(node)) return;
  BoxReal old = box_numbers(node);
  BoxReal now = {box_most(old.lo, r.lo), box_least(old.hi, r.hi)};
  if (now.lo <= now.hi && now.hi - now.lo > 0.95 * (old.hi - old.lo)) return;
  box_restrict(box, index, box_float_between(node->sort, r.lo, r.hi), why);
}

static void sharpen_all(Box *box) {
  for (uint32_t i = 0; i < box->n_forms && !box->failed; i++) {
    const BoxForm *form = box->forms[i];
    if (!form || !box_is_float(box->nodes.at[i].sort)) continue;
    if (form->n == 1 && form->at[0].symbol == i) continue;
    sharpen(box, i, box_form_range(box, form), box_form_why(box, form));
  }
}

/* left <= 0, or left < 0 */
typedef struct Constraint {
  BoxForm *left;
  bool strict;
} Constraint;

typedef struct Constraints {
  Constraint at[MOST_CONSTRAINTS];
  uint32_t n;
} Constraints;

static void add_constraint(Box *box, Constraints *list, const BoxNode *atom,
                           uint32_t small, uint32_t great, bool strict) {
  BoxForm *a = box->forms[atom->kid[small] >> 1],
          *b = box->forms[atom->kid[great] >> 1];
  if (!a || !b || list->n == MOST_CONSTRAINTS) return;
  assert(atom->range.lo == atom->range.hi);
  Constraint *c = &list->at[list->n++];
  c->left = box_combine(box, a, 1, b, -1);
  c->left->why = box_both(c->left->why, atom->why);
  c->strict = strict;
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
  double lo = box_form_range(box, left).lo;
  return lo > 0 || (strict && lo >= 0);
}

static void conflict(Box *box, const BoxForm *left) {
  assert(!box->failed);
  box->failed = true;
  box->conflict = box_form_why(box, left);
}

/* c * s <= -(the least the rest can be) */
static void bound_symbols(Box *box, const Constraint *constraint) {
  const BoxForm *left = constraint->left;
  for (uint32_t i = 0; i < left->n && !box->failed; i++) {
    double rest = left->e.lo;
    for (uint32_t k = 0; k < left->n; k++) {
      BoxReal r = box_numbers(&box->nodes.at[left->at[k].symbol]);
      if (k != i)
        rest = box_add_down(rest, box_real_scale(r, left->at[k].c).lo);
    }
    double c = left->at[i].c, limit = -rest / c;
    if (isnan(limit) || isinf(limit)) continue;
    BoxReal r = c > 0 ? (BoxReal){-INFINITY, box_up(limit)}
                      : (BoxReal){box_down(limit), INFINITY};
    sharpen(box, left->at[i].symbol, r, box_form_why(box, left));
  }
}

/* ---- sums of inequalities ---- */

static double coefficient_of(const BoxForm *form, uint32_t symbol) {
  for (uint32_t i = 0; i < form->n; i++)
    if (form->at[i].symbol == symbol) return form->at[i].c;
  return 0;
}

/* The least value of now + f * h, roughly: to choose, not to conclude. */
static double rough_least(Box *box, const BoxForm *now, const BoxForm *h,
                          double f) {
  double lo = now->e.lo + f * h->e.lo;
  for (uint32_t i = 0, k = 0; i < now->n || k < h->n;) {
    uint32_t x = i < now->n ? now->at[i].symbol : UINT32_MAX;
    uint32_t y = k < h->n ? h->at[k].symbol : UINT32_MAX;
    double c = 0;
    if (x <= y) c += now->at[i++].c;
    if (y <= x) c += f * h->at[k++].c;
    BoxReal r = box_numbers(&box->nodes.at[x < y ? x : y]);
    lo += c > 0 ? c * r.lo : c * r.hi;
  }
  return lo;
}

/* The best sum of `now` and a multiple of another; NULL: none is better. */
static BoxForm *best_sum(Box *box, const Constraints *list,
                         const BoxForm *now) {
  double before = box_form_range(box, now).lo, best = before, factor = 0;
  const BoxForm *with = NULL;
  for (uint32_t k = 0; k < list->n; k++) {
    const BoxForm *h = list->at[k].left;
    for (uint32_t i = 0; i < now->n; i++) {
      double c = coefficient_of(h, now->at[i].symbol);
      double f = c == 0 ? 0 : -now->at[i].c / c;
      if (!(f > 1e-12) || f > 1e12) continue;
      double lo = rough_least(box, now, h, f);
      if (lo > best) best = lo, factor = f, with = h;
    }
  }
  box->effort += list->n;
  if (!with) return NULL;
  BoxForm *sum = box_combine(box, now, 1, with, factor);
  return box_form_range(box, sum).lo > before ? sum : NULL;
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

/* How near a constraint is to being violated everywhere: 0 is there. */
static double distance(Box *box, const Constraint *c) {
  BoxReal r = box_form_range(box, c->left);
  return r.hi > r.lo ? -r.lo / (r.hi - r.lo) : 1;
}

/* The likeliest to be wrong. */
static void refute_goals(Box *box, const Constraints *list) {
  double *far = ARENA_ARRAY(&box->arena, double, list->n);
  for (uint32_t i = 0; i < list->n; i++) far[i] = distance(box, &list->at[i]);
  for (int g = 0; g < MOST_GOALS && !box->failed; g++) {
    uint32_t best = list->n;
    for (uint32_t i = 0; i < list->n; i++)
      if (far[i] < 2 && (best == list->n || far[i] < far[best])) best = i;
    if (best == list->n) return;
    far[best] = 2;
    refute_goal(box, list, &list->at[best]);
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
  uint64_t before = box->clock;
  ArenaMark mark = arena_mark(&box->arena);
  box_make_forms(box);
  sharpen_all(box);
  if (!box->failed) use_constraints(box);
  arena_release(&box->arena, mark);
  return box->failed || box->clock != before;
}

/* ---- for hulls ---- */

/* The least that the form, which may be turned round first, can be. */
static double least_under(Box *box, const Constraints *list,
                          const BoxForm *form, double sign) {
  BoxForm nothing = {.n = 0};
  BoxForm *now = box_combine(box, form, sign, &nothing, 0);
  double lo = box_form_range(box, now).lo;
  for (int i = 0; i < MOST_STEPS && (now = best_sum(box, list, now)); i++)
    lo = box_most(lo, box_form_range(box, now).lo);
  return lo;
}

static void read_slopes(Box *box, uint32_t node, const uint32_t *wrt,
                        uint32_t n_wrt, double *slopes) {
  const BoxForm *form = box->forms[node];
  for (uint32_t k = 0; k < n_wrt; k++) {
    const BoxForm *own = box->forms[wrt[k]]; /* perhaps an equal symbol's */
    bool is_symbol = own && own->n == 1 && own->at[0].c == 1;
    slopes[k] = form && is_symbol ? coefficient_of(form, own->at[0].symbol) : 0;
  }
}

void box_leaf_ranges(Box *box, const uint32_t *nodes, uint32_t n,
                     const uint32_t *wrt, uint32_t n_wrt, BoxRange *ranges,
                     double *slopes) {
  assert(!box->failed);
  ArenaMark mark = arena_mark(&box->arena);
  box_make_forms(box);
  Constraints *list = ARENA_NEW(&box->arena, Constraints);
  find_constraints(box, list);
  for (uint32_t i = 0; i < n; i++) {
    const BoxNode *node = &box->nodes.at[nodes[i]];
    const BoxForm *form = box->forms[nodes[i]];
    ranges[i] = node->range;
    read_slopes(box, nodes[i], wrt, n_wrt, slopes + i * n_wrt);
    if (!form || form->n == 0) continue;
    /* least_under speaks of form <= 0's kind of sums: the least of the form is
     * raised by adding what is not above zero */
    double lo = least_under(box, list, form, 1);
    double hi = -least_under(box, list, form, -1);
    ranges[i] = box_meet(node->sort, node->width, node->range,
                         box_float_between(node->sort, lo, hi));
  }
  arena_release(&box->arena, mark);
}
