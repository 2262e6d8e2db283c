/* SPDX-License-Identifier: MIT
 *
 * Eliminating a number from a diagram: Fourier-Motzkin on paths [CGS09].
 *
 * Each path to true is a conjunction of literals; the number x is eliminated
 * from it by adding the resolvent of every pair of constraints that bound x
 * from two sides, and dropping all that mention x.  On the diagram, at a node
 * whose constraint c mentions x,
 *
 *    exists x . (c ? h : l)  =  exists x . R(c, h)  or  exists x . R(not c, l)
 *
 * where R(c, g) adds to every path of g the resolvents of c with the
 * constraints on x that are on it: c has then done its duty and is dropped.
 * Paths that share nodes share the work, through the computed cache.
 *
 * Equations.  A node "t = k and g" (two neighbouring labels) with x in t is
 * not resolved but solved for x, which is then replaced in g: no pair of
 * constraints of g has to be looked at.  This is most of what assignments
 * need, and is where we differ from the paper.
 *
 * New constraints become labels right below the one they come from.  One that
 * is refused is left out: the path, and so the result, gets larger.  Where a
 * replaced label is refused, both sides are possible.
 *
 * Recursion: as deep as there are labels.
 */
#include "dd/ldd_int.h"

/* The lowest label that mentions the number; 0: none does.  Labels made
 * meanwhile do not mention it. */
static uint32_t last_mention(const DdStore *dd, LddNum num) {
  for (uint32_t level = dd->n_labels - 1; level-- > 0;) {
    uint32_t label = dd->label_at[level];
    if (ldd_is_constraint(dd, label) &&
        ldd_coefficient(ldd_form_of(dd, label), num))
      return label;
  }
  return 0;
}

static bool mentions(const DdStore *dd, uint32_t label, LddNum num) {
  return ldd_is_constraint(dd, label) &&
         ldd_coefficient(ldd_form_of(dd, label), num);
}

static uint32_t branch(DdStore *dd, uint32_t label, uint32_t high,
                       uint32_t low) {
  if (dd->is_stopped || high == low) return dd->is_stopped ? DD_FALSE_ID : high;
  uint32_t test = dd_make(dd, label, DD_TRUE_ID, DD_FALSE_ID);
  if (dd->is_stopped) return DD_FALSE_ID;
  return dd_ite_ids(dd, test, high, low);
}

/* ---- replacing a number by an equation ---- */

typedef struct Replace {
  DdStore *dd;
  LddNum num;
  LddConstraint equation; /* form = bound, which mentions the number */
  uint32_t last;          /* label: below it nothing changes */
  Map done;               /* handle -> handle */
} Replace;

/* The label's constraint without the number, as a diagram; 0: refused. */
static uint32_t replaced_label(Replace *r, uint32_t label) {
  DdStore *dd = r->dd;
  LddConstraint c, sum;
  ldd_of_label(dd, label, 1, &c);
  int64_t in_equation = ldd_coefficient(&r->equation.form, r->num);
  int64_t in_label = ldd_coefficient(&c.form, r->num);
  int64_t size = in_equation < 0 ? -in_equation : in_equation;
  int64_t factor = in_equation < 0 ? in_label : -in_label;
  if (!ldd_combine(&c, size, &r->equation, factor, &sum)) return 0;
  assert(ldd_coefficient(&sum.form, r->num) == 0);
  return ldd_diagram(dd, &sum, label);
}

static uint32_t replace(Replace *r, uint32_t f) {
  DdStore *dd = r->dd;
  if (dd_is_const_id(f) || dd_level_of(dd, f) > dd->level[r->last]) return f;
  if (!dd_step(dd)) return DD_FALSE_ID;
  const uint64_t *found = map_find(&r->done, f);
  if (found) return (uint32_t)*found;
  uint32_t label = dd_label(dd, f);
  uint32_t high = replace(r, dd_hi(dd, f));
  uint32_t low = replace(r, dd_lo(dd, f));
  uint32_t result;
  if (!mentions(dd, label, r->num)) {
    result = branch(dd, label, high, low);
  } else {
    uint32_t test = replaced_label(r, label);
    if (!test) dd->ldd->stats.refused++;
    result = test ? dd_ite_ids(dd, test, high, low) : dd_or_ids(dd, high, low);
  }
  if (dd->is_stopped) return DD_FALSE_ID;
  map_put(&r->done, f, result);
  return result;
}

static uint32_t replace_by(DdStore *dd, uint32_t f, LddNum num,
                           const LddConstraint *equation) {
  Replace r = {.dd = dd, .num = num, .equation = *equation};
  r.last = last_mention(dd, num);
  if (!r.last) return f;
  int64_t c = ldd_coefficient(&equation->form, num);
  if (dd->ldd->domain == LDD_INTEGERS && c != 1 && c != -1)
    dd->ldd->stats.rounded++;
  map_init(&r.done, dd->mem);
  uint32_t result = replace(&r, f);
  map_done(&r.done);
  return result;
}

/* f where sign * (form + k) <= most as well; left out if refused. */
static uint32_t and_at_most(DdStore *dd, uint32_t f, const LddConstraint *value,
                            int sign, Integer most) {
  LddConstraint c = *value;
  for (uint32_t i = 0; i < c.form.n; i++) c.form.at[i].coefficient *= sign;
  c.numerator = most + sign * value->numerator;
  uint32_t bound = ldd_diagram(dd, &c, 0);
  if (!bound) dd->ldd->stats.refused++;
  return bound ? dd_and_ids(dd, f, bound) : f;
}

/* What replaces a number must be in the number's range. */
static uint32_t keep_in_range(DdStore *dd, uint32_t f, LddNum num,
                              const LddConstraint *value) {
  LddRange range = dd->ldd->nums.at[num.id];
  if (!range.is_bounded) return f;
  f = and_at_most(dd, f, value, 1, range.high);
  return and_at_most(dd, f, value, -1, -range.low);
}

Dd ldd_substitute(DdStore *dd, Dd f, LddNum num, const LddForm *form,
                  Integer k) {
  require(f.id && dd->ldd && num.id < dd->ldd->nums.n);
  require(ldd_coefficient(form, num) == 0);
  if (dd->is_stopped) return dd_false();
  LddConstraint unit = {{1, {{num, 1}}}, 0, 1, LDD_AT_MOST};
  LddConstraint value = {*form, -k, 1, LDD_AT_MOST}, equation;
  LddNormal normal = ldd_normalise(LDD_RATIONALS, &unit);
  assert(normal == LDD_IS_LABEL);
  (void)normal;
  if (!ldd_combine(&unit, 1, &value, -1, &equation)) {
    dd->ldd->stats.refused++;
    return ldd_exists(dd, f, num);
  }
  uint32_t result = replace_by(dd, f.id, num, &equation);
  return (Dd){keep_in_range(dd, result, num, &value)};
}

/* ---- elimination ---- */

typedef struct Eliminate {
  DdStore *dd;
  LddNum num;
  uint32_t last; /* label: below it nothing changes */
} Eliminate;

static bool is_below(const Eliminate *e, uint32_t f) {
  return dd_is_const_id(f) || dd_level_of(e->dd, f) > e->dd->level[e->last];
}

/* The resolvent as a diagram; true when there is none or it is left out. */
static uint32_t resolvent(Eliminate *e, const LddConstraint *a, uint32_t label,
                          int truth) {
  DdStore *dd = e->dd;
  LddStats *stats = &dd->ldd->stats;
  LddConstraint b, both;
  ldd_of_label(dd, label, truth, &b);
  LddResolvent kind = ldd_resolve(dd->ldd->domain, a, &b, e->num, &both);
  if (kind == LDD_NO_RESOLVENT) return DD_TRUE_ID;
  stats->resolved++;
  uint32_t f = kind == LDD_TOO_LARGE ? 0 : ldd_diagram(dd, &both, label);
  if (!f) stats->refused++;
  if (f && f != DD_FALSE_ID && kind == LDD_RESOLVED_ROUNDED) stats->rounded++;
  return f ? f : DD_TRUE_ID;
}

static uint32_t add_resolvents(Eliminate *e, const LddConstraint *c,
                               uint32_t literal, uint32_t g);

/* R(c, one side of g), with the resolvent of c and g's label on that side. */
static uint32_t add_on_side(Eliminate *e, const LddConstraint *c,
                            uint32_t literal, uint32_t g, int truth) {
  DdStore *dd = e->dd;
  uint32_t label = dd_label(dd, g);
  uint32_t side = truth ? dd_hi(dd, g) : dd_lo(dd, g);
  if (side == DD_FALSE_ID || !mentions(dd, label, e->num))
    return add_resolvents(e, c, literal, side);
  uint32_t both = resolvent(e, c, label, truth);
  if (both == DD_FALSE_ID) return both;
  return dd_and_ids(dd, both, add_resolvents(e, c, literal, side));
}

/* R(c, g); the literal is label * 2 + truth. */
static uint32_t add_resolvents(Eliminate *e, const LddConstraint *c,
                               uint32_t literal, uint32_t g) {
  DdStore *dd = e->dd;
  if (is_below(e, g)) return g;
  if (!dd_step(dd)) return DD_FALSE_ID;
  uint32_t found = dd_cache_get(dd, DD_OP_RESOLVE, g, literal, e->num.id);
  if (found) return found;
  uint32_t label = dd_label(dd, g);
  uint32_t high = add_on_side(e, c, literal, g, 1);
  uint32_t low = add_on_side(e, c, literal, g, 0);
  uint32_t result = branch(dd, label, high, low);
  return dd_cache_put(dd, DD_OP_RESOLVE, g, literal, e->num.id, result);
}

/* Is f "t = k and g"?  Then read the equation and g. */
static bool is_equation(const DdStore *dd, uint32_t f, LddConstraint *equation,
                        uint32_t *rest) {
  if (dd_hi(dd, f) != DD_FALSE_ID) return false;
  uint32_t low = dd_lo(dd, f), label = dd_label(dd, f);
  if (dd_is_const_id(low) || dd_lo(dd, low) != DD_FALSE_ID) return false;
  uint32_t other = dd_label(dd, low);
  if (dd->group[other] != dd->group[label]) return false;
  LddConstraint below;
  ldd_of_label(dd, label, 1, &below);
  ldd_of_label(dd, other, 1, equation);
  Integer gap = equation->numerator * below.denominator -
                below.numerator * equation->denominator;
  *rest = dd_hi(dd, low);
  if (dd->ldd->domain == LDD_INTEGERS) return gap == 1;
  return gap == 0;
}

static uint32_t eliminate(Eliminate *e, uint32_t f);

static uint32_t eliminate_side(Eliminate *e, uint32_t label, int truth,
                               uint32_t side) {
  if (side == DD_FALSE_ID) return side;
  LddConstraint c;
  ldd_of_label(e->dd, label, truth, &c);
  uint32_t literal = label * 2 + (uint32_t)truth;
  return eliminate(e, add_resolvents(e, &c, literal, side));
}

static uint32_t eliminate_top(Eliminate *e, uint32_t f) {
  DdStore *dd = e->dd;
  uint32_t label = dd_label(dd, f), rest;
  LddConstraint equation;
  if (is_equation(dd, f, &equation, &rest))
    return replace_by(dd, rest, e->num, &equation);
  uint32_t low = dd_lo(dd, f);
  uint32_t high = eliminate_side(e, label, 1, dd_hi(dd, f));
  if (high == DD_TRUE_ID || dd->is_stopped) return high;
  return dd_or_ids(dd, high, eliminate_side(e, label, 0, low));
}

static uint32_t eliminate(Eliminate *e, uint32_t f) {
  DdStore *dd = e->dd;
  if (is_below(e, f)) return f;
  if (!dd_step(dd)) return DD_FALSE_ID;
  uint32_t found = dd_cache_get(dd, DD_OP_PROJECT, f, e->num.id, 0);
  if (found) return found;
  uint32_t label = dd_label(dd, f), result;
  if (mentions(dd, label, e->num)) {
    result = eliminate_top(e, f);
  } else {
    uint32_t high = eliminate(e, dd_hi(dd, f));
    uint32_t low = eliminate(e, dd_lo(dd, f));
    result = branch(dd, label, high, low);
  }
  return dd_cache_put(dd, DD_OP_PROJECT, f, e->num.id, 0, result);
}

/* The number's range is two constraints that are above all others, but no
 * labels; they stand as literals 0 and 1, which no label has. */
static uint32_t add_range(Eliminate *e, uint32_t f) {
  const LddRange *range = &e->dd->ldd->nums.at[e->num.id];
  if (!range->is_bounded) return f;
  LddConstraint up = {{1, {{e->num, 1}}}, range->high, 1, LDD_AT_MOST};
  LddConstraint down = {{1, {{e->num, -1}}}, -range->low, 1, LDD_AT_MOST};
  f = add_resolvents(e, &up, 1, f);
  return add_resolvents(e, &down, 0, f);
}

Dd ldd_exists(DdStore *dd, Dd f, LddNum num) {
  require(f.id && dd->ldd && num.id < dd->ldd->nums.n);
  if (dd->is_stopped) return dd_false();
  Eliminate e = {.dd = dd, .num = num, .last = last_mention(dd, num)};
  if (!e.last) return f;
  return (Dd){eliminate(&e, add_range(&e, f.id))};
}

/* A limit of the store that is as strict or stricter holds as before. */
bool ldd_exists_within(DdStore *dd, Dd f, LddNum num, uint32_t more,
                       Dd *result) {
  require(dd->ldd);
  LddStats stats = dd->ldd->stats;
  uint32_t before = dd->max_nodes, most = dd->n_live + more;
  bool is_stricter =
      more < UINT32_MAX - dd->n_live && (!before || most < before);
  if (is_stricter) dd->max_nodes = most;
  *result = ldd_exists(dd, f, num);
  dd->max_nodes = before;
  if (!is_stricter || !dd->is_stopped || dd->n_live < most) return true;
  dd_resume(dd);
  dd->ldd->stats = stats;
  return false;
}
