/* SPDX-License-Identifier: MIT
 *
 * Eliminating all numbers at once, by points.
 *
 * Fourier-Motzkin makes a diagram that knows the order of everything that was
 * compared with the number.  Where a few numbers are left with a hundred
 * constraints on their sums and differences this is millions of nodes, and yet
 * the answer, which has Boolean variables only, may have hundreds.  So we look
 * for the answer directly.  A path of f to true is a conjunction of Boolean
 * literals and constraints.
 *
 *   - If its constraints have a point v in common, all Boolean valuations
 *     that f allows at v belong to the answer: f with every constraint
 *     replaced by its value at v.  They are taken out of f.
 *   - If not, some of them contradict each other, and that conjunction is
 *     taken out of f.
 *
 * until f is false.  A point brings in all valuations that it allows, so there
 * are as many rounds as there are regions in which f differs, not as there are
 * valuations.  The path is sought near the last point: where f has a path on
 * the side on which the point is, it goes there.  So few constraints
 * change, and fewer paths are contradictory than if it went anywhere.
 *
 * A path about which ldd_meet does not know is taken for possible: its Boolean
 * literals go to the answer, which is then perhaps larger.
 */
#include "dd/ldd_int.h"

typedef struct LddPoints Points;

struct LddPoints {
  DdStore *dd;
  uint32_t left;   /* f without what is known; protected */
  uint32_t answer; /* protected */
  Integer *values; /* by number: the last point */
  Vec(LddConstraint) constraints;
  Vec(uint32_t) literals; /* of the constraints, as handles */
  uint32_t cube;          /* the path's Boolean literals */
  uint64_t n_unknown;     /* paths that were taken for possible */
};

static void set_root(DdStore *dd, uint32_t *root, uint32_t f) {
  dd_protect(dd, (Dd){f});
  dd_release(dd, (Dd){*root});
  *root = f;
}

/* ---- a path ---- */

static bool holds_at(const Points *p, uint32_t label) {
  LddConstraint c;
  ldd_of_label(p->dd, label, 1, &c);
  return ldd_holds(&c, p->values);
}

/* On which side the path goes on. */
static int side_of(const Points *p, uint32_t f) {
  DdStore *dd = p->dd;
  if (dd_hi(dd, f) == DD_FALSE_ID) return 0;
  if (dd_lo(dd, f) == DD_FALSE_ID) return 1;
  uint32_t label = dd_label(dd, f);
  return !ldd_is_constraint(dd, label) || holds_at(p, label);
}

static void take_literal(Points *p, uint32_t label, int truth) {
  DdStore *dd = p->dd;
  uint32_t literal =
      dd_make(dd, label, DD_TRUE_ID, DD_FALSE_ID) ^ (uint32_t)!truth;
  if (!ldd_is_constraint(dd, label)) {
    p->cube = dd_and_ids(dd, p->cube, literal);
    return;
  }
  LddConstraint c;
  ldd_of_label(dd, label, truth, &c);
  VEC_PUSH(dd->mem, &p->constraints, c);
  VEC_PUSH(dd->mem, &p->literals, literal);
}

static void find_path(Points *p) {
  DdStore *dd = p->dd;
  VEC_CLEAR(&p->constraints);
  VEC_CLEAR(&p->literals);
  p->cube = DD_TRUE_ID;
  uint32_t at = p->left;
  assert(at != DD_FALSE_ID);
  while (!dd_is_const_id(at) && !dd->is_stopped) {
    int truth = side_of(p, at);
    take_literal(p, dd_label(dd, at), truth);
    at = truth ? dd_hi(dd, at) : dd_lo(dd, at);
  }
  assert(at == DD_TRUE_ID || dd->is_stopped);
}

/* ---- what it says ---- */

typedef struct AtPoint {
  const Points *points;
  Map done; /* node -> handle */
} AtPoint;

/* f where the numbers are at the point. */
static uint32_t at_point(AtPoint *a, uint32_t f) {
  DdStore *dd = a->points->dd;
  if (dd_is_const_id(f)) return f;
  if (!dd_step(dd)) return DD_FALSE_ID;
  const uint64_t *found = map_find(&a->done, f >> 1);
  if (found) return (uint32_t)*found ^ (f & 1);
  uint32_t label = dd_label(dd, f), result;
  uint32_t high = dd_node(dd, f)->high, low = dd_node(dd, f)->low;
  if (ldd_is_constraint(dd, label)) {
    result = at_point(a, holds_at(a->points, label) ? high : low);
  } else {
    high = at_point(a, high);
    low = at_point(a, low);
    result = dd->is_stopped ? DD_FALSE_ID : dd_make(dd, label, high, low);
  }
  if (dd->is_stopped) return DD_FALSE_ID;
  map_put(&a->done, f >> 1, result);
  return result ^ (f & 1);
}

static uint32_t allowed(const Points *p) {
  AtPoint a = {.points = p};
  map_init(&a.done, p->dd->mem);
  uint32_t result = at_point(&a, p->left);
  map_done(&a.done);
  return result;
}

/* The conjunction of the constraints that are marked. */
static uint32_t conjunction(const Points *p, const uint8_t *is_marked) {
  uint32_t all = DD_TRUE_ID;
  for (uint32_t i = 0; i < p->literals.n; i++)
    if (is_marked[i]) all = dd_and_ids(p->dd, all, p->literals.at[i]);
  assert(all != DD_FALSE_ID || p->dd->is_stopped);
  return all;
}

static void take_out(Points *p, uint32_t f) {
  set_root(p->dd, &p->left, dd_and_ids(p->dd, p->left, f ^ 1));
}

static void add_answer(Points *p, uint32_t f) {
  assert(f != DD_FALSE_ID || p->dd->is_stopped);
  set_root(p->dd, &p->answer, dd_or_ids(p->dd, p->answer, f));
  take_out(p, f);
}

static void look(Points *p) {
  DdStore *dd = p->dd;
  uint32_t n = p->constraints.n;
  assert(n == p->literals.n);
  uint8_t *is_core = MEM_ARRAY(dd->mem, uint8_t, n);
  switch (ldd_meet(dd, p->constraints.at, n, p->values, is_core)) {
  case LDD_POINT: add_answer(p, allowed(p)); break;
  case LDD_NO_POINT: take_out(p, conjunction(p, is_core)); break;
  case LDD_POINT_UNKNOWN:
    p->n_unknown++;
    add_answer(p, p->cube);
    break;
  }
  MEM_FREE_ARRAY(dd->mem, is_core, n);
}

/* ---- all paths ---- */

/* Are sums at points small enough to be computed? */
static bool is_small(DdStore *dd, Dd f) {
  bool is_small = true;
  DdVars vars = {0};
  dd_support(dd, f, &vars);
  for (uint32_t i = 0; i < vars.n; i++)
    if (ldd_is_constraint(dd, vars.at[i].id + 1) &&
        !ldd_is_small_form(ldd_form_of(dd, vars.at[i].id + 1)))
      is_small = false;
  VEC_DONE(dd->mem, &vars);
  return is_small;
}

static void set_values(Points *p) {
  const Ldd *ldd = p->dd->ldd;
  p->values = MEM_ARRAY(p->dd->mem, Integer, ldd->nums.n);
  for (uint32_t i = 0; i < ldd->nums.n; i++) {
    const LddRange *range = &ldd->nums.at[i];
    if (range->is_bounded && range->low > 0) p->values[i] = range->low;
    if (range->is_bounded && range->high < 0) p->values[i] = range->high;
  }
}

LddPoints *ldd_points_new(DdStore *dd, Dd f) {
  require(f.id && dd->ldd && dd->ldd->domain == LDD_INTEGERS);
  if (dd->is_stopped || !is_small(dd, f)) return NULL;
  Points *p = MEM_NEW(dd->mem, Points);
  *p = (Points){.dd = dd, .left = f.id, .answer = DD_FALSE_ID};
  dd_protect(dd, f);
  dd_protect(dd, dd_false());
  set_values(p);
  return p;
}

void ldd_points_free(LddPoints *p) {
  if (!p) return;
  DdStore *dd = p->dd;
  dd_release(dd, (Dd){p->left});
  dd_release(dd, (Dd){p->answer});
  MEM_FREE_ARRAY(dd->mem, p->values, dd->ldd->nums.n);
  VEC_DONE(dd->mem, &p->constraints);
  VEC_DONE(dd->mem, &p->literals);
  MEM_DELETE(dd->mem, p);
}

bool ldd_points_go_on(LddPoints *p, uint64_t n_steps, DdReorder reorder) {
  DdStore *dd = p->dd;
  for (uint64_t first = dd->stats.steps; p->left != DD_FALSE_ID;) {
    if (dd->is_stopped || dd->stats.steps - first >= n_steps) return false;
    find_path(p);
    if (!dd->is_stopped) look(p);
    dd_tidy(dd, reorder);
  }
  return true;
}

Dd ldd_points_answer(LddPoints *p) {
  require(p->left == DD_FALSE_ID);
  p->dd->ldd->stats.rounded += p->n_unknown;
  return (Dd){p->answer};
}
