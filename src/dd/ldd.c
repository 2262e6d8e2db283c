/* SPDX-License-Identifier: MIT
 *
 * Constraints as labels.
 *
 * A left-hand side gets a group of labels when it first appears, placed where
 * the caller says (next to the constraint it was derived from) or last; each
 * bound gets a label in the group, at the place its strength gives it.  Labels
 * are only ever inserted, so diagrams that exist keep their order. */
#include "dd/ldd_int.h"

void ldd_use(DdStore *dd, const LddTheory *theory, LddDomain domain) {
  require(theory && !dd->ldd);
  dd->ldd = MEM_NEW(dd->mem, Ldd);
  dd->ldd->theory = theory;
  dd->ldd->domain = domain;
  map_init(&dd->ldd->side_of, dd->mem);
}

void ldd_free(DdStore *dd) {
  Ldd *ldd = dd->ldd;
  if (!ldd) return;
  for (uint32_t i = 0; i < ldd->sides.n; i++)
    VEC_DONE(dd->mem, &ldd->sides.at[i].labels);
  VEC_DONE(dd->mem, &ldd->sides);
  VEC_DONE(dd->mem, &ldd->nums);
  VEC_DONE(dd->mem, &ldd->labels);
  map_done(&ldd->side_of);
  MEM_DELETE(dd->mem, ldd);
  dd->ldd = NULL;
}

static LddNum add_num(DdStore *dd, LddRange range) {
  require(dd->ldd);
  VEC_PUSH(dd->mem, &dd->ldd->nums, range);
  return (LddNum){dd->ldd->nums.n - 1};
}

LddNum ldd_add_num(DdStore *dd) {
  return add_num(dd, (LddRange){0});
}

LddNum ldd_add_num_in(DdStore *dd, Integer low, Integer high) {
  require(low <= high);
  return add_num(dd, (LddRange){1, low, high});
}

uint32_t ldd_n_nums(const DdStore *dd) {
  return dd->ldd ? dd->ldd->nums.n : 0;
}

/* ---- left-hand sides ---- */

bool ldd_same_form(const LddForm *a, const LddForm *b) {
  if (a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (a->at[i].num.id != b->at[i].num.id ||
        a->at[i].coefficient != b->at[i].coefficient)
      return false;
  return true;
}

uint64_t ldd_hash_form(const LddForm *form) {
  uint64_t hash = form->n;
  for (uint32_t i = 0; i < form->n; i++)
    hash = hash_mix(hash_mix(hash, form->at[i].num.id),
                    (uint64_t)form->at[i].coefficient);
  return hash;
}

/* 1 + its index; 0: new, with `*key` where it belongs. */
static uint32_t find_side(const Ldd *ldd, const LddForm *form, uint64_t *key) {
  for (*key = ldd_hash_form(form);; *key = hash_mix(*key, 1)) {
    uint32_t side = (uint32_t)map_get(&ldd->side_of, *key, 0);
    if (!side || ldd_same_form(&ldd->sides.at[side - 1].form, form))
      return side;
  }
}

/* The first level below the group of `near`. */
static uint32_t level_below(const DdStore *dd, uint32_t near) {
  if (!near) return dd->n_labels - 1;
  uint32_t level = dd->level[near];
  while (level + 1 < dd->n_labels &&
         dd->group[dd->label_at[level]] == dd->group[near])
    level++;
  return level;
}

static uint32_t add_side(Ldd *ldd, Mem *mem, const LddForm *form,
                         uint64_t key) {
  LddSide side = {.form = *form, .group = UINT32_MAX};
  VEC_PUSH(mem, &ldd->sides, side);
  map_put(&ldd->side_of, key, ldd->sides.n);
  return ldd->sides.n;
}

/* ---- labels ---- */

static void describe_label(DdStore *dd, uint32_t label, LddLabel what) {
  Ldd *ldd = dd->ldd;
  LddLabel boolean = {0};
  while (ldd->labels.n <= label) VEC_PUSH(dd->mem, &ldd->labels, boolean);
  ldd->labels.at[label] = what;
}

static uint32_t insert_label(DdStore *dd, LddLabel what, uint32_t place,
                             uint32_t near) {
  LddSide *side = &dd->ldd->sides.at[what.side - 1];
  uint32_t level;
  if (side->labels.n == 0) {
    level = level_below(dd, near);
    side->group = dd->n_groups;
  } else if (place < side->labels.n) {
    level = dd->level[side->labels.at[place]];
  } else {
    level = dd->level[VEC_LAST(&side->labels)] + 1;
  }
  uint32_t label = dd_insert_label(dd, level, side->group);
  describe_label(dd, label, what);
  VEC_PUSH(dd->mem, &side->labels, label);
  for (uint32_t i = side->labels.n - 1; i > place; i--)
    side->labels.at[i] = side->labels.at[i - 1];
  side->labels.at[place] = label;
  return label;
}

/* The label with this bound; made if need be. */
static uint32_t label_of(DdStore *dd, LddLabel what, uint32_t near) {
  const Ldd *ldd = dd->ldd;
  const LddLabels *labels = &ldd->sides.at[what.side - 1].labels;
  uint32_t low = 0, high = labels->n;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    int order = ldd_compare(&ldd->labels.at[labels->at[middle]], &what);
    if (order == 0) return labels->at[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return insert_label(dd, what, low, near);
}

bool ldd_maximum(const Ldd *ldd, const LddForm *form, int sign, Integer *most) {
  *most = 0;
  for (uint32_t i = 0; i < form->n; i++) {
    const LddRange *range = &ldd->nums.at[form->at[i].num.id];
    Integer factor = sign * (Integer)form->at[i].coefficient, part;
    if (!range->is_bounded ||
        __builtin_mul_overflow(factor, factor > 0 ? range->high : range->low,
                               &part) ||
        __builtin_add_overflow(*most, part, most))
      return false;
  }
  return true;
}

bool ldd_range_of(const DdStore *dd, const LddForm *form, IntegerRange *range) {
  if (!ldd_maximum(dd->ldd, form, -1, &range->low) ||
      !ldd_maximum(dd->ldd, form, 1, &range->high))
    return false;
  range->low = -range->low;
  return true;
}

/* Does a normalised constraint hold for all numbers within their ranges, or
 * for none?  Its diagram then; 0: it depends. */
static uint32_t decided_by_ranges(const Ldd *ldd, const LddConstraint *c) {
  Integer most, least_negated;
  if (!ldd_maximum(ldd, &c->form, 1, &most) ||
      !ldd_maximum(ldd, &c->form, -1, &least_negated) ||
      __builtin_mul_overflow(most, (Integer)c->denominator, &most) ||
      __builtin_mul_overflow(least_negated, (Integer)c->denominator,
                             &least_negated))
    return 0;
  Integer least = -least_negated;
  bool is_strict = c->relation == LDD_BELOW;
  if (is_strict ? most < c->numerator : most <= c->numerator) return DD_TRUE_ID;
  if (is_strict ? least >= c->numerator : least > c->numerator)
    return DD_FALSE_ID;
  return 0;
}

uint32_t ldd_diagram(DdStore *dd, const LddConstraint *constraint,
                     uint32_t near) {
  Ldd *ldd = dd->ldd;
  LddConstraint c = *constraint;
  LddNormal normal = ldd_normalise(ldd->domain, &c);
  if (normal == LDD_IS_TRUE) return DD_TRUE_ID;
  if (normal == LDD_IS_FALSE) return DD_FALSE_ID;
  if (normal == LDD_IS_REFUSED) return 0;
  uint32_t known = decided_by_ranges(ldd, &c);
  if (known) return normal == LDD_IS_NEGATED_LABEL ? known ^ 1 : known;
  uint64_t key;
  uint32_t side = find_side(ldd, &c.form, &key);
  if (!side) {
    if (!ldd->theory->admits(&c.form)) return 0;
    side = add_side(ldd, dd->mem, &c.form, key);
  }
  LddLabel what = {side, c.denominator, c.numerator, c.relation};
  uint32_t label = label_of(dd, what, near);
  uint32_t f = dd_make(dd, label, DD_TRUE_ID, DD_FALSE_ID);
  if (dd->is_stopped) return DD_FALSE_ID;
  return normal == LDD_IS_NEGATED_LABEL ? f ^ 1 : f;
}

void ldd_of_label(const DdStore *dd, uint32_t label, int truth,
                  LddConstraint *c) {
  const LddLabel *what = &dd->ldd->labels.at[label];
  *c = (LddConstraint){.form = dd->ldd->sides.at[what->side - 1].form,
                       .numerator = what->numerator,
                       .denominator = what->denominator,
                       .relation = what->relation};
  if (truth) return;
  ldd_negate(c);
  if (dd->ldd->domain == LDD_RATIONALS) return;
  c->numerator--; /* t < k is t <= k - 1 */
  c->relation = LDD_AT_MOST;
}

Dd ldd_constraint(DdStore *dd, const LddConstraint *constraint) {
  require(dd->ldd && constraint->denominator > 0);
  for (uint32_t i = 0; i < constraint->form.n; i++)
    require(constraint->form.at[i].num.id < dd->ldd->nums.n);
  if (dd->is_stopped) return dd_false();
  return (Dd){ldd_diagram(dd, constraint, 0)};
}

Dd ldd_at_most(DdStore *dd, const LddForm *form, Integer k) {
  LddConstraint c = {*form, k, 1, LDD_AT_MOST};
  return ldd_constraint(dd, &c);
}

Dd ldd_equal(DdStore *dd, const LddForm *form, Integer k) {
  LddConstraint c = {*form, k, 1, LDD_BELOW};
  Dd at_most = ldd_at_most(dd, form, k), below = ldd_constraint(dd, &c);
  if (!at_most.id || !below.id) return DD_NONE;
  return dd_minus(dd, at_most, below);
}

bool ldd_read(const DdStore *dd, DdVar var, LddConstraint *constraint) {
  require(var.id < dd_n_vars(dd));
  if (!ldd_is_constraint(dd, var.id + 1)) return false;
  ldd_of_label(dd, var.id + 1, 1, constraint);
  return true;
}

const LddStats *ldd_stats(const DdStore *dd) {
  require(dd->ldd);
  return &dd->ldd->stats;
}

bool ldd_is_exact(const DdStore *dd) {
  return !dd->ldd || (!dd->ldd->stats.rounded && !dd->ldd->stats.refused);
}

/* ---- questions ---- */

bool ldd_holds(const LddConstraint *c, const Integer *values) {
  Integer sum = 0;
  for (uint32_t i = 0; i < c->form.n; i++)
    sum += c->form.at[i].coefficient * values[c->form.at[i].num.id];
  sum *= c->denominator;
  return c->relation == LDD_BELOW ? sum < c->numerator : sum <= c->numerator;
}

bool ldd_eval(const DdStore *dd, Dd f, const Integer *values,
              const uint8_t *truth) {
  require(f.id);
  uint32_t at = f.id;
  while (!dd_is_const_id(at)) {
    uint32_t label = dd_label(dd, at);
    bool is_true;
    if (ldd_is_constraint(dd, label)) {
      LddConstraint c;
      ldd_of_label(dd, label, 1, &c);
      is_true = ldd_holds(&c, values);
    } else {
      is_true = truth[label - 1];
    }
    at = is_true ? dd_hi(dd, at) : dd_lo(dd, at);
  }
  return at == DD_TRUE_ID;
}

void ldd_occurrences(DdStore *dd, Dd f, uint32_t *counts) {
  DdVars vars = {0};
  dd_support(dd, f, &vars);
  for (uint32_t i = 0; i < vars.n; i++) {
    if (!ldd_is_constraint(dd, vars.at[i].id + 1)) continue;
    const LddForm *form = ldd_form_of(dd, vars.at[i].id + 1);
    for (uint32_t k = 0; k < form->n; k++) counts[form->at[k].num.id]++;
  }
  VEC_DONE(dd->mem, &vars);
}
