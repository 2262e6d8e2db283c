/* SPDX-License-Identifier: MIT
 *
 * Narrowing a transition system.
 *
 * Much of what control-like programs compute with are codes: states, status
 * words, flags.  They are copied and compared with constants, nothing else, but
 * each costs a solver as many bits as a number.  We put all terms into one
 * class that may be copied into each other.  If nothing in a class is an
 * operand of anything but copies, choices and comparisons with constants,
 * those constants cut the values into regions: each constant, what lies between
 * two of them, below and above all (or, where no order is ever looked at:
 * each constant, and all the rest).  A value is as good as the number of its
 * region, its code; codes keep the order.
 *
 * The map from values to codes is a functional bisimulation: each step of the
 * original maps to one of the narrow system, and each step from a state's image
 * is the image of one from that state.  So both have the same paths, and an
 * invariant of the narrow system, said of the codes of the original variables,
 * is one of the original.  Numbers above the greatest code mean the same as it.
 *
 * Where ways join, memory is written as a choice between the ways' instead of
 * an equation for each: ways exclude each other, so it means the same.
 *
 * Cost: one walk over the formulas, and a copy of the system. */
#include "engine/shared/narrow.h"

#include <stdlib.h>

enum { MOST_BITS = 6 }; /* of a code */

typedef struct Point {
  uint64_t key;  /* the constant; with signed order its top bit is flipped */
  uint64_t code; /* when finished */
} Point;

typedef struct Class { /* of terms; valid at the root */
  uint32_t parent;     /* ourselves: a root */
  uint32_t width;
  bool is_spoilt; /* an operand of something else */
  bool reads[2];  /* by TermReading: compared so */
  uint32_t bits;  /* of a code; 0: not narrowed */
  uint64_t top;   /* the greatest code */
  Vec(Point) points;
} Class;

struct Narrow {
  Ts *from, *to;
  TermStore *store;
  Mem *mem;
  Map class_of; /* node -> index in `classes` */
  Vec(Class) classes;
  Map narrowed; /* node of the original -> Term.id; of one edge */
  Map images;   /* node of an original variable -> Term.id of the narrow one */
  Map origin;   /* node of a narrow variable -> Term.id of the original */
  TermWalk walk;
  uint32_t n_vars;
};

/* ---- classes ---- */

static uint32_t root(Narrow *n, uint32_t c) {
  while (n->classes.at[c].parent != c)
    c = n->classes.at[c].parent = n->classes.at[n->classes.at[c].parent].parent;
  return c;
}

static bool is_word(const Narrow *n, Term t) {
  Sort sort = term_sort(n->store, t);
  return sort_kind(sort) == SORT_BV;
}

static bool is_constant(const Narrow *n, Term t) {
  return term_is_const(n->store, t);
}

/* The class of a term that is no constant. */
static uint32_t class_of(Narrow *n, Term t) {
  const uint64_t *found = map_find(&n->class_of, term_node(t));
  if (found) return root(n, (uint32_t)*found);
  uint32_t made = n->classes.n, width = term_width(n->store, t);
  VEC_PUSH(n->mem, &n->classes,
           ((Class){.parent = made, .width = width, .is_spoilt = width > 64}));
  map_put(&n->class_of, term_node(t), made);
  return made;
}

static void add_point(Narrow *n, Class *c, uint64_t key) {
  for (uint32_t i = 0; i < c->points.n; i++)
    if (c->points.at[i].key == key) return;
  if (c->points.n >> MOST_BITS) c->is_spoilt = true;
  if (!c->is_spoilt) VEC_PUSH(n->mem, &c->points, ((Point){key, 0}));
}

static void add_constant(Narrow *n, uint32_t c, Term constant) {
  Class *class = &n->classes.at[c];
  uint64_t value;
  if (term_const_u64(n->store, constant, &value))
    add_point(n, class, value);
  else
    class->is_spoilt = true;
}

static void merge_classes(Narrow *n, uint32_t a, uint32_t b) {
  if (a == b) return;
  Class *into = &n->classes.at[a], *gone = &n->classes.at[b];
  gone->parent = a;
  into->is_spoilt |= gone->is_spoilt;
  for (int i = 0; i < 2; i++) into->reads[i] |= gone->reads[i];
  for (uint32_t i = 0; i < gone->points.n; i++)
    add_point(n, into, gone->points.at[i].key);
  VEC_DONE(n->mem, &gone->points);
}

/* One is copied into the other. */
static void copied(Narrow *n, Term a, Term b) {
  if (!is_word(n, a)) return;
  if (is_constant(n, a) && is_constant(n, b)) return;
  if (is_constant(n, a))
    add_constant(n, class_of(n, b), a);
  else if (is_constant(n, b))
    add_constant(n, class_of(n, a), b);
  else
    merge_classes(n, class_of(n, a), class_of(n, b));
}

static void spoil(Narrow *n, Term t) {
  if (is_word(n, t) && !is_constant(n, t)) {
    uint32_t c = class_of(n, t);
    n->classes.at[c].is_spoilt = true;
  }
}

/* ---- reading the system ---- */

static void see_comparison(Narrow *n, Term t) {
  Term a = term_child(n->store, t, 0), b = term_child(n->store, t, 1);
  if (!is_word(n, a)) return;
  if (!is_constant(n, a) && !is_constant(n, b)) {
    spoil(n, a);
    spoil(n, b);
    return;
  }
  Term other = is_constant(n, a) ? b : a;
  copied(n, a, b);
  if (is_constant(n, other)) return;
  Class *class = &n->classes.at[class_of(n, other)];
  TermKind kind = term_kind(n->store, t);
  if (kind == TERM_ULT) class->reads[TERM_UNSIGNED] = true;
  if (kind == TERM_SLT) class->reads[TERM_SIGNED] = true;
}

static void see_node(Narrow *n, Term t) {
  TermKind kind = term_kind(n->store, t);
  bool word = is_word(n, t);
  switch ((int)kind) {
  case TERM_VAR:
    if (word) (void)class_of(n, t);
    return;
  case TERM_CONST:
  case TERM_AND: return;
  case TERM_ITE:
    if (!word) return;
    copied(n, t, term_child(n->store, t, 1));
    copied(n, t, term_child(n->store, t, 2));
    return;
  case TERM_EQ:
  case TERM_ULT:
  case TERM_SLT: see_comparison(n, t); return;
  default: break;
  }
  for (uint32_t i = 0; i < term_n_children(n->store, t); i++)
    spoil(n, term_child(n->store, t, i));
  if (word) spoil(n, t);
}

static void see(Narrow *n, Term t) {
  term_walk_push(&n->walk, t);
  for (Term node; (node = term_walk_next(&n->walk)).id;) see_node(n, node);
}

static void see_edge(Narrow *n, const TsEdge *edge) {
  for (uint32_t b = 0; b < edge->n_blocks; b++) {
    const TsBlock *block = &edge->blocks[b];
    see(n, block->constraint);
    for (uint32_t i = 0; i < block->n_steps; i++) {
      const TsStep *step = &block->steps[i];
      see(n, step->guard);
      for (uint32_t k = 0; k < step->n_assigns; k++) {
        see(n, step->assigns[k].var);
        see(n, step->assigns[k].value);
        copied(n, step->assigns[k].var, step->assigns[k].value);
      }
    }
  }
}

static void see_system(Narrow *n) {
  for (uint32_t l = 0; l < n->from->locations.n; l++) {
    const TsLocation *at = &n->from->locations.at[l];
    for (uint32_t i = 0; i < at->n_vars; i++)
      copied(n, at->vars[i].now, at->vars[i].next);
  }
  for (uint32_t e = 0; e < n->from->edges.n; e++)
    see_edge(n, &n->from->edges.at[e]);
}

/* ---- codes ---- */

static int by_key(const void *a, const void *b) {
  uint64_t x = ((const Point *)a)->key, y = ((const Point *)b)->key;
  return x < y ? -1 : x > y;
}

static uint64_t greatest(const Class *c) {
  return c->width == 64 ? UINT64_MAX : ((uint64_t)1 << c->width) - 1;
}

static bool is_ordered(const Class *c) {
  return c->reads[0] || c->reads[1];
}

/* Between signed and unsigned order. */
static uint64_t key_of(const Class *c, uint64_t value) {
  return c->reads[TERM_SIGNED] ? value ^ (uint64_t)1 << (c->width - 1) : value;
}

/* Number the regions. */
static void number(Class *c) {
  for (uint32_t i = 0; i < c->points.n; i++)
    c->points.at[i].key = key_of(c, c->points.at[i].key);
  if (c->points.n)
    qsort(c->points.at, c->points.n, sizeof *c->points.at, by_key);
  uint64_t code = 0, next = 0; /* next: the key that would leave no gap */
  for (uint32_t i = 0; i < c->points.n; i++) {
    Point *point = &c->points.at[i];
    if (is_ordered(c) && point->key > next) code++;
    point->code = code++;
    next = point->key + 1;
  }
  c->top = code;
}

static void finish_class(Class *c) {
  if (c->is_spoilt || (c->reads[0] && c->reads[1])) return;
  number(c);
  /* Some value must be left for the greatest code. */
  uint32_t n = c->points.n;
  if (is_ordered(c) && c->points.at[n - 1].key == greatest(c)) return;
  if (n > greatest(c)) return;
  uint32_t bits = 1;
  while (c->top >> bits) bits++;
  if (bits < c->width && bits <= MOST_BITS) c->bits = bits;
}

static const Class *narrow_class(Narrow *n, Term t) {
  if (!is_word(n, t) || is_constant(n, t)) return NULL;
  if (!map_find(&n->class_of, term_node(t))) return NULL;
  const Class *c = &n->classes.at[class_of(n, t)];
  return c->bits ? c : NULL;
}

/* The constant's own point, or NULL. */
static const Point *point_of(const Narrow *n, const Class *c, Term constant) {
  uint64_t value = 0;
  if (!term_const_u64(n->store, constant, &value)) return NULL;
  for (uint32_t i = 0; i < c->points.n; i++)
    if (c->points.at[i].key == key_of(c, value)) return &c->points.at[i];
  return NULL;
}

static Term code_of(Narrow *n, const Class *c, Term constant) {
  const Point *point = point_of(n, c, constant);
  require(point);
  return term_u64(n->store, point->code, c->bits);
}

/* ---- translating ---- */

static Term translated(Narrow *n, Term t) {
  const uint64_t *found = map_find(&n->narrowed, term_node(t));
  require(found);
  Term r = {(uint32_t)*found};
  return term_is_negated(t) ? term_not(r) : r;
}

/* A term of the class, or a constant met there. */
static Term in_class(Narrow *n, const Class *c, Term t) {
  return is_constant(n, t) ? code_of(n, c, t) : translated(n, t);
}

static Term translate_var(Narrow *n, Term var) {
  const Class *c = narrow_class(n, var);
  if (!c) return var;
  const uint64_t *found = map_find(&n->images, term_node(var));
  if (found) return (Term){(uint32_t)*found};
  Term made =
      term_fresh(n->store, term_var_name(n->store, var), sort_bv(c->bits));
  map_put(&n->origin, term_node(made), var.id);
  map_put(&n->images, term_node(var), made.id);
  return made;
}

static Term translate_comparison(Narrow *n, Term t) {
  Term a = term_child(n->store, t, 0), b = term_child(n->store, t, 1);
  const Class *c = narrow_class(n, is_constant(n, a) ? b : a);
  if (!c) return TERM_NONE;
  Term x = in_class(n, c, a), y = in_class(n, c, b);
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
  const Class *c = kind == TERM_ITE ? narrow_class(n, t) : NULL;
  if (c)
    return term_ite(n->store, translated(n, term_child(n->store, t, 0)),
                    in_class(n, c, term_child(n->store, t, 1)),
                    in_class(n, c, term_child(n->store, t, 2)));
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

static Term translate(Narrow *n, Term t) {
  term_walk_push(&n->walk, t);
  for (Term node; (node = term_walk_next(&n->walk)).id;)
    map_put(&n->narrowed, term_node(node), translate_node(n, node).id);
  return translated(n, t);
}

static TsAssign translate_assign(Narrow *n, const TsAssign *assign) {
  Term var = translate(n, assign->var), value = translate(n, assign->value);
  const Class *c = narrow_class(n, assign->var);
  return (TsAssign){var, c ? in_class(n, c, assign->value) : value};
}

static bool is_chosen(const Narrow *n, Term var) {
  const uint64_t *found = map_find(&n->narrowed, term_node(var));
  return found && !term_is_var(n->store, (Term){(uint32_t)*found});
}

static void translate_step(Narrow *n, TsStep *step) {
  step->guard = translate(n, step->guard);
  TsAssign *assigns = ARENA_ARRAY(&n->to->arena, TsAssign, step->n_assigns);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < step->n_assigns; k++)
    if (!is_chosen(n, step->assigns[k].var))
      assigns[kept++] = translate_assign(n, &step->assigns[k]);
  step->assigns = assigns;
  step->n_assigns = kept;
}

/* ---- memory at joins ---- */

/* What the way into a block assigns to the variable, or none. */
static Term assigned(const TsStep *step, Term var) {
  for (uint32_t k = 0; k < step->n_assigns; k++)
    if (term_same(step->assigns[k].var, var)) return step->assigns[k].value;
  return TERM_NONE;
}

/* A join's array variable as a choice of what the ways assign; none if some
 * way does not. */
static Term choice(Narrow *n, const TsEdge *edge, const TsBlock *block,
                   Term var) {
  Term chosen = TERM_NONE;
  for (uint32_t i = block->n_steps; i-- > 0;) {
    const TsStep *step = &block->steps[i];
    Term value = assigned(step, var);
    if (!value.id) return TERM_NONE;
    value = translate(n, value);
    Term taken = term_and(n->store, edge->blocks[step->from].visited,
                          translate(n, step->guard));
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

static void restart_walk(Narrow *n) {
  term_walk_done(&n->walk);
  term_walk_init(&n->walk, n->store);
  map_clear(&n->narrowed);
}

static void translate_edge(Narrow *n, const TsEdge *edge, NarrowHow how) {
  restart_walk(n); /* the same variable may mean another thing elsewhere */
  TsBlock *blocks = ARENA_ARRAY(&n->to->arena, TsBlock, edge->n_blocks);
  for (uint32_t b = 0; b < edge->n_blocks; b++) {
    const TsBlock *old = &edge->blocks[b];
    if (how == NARROW_CODES && b + 1 < edge->n_blocks)
      choose_arrays(n, edge, old);
    TsStep *steps = ARENA_ARRAY(&n->to->arena, TsStep, old->n_steps);
    for (uint32_t i = 0; i < old->n_steps; i++) {
      steps[i] = old->steps[i];
      translate_step(n, &steps[i]);
    }
    blocks[b] = (TsBlock){.visited = old->visited,
                          .steps = steps,
                          .n_steps = old->n_steps,
                          .constraint = translate(n, old->constraint),
                          .block = old->block};
  }
  (void)ts_add_edge(n->to, edge->source, edge->target, blocks, edge->n_blocks);
}

static void translate_location(Narrow *n, const TsLocation *at) {
  TsLoc made = ts_add_location(n->to, at->kind, at->name);
  TsVar *vars = ARENA_ARRAY(&n->to->arena, TsVar, at->n_vars);
  for (uint32_t i = 0; i < at->n_vars; i++) {
    vars[i] = at->vars[i];
    vars[i].now = translate(n, at->vars[i].now);
    vars[i].next = translate(n, at->vars[i].next);
    n->n_vars += !term_same(vars[i].now, at->vars[i].now);
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
  map_init(&n->class_of, n->mem);
  map_init(&n->narrowed, n->mem);
  map_init(&n->images, n->mem);
  map_init(&n->origin, n->mem);
  term_walk_init(&n->walk, n->store);
  see_system(n);
  restart_walk(n);
  for (uint32_t c = 0; how == NARROW_CODES && c < n->classes.n; c++)
    if (n->classes.at[c].parent == c) finish_class(&n->classes.at[c]);
  for (uint32_t l = 0; l < ts->locations.n; l++)
    translate_location(n, &ts->locations.at[l]);
  for (uint32_t e = 0; e < ts->edges.n; e++)
    translate_edge(n, &ts->edges.at[e], how);
  n->to->entry = ts->entry;
  return n;
}

void narrow_free(Narrow *n) {
  for (uint32_t i = 0; i < n->classes.n; i++)
    VEC_DONE(n->mem, &n->classes.at[i].points);
  VEC_DONE(n->mem, &n->classes);
  map_done(&n->class_of);
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

uint32_t narrow_n_vars(const Narrow *n) {
  return n->n_vars;
}

const Map *narrow_codes(const Narrow *n) {
  return &n->origin;
}

/* ---- facts and formulas ---- */

/* Does the comparison only look at what codes tell? */
static bool compares_codes(Narrow *n, Term t, const Class *c) {
  Term a = term_child(n->store, t, 0), b = term_child(n->store, t, 1);
  switch ((int)term_kind(n->store, t)) {
  case TERM_EQ: break;
  case TERM_ULT:
    if (!c->reads[TERM_UNSIGNED]) return false;
    break;
  case TERM_SLT:
    if (!c->reads[TERM_SIGNED]) return false;
    break;
  default: return false;
  }
  return point_of(n, c, is_constant(n, a) ? a : b) != NULL;
}

/* Can the operands be said in codes? */
static bool speaks_narrowly(Narrow *n, Term t) {
  for (uint32_t i = 0; i < term_n_children(n->store, t); i++) {
    Term child = term_child(n->store, t, i);
    const Class *c = narrow_class(n, child);
    if (c && (!term_is_var(n->store, child) || !compares_codes(n, t, c)))
      return false;
  }
  return true;
}

/* Conjuncts that codes cannot say are left out. */
Term narrow_fact(Narrow *n, TsLoc loc, Term fact) {
  (void)loc;
  TermList parts = {0};
  term_conjuncts(n->store, fact, &parts);
  uint32_t kept = 0;
  restart_walk(n);
  for (uint32_t i = 0; i < parts.n; i++) {
    TermWalk walk;
    bool good = true;
    term_walk_init(&walk, n->store);
    term_walk_push(&walk, parts.at[i]);
    for (Term t; good && (t = term_walk_next(&walk)).id;)
      good = speaks_narrowly(n, t);
    term_walk_done(&walk);
    if (good) parts.at[kept++] = translate(n, parts.at[i]);
  }
  Term all = term_and_n(n->store, parts.at, kept);
  VEC_DONE(term_store_mem(n->store), &parts);
  return all;
}

static Term point_term(Narrow *n, const Class *c, const Point *point) {
  return term_u64(n->store, key_of(c, point->key), c->width);
}

static Term less(Narrow *n, const Class *c, Term a, Term b) {
  return c->reads[TERM_SIGNED] ? term_slt(n->store, a, b)
                               : term_ult(n->store, a, b);
}

/* code(x) < code, for an ordered class. */
static Term is_below(Narrow *n, const Class *c, Term x, uint64_t code) {
  for (uint32_t i = 0; i < c->points.n; i++) {
    const Point *point = &c->points.at[i];
    if (point->code == code) return less(n, c, x, point_term(n, c, point));
    if (point->code < code) continue;
    if (i == 0) return term_false();
    return term_not(less(n, c, point_term(n, c, point - 1), x));
  }
  if (code > c->top) return term_true();
  return c->points.n == 0
             ? term_false()
             : term_not(less(n, c, point_term(n, c, &VEC_LAST(&c->points)), x));
}

/* code(x) = code. */
static Term is_at(Narrow *n, const Class *c, Term x, uint64_t code) {
  Term none = term_true();
  for (uint32_t i = 0; i < c->points.n; i++) {
    Term same = term_eq(n->store, x, point_term(n, c, &c->points.at[i]));
    if (c->points.at[i].code == code) return same;
    none = term_and(n->store, none, term_not(same));
  }
  if (code > c->top) return term_false();
  if (!is_ordered(c)) return none;
  return term_and(n->store, is_below(n, c, x, code + 1),
                  term_not(is_below(n, c, x, code)));
}

/* The code of a value, as a term. */
static Term code_term(Narrow *n, const Class *c, Term x) {
  Term code = term_u64(n->store, c->top, c->bits);
  for (uint64_t i = c->top; i-- > 0;)
    code = term_ite(n->store, is_at(n, c, x, i), term_u64(n->store, i, c->bits),
                    code);
  return code;
}

/* A comparison of a narrow variable with a constant, the short way. */
static Term back_comparison(Narrow *n, Term t) {
  TermStore *s = n->store;
  TermKind kind = term_kind(s, t);
  if (kind != TERM_EQ && kind != TERM_ULT) return TERM_NONE;
  Term a = term_child(s, t, 0), b = term_child(s, t, 1);
  bool left = !is_constant(n, a);
  uint64_t code;
  if (!term_const_u64(s, left ? b : a, &code)) return TERM_NONE;
  const uint64_t *origin = map_find(&n->origin, term_node(left ? a : b));
  if (!origin) return TERM_NONE;
  Term x = {(uint32_t)*origin};
  const Class *c = narrow_class(n, x);
  if (kind == TERM_EQ) return is_at(n, c, x, code);
  if (!is_ordered(c)) return TERM_NONE;
  return left ? is_below(n, c, x, code) : term_not(is_below(n, c, x, code + 1));
}

Term narrow_back(Narrow *n, Term formula) {
  TermWalk walk;
  term_walk_init(&walk, n->store);
  term_walk_push(&walk, formula);
  TermMap *map = term_map_new(n->store, n->store);
  for (Term t; (t = term_walk_next(&walk)).id;) {
    const uint64_t *origin = map_find(&n->origin, term_node(t));
    Term made = back_comparison(n, t);
    if (origin) {
      Term x = {(uint32_t)*origin};
      made = code_term(n, narrow_class(n, x), x);
    }
    if (made.id) term_map_put(map, t, made);
  }
  Term result = term_map_apply(map, formula);
  term_walk_done(&walk);
  term_map_free(map);
  return result;
}
