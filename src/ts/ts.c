/* SPDX-License-Identifier: MIT
 *
 * Building a transition system, instances of its edges, paths through them. */
#include "ts/ts.h"

Ts *ts_new(Mem *mem, TermStore *store) {
  Ts *ts = MEM_NEW(mem, Ts);
  ts->mem = mem;
  ts->store = store;
  arena_init(&ts->arena, mem);
  return ts;
}

void ts_free(Ts *ts) {
  VEC_DONE(ts->mem, &ts->locations);
  VEC_DONE(ts->mem, &ts->edges);
  VEC_DONE(ts->mem, &ts->ledger);
  VEC_DONE(ts->mem, &ts->objects);
  arena_done(&ts->arena);
  MEM_DELETE(ts->mem, ts);
}

TsLoc ts_add_location(Ts *ts, TsKind kind, const char *name) {
  require(kind <= TS_EXIT && name[0]);
  VEC_PUSH(
      ts->mem, &ts->locations,
      ((TsLocation){.kind = kind, .name = arena_strdup(&ts->arena, name)}));
  return (TsLoc){ts->locations.n - 1};
}

const TsLocation *ts_location(const Ts *ts, TsLoc loc) {
  require(loc.id < ts->locations.n);
  return &ts->locations.at[loc.id];
}

const TsEdge *ts_edge(const Ts *ts, TsEdgeId edge) {
  require(edge.id < ts->edges.n);
  return &ts->edges.at[edge.id];
}

void ts_ledger(Ts *ts, Direction direction, LocId loc, const char *reason) {
  ledger_add(&ts->ledger, ts->mem, &ts->arena,
             (LedgerEntry){direction, reason, loc});
}

/* ---- the edge formula ---- */

/* visited(from) and guard and assignments */
static Term step_formula(Ts *ts, const TsBlock *blocks, const TsStep *step) {
  TermStore *store = ts->store;
  require(term_is_bool(store, step->guard));
  TermList parts = {0};
  Mem *mem = term_store_mem(store);
  VEC_PUSH(mem, &parts, blocks[step->from].visited);
  VEC_PUSH(mem, &parts, step->guard);
  for (uint32_t i = 0; i < step->n_assigns; i++)
    VEC_PUSH(mem, &parts,
             term_eq(store, step->assigns[i].var, step->assigns[i].value));
  Term all = term_and_n(store, parts.at, parts.n);
  VEC_DONE(mem, &parts);
  return all;
}

/* One way into the block was taken. */
static Term ways_formula(Ts *ts, const TsBlock *blocks, uint32_t b) {
  Mem *mem = term_store_mem(ts->store);
  TermList ways = {0};
  for (uint32_t i = 0; i < blocks[b].n_steps; i++)
    VEC_PUSH(mem, &ways, step_formula(ts, blocks, &blocks[b].steps[i]));
  Term some = term_or_n(ts->store, ways.at, ways.n);
  VEC_DONE(mem, &ways);
  return some;
}

/* visited(b) implies one way in, and the constraints. */
static Term block_formula(Ts *ts, const TsBlock *blocks, uint32_t b) {
  for (uint32_t i = 0; i < blocks[b].n_steps; i++)
    require(blocks[b].steps[i].from < b);
  Term inside = blocks[b].constraint;
  if (b > 0) inside = term_and(ts->store, ways_formula(ts, blocks, b), inside);
  return term_implies(ts->store, blocks[b].visited, inside);
}

/* The last block that all ways to both go through. */
static uint32_t common_dominator(const uint32_t *dominators, uint32_t a,
                                 uint32_t b) {
  while (a != b)
    if (a > b)
      a = dominators[a];
    else
      b = dominators[b];
  return a;
}

/* Where ways join, a visited block tells a solver only that one of them was
 * taken: to see that the block where they parted was visited, too, it has to
 * try both, again and again in a row of such joins.  So that is said: it
 * follows, as every way into a block implies that the way's source was
 * visited. */
static void add_dominators(Ts *ts, const TsBlock *blocks, uint32_t n_blocks,
                           TermList *parts) {
  uint32_t *dominators = MEM_ARRAY(ts->mem, uint32_t, n_blocks);
  for (uint32_t b = 1; b < n_blocks; b++) {
    const TsBlock *block = &blocks[b];
    if (!block->n_steps) continue;
    uint32_t common = block->steps[0].from;
    for (uint32_t i = 1; i < block->n_steps; i++)
      common = common_dominator(dominators, common, block->steps[i].from);
    assert(common < b);
    dominators[b] = common;
    if (block->n_steps > 1 && common > 0)
      VEC_PUSH(term_store_mem(ts->store), parts,
               term_implies(ts->store, block->visited, blocks[common].visited));
  }
  MEM_FREE_ARRAY(ts->mem, dominators, n_blocks);
}

void ts_edge_parts(Ts *ts, TsEdgeId id, TermList *parts) {
  const TsEdge *edge = ts_edge(ts, id);
  TermStore *store = ts->store;
  Mem *mem = term_store_mem(store);
  assert(edge->n_blocks >= 2);
  for (uint32_t b = 0; b < edge->n_blocks; b++) {
    const TsBlock *block = &edge->blocks[b];
    if (b > 0)
      VEC_PUSH(mem, parts,
               term_implies(store, block->visited,
                            ways_formula(ts, edge->blocks, b)));
    VEC_PUSH(mem, parts,
             term_implies(store, block->visited, block->constraint));
  }
  VEC_PUSH(mem, parts, edge->blocks[edge->n_blocks - 1].visited);
}

TsEdgeId ts_add_edge(Ts *ts, TsLoc source, TsLoc target, TsBlock *blocks,
                     uint32_t n_blocks) {
  require(source.id < ts->locations.n && target.id < ts->locations.n);
  require(n_blocks >= 2 && term_is_true(blocks[0].visited));
  Mem *mem = term_store_mem(ts->store);
  TermList parts = {0};
  for (uint32_t b = 0; b < n_blocks; b++)
    VEC_PUSH(mem, &parts, block_formula(ts, blocks, b));
  add_dominators(ts, blocks, n_blocks, &parts);
  VEC_PUSH(mem, &parts, blocks[n_blocks - 1].visited);
  Term formula = term_and_n(ts->store, parts.at, parts.n);
  VEC_DONE(mem, &parts);
  VEC_PUSH(ts->mem, &ts->edges,
           ((TsEdge){source, target, blocks, n_blocks, formula}));
  return (TsEdgeId){ts->edges.n - 1};
}

/* ---- instances ---- */

TermMap *ts_next_map(const Ts *ts, TsLoc loc) {
  const TsLocation *at = ts_location(ts, loc);
  TermMap *map = term_map_new(ts->store, ts->store);
  for (uint32_t i = 0; i < at->n_vars; i++)
    term_map_put(map, at->vars[i].now, at->vars[i].next);
  return map;
}

/* The variable whose value every way into the last block gives to `next`;
 * none: they differ, or it is no variable. */
static Term taken_over(const Ts *ts, const TsEdge *edge, Term next) {
  const TsBlock *last = &edge->blocks[edge->n_blocks - 1];
  Term from = TERM_NONE;
  assert(term_is_var(ts->store, next));
  for (uint32_t s = 0; s < last->n_steps; s++) {
    Term value = TERM_NONE;
    for (uint32_t i = 0; i < last->steps[s].n_assigns; i++)
      if (term_same(last->steps[s].assigns[i].var, next))
        value = last->steps[s].assigns[i].value;
    if (!value.id || (from.id && !term_same(from, value))) return TERM_NONE;
    from = value;
  }
  const TsLocation *source = ts_location(ts, edge->source);
  for (uint32_t i = 0; i < source->n_vars; i++)
    if (term_same(source->vars[i].now, from)) return from;
  return TERM_NONE;
}

TermMap *ts_edge_next_map(const Ts *ts, TsEdgeId id) {
  const TsEdge *edge = ts_edge(ts, id);
  const TsLocation *at = ts_location(ts, edge->target);
  TermMap *map = term_map_new(ts->store, ts->store);
  for (uint32_t i = 0; i < at->n_vars; i++) {
    Term from = taken_over(ts, edge, at->vars[i].next);
    term_map_put(map, at->vars[i].now, from.id ? from : at->vars[i].next);
  }
  return map;
}

Term ts_instance(const Ts *ts, TsEdgeId id, const Term *from, const Term *to,
                 TermMap *map) {
  const TsEdge *edge = ts_edge(ts, id);
  const TsLocation *source = ts_location(ts, edge->source);
  const TsLocation *target = ts_location(ts, edge->target);
  Map known;
  map_init(&known, ts->mem);
  for (uint32_t i = 0; i < source->n_vars; i++) {
    term_map_put(map, source->vars[i].now, from[i]);
    map_put(&known, source->vars[i].now.id, 1);
  }
  for (uint32_t i = 0; i < target->n_vars; i++) {
    term_map_put(map, target->vars[i].next, to[i]);
    map_put(&known, target->vars[i].next.id, 1);
  }
  TermList vars = {0};
  term_vars(ts->store, edge->formula, &vars);
  for (uint32_t i = 0; i < vars.n; i++)
    if (!map_find(&known, vars.at[i].id))
      term_map_put(map, vars.at[i],
                   term_fresh(ts->store, term_var_name(ts->store, vars.at[i]),
                              term_sort(ts->store, vars.at[i])));
  VEC_DONE(term_store_mem(ts->store), &vars);
  map_done(&known);
  return term_map_apply(map, edge->formula);
}

/* ---- paths ---- */

static bool step_holds(const TsEdge *edge, const TsStep *step, const Ts *ts,
                       TsHolds *holds, void *context) {
  if (!holds(context, edge->blocks[step->from].visited)) return false;
  if (!holds(context, step->guard)) return false;
  for (uint32_t i = 0; i < step->n_assigns; i++) {
    const TsAssign *assign = &step->assigns[i];
    if (!holds(context, term_eq(ts->store, assign->var, assign->value)))
      return false;
  }
  return true;
}

bool ts_path(const Ts *ts, TsEdgeId id, TsHolds *holds, void *context,
             TsPath *path) {
  const TsEdge *edge = ts_edge(ts, id);
  VEC_CLEAR(&path->blocks);
  VEC_CLEAR(&path->steps);
  uint32_t b = edge->n_blocks - 1;
  while (b > 0) {
    const TsBlock *block = &edge->blocks[b];
    uint32_t taken = 0;
    while (taken < block->n_steps &&
           !step_holds(edge, &block->steps[taken], ts, holds, context))
      taken++;
    if (taken == block->n_steps) return false;
    assert(block->steps[taken].from < b);
    VEC_PUSH(ts->mem, &path->blocks, b);
    VEC_PUSH(ts->mem, &path->steps, taken);
    b = block->steps[taken].from;
  }
  VEC_PUSH(ts->mem, &path->blocks, 0);
  VEC_PUSH(ts->mem, &path->steps, 0);
  assert(path->blocks.n == path->steps.n && path->blocks.n >= 2);
  for (uint32_t i = 0, j = path->blocks.n - 1; i < j; i++, j--) {
    uint32_t block = path->blocks.at[i], step = path->steps.at[i];
    path->blocks.at[i] = path->blocks.at[j];
    path->steps.at[i] = path->steps.at[j];
    path->blocks.at[j] = block;
    path->steps.at[j] = step;
  }
  return true;
}

void ts_path_done(const Ts *ts, TsPath *path) {
  VEC_DONE(ts->mem, &path->blocks);
  VEC_DONE(ts->mem, &path->steps);
}

uint64_t ts_size(const Ts *ts) {
  uint64_t nodes = 0;
  for (uint32_t e = 0; e < ts->edges.n; e++)
    nodes += term_size(ts->store, ts->edges.at[e].formula);
  return nodes;
}
