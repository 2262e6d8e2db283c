/* SPDX-License-Identifier: MIT
 *
 * Signals: facts about a state that are no single bit.
 *
 * That one number is less than another is a fact which no cube of their bits
 * expresses; in hundreds of cubes it is lost.  So a state has, besides its
 * bits, signals: comparisons of its variables.  They are functions of the bits,
 * but cubes may name them like bits [DGIV21].  These are taken:
 *
 *   - comparisons that an edge makes of the state it starts from;
 *   - of variables whose values come together somewhere (copied from one to the
 *     other, or compared), and are compared in this order somewhere, every
 *     pair: the order of two that never meet may matter because both are
 *     compared with a third.  Two copies of variables that stay are left out
 *     (origins.c).
 *
 * A comparison of values that were chosen on the way, cmp(c ? x : y, z), is
 * rewritten to c ? cmp(x, z) : cmp(y, z), also behind casts.  So what is
 * compared in the end are
 * variables of the state, by signals, and what is between them and the outputs
 * is Boolean. */
#include "engine/bits/bits_int.h"

enum {
  MOST_ATOMS = 200,    /* of one location */
  MOST_SIGNALS = 900,  /* the same, with pairs */
  MOST_DEPTH = 200,    /* of choices on both sides of a comparison */
  MOST_PUSHED = 30000, /* terms that are made for that, in one edge */
  MOST_PUSHED_IN_ALL = 200000
};

static bool is_comparison(const TermStore *store, Term t) {
  TermKind kind = term_kind(store, t);
  if (kind != TERM_EQ && kind != TERM_ULT && kind != TERM_SLT) return false;
  return sort_kind(term_sort(store, term_child(store, t, 0))) == SORT_BV;
}

/* ---- comparisons of choices ---- */

struct BitsPush {
  TermStore *store;
  TermMap *map;
  TermWalk walk;
  Map made[3];      /* by kind: children -> comparison */
  Map resized;      /* operator and child -> what became of it */
  uint32_t n, most; /* terms that were made, and may be */
};

BitsPush *bits_push_new(Bits *b) {
  BitsPush *p = MEM_NEW(b->mem, BitsPush);
  p->store = b->store;
  p->most = MOST_PUSHED_IN_ALL - b->n_pushed;
  if (p->most > MOST_PUSHED) p->most = MOST_PUSHED;
  p->map = term_map_new(b->store, b->store);
  term_walk_init(&p->walk, b->store);
  for (int i = 0; i < 3; i++) map_init(&p->made[i], b->mem);
  map_init(&p->resized, b->mem);
  return p;
}

void bits_push_free(Bits *b, BitsPush *p) {
  b->n_pushed += p->n;
  term_map_free(p->map);
  term_walk_done(&p->walk);
  for (int i = 0; i < 3; i++) map_done(&p->made[i]);
  map_done(&p->resized);
  MEM_DELETE(b->mem, p);
}

static bool is_choice(const BitsPush *p, Term t) {
  return term_kind(p->store, t) == TERM_ITE;
}

/* Recurses at most MOST_DEPTH times. */
static Term compare(BitsPush *p, TermKind kind, Term a, Term b,
                    uint32_t depth) {
  assert(sort_same(term_sort(p->store, a), term_sort(p->store, b)));
  bool left = is_choice(p, a);
  if ((!left && !is_choice(p, b)) || depth == MOST_DEPTH || p->n >= p->most)
    return term_binary(p->store, kind, a, b);
  Map *made = &p->made[kind == TERM_EQ ? 0 : kind == TERM_ULT ? 1 : 2];
  uint64_t key = (uint64_t)a.id << 32 | b.id;
  const uint64_t *known = map_find(made, key);
  if (known) return (Term){(uint32_t)*known};
  p->n++;
  Term choice = left ? a : b, chosen[2];
  for (uint32_t i = 0; i < 2; i++) {
    Term x = term_child(p->store, choice, i + 1);
    chosen[i] = compare(p, kind, left ? x : a, left ? b : x, depth + 1);
  }
  Term result =
      term_ite(p->store, term_child(p->store, choice, 0), chosen[0], chosen[1]);
  map_put(made, key, result.id);
  return result;
}

static bool is_resizing(const TermStore *store, Term t) {
  TermKind kind = term_kind(store, t);
  return kind == TERM_EXTRACT || kind == TERM_ZEXT || kind == TERM_SEXT;
}

/* The same for an operator that only widens or cuts. */
static Term resize(BitsPush *p, Term operator, Term a, uint32_t depth) {
  if (!is_choice(p, a) || depth == MOST_DEPTH || p->n >= p->most)
    return term_rebuild(p->store, operator, & a);
  uint64_t key = (uint64_t)operator.id << 32 | a.id;
  const uint64_t *known = map_find(&p->resized, key);
  if (known) return (Term){(uint32_t)*known};
  p->n++;
  Term chosen[2];
  for (uint32_t i = 0; i < 2; i++)
    chosen[i] = resize(p, operator, term_child(p->store, a, i + 1), depth + 1);
  Term result =
      term_ite(p->store, term_child(p->store, a, 0), chosen[0], chosen[1]);
  map_put(&p->resized, key, result.id);
  return result;
}

Term bits_push_apply(BitsPush *p, Term t) {
  term_walk_push(&p->walk, t);
  for (Term at; (at = term_walk_next(&p->walk)).id;) {
    if (is_resizing(p->store, at)) {
      Term a = term_map_apply(p->map, term_child(p->store, at, 0));
      term_map_put(p->map, at, resize(p, at, a, 0));
    } else if (is_comparison(p->store, at)) {
      Term a = term_map_apply(p->map, term_child(p->store, at, 0));
      Term b = term_map_apply(p->map, term_child(p->store, at, 1));
      term_map_put(p->map, at, compare(p, term_kind(p->store, at), a, b, 0));
    }
  }
  return term_map_apply(p->map, t);
}

/* ---- classes of variables ---- */

enum { EQUAL = 1, SIGNED = 2, UNSIGNED = 4 }; /* how values are compared */

typedef struct Classes {
  Bits *b;
  Map parent;  /* node of a variable -> of another in its class; roots: own */
  Map ordered; /* root -> how its variables are compared */
  Map assigns; /* equations that only give a value */
  TermList constants;    /* that meet variables, */
  Vec(uint32_t) meeting; /* ... and one of these for each */
} Classes;

static uint32_t root_of(Classes *c, uint32_t node) {
  for (;;) {
    uint64_t *parent = map_find(&c->parent, node);
    if (!parent) {
      map_put(&c->parent, node, node);
      return node;
    }
    if (*parent == node) return node;
    *parent = map_get(&c->parent, *parent, *parent);
    node = (uint32_t)*parent;
  }
}

static uint32_t join(Classes *c, uint32_t a, uint32_t b) {
  assert(a && b);
  uint32_t x = root_of(c, a), y = root_of(c, b);
  if (x == y) return x;
  uint64_t both = map_get(&c->ordered, x, 0) | map_get(&c->ordered, y, 0);
  map_put(&c->parent, y, x);
  map_put(&c->ordered, x, both);
  return x;
}

/* What a value is chosen from. */
static void find_leaves(Classes *c, Term value, TermList *leaves) {
  enum { MOST = 100 };
  TermStore *store = c->b->store;
  Mem *mem = term_store_mem(store);
  VEC_PUSH(mem, leaves, value);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < leaves->n; i++) {
    Term t = leaves->at[i];
    TermKind kind = term_kind(store, t);
    uint32_t first = kind == TERM_ITE ? 1 : 0, end = 0;
    if (kind == TERM_ITE) end = 3;
    if (kind == TERM_ZEXT || kind == TERM_SEXT) end = 1;
    if (kind == TERM_EXTRACT && term_extract_low(store, t) == 0) end = 1;
    for (; first < end && leaves->n < MOST; first++)
      VEC_PUSH(mem, leaves, term_child(store, t, first));
    if (kind == TERM_VAR || kind == TERM_CONST) leaves->at[kept++] = t;
  }
  leaves->n = kept;
}

/* Join the variables among the leaves; gives one of them, 0: there is none. */
static uint32_t join_leaves(Classes *c, const TermList *leaves) {
  Mem *mem = term_store_mem(c->b->store);
  uint32_t node = 0;
  for (uint32_t i = 0; i < leaves->n; i++) {
    if (!term_is_var(c->b->store, leaves->at[i])) continue;
    uint32_t other = term_node(leaves->at[i]);
    node = node ? join(c, node, other) : root_of(c, other);
  }
  for (uint32_t i = 0; i < leaves->n && node; i++) {
    if (term_is_var(c->b->store, leaves->at[i])) continue;
    VEC_PUSH(mem, &c->constants, leaves->at[i]);
    VEC_PUSH(mem, &c->meeting, node);
  }
  return node;
}

static void join_assigns(Classes *c, const TsEdge *edge) {
  TermStore *store = c->b->store;
  for (uint32_t k = 0; k < edge->n_blocks; k++)
    for (uint32_t s = 0; s < edge->blocks[k].n_steps; s++) {
      const TsStep *step = &edge->blocks[k].steps[s];
      for (uint32_t i = 0; i < step->n_assigns; i++) {
        const TsAssign *assign = &step->assigns[i];
        if (sort_kind(term_sort(store, assign->var)) != SORT_BV) continue;
        TermList leaves = {0};
        find_leaves(c, assign->value, &leaves);
        VEC_PUSH(term_store_mem(store), &leaves, assign->var);
        (void)join_leaves(c, &leaves);
        VEC_DONE(term_store_mem(store), &leaves);
        map_put(&c->assigns,
                term_node(term_eq(store, assign->var, assign->value)), 1);
      }
    }
}

static bool has_constant_side(const TermStore *store, Term t) {
  return term_is_const(store, term_child(store, t, 0)) ||
         term_is_const(store, term_child(store, t, 1));
}

static void join_compared(Classes *c, const TsEdge *edge) {
  TermStore *store = c->b->store;
  TermWalk walk;
  term_walk_init(&walk, store);
  term_walk_push(&walk, edge->formula);
  for (Term t; (t = term_walk_next(&walk)).id;) {
    if (!is_comparison(store, t) || map_find(&c->assigns, term_node(t)))
      continue;
    TermList leaves = {0};
    find_leaves(c, term_child(store, t, 0), &leaves);
    find_leaves(c, term_child(store, t, 1), &leaves);
    uint32_t root = join_leaves(c, &leaves);
    VEC_DONE(term_store_mem(store), &leaves);
    if (!root || has_constant_side(store, t)) continue;
    TermKind kind = term_kind(store, t);
    uint64_t how = kind == TERM_SLT   ? SIGNED
                   : kind == TERM_ULT ? UNSIGNED
                                      : EQUAL;
    map_put(&c->ordered, root, map_get(&c->ordered, root, 0) | how);
  }
  term_walk_done(&walk);
}

static void find_classes(Classes *c) {
  const Ts *ts = c->b->ts;
  for (uint32_t e = 0; e < ts->edges.n; e++) join_assigns(c, &ts->edges.at[e]);
  for (uint32_t e = 0; e < ts->edges.n; e++) join_compared(c, &ts->edges.at[e]);
  for (uint32_t l = 0; l < ts->locations.n; l++)
    for (uint32_t v = 0; v < ts->locations.at[l].n_vars; v++) {
      const TsVar *var = &ts->locations.at[l].vars[v];
      (void)join(c, term_node(var->now), term_node(var->next));
    }
}

/* ---- signals ---- */

static void add_signal(Bits *b, BitsPlace *place, Term t) {
  assert(term_is_bool(b->store, t));
  t = term_positive(t);
  if (term_is_true(t) || term_is_var(b->store, t)) return;
  for (uint32_t i = 0; i < place->signals.n; i++)
    if (term_same(place->signals.at[i], t)) return;
  VEC_PUSH(b->mem, &place->signals, t);
}

/* Comparisons that the edge makes of its source's variables alone. */
static void add_atoms(Bits *b, BitsPlace *place, const TsEdge *edge) {
  const TsLocation *source = &b->ts->locations.at[edge->source.id];
  Map known; /* node -> are all its variables the source's? */
  TermWalk walk;
  map_init(&known, b->mem);
  term_walk_init(&walk, b->store);
  for (uint32_t v = 0; v < source->n_vars; v++)
    map_put(&known, term_node(source->vars[v].now), 1);
  term_walk_push(&walk, edge->formula);
  for (Term t; (t = term_walk_next(&walk)).id;) {
    bool is_own = !term_is_var(b->store, t);
    uint32_t n = term_n_children(b->store, t);
    if (term_is_linear(b->store, t)) is_own = false;
    for (uint32_t i = 0; i < n && is_own; i++)
      is_own = map_find(&known, term_node(term_child(b->store, t, i)));
    if (!is_own) continue;
    map_put(&known, term_node(t), 1);
    if (is_comparison(b->store, t) && place->signals.n < MOST_ATOMS)
      add_signal(b, place, t);
  }
  term_walk_done(&walk);
  map_done(&known);
}

static bool can_be_paired(const Bits *b, Term a, Term c) {
  Sort sort = term_sort(b->store, a);
  return sort_kind(sort) == SORT_BV && sort_width(sort) > 1 &&
         sort_same(sort, term_sort(b->store, c));
}

static void add_orders(Bits *b, BitsPlace *place, Term x, Term y,
                       uint64_t how) {
  add_signal(b, place, term_eq(b->store, x, y));
  if (how & SIGNED) {
    add_signal(b, place, term_slt(b->store, x, y));
    add_signal(b, place, term_slt(b->store, y, x));
  }
  if (how & UNSIGNED) {
    add_signal(b, place, term_ult(b->store, x, y));
    add_signal(b, place, term_ult(b->store, y, x));
  }
}

/* With the constants that variables of its class meet. */
static void add_constants(Classes *c, uint32_t l) {
  BitsPlace *place = &c->b->places[l];
  const TsLocation *at = &c->b->ts->locations.at[l];
  for (uint32_t v = 0; v < at->n_vars; v++) {
    Term x = at->vars[v].now;
    uint32_t root = root_of(c, term_node(x));
    uint64_t how = map_get(&c->ordered, root, 0);
    for (uint32_t i = 0; how && i < c->constants.n; i++)
      if (root_of(c, c->meeting.at[i]) == root &&
          can_be_paired(c->b, x, c->constants.at[i]) &&
          place->signals.n < MOST_ATOMS)
        add_orders(c->b, place, x, c->constants.at[i], how);
  }
}

/* Both get copies, and the location keeps a variable that they may be copies
 * of: what they are is said by that (origins.c). */
static bool are_copies(Classes *c, uint32_t l, uint32_t v, uint32_t w) {
  const BitsOrigin *origins = c->b->places[l].origins;
  const TsLocation *at = &c->b->ts->locations.at[l];
  if (origins[v] != BITS_COPIED || origins[w] != BITS_COPIED) return false;
  uint32_t root = root_of(c, term_node(at->vars[v].now));
  for (uint32_t k = 0; k < at->n_vars; k++)
    if (origins[k] == BITS_KEPT &&
        can_be_paired(c->b, at->vars[v].now, at->vars[k].now) &&
        root_of(c, term_node(at->vars[k].now)) == root)
      return true;
  return false;
}

static void add_pairs(Classes *c, uint32_t l) {
  Bits *b = c->b;
  BitsPlace *place = &b->places[l];
  const TsLocation *at = &b->ts->locations.at[l];
  uint32_t before = place->signals.n;
  for (uint32_t v = 0; v < at->n_vars; v++)
    for (uint32_t w = 0; w < v; w++) {
      Term x = at->vars[v].now, y = at->vars[w].now;
      if (!can_be_paired(b, x, y)) continue;
      uint32_t root = root_of(c, term_node(x));
      uint64_t how = map_get(&c->ordered, root, 0);
      if (!how || root != root_of(c, term_node(y))) continue;
      if (are_copies(c, l, v, w)) continue;
      add_orders(b, place, x, y, how);
      if (place->signals.n <= MOST_SIGNALS) continue;
      place->signals.n = before; /* too many for any to be chosen */
      return;
    }
}

void bits_find_signals(Bits *b) {
  Classes c = {.b = b};
  map_init(&c.parent, b->mem);
  map_init(&c.ordered, b->mem);
  map_init(&c.assigns, b->mem);
  find_classes(&c);
  for (uint32_t e = 0; e < b->ts->edges.n; e++) {
    const TsEdge *edge = &b->ts->edges.at[e];
    if (edge->source.id != b->ts->entry.id)
      add_atoms(b, &b->places[edge->source.id], edge);
  }
  for (uint32_t l = 0; l < b->ts->locations.n; l++)
    if (b->ts->locations.at[l].kind == TS_CUT) {
      add_constants(&c, l);
      add_pairs(&c, l);
    }
  map_done(&c.parent);
  map_done(&c.ordered);
  map_done(&c.assigns);
  VEC_DONE(term_store_mem(b->store), &c.constants);
  VEC_DONE(term_store_mem(b->store), &c.meeting);
}
