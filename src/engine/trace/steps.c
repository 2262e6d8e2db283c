/* SPDX-License-Identifier: MIT
 *
 * From edges to steps.
 *
 * An edge of the Ts is an acyclic graph of blocks; how large it is, the
 * encoder's cut decides.  Symbolic execution follows single paths, so every
 * block inside an edge becomes a point of its own and every way into a block
 * one guarded assignment; a block that only one unguarded way leaves is passed
 * through.  The cut then only decides for which points a proof
 * must give an invariant; the paths are the same.
 *
 * The variables of an inner point are those that later blocks of the edge
 * read: found backwards over the blocks, which are in topological order.  What
 * is read but neither assigned on the way nor a variable of the source is an
 * input of the edge; it gets its value when the source is left.
 *
 * Loops: a depth-first search from the entry gives the targets of retreating
 * steps (heads).  The loop of a head are the points that reach one of its
 * retreating steps without passing the head; a point's depth is the number of
 * loops around it.  Cost: heads times steps. */
#include "engine/trace/steps.h"

static bool in_list(const Term *list, uint32_t n, Term t) {
  for (uint32_t i = 0; i < n; i++)
    if (term_same(list[i], t)) return true;
  return false;
}

/* ---- what is live in an edge ---- */

typedef struct Liveness {
  TraceSteps *all;
  const TsEdge *edge;
  Map *live; /* by block: variable -> 1 */
} Liveness;

static void add_vars(Liveness *l, uint32_t block, Term t,
                     const TsStep *unless) {
  assert(block < l->edge->n_blocks);
  TermList vars = {0};
  term_vars(l->all->store, t, &vars);
  for (uint32_t i = 0; i < vars.n; i++) {
    bool assigned = false;
    for (uint32_t k = 0; unless && k < unless->n_assigns; k++)
      assigned |= term_same(unless->assigns[k].var, vars.at[i]);
    if (!assigned) map_put(&l->live[block], vars.at[i].id, 1);
  }
  VEC_DONE(term_store_mem(l->all->store), &vars);
}

static void live_before_step(Liveness *l, uint32_t to, const TsStep *step) {
  assert(step->from < to); /* blocks are in topological order */
  const TsBlock *block = &l->edge->blocks[to];
  add_vars(l, step->from, step->guard, NULL);
  add_vars(l, step->from, block->constraint, step);
  for (uint32_t i = 0; i < step->n_assigns; i++)
    add_vars(l, step->from, step->assigns[i].value, step);
  for (uint32_t i = 0; i < l->live[to].n; i++) {
    Term var = {(uint32_t)l->live[to].entries[i].key};
    add_vars(l, step->from, var, step);
  }
}

static void find_live(Liveness *l) {
  for (uint32_t b = l->edge->n_blocks; b-- > 1;)
    for (uint32_t s = 0; s < l->edge->blocks[b].n_steps; s++)
      live_before_step(l, b, &l->edge->blocks[b].steps[s]);
}

/* ---- building ---- */

static uint32_t add_location(TraceSteps *all, uint32_t loc) {
  const TsLocation *at = &all->ts->locations.at[loc];
  TracePoint point = {.loc = loc, .kind = at->kind, .n_vars = at->n_vars};
  point.vars = ARENA_ARRAY(&all->arena, Term, at->n_vars);
  for (uint32_t i = 0; i < at->n_vars; i++) point.vars[i] = at->vars[i].now;
  VEC_PUSH(all->mem, &all->points, point);
  return all->points.n - 1;
}

static uint32_t add_inner(TraceSteps *all, const Map *live) {
  TracePoint point = {.loc = TRACE_NONE, .kind = TS_CUT, .n_vars = live->n};
  point.vars = ARENA_ARRAY(&all->arena, Term, live->n);
  for (uint32_t i = 0; i < live->n; i++)
    point.vars[i] = (Term){(uint32_t)live->entries[i].key};
  VEC_PUSH(all->mem, &all->points, point);
  return all->points.n - 1;
}

/* What the step assigns, each value over what is known before it. */
static TermMap *assignments(TraceSteps *all, const TsStep *step) {
  Term *values = MEM_ARRAY(all->mem, Term, step->n_assigns);
  TermMap *map = term_map_new(all->store, all->store);
  for (uint32_t i = 0; i < step->n_assigns; i++) {
    values[i] = step->assigns[i].value;
    term_map_put(map, step->assigns[i].var, values[i]);
  }
  /* A value may refer to another variable of the same step. */
  for (uint32_t round = 0; round < step->n_assigns; round++) {
    bool changed = false;
    for (uint32_t i = 0; i < step->n_assigns; i++) {
      Term value = term_map_apply(map, values[i]);
      changed |= !term_same(value, values[i]);
      values[i] = value;
    }
    if (!changed) break;
    for (uint32_t i = 0; i < step->n_assigns; i++)
      term_map_put(map, step->assigns[i].var, values[i]);
  }
  MEM_FREE_ARRAY(all->mem, values, step->n_assigns);
  return map;
}

static void find_inputs(TraceSteps *all, TraceStep *step, Term t) {
  const TracePoint *from = &all->points.at[step->from];
  TermList vars = {0};
  term_vars(all->store, t, &vars);
  for (uint32_t i = 0; i < vars.n; i++)
    if (!in_list(from->vars, from->n_vars, vars.at[i]) &&
        !in_list(step->inputs.at, step->inputs.n, vars.at[i]))
      VEC_PUSH(all->mem, &step->inputs, vars.at[i]);
  VEC_DONE(term_store_mem(all->store), &vars);
}

static void add_step(TraceSteps *all, const TsEdge *edge, uint32_t number,
                     uint32_t to_block, const TsStep *way, uint32_t from,
                     uint32_t to) {
  assert(from < all->points.n && to < all->points.n && to_block > 0);
  TraceStep step = {.from = from, .to = to, .edge = number};
  TermMap *assigned = assignments(all, way);
  Term inside = term_map_apply(assigned, edge->blocks[to_block].constraint);
  step.guard = term_and(all->store, way->guard, inside);
  if (way->from == 0)
    step.guard = term_and(all->store, step.guard, edge->blocks[0].constraint);
  TracePoint *target = &all->points.at[to];
  const TsLocation *loc =
      target->loc == TRACE_NONE ? NULL : &all->ts->locations.at[target->loc];
  step.values = ARENA_ARRAY(&all->arena, Term, target->n_vars);
  step.back = term_map_new(all->store, all->store);
  for (uint32_t i = 0; i < target->n_vars; i++) {
    Term var = loc ? loc->vars[i].next : target->vars[i];
    step.values[i] = term_map_apply(assigned, var);
    term_map_put(step.back, target->vars[i], step.values[i]);
    find_inputs(all, &step, step.values[i]);
  }
  find_inputs(all, &step, step.guard);
  term_map_free(assigned);
  VEC_PUSH(all->mem, &all->points.at[from].out, all->steps.n);
  VEC_PUSH(all->mem, &all->steps, step);
}

static void add_edge(TraceSteps *all, uint32_t number) {
  const TsEdge *edge = &all->ts->edges.at[number];
  uint32_t n = edge->n_blocks;
  assert(n >= 2);
  Liveness liveness = {all, edge, MEM_ARRAY(all->mem, Map, n)};
  uint32_t *points = MEM_ARRAY(all->mem, uint32_t, n);
  for (uint32_t b = 0; b < n; b++) map_init(&liveness.live[b], all->mem);
  find_live(&liveness);
  points[0] = edge->source.id;
  points[n - 1] = edge->target.id;
  for (uint32_t b = 1; b + 1 < n; b++)
    points[b] = add_inner(all, &liveness.live[b]);
  for (uint32_t b = 1; b < n; b++)
    for (uint32_t s = 0; s < edge->blocks[b].n_steps; s++) {
      const TsStep *way = &edge->blocks[b].steps[s];
      add_step(all, edge, number, b, way, points[way->from], points[b]);
    }
  for (uint32_t b = 0; b < n; b++) map_done(&liveness.live[b]);
  MEM_FREE_ARRAY(all->mem, liveness.live, n);
  MEM_FREE_ARRAY(all->mem, points, n);
}

/* ---- leaving out points where nothing is decided ---- */

static bool is_passed(const TraceSteps *all, uint32_t p) {
  const TracePoint *point = &all->points.at[p];
  return point->loc == TRACE_NONE && point->out.n == 1 &&
         term_is_true(all->steps.at[point->out.at[0]].guard);
}

/* `first` leads to a point that only `second` leaves: go there at once. */
static void compose(TraceSteps *all, TraceStep *first,
                    const TraceStep *second) {
  assert(first->to == second->from);
  const TracePoint *to = &all->points.at[second->to];
  assert(term_is_true(second->guard));
  TermMap *back = term_map_new(all->store, all->store);
  Term *values = ARENA_ARRAY(&all->arena, Term, to->n_vars);
  for (uint32_t i = 0; i < to->n_vars; i++) {
    values[i] = term_map_apply(first->back, second->values[i]);
    term_map_put(back, to->vars[i], values[i]);
  }
  term_map_free(first->back);
  first->back = back;
  first->values = values;
  first->to = second->to;
}

/* Inner points are numbered along their edge, so from the last to the first
 * every target is final. */
static void pass_through(TraceSteps *all) {
  for (uint32_t s = all->steps.n; s-- > 0;) {
    TraceStep *step = &all->steps.at[s];
    while (is_passed(all, step->to))
      compose(all, step, &all->steps.at[all->points.at[step->to].out.at[0]]);
  }
  for (uint32_t p = 0; p < all->points.n; p++) all->points.at[p].n_in = 0;
  for (uint32_t s = 0; s < all->steps.n; s++)
    if (!is_passed(all, all->steps.at[s].from))
      all->points.at[all->steps.at[s].to].n_in++;
}

/* ---- loops ---- */

typedef struct Loops {
  TraceSteps *all;
  uint8_t *state;   /* 0 new, 1 open, 2 done */
  uint8_t *back;    /* by step: retreating */
  TraceNumbers *in; /* by point: steps */
} Loops;

static void find_retreating(Loops *l) {
  TraceSteps *all = l->all;
  Vec(uint64_t) stack = {0}; /* point << 32 | next step */
  VEC_PUSH(all->mem, &stack, (uint64_t)all->ts->entry.id << 32);
  l->state[all->ts->entry.id] = 1;
  while (stack.n) {
    uint32_t at = (uint32_t)(VEC_LAST(&stack) >> 32);
    uint32_t next = (uint32_t)VEC_LAST(&stack);
    if (next == all->points.at[at].out.n) {
      l->state[at] = 2;
      stack.n--;
      continue;
    }
    VEC_LAST(&stack)++;
    uint32_t s = all->points.at[at].out.at[next];
    uint32_t to = all->steps.at[s].to;
    if (l->state[to] == 1) {
      l->back[s] = 1;
      all->points.at[to].is_head = true;
    } else if (l->state[to] == 0) {
      l->state[to] = 1;
      VEC_PUSH(all->mem, &stack, (uint64_t)to << 32);
    }
  }
  VEC_DONE(all->mem, &stack);
}

/* One more loop around every point of the head's loop. */
static void count_loop(Loops *l, uint32_t head) {
  TraceSteps *all = l->all;
  assert(head < all->points.n);
  uint8_t *seen = MEM_ARRAY(all->mem, uint8_t, all->points.n);
  TraceNumbers work = {0};
  seen[head] = 1;
  for (uint32_t s = 0; s < all->steps.n; s++)
    if (l->back[s] && all->steps.at[s].to == head)
      VEC_PUSH(all->mem, &work, all->steps.at[s].from);
  while (work.n) {
    uint32_t at = VEC_POP(&work);
    if (seen[at]) continue;
    seen[at] = 1;
    for (uint32_t i = 0; i < l->in[at].n; i++)
      VEC_PUSH(all->mem, &work, all->steps.at[l->in[at].at[i]].from);
  }
  for (uint32_t p = 0; p < all->points.n; p++)
    all->points.at[p].depth += seen[p];
  VEC_DONE(all->mem, &work);
  MEM_FREE_ARRAY(all->mem, seen, all->points.n);
}

static void find_loops(TraceSteps *all) {
  uint32_t n = all->points.n, n_steps = all->steps.n;
  Loops l = {all, MEM_ARRAY(all->mem, uint8_t, n),
             MEM_ARRAY(all->mem, uint8_t, n_steps),
             MEM_ARRAY(all->mem, TraceNumbers, n)};
  for (uint32_t s = 0; s < n_steps; s++)
    VEC_PUSH(all->mem, &l.in[all->steps.at[s].to], s);
  find_retreating(&l);
  for (uint32_t p = 0; p < n; p++)
    if (all->points.at[p].is_head) count_loop(&l, p);
  for (uint32_t p = 0; p < n; p++) VEC_DONE(all->mem, &l.in[p]);
  assert(l.state[all->ts->entry.id] == 2);
  MEM_FREE_ARRAY(all->mem, l.in, n);
  MEM_FREE_ARRAY(all->mem, l.back, n_steps);
  MEM_FREE_ARRAY(all->mem, l.state, n);
}

/* ---- life ---- */

TraceSteps *trace_steps_new(const Ts *ts) {
  require(ts->entry.id < ts->locations.n);
  TraceSteps *all = MEM_NEW(ts->mem, TraceSteps);
  all->mem = ts->mem;
  all->store = ts->store;
  all->ts = ts;
  arena_init(&all->arena, ts->mem);
  for (uint32_t l = 0; l < ts->locations.n; l++) add_location(all, l);
  for (uint32_t e = 0; e < ts->edges.n; e++) add_edge(all, e);
  pass_through(all);
  find_loops(all);
  assert(trace_steps_validate(all));
  return all;
}

void trace_steps_free(TraceSteps *all) {
  for (uint32_t i = 0; i < all->points.n; i++)
    VEC_DONE(all->mem, &all->points.at[i].out);
  for (uint32_t i = 0; i < all->steps.n; i++) {
    VEC_DONE(all->mem, &all->steps.at[i].inputs);
    term_map_free(all->steps.at[i].back);
  }
  VEC_DONE(all->mem, &all->points);
  VEC_DONE(all->mem, &all->steps);
  arena_done(&all->arena);
  MEM_DELETE(all->mem, all);
}

bool trace_has_input(const TraceSteps *all, const TraceStep *step, Term t) {
  assert(term_is_bool(all->store, t));
  if (step->inputs.n == 0) return false;
  TermList vars = {0};
  bool found = false;
  term_vars(all->store, t, &vars);
  for (uint32_t i = 0; i < vars.n && !found; i++)
    found = in_list(step->inputs.at, step->inputs.n, vars.at[i]);
  VEC_DONE(term_store_mem(all->store), &vars);
  return found;
}

bool trace_steps_validate(const TraceSteps *all) {
  for (uint32_t s = 0; s < all->steps.n; s++) {
    const TraceStep *step = &all->steps.at[s];
    const TracePoint *from = &all->points.at[step->from];
    if (step->from >= all->points.n || step->to >= all->points.n) return false;
    if (from->loc == TRACE_NONE && step->inputs.n) return false;
    if (!term_is_bool(all->store, step->guard)) return false;
    const TracePoint *to = &all->points.at[step->to];
    for (uint32_t i = 0; i < to->n_vars; i++)
      if (!sort_same(term_sort(all->store, to->vars[i]),
                     term_sort(all->store, step->values[i])))
        return false;
  }
  return true;
}
