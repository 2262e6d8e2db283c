/* SPDX-License-Identifier: MIT
 *
 * The same system over narrowed domains.
 *
 * Every variable of a narrowed domain (value_classes.c) is replaced by one that
 * holds the number of its value class.  The map from values to classes is a
 * functional bisimulation: each step of the original maps to one of the narrow
 * system, and each step from a state's image is the image of one from that
 * state.  So both have the same paths, and an invariant of the narrow system,
 * said of the classes of the original variables, is one of the original.
 * Numbers above the greatest class mean the same as it.
 *
 * Where paths join, memory is written as a choice between what the paths
 * assign, instead of an equation for each path.  Paths exclude each other, so
 * it means the same.
 *
 * Cost: a copy of the system. */
#include "engine/shared/narrow_int.h"

static Term class_of(Narrow *n, const NarrowDomain *d, Term constant) {
  const NarrowConstant *at = narrow_constant(n, d, constant);
  require(at);
  assert(at->number <= d->top);
  return term_u64(n->store, at->number, d->bits);
}

/* ---- translating ---- */

static Term translated(Narrow *n, Term t) {
  const uint64_t *found = map_find(&n->narrowed, term_node(t));
  require(found);
  Term r = {(uint32_t)*found};
  return term_is_negated(t) ? term_not(r) : r;
}

/* The value class of a term of the domain, or of a constant met there. */
static Term in_domain(Narrow *n, const NarrowDomain *d, Term t) {
  return term_is_const(n->store, t) ? class_of(n, d, t) : translated(n, t);
}

static Term translate_var(Narrow *n, Term var) {
  const NarrowDomain *d = narrow_domain(n, var);
  if (!d) return var;
  const uint64_t *found = map_find(&n->images, term_node(var));
  if (found) return (Term){(uint32_t)*found};
  Term made =
      term_fresh(n->store, term_var_name(n->store, var), sort_bv(d->bits));
  assert(d->bits < d->width);
  map_put(&n->origin, term_node(made), var.id);
  map_put(&n->images, term_node(var), made.id);
  return made;
}

static Term translate_comparison(Narrow *n, Term t) {
  Term a = term_child(n->store, t, 0), b = term_child(n->store, t, 1);
  const NarrowDomain *d = narrow_domain(n, term_is_const(n->store, a) ? b : a);
  if (!d) return TERM_NONE;
  Term x = in_domain(n, d, a), y = in_domain(n, d, b);
  assert(sort_same(term_sort(n->store, x), term_sort(n->store, y)));
  return term_kind(n->store, t) == TERM_EQ ? term_eq(n->store, x, y)
                                           : term_ult(n->store, x, y);
}

static Term translate_node(Narrow *n, Term t) {
  TermKind kind = term_kind(n->store, t);
  if (kind == TERM_VAR) return translate_var(n, t);
  if (kind == TERM_EQ || kind == TERM_ULT || kind == TERM_SLT) {
    Term made = translate_comparison(n, t);
    if (made.id) return made;
  }
  const NarrowDomain *d = kind == TERM_ITE ? narrow_domain(n, t) : NULL;
  if (d)
    return term_ite(n->store, translated(n, term_child(n->store, t, 0)),
                    in_domain(n, d, term_child(n->store, t, 1)),
                    in_domain(n, d, term_child(n->store, t, 2)));
  uint32_t count = term_n_children(n->store, t);
  Term *children = MEM_ARRAY(n->mem, Term, count);
  bool changed = false;
  for (uint32_t i = 0; i < count; i++) {
    children[i] = translated(n, term_child(n->store, t, i));
    changed |= !term_same(children[i], term_child(n->store, t, i));
  }
  Term made = changed ? term_rebuild(n->store, t, children) : t;
  MEM_FREE_ARRAY(n->mem, children, count);
  return made;
}

Term narrow_translate(Narrow *n, Term t) {
  term_walk_push(&n->walk, t);
  for (Term node; (node = term_walk_next(&n->walk)).id;)
    map_put(&n->narrowed, term_node(node), translate_node(n, node).id);
  return translated(n, t);
}

static TsAssign translate_assign(Narrow *n, const TsAssign *assign) {
  Term var = narrow_translate(n, assign->var),
       value = narrow_translate(n, assign->value);
  const NarrowDomain *d = narrow_domain(n, assign->var);
  assert(d || sort_same(term_sort(n->store, var), term_sort(n->store, value)));
  return (TsAssign){var, d ? in_domain(n, d, assign->value) : value};
}

static bool is_chosen(const Narrow *n, Term var) {
  const uint64_t *found = map_find(&n->narrowed, term_node(var));
  return found && !term_is_var(n->store, (Term){(uint32_t)*found});
}

static void translate_step(Narrow *n, TsStep *step) {
  step->guard = narrow_translate(n, step->guard);
  TsAssign *assigns = ARENA_ARRAY(&n->to->arena, TsAssign, step->n_assigns);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < step->n_assigns; k++)
    if (!is_chosen(n, step->assigns[k].var))
      assigns[kept++] = translate_assign(n, &step->assigns[k]);
  step->assigns = assigns;
  step->n_assigns = kept;
}

/* ---- memory at joins ---- */

/* What the step into a block assigns to the variable, or none. */
static Term assigned(const TsStep *step, Term var) {
  for (uint32_t k = 0; k < step->n_assigns; k++)
    if (term_same(step->assigns[k].var, var)) return step->assigns[k].value;
  return TERM_NONE;
}

/* A join's array variable as a choice of what the steps assign; none if some
 * step does not. */
static Term choice(Narrow *n, const TsEdge *edge, const TsBlock *block,
                   Term var) {
  Term chosen = TERM_NONE;
  for (uint32_t i = block->n_steps; i-- > 0;) {
    const TsStep *step = &block->steps[i];
    Term value = assigned(step, var);
    if (!value.id) return TERM_NONE;
    value = narrow_translate(n, value);
    Term taken = term_and(n->store, edge->blocks[step->from].visited,
                          narrow_translate(n, step->guard));
    chosen = chosen.id ? term_ite(n->store, taken, value, chosen) : value;
  }
  return chosen;
}

/* Solvers follow choices of arrays downwards only, equations of arrays in both
 * directions, which costs them the square of the number of writes. */
static void choose_arrays(Narrow *n, const TsEdge *edge, const TsBlock *block) {
  for (uint32_t k = 0; block->n_steps && k < block->steps[0].n_assigns; k++) {
    Term var = block->steps[0].assigns[k].var;
    if (sort_kind(term_sort(n->store, var)) != SORT_ARRAY) continue;
    Term chosen = choice(n, edge, block, var);
    if (!chosen.id) continue;
    term_walk_skip(&n->walk, var);
    map_put(&n->narrowed, term_node(var), chosen.id);
  }
}

void narrow_restart(Narrow *n) {
  term_walk_done(&n->walk);
  term_walk_init(&n->walk, n->store);
  map_clear(&n->narrowed);
}

static void translate_edge(Narrow *n, const TsEdge *edge, NarrowHow how) {
  narrow_restart(n); /* the same variable may mean another thing elsewhere */
  TsBlock *blocks = ARENA_ARRAY(&n->to->arena, TsBlock, edge->n_blocks);
  for (uint32_t b = 0; b < edge->n_blocks; b++) {
    const TsBlock *old = &edge->blocks[b];
    if (how == NARROW_DOMAINS && b + 1 < edge->n_blocks)
      choose_arrays(n, edge, old);
    TsStep *steps = ARENA_ARRAY(&n->to->arena, TsStep, old->n_steps);
    for (uint32_t i = 0; i < old->n_steps; i++) {
      steps[i] = old->steps[i];
      translate_step(n, &steps[i]);
    }
    blocks[b] = (TsBlock){.visited = old->visited,
                          .steps = steps,
                          .n_steps = old->n_steps,
                          .constraint = narrow_translate(n, old->constraint),
                          .block = old->block};
  }
  (void)ts_add_edge(n->to, edge->source, edge->target, blocks, edge->n_blocks);
}

static void translate_location(Narrow *n, const TsLocation *at) {
  TsLoc made = ts_add_location(n->to, at->kind, at->name);
  TsVar *vars = ARENA_ARRAY(&n->to->arena, TsVar, at->n_vars);
  for (uint32_t i = 0; i < at->n_vars; i++) {
    vars[i] = at->vars[i];
    vars[i].now = narrow_translate(n, at->vars[i].now);
    vars[i].next = narrow_translate(n, at->vars[i].next);
  }
  TsLocation *location = &n->to->locations.at[made.id];
  location->vars = vars;
  location->n_vars = at->n_vars;
  location->block = at->block;
  location->position = at->position;
}

/* ---- life ---- */

Narrow *narrow_new(Ts *ts, NarrowHow how) {
  Narrow *n = MEM_NEW(ts->mem, Narrow);
  n->from = ts;
  n->store = ts->store;
  n->mem = ts->mem;
  n->to = ts_new(ts->mem, ts->store);
  map_init(&n->domain_of, n->mem);
  map_init(&n->narrowed, n->mem);
  map_init(&n->images, n->mem);
  map_init(&n->origin, n->mem);
  term_walk_init(&n->walk, n->store);
  narrow_find_domains(n);
  narrow_restart(n);
  if (how == NARROW_DOMAINS) narrow_number_classes(n);
  for (uint32_t l = 0; l < ts->locations.n; l++)
    translate_location(n, &ts->locations.at[l]);
  for (uint32_t e = 0; e < ts->edges.n; e++)
    translate_edge(n, &ts->edges.at[e], how);
  n->to->entry = ts->entry;
  assert(n->to->locations.n == ts->locations.n &&
         n->to->edges.n == ts->edges.n);
  return n;
}

void narrow_free(Narrow *n) {
  for (uint32_t i = 0; i < n->domains.n; i++)
    VEC_DONE(n->mem, &n->domains.at[i].constants);
  VEC_DONE(n->mem, &n->domains);
  map_done(&n->domain_of);
  map_done(&n->narrowed);
  map_done(&n->images);
  map_done(&n->origin);
  term_walk_done(&n->walk);
  ts_free(n->to);
  MEM_DELETE(n->mem, n);
}

Ts *narrow_ts(const Narrow *n) {
  return n->to;
}

const Map *narrow_vars(const Narrow *n) {
  return &n->origin;
}
