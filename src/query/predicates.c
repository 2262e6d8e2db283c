/* SPDX-License-Identifier: MIT
 *
 * Predicates of a location: the atoms of the weakest preconditions of the
 * branches on its outgoing edges [GCS11 §5].
 *
 * The atom of a guard is taken back from its block to the edge's source along
 * every way, replacing what the way assigns; atoms that then speak of the
 * location's variables alone are predicates.  Ways are many: an atom is
 * followed once for each block it reaches, and not more than a fixed number of
 * times in all. */
#include "query/query_int.h"

#define MAX_ITEMS      1500u
#define MAX_PREDICATES 20u

typedef struct Item {
  uint32_t block;
  Term atom;
} Item;

typedef struct Finder {
  Ts *ts;
  TermStore *store;
  Mem *mem;
  const TsEdge *edge;
  QueryLinear *linear;
  Map now;  /* variables of the location: Term.id -> 1 */
  Map seen; /* block, atom -> 1 */
  Map have; /* Term.id of a predicate -> 1 */
  Vec(Item) items;
  TermList *out;
  uint32_t n_first; /* of `out`, when we started */
} Finder;

static bool is_full(const Finder *f) {
  return f->out->n - f->n_first >= MAX_PREDICATES;
}

static bool is_atom(const TermStore *store, Term t) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
  switch (term_kind(store, t)) {
  case TERM_EQ: return !term_is_bool(store, term_child(store, t, 0));
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE:
  case TERM_LIN_LE:
  case TERM_LIN_EQ: return true;
  default: return false;
  }
#pragma GCC diagnostic pop
}

static bool is_over_now(const Finder *f, Term atom) {
  TermList vars = {0};
  term_vars(f->store, atom, &vars);
  bool is_over = vars.n > 0;
  for (uint32_t i = 0; i < vars.n; i++)
    is_over = is_over && map_find(&f->now, vars.at[i].id);
  VEC_DONE(term_store_mem(f->store), &vars);
  return is_over;
}

static void add_item(Finder *f, uint32_t block, Term atom) {
  uint64_t key = (uint64_t)block << 32 | atom.id;
  if (f->items.n >= MAX_ITEMS || map_find(&f->seen, key)) return;
  map_put(&f->seen, key, 1);
  VEC_PUSH(f->mem, &f->items, ((Item){block, atom}));
}

/* The atoms of a Boolean term, at the end of a block. */
static void add_atoms(Finder *f, uint32_t block, Term t) {
  TermWalk walk;
  term_walk_init(&walk, f->store);
  term_walk_push(&walk, t);
  for (Term at; (at = term_walk_next(&walk)).id;)
    if (is_atom(f->store, at)) add_item(f, block, at);
  term_walk_done(&walk);
}

static void add_predicate(Finder *f, Term atom) {
  if (map_find(&f->have, atom.id) || !is_over_now(f, atom)) return;
  map_put(&f->have, atom.id, 1);
  VEC_PUSH(f->mem, f->out, atom);
}

/* One step back along one way. */
static void follow(Finder *f, const TsStep *step, Term atom) {
  TermMap *map = term_map_new(f->store, f->store);
  for (uint32_t i = 0; i < step->n_assigns; i++) {
    const TsAssign *assign = &step->assigns[i];
    if (sort_kind(term_sort(f->store, assign->var)) == SORT_BV ||
        term_is_bool(f->store, assign->var))
      term_map_put(map, assign->var, query_linearise(f->linear, assign->value));
  }
  Term before = term_map_apply(map, atom);
  term_map_free(map);
  add_atoms(f, step->from, before);
}

static void find_on_edge(Finder *f) {
  VEC_CLEAR(&f->items);
  map_clear(&f->seen);
  for (uint32_t b = 1; b < f->edge->n_blocks; b++)
    for (uint32_t i = 0; i < f->edge->blocks[b].n_steps; i++) {
      const TsStep *step = &f->edge->blocks[b].steps[i];
      add_atoms(f, step->from, query_linearise(f->linear, step->guard));
    }
  for (uint32_t i = 0; i < f->items.n && !is_full(f); i++) {
    Item item = f->items.at[i];
    const TsBlock *block = &f->edge->blocks[item.block];
    if (item.block == 0) add_predicate(f, item.atom);
    for (uint32_t k = 0; k < block->n_steps; k++)
      follow(f, &block->steps[k], item.atom);
  }
}

void query_predicates(Ts *ts, TsLoc loc, QueryLinear *linear, TermList *out) {
  Finder f = {.ts = ts,
              .store = ts->store,
              .mem = term_store_mem(ts->store),
              .linear = linear,
              .out = out,
              .n_first = out->n};
  map_init(&f.now, f.mem);
  map_init(&f.seen, f.mem);
  map_init(&f.have, f.mem);
  const TsLocation *at = ts_location(ts, loc);
  for (uint32_t i = 0; i < at->n_vars; i++)
    map_put(&f.now, at->vars[i].now.id, 1);
  for (uint32_t e = 0; e < ts->edges.n && !is_full(&f); e++) {
    f.edge = &ts->edges.at[e];
    if (f.edge->source.id == loc.id) find_on_edge(&f);
  }
  map_done(&f.now);
  map_done(&f.seen);
  map_done(&f.have);
  VEC_DONE(f.mem, &f.items);
}
