/* SPDX-License-Identifier: MIT
 *
 * Which values an input is tried with.
 *
 * An edge behaves alike for most values of an input: it compares the input with
 * a few constants and does something else for each.  So the constants that
 * something made from this input alone is compared with are tried; at a
 * comparison by order, their neighbours, too; and one value that none of them
 * is.
 *
 * That is a guess.  What it leaves out (an input compared with a variable, two
 * inputs with each other) a solver finds (explicit.c). */
#include "engine/explicit/explicit_int.h"

/* What a node is made from. */
enum { NOTHING = 0, SEVERAL = 1 }; /* or the id of an input */
enum { MOST_VALUES = 256 };        /* for one input */

typedef struct InputValues {
  Term input;
  Vec(uint64_t) values;
} InputValues;

struct Candidates {
  const Ts *ts;
  Mem *mem;
  Map given;  /* variables that have a value: the source's, those of joins,
                 "visited", the target's */
  Map origin; /* node -> what it is made from, and variables of joins */
  Map index;  /* input -> place in `inputs` */
  Vec(InputValues) inputs;
};

bool explicit_fits(Sort sort) {
  switch (sort_kind(sort)) {
  case SORT_BOOL: return true;
  case SORT_BV: return sort_width(sort) <= 64;
  case SORT_FLOAT: return sort_float_width(sort) <= 64;
  case SORT_ARRAY: return false;
  }
  unreachable_case();
}

TermValue explicit_value(TermEval *eval, Sort sort, uint64_t bits) {
  require(explicit_fits(sort));
  if (sort_kind(sort) == SORT_FLOAT) return term_value_float(eval, sort, &bits);
  return (TermValue){.sort = sort, .bits = bits};
}

static uint32_t width_of(const TermStore *store, Term t) {
  return term_is_bool(store, t) ? 1 : term_width(store, t);
}

static uint64_t origin_of(const Candidates *c, Term t) {
  return map_get(&c->origin, term_node(t), NOTHING);
}

static uint64_t joined(uint64_t a, uint64_t b) {
  if (a == NOTHING || a == b) return b;
  return b == NOTHING ? a : SEVERAL;
}

static InputValues *values_of(Candidates *c, Term input) {
  uint64_t *at = map_find(&c->index, input.id);
  if (!at) {
    at = map_put(&c->index, input.id, c->inputs.n);
    VEC_PUSH(c->mem, &c->inputs, ((InputValues){.input = input}));
  }
  return &c->inputs.at[*at];
}

static bool has_value(const InputValues *values, uint64_t value) {
  for (uint32_t i = 0; i < values->values.n; i++)
    if (values->values.at[i] == value) return true;
  return false;
}

static void add_value(Candidates *c, Term input, uint64_t value) {
  Sort sort = term_sort(c->ts->store, input);
  if (sort_kind(sort) == SORT_FLOAT || !explicit_fits(sort)) return;
  uint32_t width = width_of(c->ts->store, input);
  if (width < 64) value &= ((uint64_t)1 << width) - 1;
  InputValues *values = values_of(c, input);
  if (values->values.n < MOST_VALUES && !has_value(values, value))
    VEC_PUSH(c->mem, &values->values, value);
}

/* The term has the value: what its input then is, seen through extensions,
 * parts and sums with constants; a guess where there is anything else. */
static uint64_t seen_through(const TermStore *store, Term t, uint64_t value) {
  for (;;) {
    TermKind kind = term_kind(store, t);
    uint64_t added;
    if (kind == TERM_ADD &&
        term_const_u64(store, term_child(store, t, 1), &added)) {
      value -= added;
    } else if (kind == TERM_ADD &&
               term_const_u64(store, term_child(store, t, 0), &added)) {
      value -= added;
      t = term_child(store, t, 1);
      continue;
    } else if (kind != TERM_ZEXT && kind != TERM_SEXT && kind != TERM_EXTRACT) {
      return value;
    }
    t = term_child(store, t, 0);
  }
}

/* `side`, made from one input, is compared with `value`. */
static void add_compared(Candidates *c, Term side, uint64_t value, bool order) {
  uint64_t origin = origin_of(c, side);
  if (origin == NOTHING || origin == SEVERAL) return;
  Term input = {(uint32_t)origin};
  uint64_t at = seen_through(c->ts->store, side, value);
  add_value(c, input, at);
  if (!order) return;
  add_value(c, input, at - 1);
  add_value(c, input, at + 1);
}

static void add_linear(Candidates *c, Term t) {
  TermLinear atom;
  term_linear_get(c->ts->store, t, &atom);
  if (atom.n != 1) return;
  int64_t factor = atom.at[0].coefficient;
  if (factor != 1 && factor != -1) return;
  add_compared(c, atom.at[0].term, (uint64_t)(atom.bound * factor),
               atom.op == TERM_LE);
}

static void add_comparison(Candidates *c, Term t) {
  const TermStore *store = c->ts->store;
  TermKind kind = term_kind(store, t);
  if (term_is_linear(store, t)) {
    add_linear(c, t);
    return;
  }
  bool order = kind == TERM_ULT || kind == TERM_ULE || kind == TERM_SLT ||
               kind == TERM_SLE;
  if (!order && kind != TERM_EQ) return;
  for (uint32_t i = 0; i < 2; i++) {
    uint64_t value;
    Term constant = term_child(store, t, 1 - i);
    if (term_is_const(store, constant) &&
        term_const_u64(store, constant, &value))
      add_compared(c, term_child(store, t, i), value, order);
  }
}

static void add_input(Candidates *c, Term var) {
  (void)values_of(c, var);
  if (width_of(c->ts->store, var) > 1) return;
  add_value(c, var, 0);
  add_value(c, var, 1);
}

static uint64_t leaf_origin(Candidates *c, Term t) {
  const TermStore *store = c->ts->store;
  if (term_kind(store, t) != TERM_VAR) return NOTHING;
  if (map_find(&c->given, t.id)) return origin_of(c, t);
  Sort sort = term_sort(store, t);
  if (!explicit_fits(sort)) return SEVERAL;
  if (sort_kind(sort) != SORT_FLOAT)
    add_input(c, t);
  else
    (void)values_of(c, t);
  return t.id;
}

/* Everything below a term: what it is made from, what it compares. */
static void read_term(Candidates *c, TermWalk *walk, Term root) {
  const TermStore *store = c->ts->store;
  term_walk_push(walk, root);
  for (Term t; (t = term_walk_next(walk)).id != 0;) {
    uint64_t origin = NOTHING;
    uint32_t n = term_n_children(store, t);
    if (n == 0) origin = leaf_origin(c, t);
    for (uint32_t i = 0; i < n; i++)
      origin = joined(origin, origin_of(c, term_child(store, t, i)));
    if (origin == NOTHING) continue;
    map_put(&c->origin, term_node(t), origin);
    add_comparison(c, t);
  }
}

/* The blocks come in topological order, so that a variable of a join has its
 * values before it is used. */
static void read_edge(Candidates *c, const TsEdge *edge) {
  TermWalk walk;
  term_walk_init(&walk, c->ts->store);
  for (uint32_t b = 0; b < edge->n_blocks; b++) {
    const TsBlock *block = &edge->blocks[b];
    for (uint32_t s = 0; s < block->n_steps; s++) {
      const TsStep *step = &block->steps[s];
      read_term(c, &walk, step->guard);
      for (uint32_t i = 0; i < step->n_assigns; i++) {
        TsAssign assign = step->assigns[i];
        read_term(c, &walk, assign.value);
        uint64_t origin =
            joined(origin_of(c, assign.var), origin_of(c, assign.value));
        map_put(&c->origin, term_node(assign.var), origin);
      }
    }
    read_term(c, &walk, block->constraint);
  }
  term_walk_done(&walk);
}

static void find_given(Candidates *c, const TsEdge *edge) {
  const TsLocation *source = ts_location(c->ts, edge->source);
  for (uint32_t i = 0; i < source->n_vars; i++)
    map_put(&c->given, source->vars[i].now.id, 1);
  for (uint32_t b = 0; b < edge->n_blocks; b++) {
    const TsBlock *block = &edge->blocks[b];
    map_put(&c->given, term_positive(block->visited).id, 1);
    for (uint32_t s = 0; s < block->n_steps; s++)
      for (uint32_t i = 0; i < block->steps[s].n_assigns; i++)
        map_put(&c->given, block->steps[s].assigns[i].var.id, 1);
  }
}

/* A value that no comparison mentions. */
static void add_others(Candidates *c) {
  for (uint32_t i = 0; i < c->inputs.n; i++) {
    InputValues *values = &c->inputs.at[i];
    bool small =
        sort_kind(term_sort(c->ts->store, values->input)) != SORT_FLOAT &&
        width_of(c->ts->store, values->input) == 1;
    uint64_t other = 0;
    while (has_value(values, other)) other++;
    if (!small) VEC_PUSH(c->mem, &values->values, other);
    assert(values->values.n > 0);
  }
}

Candidates *candidates_new(const Ts *ts, const TsEdge *edge) {
  require(edge->n_blocks > 0);
  Candidates *c = MEM_NEW(ts->mem, Candidates);
  c->ts = ts;
  c->mem = ts->mem;
  map_init(&c->given, c->mem);
  map_init(&c->origin, c->mem);
  map_init(&c->index, c->mem);
  find_given(c, edge);
  read_edge(c, edge);
  add_others(c);
  return c;
}

void candidates_free(Candidates *c) {
  for (uint32_t i = 0; i < c->inputs.n; i++)
    VEC_DONE(c->mem, &c->inputs.at[i].values);
  VEC_DONE(c->mem, &c->inputs);
  map_done(&c->given);
  map_done(&c->origin);
  map_done(&c->index);
  MEM_DELETE(c->mem, c);
}

bool candidates_depends(const Candidates *c, Term t) {
  return origin_of(c, t) != NOTHING;
}

bool candidates_is_input(const Candidates *c, Term var) {
  return !map_find(&c->given, var.id);
}

/* Inputs that only the formula's surroundings mention are tried with zero. */
uint32_t candidates_count(const Candidates *c, Term input) {
  require(candidates_is_input(c, input));
  const uint64_t *at = map_find(&c->index, input.id);
  return at ? c->inputs.at[*at].values.n : 1;
}

uint64_t candidates_value(const Candidates *c, Term input, uint32_t i) {
  require(i < candidates_count(c, input));
  const uint64_t *at = map_find(&c->index, input.id);
  return at ? c->inputs.at[*at].values.at[i] : 0;
}

void candidates_inputs(const Candidates *c, TermList *inputs) {
  for (uint32_t i = 0; i < c->inputs.n; i++)
    VEC_PUSH(term_store_mem(c->ts->store), inputs, c->inputs.at[i].input);
}
