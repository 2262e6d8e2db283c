/* SPDX-License-Identifier: MIT
 *
 * Cubes without loop-variant literals.
 *
 * Problem.  An error found in a loop that checks one cell after the other is
 * c != i, i = k, i < n, where i counts and k and n do not change.  One round
 * before it is c != i + 1, i + 1 = k, i + 1 < n, and so on for ever.  Each is
 * refuted by itself, and the lemmas speak of the counter.
 *
 * Idea.  The loop-invariant part is the same in all of them: c != k, k < n.  So
 * a loop-variant variable is replaced by what an equation of the cube says it
 * is, where that is loop-invariant, and the equation is left out.  Two
 * comparisons, a <= b and b <= a, are an equation as well; so are the equations
 * among the seed invariants, such as j = 4 * i + 1: once i is replaced, j can
 * be, too.
 *
 * The result contains the cube.  Whether it can be refuted as well is for the
 * caller to find out. */
#include "engine/shared/loop_variant.h"

#include "engine/shared/generalise.h"
#include "engine/shared/literal.h"

typedef struct Replacer {
  TermStore *store;
  Mem *mem;
  const Map *variant;
  TermList *cube;
  TermList seeds; /* equations, which are replaced in as well */
  bool has_changed;
} Replacer;

/* a <= b, signed or not? */
static bool is_at_most(const Replacer *r, Term literal) {
  TermKind kind = term_kind(r->store, literal);
  return term_is_negated(literal) && (kind == TERM_SLT || kind == TERM_ULT);
}

/* a <= b and b <= a, read in the same way? */
static bool are_opposite(const Replacer *r, Term x, Term y) {
  TermStore *s = r->store;
  return is_at_most(r, y) && term_kind(s, x) == term_kind(s, y) &&
         term_same(term_child(s, x, 0), term_child(s, y, 1)) &&
         term_same(term_child(s, x, 1), term_child(s, y, 0));
}

/* The equation that literal i is, by itself or together with another; none if
 * it is none. */
static Term equation_of(const Replacer *r, uint32_t i) {
  assert(i < r->cube->n);
  Term literal = r->cube->at[i];
  if (!term_is_negated(literal) && term_kind(r->store, literal) == TERM_EQ)
    return literal;
  for (uint32_t k = i + 1; k < r->cube->n && is_at_most(r, literal); k++)
    if (are_opposite(r, literal, r->cube->at[k]))
      return term_eq(r->store, term_child(r->store, literal, 0),
                     term_child(r->store, literal, 1));
  return TERM_NONE;
}

static bool is_variant(const Replacer *r, Term var) {
  return map_find(r->variant, var.id) != NULL;
}

/* Does the value have variables, none of them loop-variant? */
static bool is_invariant(const Replacer *r, Term value) {
  TermList vars = {0};
  term_vars(r->store, value, &vars);
  bool invariant = vars.n > 0;
  for (uint32_t i = 0; i < vars.n; i++) invariant &= !is_variant(r, vars.at[i]);
  VEC_DONE(r->mem, &vars);
  return invariant;
}

/* A loop-variant variable that the equation gives an invariant value. */
static bool find_definition(const Replacer *r, Term equation, Term *var,
                            Term *value) {
  TermList vars = {0};
  bool found = false;
  term_vars(r->store, equation, &vars);
  for (uint32_t i = 0; i < vars.n && !found; i++) {
    if (!is_variant(r, vars.at[i])) continue;
    *var = vars.at[i];
    *value = literal_definition(r->store, equation, *var);
    found = value->id && is_invariant(r, *value);
  }
  VEC_DONE(r->mem, &vars);
  return found;
}

/* Literals with the value in place of the variable; false: they contradict
 * themselves. */
static bool replace_in(const Replacer *r, const Map *by, const TermList *from,
                       TermList *fresh) {
  bool good = true;
  for (uint32_t i = 0; i < from->n && good; i++) {
    Term literal =
        literal_normal(r->store, term_substitute(r->store, by, from->at[i]));
    good = !term_is_false(literal);
    if (!term_is_true(literal) && !cube_contains(fresh, literal))
      VEC_PUSH(r->mem, fresh, literal);
  }
  return good;
}

static bool is_same(const TermList *a, const TermList *b) {
  bool same = a->n == b->n;
  for (uint32_t i = 0; i < a->n && same; i++)
    same = term_same(a->at[i], b->at[i]);
  return same;
}

static void swap(TermList *a, TermList *b) {
  TermList old = *a;
  *a = *b;
  *b = old;
}

/* The same for the cube and the seeds.  An equation that is used up becomes
 * `true` by that.  False: nothing would be left of the cube. */
static bool replace(Replacer *r, Term var, Term value) {
  assert(is_variant(r, var) && is_invariant(r, value));
  Map by;
  TermList cube = {0}, seeds = {0};
  map_init(&by, r->mem);
  map_put(&by, var.id, value.id);
  assert(sort_same(term_sort(r->store, var), term_sort(r->store, value)));
  bool good = replace_in(r, &by, r->cube, &cube) &&
              replace_in(r, &by, &r->seeds, &seeds) && cube.n > 0;
  map_done(&by);
  if (good) {
    r->has_changed |= !is_same(r->cube, &cube);
    swap(r->cube, &cube);
    swap(&r->seeds, &seeds);
  }
  VEC_DONE(r->mem, &cube);
  VEC_DONE(r->mem, &seeds);
  return good;
}

/* Use one equation of the cube, or one of the seeds. */
static bool replace_one(Replacer *r) {
  Term var, value;
  for (uint32_t i = 0; i < r->cube->n; i++) {
    Term equation = equation_of(r, i);
    if (equation.id && find_definition(r, equation, &var, &value) &&
        replace(r, var, value))
      return true;
  }
  for (uint32_t i = 0; i < r->seeds.n; i++)
    if (find_definition(r, r->seeds.at[i], &var, &value) &&
        replace(r, var, value))
      return true;
  return false;
}

static void collect_seeds(Replacer *r, Term seeds) {
  TermList parts = {0};
  term_conjuncts(r->store, seeds, &parts);
  for (uint32_t i = 0; i < parts.n; i++)
    if (!term_is_negated(parts.at[i]) &&
        term_kind(r->store, parts.at[i]) == TERM_EQ)
      VEC_PUSH(r->mem, &r->seeds, parts.at[i]);
  VEC_DONE(r->mem, &parts);
}

bool cube_without_loop_variant(TermStore *store, const Map *variant, Term seeds,
                               TermList *cube) {
  Replacer r = {.store = store,
                .mem = term_store_mem(store),
                .variant = variant,
                .cube = cube};
  collect_seeds(&r, seeds);
  while (replace_one(&r)) continue;
  VEC_DONE(r.mem, &r.seeds);
  assert(cube->n > 0 || !r.has_changed);
  return r.has_changed;
}

void loop_variant_vars(const Ts *ts, TsLoc loc, Map *variant) {
  require(loc.id < ts->locations.n);
  const TsLocation *at = ts_location(ts, loc);
  for (uint32_t e = 0; e < ts->edges.n; e++) {
    const TsEdge *edge = &ts->edges.at[e];
    if (edge->source.id != loc.id || edge->target.id != loc.id) continue;
    TermMap *to_next = ts_edge_next_map(ts, (TsEdgeId){e});
    for (uint32_t i = 0; i < at->n_vars; i++) {
      Term now = at->vars[i].now;
      if (!term_same(term_map_apply(to_next, now), now))
        map_put(variant, now.id, 1);
    }
    term_map_free(to_next);
  }
}
