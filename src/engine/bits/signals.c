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
 *     compared with a third.
 *
 * A comparison of values that were chosen on the way, cmp(c ? x : y, z), is
 * rewritten to c ? cmp(x, z) : cmp(y, z).  So what is compared in the end are
 * variables of the state, by signals, and what is between them and the outputs
 * is Boolean. */
#include "engine/bits/bits_int.h"

enum {
  MOST_ATOMS = 200,   /* of one location */
  MOST_SIGNALS = 700, /* the same, with pairs */
  MOST_DEPTH = 200,   /* of choices on both sides of a comparison */
  MOST_PUSHED = 30000 /* comparisons that are made, of one edge */
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
  Map made[3]; /* by kind: children -> comparison */
  uint32_t n;
};

BitsPush *bits_push_new(Bits *b) {
  BitsPush *p = MEM_NEW(b->mem, BitsPush);
  p->store = b->store;
  p->map = term_map_new(b->store, b->store);
  term_walk_init(&p->walk, b->store);
  for (int i = 0; i < 3; i++) map_init(&p->made[i], b->mem);
  return p;
}

void bits_push_free(Bits *b, BitsPush *p) {
  term_map_free(p->map);
  term_walk_done(&p->walk);
  for (int i = 0; i < 3; i++) map_done(&p->made[i]);
  MEM_DELETE(b->mem, p);
}

static bool is_choice(const BitsPush *p, Term t) {
  return term_kind(p->store, t) == TERM_ITE;
}

/* Recurses at most MOST_DEPTH times. */
static Term compare(BitsPush *p, TermKind kind, Term a, Term b,
                    uint32_t depth) {
  bool left = is_choice(p, a);
  if ((!left && !is_choice(p, b)) || depth == MOST_DEPTH || p->n >= MOST_PUSHED)
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

Term bits_push_apply(BitsPush *p, Term t) {
  term_walk_push(&p->walk, t);
  for (Term at; (at = term_walk_next(&p->walk)).id;) {
    if (!is_comparison(p->store, at)) continue;
    Term a = term_map_apply(p->map, term_child(p->store, at, 0));
    Term b = term_map_apply(p->map, term_child(p->store, at, 1));
    term_map_put(p->map, at, compare(p, term_kind(p->store, at), a, b, 0));
  }
  return term_map_apply(p->map, t);
}

/* ---- classes of variables ---- */

typedef struct Classes {
  Bits *b;
  Map parent;  /* node of a variable -> of another in its class; roots: own */
  Map ordered; /* root -> bits 1 << TermReading: how they are compared */
  Map assigns; /* equations that only give a value */
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
  uint32_t x = root_of(c, a), y = root_of(c, b);
  if (x == y) return x;
  uint64_t both = map_get(&c->ordered, x, 0) | map_get(&c->ordered, y, 0);
  map_put(&c->parent, y, x);
  map_put(&c->ordered, x, both);
  return x;
}

/* Join the variables that the value is chosen from with each other and with
 * `node` (0: none yet); gives one of them. */
static uint32_t join_leaves(Classes *c, Term value, uint32_t node) {
  TermStore *store = c->b->store;
  Mem *mem = term_store_mem(store);
  TermList open = {0};
  VEC_PUSH(mem, &open, value);
  for (uint32_t i = 0; i < open.n; i++) { /* few: choices are written once */
    Term t = open.at[i];
    TermKind kind = term_kind(store, t);
    if (open.n > 100) break;
    if (kind == TERM_VAR)
      node = node ? join(c, node, term_node(t)) : term_node(t);
    if (kind == TERM_ZEXT || kind == TERM_SEXT)
      VEC_PUSH(mem, &open, term_child(store, t, 0));
    if (kind == TERM_ITE)
      for (uint32_t k = 1; k < 3; k++)
        VEC_PUSH(mem, &open, term_child(store, t, k));
  }
  VEC_DONE(mem, &open);
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
        (void)join_leaves(c, assign->value, term_node(assign->var));
        map_put(&c->assigns,
                term_node(term_eq(store, assign->var, assign->value)), 1);
      }
    }
}

static void join_compared(Classes *c, const TsEdge *edge) {
  TermStore *store = c->b->store;
  TermWalk walk;
  term_walk_init(&walk, store);
  term_walk_push(&walk, edge->formula);
  for (Term t; (t = term_walk_next(&walk)).id;) {
    if (!is_comparison(store, t) || map_find(&c->assigns, term_node(t)))
      continue;
    uint32_t a = join_leaves(c, term_child(store, t, 0), 0);
    uint32_t b = join_leaves(c, term_child(store, t, 1), 0);
    if (!a || !b) continue;
    uint32_t root = join(c, a, b);
    uint64_t how = term_kind(store, t) == TERM_SLT   ? 1 << TERM_SIGNED
                   : term_kind(store, t) == TERM_ULT ? 1 << TERM_UNSIGNED
                                                     : 0;
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
      add_signal(b, place, term_eq(b->store, x, y));
      if (how & 1 << TERM_SIGNED)
        add_signal(b, place, term_slt(b->store, x, y));
      if (how & 1 << TERM_UNSIGNED)
        add_signal(b, place, term_ult(b->store, x, y));
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
    if (b->ts->locations.at[l].kind == TS_CUT) add_pairs(&c, l);
  map_done(&c.parent);
  map_done(&c.ordered);
  map_done(&c.assigns);
}
