/* SPDX-License-Identifier: MIT
 *
 * Reading obligations off models.
 *
 * A model of an edge takes one path through it.  Along that path every value
 * is a term over the source's state and the inputs: we substitute the
 * assignments of the steps, collect guards and constraints, and the target's
 * cube with the values assigned to its variables.  What remains are Boolean
 * terms, true in the model, which are cut into literals.
 *
 * Inputs (everything that is not the source's state) must go, and every state
 * left must still have a value for them.  An input that an equation defines is
 * substituted.  One that occurs in a single disequality, or in a single
 * comparison, is dropped; of x < y it is kept that y is not the smallest value,
 * or x not the greatest.  Every other is replaced by its value in the model. So
 * a chain of obligations that reaches the entry is an execution.
 *
 * Nothing recurses over terms. */
#include "engine/shared/cube.h"

#include "engine/shared/literal.h"

typedef struct Cutter {
  TermStore *store;
  const TsModel *model;
  Mem *mem;
  TermList *literals;
  Map have;      /* literals already there */
  TermList todo; /* Boolean terms still to cut, all true in the model */
  Map resolved;  /* node -> Term.id without ite and reads over writes */
} Cutter;

static bool holds(Cutter *c, Term t) {
  assert(term_is_bool(c->store, t));
  return c->model->value(c->model->context, t).bits != 0;
}

static void want(Cutter *c, Term t) {
  assert(term_is_bool(c->store, t));
  VEC_PUSH(c->mem, &c->todo, t);
}

static void add_literal(Cutter *c, Term literal) {
  assert(term_is_bool(c->store, literal));
  literal = literal_normal(c->store, literal);
  assert(!term_is_false(literal)); /* true in the model */
  if (term_is_true(literal) || map_find(&c->have, literal.id)) return;
  map_put(&c->have, literal.id, 1);
  VEC_PUSH(c->mem, c->literals, literal);
}

/* ---- deciding ite and select-over-store as the model does ---- */

/* A node that the model decides: the node it stands for, or none. */
static Term decided(Cutter *c, Term t) {
  TermStore *s = c->store;
  TermKind kind = term_kind(s, t);
  if (kind == TERM_ITE) {
    Term cond = term_child(s, t, 0);
    bool yes = holds(c, cond);
    want(c, yes ? cond : term_not(cond));
    return term_child(s, t, yes ? 1 : 2);
  }
  if (kind != TERM_SELECT) return TERM_NONE;
  Term array = term_child(s, t, 0), index = term_child(s, t, 1);
  if (term_kind(s, array) == TERM_ITE)
    return term_select(s, decided(c, array), index);
  if (term_kind(s, array) != TERM_STORE) return TERM_NONE;
  Term same = term_eq(s, index, term_child(s, array, 1));
  if (holds(c, same)) {
    want(c, same);
    return term_child(s, array, 2);
  }
  want(c, term_not(same));
  return term_select(s, term_child(s, array, 0), index);
}

static Term lookup(Cutter *c, Term t) {
  uint64_t found = map_get(&c->resolved, term_positive(t).id, 0);
  if (!found) return TERM_NONE;
  Term r = {(uint32_t)found};
  return term_is_negated(t) ? term_not(r) : r;
}

static void resolve_to(Cutter *c, Term t, Term r) {
  assert(sort_same(term_sort(c->store, t), term_sort(c->store, r)));
  map_put(&c->resolved, term_positive(t).id,
          term_is_negated(t) ? term_not(r).id : r.id);
}

/* `t` with every decided node replaced; children first, by a stack. */
static Term resolve(Cutter *c, Term root) {
  TermStore *s = c->store;
  TermList stack = {0};
  VEC_PUSH(c->mem, &stack, root);
  Map stands; /* node -> the decided node it waits for */
  map_init(&stands, c->mem);
  while (stack.n) {
    Term t = term_positive(VEC_LAST(&stack));
    if (lookup(c, t).id) {
      stack.n--;
      continue;
    }
    const uint64_t *waits = map_find(&stands, t.id);
    Term other = waits ? (Term){(uint32_t)*waits} : decided(c, t);
    if (other.id) {
      Term got = lookup(c, other);
      if (got.id) {
        resolve_to(c, t, got);
        stack.n--;
      } else {
        map_put(&stands, t.id, other.id);
        VEC_PUSH(c->mem, &stack, other);
      }
      continue;
    }
    uint32_t n = term_n_children(s, t), missing = 0;
    for (uint32_t i = 0; i < n; i++)
      if (!lookup(c, term_child(s, t, i)).id) {
        VEC_PUSH(c->mem, &stack, term_child(s, t, i));
        missing++;
      }
    if (missing) continue;
    Term *children = MEM_ARRAY(c->mem, Term, n);
    bool changed = false;
    for (uint32_t i = 0; i < n; i++) {
      children[i] = lookup(c, term_child(s, t, i));
      changed |= !term_same(children[i], term_child(s, t, i));
    }
    resolve_to(c, t, changed ? term_rebuild(s, t, children) : t);
    MEM_FREE_ARRAY(c->mem, children, n);
    stack.n--;
  }
  map_done(&stands);
  VEC_DONE(c->mem, &stack);
  return lookup(c, root);
}

/* ---- cutting ---- */

static void cut_equality(Cutter *c, Term t) {
  assert(term_kind(c->store, t) == TERM_EQ);
  TermStore *s = c->store;
  Term a = term_child(s, t, 0), b = term_child(s, t, 1);
  if (term_is_bool(s, a)) {
    want(c, holds(c, a) ? a : term_not(a));
    want(c, holds(c, b) ? b : term_not(b));
    return;
  }
  add_literal(c, t);
}

/* One Boolean term, true in the model. */
static void cut(Cutter *c, Term t) {
  assert(holds(c, t));
  TermStore *s = c->store;
  if (term_is_true(t)) return;
  switch ((int)term_kind(s, t)) {
  case TERM_AND: {
    Term a = term_child(s, t, 0), b = term_child(s, t, 1);
    if (!term_is_negated(t)) {
      want(c, a);
      want(c, b);
    } else {
      want(c, holds(c, a) ? term_not(b) : term_not(a));
    }
    return;
  }
  case TERM_ITE: {
    Term chosen = decided(c, t);
    want(c, term_is_negated(t) ? term_not(chosen) : chosen);
    return;
  }
  default: break;
  }
  Term plain = resolve(c, t);
  if (!term_same(plain, t)) {
    want(c, plain);
    return;
  }
  if (term_kind(s, t) == TERM_EQ)
    cut_equality(c, t);
  else
    add_literal(c, t);
}

static void cutter_init(Cutter *c, TermStore *store, const TsModel *model,
                        TermList *literals) {
  *c = (Cutter){.store = store,
                .model = model,
                .mem = term_store_mem(store),
                .literals = literals};
  map_init(&c->have, c->mem);
  map_init(&c->resolved, c->mem);
  for (uint32_t i = 0; i < literals->n; i++)
    map_put(&c->have, literals->at[i].id, 1);
}

static void cut_all(Cutter *c) {
  while (c->todo.n) {
    Term t = VEC_POP(&c->todo);
    cut(c, t);
  }
}

static void cutter_done(Cutter *c) {
  assert(c->todo.n == 0);
  VEC_DONE(c->mem, &c->todo);
  map_done(&c->have);
  map_done(&c->resolved);
}

/* Append the literals of one formula. */
static void cut_formula(TermStore *store, const TsModel *model, Term formula,
                        TermList *literals) {
  Cutter c;
  cutter_init(&c, store, model, literals);
  want(&c, formula);
  cut_all(&c);
  cutter_done(&c);
}

/* ---- eliminating inputs ---- */

typedef struct Elim {
  TermStore *store;
  const TsModel *model;
  Mem *mem;
  const Map *state; /* the source's variables */
  TermList *literals;
} Elim;

/* Some variable of the literals that is no state. */
static Term some_input(const Elim *e) {
  Term found = TERM_NONE;
  for (uint32_t i = 0; i < e->literals->n && !found.id; i++) {
    TermList vars = {0};
    term_vars(e->store, e->literals->at[i], &vars);
    for (uint32_t k = 0; k < vars.n && !found.id; k++)
      if (!map_find(e->state, vars.at[k].id)) found = vars.at[k];
    VEC_DONE(e->mem, &vars);
  }
  return found;
}

/* Replace an input in all literals and cut them again. */
static void replace(Elim *e, Term var, Term by) {
  assert(!map_find(e->state, var.id));
  Map values;
  map_init(&values, e->mem);
  map_put(&values, var.id, by.id);
  TermList fresh = {0};
  Cutter c;
  cutter_init(&c, e->store, e->model, &fresh);
  for (uint32_t i = 0; i < e->literals->n; i++)
    want(&c, term_substitute(e->store, &values, e->literals->at[i]));
  cut_all(&c);
  cutter_done(&c);
  map_done(&values);
  VEC_DONE(e->mem, e->literals);
  *e->literals = fresh;
}

/* The only literal with the input compares it with something else.  Gives what
 * must hold for some value of the input to satisfy it; none: not of that
 * kind. */
static Term always_possible(const Elim *e, Term literal, Term var) {
  assert(!map_find(e->state, var.id));
  TermStore *s = e->store;
  TermKind kind = term_kind(s, literal);
  bool strict = !term_is_negated(literal);
  if (kind != TERM_ULT && kind != TERM_SLT && kind != TERM_EQ) return TERM_NONE;
  Term a = term_child(s, literal, 0), b = term_child(s, literal, 1);
  bool left = term_same(a, var);
  if (!left && !term_same(b, var)) return TERM_NONE;
  Term other = left ? b : a;
  if (literal_mentions(e->store, other, var)) return TERM_NONE;
  if (kind == TERM_EQ) return strict ? TERM_NONE : term_true();
  /* var < other, other < var; or var >= other, other >= var: always */
  if (!strict) return term_true();
  uint32_t width = term_width(s, var);
  BvWord words[BV_WORDS(1024)];
  if (width > 1024) return TERM_NONE;
  memset(words, 0, sizeof words);
  if (!left) bv_set_ones(words, width);
  if (kind == TERM_SLT) {
    uint32_t top = width - 1;
    words[top / 64] ^= (BvWord)1 << top % 64;
  }
  return term_ne(s, other, term_const(s, words, width));
}

static Term model_value(const Elim *e, Term var) {
  TermValue value = e->model->value(e->model->context, var);
  return term_of_value(e->store, e->model->eval, value);
}

static void drop_literal(Elim *e, uint32_t at, Term instead) {
  assert(at < e->literals->n);
  for (uint32_t i = at; i + 1 < e->literals->n; i++)
    e->literals->at[i] = e->literals->at[i + 1];
  e->literals->n--;
  cut_formula(e->store, e->model, instead, e->literals);
}

/* Get rid of one input, as generally as we know. */
static void eliminate(Elim *e, Term var) {
  assert(term_is_var(e->store, var) && !map_find(e->state, var.id));
  uint32_t uses = 0, last = 0;
  for (uint32_t i = 0; i < e->literals->n; i++) {
    if (!literal_mentions(e->store, e->literals->at[i], var)) continue;
    uses++, last = i;
    Term is = literal_definition(e->store, e->literals->at[i], var);
    if (!is.id) continue;
    replace(e, var, is);
    return;
  }
  Term instead =
      uses == 1 ? always_possible(e, e->literals->at[last], var) : TERM_NONE;
  if (instead.id)
    drop_literal(e, last, instead);
  else
    replace(e, var, model_value(e, var));
}

/* ---- inputs of one literal only ---- */

/* How many literals mention each variable that is no state. */
static void count_uses(const Elim *e, Map *uses) {
  TermList vars = {0};
  for (uint32_t i = 0; i < e->literals->n; i++) {
    VEC_CLEAR(&vars);
    term_vars(e->store, e->literals->at[i], &vars);
    for (uint32_t k = 0; k < vars.n; k++) {
      if (map_find(e->state, vars.at[k].id)) continue;
      uint64_t *count = map_find(uses, vars.at[k].id);
      if (!count) count = map_put(uses, vars.at[k].id, 0);
      ++*count;
    }
  }
  VEC_DONE(e->mem, &vars);
}

/* What is left of the literal when some input that only it mentions takes the
 * value that suits it best; the literal itself if there is none. */
static Term without_lone_input(const Elim *e, Term literal, const Map *uses) {
  TermList vars = {0};
  Term left = TERM_NONE;
  term_vars(e->store, literal, &vars);
  for (uint32_t k = 0; k < vars.n && !left.id; k++) {
    if (map_get(uses, vars.at[k].id, 0) != 1) continue;
    if (literal_definition(e->store, literal, vars.at[k]).id)
      left = term_true();
    else
      left = always_possible(e, literal, vars.at[k]);
  }
  VEC_DONE(e->mem, &vars);
  return left.id ? left : literal;
}

/* Most inputs are looked at once: all of these in one go over the literals. */
static void eliminate_lone(Elim *e) {
  Map uses;
  map_init(&uses, e->mem);
  count_uses(e, &uses);
  TermList fresh = {0};
  Cutter c;
  cutter_init(&c, e->store, e->model, &fresh);
  for (uint32_t i = 0; i < e->literals->n; i++)
    want(&c, without_lone_input(e, e->literals->at[i], &uses));
  cut_all(&c);
  cutter_done(&c);
  map_done(&uses);
  VEC_DONE(e->mem, e->literals);
  *e->literals = fresh;
}

/* ---- one edge back ---- */

/* Guards, constraints and the target's cube along the path, over the source's
 * state and the inputs. */
static void collect_path(const Ts *ts, const TsEdge *edge, const TsPath *path,
                         const TermList *target, Cutter *c) {
  assert(path->blocks.n == path->steps.n && path->blocks.n > 0);
  TermStore *s = ts->store;
  TermMap *env = term_map_new(s, s);
  want(c, term_map_apply(env, edge->blocks[0].constraint));
  for (uint32_t i = 1; i < path->blocks.n; i++) {
    const TsBlock *block = &edge->blocks[path->blocks.at[i]];
    const TsStep *step = &block->steps[path->steps.at[i]];
    want(c, term_map_apply(env, step->guard));
    Term *values = MEM_ARRAY(c->mem, Term, step->n_assigns);
    for (uint32_t k = 0; k < step->n_assigns; k++)
      values[k] = term_map_apply(env, step->assigns[k].value);
    for (uint32_t k = 0; k < step->n_assigns; k++)
      term_map_put(env, step->assigns[k].var, values[k]);
    MEM_FREE_ARRAY(c->mem, values, step->n_assigns);
    want(c, term_map_apply(env, block->constraint));
  }
  const TsLocation *to = ts_location(ts, edge->target);
  TermMap *back = term_map_new(s, s);
  for (uint32_t k = 0; k < to->n_vars; k++)
    term_map_put(back, to->vars[k].now, term_map_apply(env, to->vars[k].next));
  for (uint32_t k = 0; k < target->n; k++)
    want(c, term_map_apply(back, target->at[k]));
  term_map_free(back);
  term_map_free(env);
}

static TermValue value_of(void *context, Term term) {
  return smt_value(context, term);
}

bool cube_before(const Ts *ts, TsEdgeId id, Smt *smt, const TermList *target,
                 TermList *literals) {
  require(id.id < ts->edges.n);
  const TsEdge *edge = ts_edge(ts, id);
  const TsModel model = {smt, value_of, smt_model(smt)};
  TsPath path = {0};
  if (!ts_model_path(ts, id, &model, &path)) {
    ts_path_done(ts, &path);
    return false;
  }
  Cutter c;
  cutter_init(&c, ts->store, &model, literals);
  collect_path(ts, edge, &path, target, &c);
  cut_all(&c);
  cutter_done(&c);
  ts_path_done(ts, &path);
  Map state;
  map_init(&state, ts->mem);
  const TsLocation *from = ts_location(ts, edge->source);
  for (uint32_t i = 0; i < from->n_vars; i++)
    map_put(&state, from->vars[i].now.id, 1);
  Elim e = {ts->store, &model, term_store_mem(ts->store), &state, literals};
  eliminate_lone(&e);
  for (Term var; (var = some_input(&e)).id;) eliminate(&e, var);
  map_done(&state);
  return true;
}
