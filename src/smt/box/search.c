/* SPDX-License-Identifier: MIT
 *
 * The box solver: a decision procedure for formulas with floats that looks at
 * ranges instead of bits.
 *
 * Bit-blasted float arithmetic is hard for SAT solvers: one multiplication is
 * thousands of clauses, and a chain of them rarely ends.  But most questions
 * about programs with floats are about how large values get, and IEEE
 * arithmetic in the default rounding mode is monotone: a range computed at its
 * ends encloses all values exactly.  So: every node of the formula gets a
 * range (range.c), ranges are propagated up and down (propagate.c),
 * sharpened by linear forms (affine.c), and where neither a conflict nor a
 * model shows, the search space is cut (split.c), Boolean structure first,
 * then numbers: branch and prune as in interval constraint programming.
 *
 * A refutation means that every part of the space was in conflict; each
 * conflict knows which decisions it depends on, so a part that a conflict does
 * not depend on is not searched twice, and which assumptions, so there is a
 * core.  A model is guessed by fixing variables one after the other inside a
 * box and believed only after term_eval has evaluated every formula on it.
 *
 * Not complete: where boxes do not get small enough in the effort allowed, the
 * answer is open.  Formats other than single and double, arrays and bits beyond
 * 64 are opaque: they never contribute to a conflict.
 *
 * Trusted for a refutation: this and the other files of this room, and the
 * host's arithmetic on singles and doubles.  Cost: a visit of a node per
 * change. */
#include "smt/box/box_int.h"

#include <fenv.h>

enum { FIRST_DIVES = 4, DIVE_EVERY = 16, AFFINE_ROUNDS = 3, MOST_LEAVES = 400 };

struct BoxHull {
  const uint32_t *nodes;
  uint32_t n;
  BoxRange *ranges; /* joined over all leaves so far */
  uint32_t leaves;
  const uint32_t *wrt;
  uint32_t n_wrt;
  BoxSlopes *slopes; /* NULL: not wanted */
};

Box *box_new(Mem *mem, TermStore *store) {
  return box_make(mem, store, NULL);
}

/* ---- decisions ---- */

static uint64_t level_bit(uint32_t level) {
  return UINT64_C(1) << (level < 63 ? level : 63);
}

static void decide(Box *box, const BoxCut *cut) {
  assert(!box->failed && cut->node < box->nodes.n);
  BoxLevel level = {box->trail.n, cut->node, cut->other};
  BoxWhy why = {level_bit(box->levels.n), 0};
  VEC_PUSH(box->mem, &box->levels, level);
  box_restrict(box, cut->node, cut->first, why);
}

/* Leave the levels of the conflict, and try the other half of the last one it
 * depends on.  False: it depends on none. */
static bool backtrack(Box *box) {
  assert(box->failed);
  BoxWhy why = box->conflict;
  while (box->levels.n) {
    uint32_t at = box->levels.n - 1;
    BoxLevel level = box->levels.at[at];
    box->levels.n--;
    box_undo(box, level.trail);
    assert(!box->failed && box->heap.n == 0);
    uint64_t bit = level_bit(at);
    if (!(why.levels & bit)) continue;
    if (at <= 63) why.levels &= ~bit; /* nothing deeper shares it any more */
    box_restrict(box, level.node, level.other, why);
    return true;
  }
  box->core = why.assumptions;
  return false;
}

/* Linear forms and propagation by turns; false: in conflict. */
static bool settle_numbers(Box *box) {
  for (int i = 0; i < AFFINE_ROUNDS && !box->stopped; i++) {
    if (!box_affine(box)) return true;
    if (box->failed || !box_propagate(box)) return false;
  }
  return true;
}

/* ---- models ---- */

static bool value_of(const BoxNode *node, const BoxRange *r, TermEval *eval,
                     Sort sort, TermValue *value) {
  if (!box_is_point(node->sort, r)) return false;
  assert(node->sort != BOX_OPAQUE);
  if (node->sort == BOX_BOOL) {
    *value = term_value_bool((int)r->lo);
  } else if (node->sort == BOX_BITS) {
    *value = term_value_u64(eval, r->ulo, node->width);
  } else {
    BvWord bits[1] = {box_float_bits(node->sort, r->lo)};
    if (r->nan) /* any pattern will do: values are made canonical */
      bits[0] = (uint64_t)box_inf(node->sort) + 1;
    *value = term_value_float(eval, sort, bits);
  }
  return true;
}

bool box_model_value(Box *box, TermEval *eval, Term var, TermValue *value) {
  uint64_t *ref = map_find(&box->refs, term_node(var));
  if (!ref || *ref >> 1 >= box->model.n) return false;
  uint32_t node = (uint32_t)(*ref >> 1);
  return value_of(&box->nodes.at[node], &box->model.at[node], eval,
                  term_sort(box->store, var), value);
}

static bool valuation(void *context, TermEval *eval, Term var,
                      TermValue *value) {
  return box_model_value(context, eval, var, value);
}

static bool all_true(const Term *terms, uint32_t n, TermEval *eval) {
  for (uint32_t i = 0; i < n; i++) {
    TermValue value;
    if (term_eval(eval, terms[i], &value) != TERM_EVAL_OK || !value.bits)
      return false;
  }
  return true;
}

/* Does the present point make everything true, exactly? */
static bool is_model(Box *box, const Term *assumptions, uint32_t n) {
  VEC_CLEAR(&box->model);
  for (uint32_t i = 0; i < box->nodes.n; i++)
    VEC_PUSH(box->mem, &box->model, box->nodes.at[i].range);
  TermEval *eval = term_eval_new(box->store, valuation, box);
  bool good = all_true(box->formulas.at, box->formulas.n, eval) &&
              all_true(assumptions, n, eval);
  term_eval_free(eval);
  return good;
}

/* Give the variable some value in its range; false: none of those tried. */
static bool fix(Box *box, uint32_t var, uint32_t dive) {
  assert(box->nodes.at[var].op == TERM_VAR && !box->failed);
  for (uint32_t k = 0; k < 3; k++) {
    uint32_t before = box->trail.n;
    BoxPick pick = (BoxPick)((dive + k) % 3);
    box_restrict(box, var, box_pick(&box->nodes.at[var], pick), (BoxWhy){0, 0});
    if (box_propagate(box)) return true;
    box_undo(box, before);
  }
  return false;
}

static bool fix_all(Box *box, bool defined, uint32_t dive) {
  for (uint32_t i = 0; i < box->vars.n; i++) {
    uint32_t v = box->vars.at[i];
    const BoxNode *node = &box->nodes.at[v];
    if (node->sort == BOX_OPAQUE || box_is_point(node->sort, &node->range) ||
        (!defined && box_is_defined(box, v)))
      continue;
    if (!fix(box, v, dive)) return false;
  }
  return true;
}

/* Guess a model inside the present box. */
static bool dive(Box *box, const Term *assumptions, uint32_t n,
                 uint32_t number) {
  uint32_t before = box->trail.n;
  bool good = fix_all(box, false, number) && fix_all(box, true, number) &&
              is_model(box, assumptions, n);
  box_undo(box, before);
  return good;
}

/* ---- leaves ---- */

/* Nothing Boolean is left to decide: add what the terms can be here. */
static void join_leaf(Box *box) {
  BoxHull *hull = box->hull;
  assert(hull && !box->failed);
  if (++hull->leaves > MOST_LEAVES) box->stopped = true;
  uint32_t n = hull->n, n_slopes = n * hull->n_wrt;
  BoxRange *here = MEM_ARRAY(box->mem, BoxRange, n);
  double *slopes = MEM_ARRAY(box->mem, double, n_slopes);
  box_leaf_ranges(box, hull->nodes, n, hull->wrt, hull->n_wrt, here, slopes);
  for (uint32_t i = 0; i < n; i++)
    hull->ranges[i] =
        box_join(box->nodes.at[hull->nodes[i]].sort, hull->ranges[i], here[i]);
  for (uint32_t i = 0; i < n_slopes && hull->slopes; i++)
    VEC_PUSH(box->mem, &hull->slopes->at, slopes[i]);
  MEM_FREE_ARRAY(box->mem, here, n);
  MEM_FREE_ARRAY(box->mem, slopes, n_slopes);
  box->failed = true; /* on to the next */
  box->conflict = (BoxWhy){UINT64_MAX, UINT64_MAX};
}

static void unmark(Box *box) {
  for (uint32_t i = 0; i < box->nodes.n; i++) box->nodes.at[i].needed = false;
}

static void mark(Box *box) {
  unmark(box);
  if (box->hull)
    for (uint32_t i = 0; i < box->hull->n; i++)
      box->nodes.at[box->hull->nodes[i]].needed = true;
  box_mark_needed(box);
}

typedef struct Search {
  const Term *assumptions;
  uint32_t n;
  uint32_t leaves, dives;
} Search;

/* One step onwards from a state without conflict. */
static BoxAnswer step(Box *box, Search *search) {
  BoxCut cut;
  if (box_cut_gate(box, &cut)) {
    decide(box, &cut);
    return BOX_OPEN;
  }
  if (!settle_numbers(box)) return BOX_OPEN;
  mark(box);
  if (box_cut_choice(box, &cut)) {
    decide(box, &cut);
    return BOX_OPEN;
  }
  if (box->hull) {
    join_leaf(box);
    return BOX_OPEN;
  }
  uint32_t leaf = search->leaves++;
  if (leaf < FIRST_DIVES || leaf % DIVE_EVERY == 0)
    if (dive(box, search->assumptions, search->n, search->dives++))
      return BOX_MODEL;
  bool cuts = box_cut_number(box, &cut);
  if (!cuts) { /* what is left depends on what seemed free */
    for (uint32_t i = 0; i < box->nodes.n; i++) box->nodes.at[i].needed = true;
    cuts = box_cut_number(box, &cut);
  }
  if (cuts)
    decide(box, &cut);
  else
    box->stopped = true;
  return BOX_OPEN;
}

static void begin(Box *box, const Term *assumptions, uint32_t n,
                  uint64_t effort, Budget *budget) {
  require(fegetround() == FE_TONEAREST);
  for (uint32_t i = 0; i < n; i++)
    require(term_is_bool(box->store, assumptions[i]));
  for (uint32_t i = 0; i < n; i++) (void)box_ref(box, assumptions[i]);
  box->levels.n = 0;
  box->budget = budget;
  box->stopped = false;
  box->most_effort = effort ? box->effort + effort : UINT64_MAX;
  box_undo(box, 0);
  box_visit_all(box);
  for (uint32_t i = 0; i < box->roots.n; i++)
    box_set_bool(box, box->roots.at[i], true, (BoxWhy){0, 0});
  for (uint32_t i = 0; i < n; i++)
    box_set_bool(box, box_ref(box, assumptions[i]), true,
                 (BoxWhy){0, level_bit(i)});
}

BoxAnswer box_solve(Box *box, const Term *assumptions, uint32_t n,
                    uint64_t effort, Budget *budget) {
  begin(box, assumptions, n, effort, budget);
  Search search = {assumptions, n, 0, 0};
  BoxAnswer answer = BOX_OPEN;
  while (answer == BOX_OPEN && !box->stopped) {
    if (!box->failed && box_propagate(box)) answer = step(box, &search);
    if (box->failed && !backtrack(box)) answer = BOX_REFUTED;
    if (box->effort > box->most_effort) break;
  }
  box_undo(box, 0);
  box->levels.n = 0;
  return answer;
}

/* ---- hulls ---- */

static void read_range(const Box *box, uint32_t index, const BoxRange *r,
                       BoxFloats *out) {
  BoxSort sort = box->nodes.at[index].sort;
  assert(box_is_float(sort));
  out->has_nan = r->nan;
  out->has_numbers = r->lo <= r->hi;
  out->lo = out->has_numbers ? box_value(sort, r->lo) : 1;
  out->hi = out->has_numbers ? box_value(sort, r->hi) : 0;
}

/* The nodes of the terms; false: one is no float. */
static bool nodes_of(Box *box, const Term *terms, uint32_t n, uint32_t *nodes) {
  bool good = true;
  for (uint32_t i = 0; i < n; i++) {
    nodes[i] = box_ref(box, terms[i]) >> 1;
    good = good && box_is_float(box->nodes.at[nodes[i]].sort);
  }
  return good;
}

bool box_hull(Box *box, const Term *assumptions, uint32_t n, const Term *terms,
              uint32_t n_terms, BoxFloats *floats, BoxSlopes *slopes,
              Budget *budget) {
  uint32_t n_wrt = slopes ? slopes->n_wrt : 0;
  require(!box->hull);
  uint32_t *nodes = MEM_ARRAY(box->mem, uint32_t, n_terms + n_wrt);
  BoxRange *ranges = MEM_ARRAY(box->mem, BoxRange, n_terms);
  bool good = nodes_of(box, terms, n_terms, nodes);
  if (slopes) good = nodes_of(box, slopes->wrt, n_wrt, nodes + n_terms) && good;
  for (uint32_t i = 0; i < n_terms; i++)
    ranges[i] = (BoxRange){.lo = 1, .hi = 0};
  BoxHull hull = {nodes, n_terms, ranges, 0, nodes + n_terms, n_wrt, slopes};
  box->hull = &hull;
  good = good && box_solve(box, assumptions, n, 0, budget) == BOX_REFUTED;
  box->hull = NULL;
  for (uint32_t i = 0; i < n_terms && good; i++)
    read_range(box, nodes[i], &ranges[i], &floats[i]);
  MEM_FREE_ARRAY(box->mem, nodes, n_terms + n_wrt);
  MEM_FREE_ARRAY(box->mem, ranges, n_terms);
  return good;
}
