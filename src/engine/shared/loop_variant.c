/* SPDX-License-Identifier: MIT
 *
 * Cubes at rest.
 *
 * Problem.  An error found in a loop that checks one cell after the other is
 * c != i, i = k, i < n, where i counts and k and n do not change.  One round
 * before it is c != i + 1, i + 1 = k, i + 1 < n, and so on for ever: each is
 * refuted by itself, and the lemmas speak of the counter.
 *
 * Idea.  What does not change in the loop is the same in all of them: c != k,
 * k < n.  So a variable that moves is replaced by what an equation of the cube
 * says it is, where that does not move, and the equation is left out.  Two
 * comparisons, a <= b and b <= a, are an equation, too; so is what is known of
 * all states, as j = 4 * i + 1: where i rests, j does.
 *
 * The result contains the cube.  Whether it can be refuted as well is for the
 * caller to see. */
#include "engine/shared/loop_variant.h"

#include "engine/shared/generalise.h"
#include "engine/shared/literal.h"

typedef struct Rest {
  TermStore *store;
  Mem *mem;
  const Map *moving;
  TermList *cube;
  TermList known; /* equations, which are replaced in as well */
  bool has_changed;
} Rest;

/* a <= b, signed or not? */
static bool is_at_most(const Rest *r, Term literal) {
  TermKind kind = term_kind(r->store, literal);
  return term_is_negated(literal) && (kind == TERM_SLT || kind == TERM_ULT);
}

/* a <= b and b <= a, read in the same way? */
static bool are_opposite(const Rest *r, Term x, Term y) {
  TermStore *s = r->store;
  return is_at_most(r, y) && term_kind(s, x) == term_kind(s, y) &&
         term_same(term_child(s, x, 0), term_child(s, y, 1)) &&
         term_same(term_child(s, x, 1), term_child(s, y, 0));
}

/* The equation that literal i is, by itself or together with another; none if
 * it is none. */
static Term equation_of(const Rest *r, uint32_t i) {
  Term literal = r->cube->at[i];
  if (!term_is_negated(literal) && term_kind(r->store, literal) == TERM_EQ)
    return literal;
  for (uint32_t k = i + 1; k < r->cube->n && is_at_most(r, literal); k++)
    if (are_opposite(r, literal, r->cube->at[k]))
      return term_eq(r->store, term_child(r->store, literal, 0),
                     term_child(r->store, literal, 1));
  return TERM_NONE;
}

static bool moves(const Rest *r, Term var) {
  return map_find(r->moving, var.id) != NULL;
}

/* Some variable, and nothing that moves? */
static bool is_at_rest(const Rest *r, Term value) {
  TermList vars = {0};
  term_vars(r->store, value, &vars);
  bool rests = vars.n > 0;
  for (uint32_t i = 0; i < vars.n; i++) rests &= !moves(r, vars.at[i]);
  VEC_DONE(r->mem, &vars);
  return rests;
}

/* A variable that the equation gives such a value. */
static bool find_definition(const Rest *r, Term equation, Term *var,
                            Term *value) {
  TermList vars = {0};
  bool found = false;
  term_vars(r->store, equation, &vars);
  for (uint32_t i = 0; i < vars.n && !found; i++) {
    if (!moves(r, vars.at[i])) continue;
    *var = vars.at[i];
    *value = literal_definition(r->store, equation, *var);
    found = value->id && is_at_rest(r, *value);
  }
  VEC_DONE(r->mem, &vars);
  return found;
}

/* Literals with the value in place of the variable; false: they contradict
 * themselves. */
static bool replace_in(const Rest *r, const Map *by, const TermList *from,
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

/* The same for the cube and what is known.  An equation that is used up
 * becomes `true` by that.  False: nothing would be left of the cube. */
static bool replace(Rest *r, Term var, Term value) {
  Map by;
  TermList cube = {0}, known = {0};
  map_init(&by, r->mem);
  map_put(&by, var.id, value.id);
  bool good = replace_in(r, &by, r->cube, &cube) &&
              replace_in(r, &by, &r->known, &known) && cube.n > 0;
  map_done(&by);
  if (good) {
    r->has_changed |= !is_same(r->cube, &cube);
    swap(r->cube, &cube);
    swap(&r->known, &known);
  }
  VEC_DONE(r->mem, &cube);
  VEC_DONE(r->mem, &known);
  return good;
}

/* Use one equation of the cube, or one that is known. */
static bool replace_one(Rest *r) {
  Term var, value;
  for (uint32_t i = 0; i < r->cube->n; i++) {
    Term equation = equation_of(r, i);
    if (equation.id && find_definition(r, equation, &var, &value) &&
        replace(r, var, value))
      return true;
  }
  for (uint32_t i = 0; i < r->known.n; i++)
    if (find_definition(r, r->known.at[i], &var, &value) &&
        replace(r, var, value))
      return true;
  return false;
}

static void find_known(Rest *r, Term known) {
  TermList parts = {0};
  term_conjuncts(r->store, known, &parts);
  for (uint32_t i = 0; i < parts.n; i++)
    if (!term_is_negated(parts.at[i]) &&
        term_kind(r->store, parts.at[i]) == TERM_EQ)
      VEC_PUSH(r->mem, &r->known, parts.at[i]);
  VEC_DONE(r->mem, &parts);
}

bool rest_cube(TermStore *store, const Map *moving, Term known,
               TermList *cube) {
  Rest r = {.store = store,
            .mem = term_store_mem(store),
            .moving = moving,
            .cube = cube};
  find_known(&r, known);
  while (replace_one(&r)) continue;
  VEC_DONE(r.mem, &r.known);
  return r.has_changed;
}

void rest_moving(const Ts *ts, TsLoc loc, Map *moving) {
  const TsLocation *at = ts_location(ts, loc);
  for (uint32_t e = 0; e < ts->edges.n; e++) {
    const TsEdge *edge = &ts->edges.at[e];
    if (edge->source.id != loc.id || edge->target.id != loc.id) continue;
    TermMap *to_next = ts_edge_next_map(ts, (TsEdgeId){e});
    for (uint32_t i = 0; i < at->n_vars; i++) {
      Term now = at->vars[i].now;
      if (!term_same(term_map_apply(to_next, now), now))
        map_put(moving, now.id, 1);
    }
    term_map_free(to_next);
  }
}
