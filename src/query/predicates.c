/* SPDX-License-Identifier: MIT
 *
 * Predicates of locations: the atoms of the weakest preconditions of the
 * branches that can be reached from there [GCS11 §5].
 *
 * The atom of a guard is taken back from its block to the edge's source along
 * every way, replacing what the way assigns; atoms that then speak of the
 * location's variables alone are predicates.  Branches behind the next location
 * come in further rounds: predicates of an edge's target are taken back over
 * the edge in the same way.  Ways are many: an atom is followed once for each
 * block it reaches, and not more than a fixed number of times in all; a
 * location has a limited number of predicates, those of near branches first. */
#include "query/query_int.h"

#define MAX_ITEMS      1500u
#define MAX_PREDICATES 24u
#define MAX_ROUNDS     3u

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
} Finder;

static bool is_full(const Finder *f) {
  return f->out->n >= MAX_PREDICATES;
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
  assert(block < f->edge->n_blocks && is_atom(f->store, atom));
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
  assert(f->out->n <= MAX_PREDICATES);
}

/* One step back along one way. */
static void follow(Finder *f, const TsStep *step, Term atom) {
  assert(term_is_bool(f->store, atom));
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

/* The branches on the edge, at the ends of their blocks. */
static void add_branches(Finder *f) {
  for (uint32_t b = 1; b < f->edge->n_blocks; b++)
    for (uint32_t i = 0; i < f->edge->blocks[b].n_steps; i++) {
      const TsStep *step = &f->edge->blocks[b].steps[i];
      add_atoms(f, step->from, query_linearise(f->linear, step->guard));
    }
}

/* What the target's variables will be asked about. */
static void add_target(Finder *f, const TermList *target) {
  TermMap *next = ts_next_map(f->ts, f->edge->target);
  for (uint32_t i = 0; i < target->n; i++)
    add_atoms(f, f->edge->n_blocks - 1, term_map_apply(next, target->at[i]));
  term_map_free(next);
}

/* Take all items back to the source. */
static void take_back(Finder *f) {
  for (uint32_t i = 0; i < f->items.n && !is_full(f); i++) {
    Item item = f->items.at[i];
    const TsBlock *block = &f->edge->blocks[item.block];
    if (item.block == 0) add_predicate(f, item.atom);
    for (uint32_t k = 0; k < block->n_steps; k++)
      follow(f, &block->steps[k], item.atom);
  }
}

static void finder_init(Finder *f, Ts *ts, QueryLinear *linear) {
  *f = (Finder){.ts = ts,
                .store = ts->store,
                .mem = term_store_mem(ts->store),
                .linear = linear};
  map_init(&f->now, f->mem);
  map_init(&f->seen, f->mem);
  map_init(&f->have, f->mem);
}

static void finder_done(Finder *f) {
  map_done(&f->now);
  map_done(&f->seen);
  map_done(&f->have);
  VEC_DONE(f->mem, &f->items);
}

static void look_at(Finder *f, TsLoc loc, TermList *out) {
  const TsLocation *at = ts_location(f->ts, loc);
  f->out = out;
  map_clear(&f->now);
  map_clear(&f->have);
  for (uint32_t i = 0; i < at->n_vars; i++)
    map_put(&f->now, at->vars[i].now.id, 1);
  for (uint32_t i = 0; i < out->n; i++) map_put(&f->have, out->at[i].id, 1);
}

void query_predicates(Ts *ts, QueryLinear *linear, TermList *lists) {
  require(linear->store == ts->store);
  Finder f;
  finder_init(&f, ts, linear);
  for (uint32_t round = 0; round < MAX_ROUNDS; round++)
    for (uint32_t e = 0; e < ts->edges.n; e++) {
      f.edge = &ts->edges.at[e];
      look_at(&f, f.edge->source, &lists[f.edge->source.id]);
      VEC_CLEAR(&f.items);
      map_clear(&f.seen);
      if (is_full(&f)) continue;
      if (round == 0)
        add_branches(&f);
      else
        add_target(&f, &lists[f.edge->target.id]);
      take_back(&f);
    }
  finder_done(&f);
}
