/* SPDX-License-Identifier: MIT
 *
 * A path of the stack as a list of guards and final values. */
#include "engine/trace/walk.h"

TermMap *trace_point_map(Trace *t, uint32_t point, const Term *values) {
  require(point < t->all->points.n);
  const TracePoint *at = &t->all->points.at[point];
  TermMap *map = term_map_new(t->store, t->store);
  for (uint32_t i = 0; i < at->n_vars; i++)
    term_map_put(map, at->vars[i], values[i]);
  return map;
}

Term trace_seed(Trace *t, uint32_t point, const Term *values) {
  require(point < t->all->points.n);
  uint32_t loc = t->all->points.at[point].loc;
  if (loc == TRACE_NONE) return term_true();
  Term seed = engine_seed(t->options, (TsLoc){loc});
  if (term_is_true(seed)) return seed;
  TermMap *map = trace_point_map(t, point, values);
  seed = term_map_apply(map, seed);
  term_map_free(map);
  return seed;
}

static Term *copy_values(Trace *t, uint32_t point, const Term *values) {
  uint32_t n = t->all->points.at[point].n_vars;
  Term *copy = MEM_ARRAY(t->mem, Term, n);
  for (uint32_t i = 0; i < n; i++) copy[i] = values[i];
  return copy;
}

void trace_walk_init(Trace *t, TraceWalk *walk, uint32_t point,
                     const Term *start) {
  *walk = (TraceWalk){
      .used = true, .point = point, .n_start = t->all->points.at[point].n_vars};
  walk->start = copy_values(t, point, start);
  walk->values = copy_values(t, point, start);
}

void trace_walk_fresh(Trace *t, TraceWalk *walk, uint32_t point) {
  const TracePoint *at = &t->all->points.at[point];
  Term *symbols = MEM_ARRAY(t->mem, Term, at->n_vars);
  for (uint32_t i = 0; i < at->n_vars; i++)
    symbols[i] = term_fresh(t->store, term_var_name(t->store, at->vars[i]),
                            term_sort(t->store, at->vars[i]));
  trace_walk_init(t, walk, point, symbols);
  MEM_FREE_ARRAY(t->mem, symbols, at->n_vars);
}

void trace_walk_step(Trace *t, TraceWalk *walk, uint32_t s) {
  const TraceStep *step = &t->all->steps.at[s];
  const TracePoint *to = &t->all->points.at[step->to];
  require(step->from == walk->point);
  TermMap *map = trace_point_map(t, walk->point, walk->values);
  assert(walk->used);
  for (uint32_t i = 0; i < step->inputs.n; i++) {
    Term input = step->inputs.at[i];
    term_map_put(map, input,
                 term_fresh(t->store, term_var_name(t->store, input),
                            term_sort(t->store, input)));
  }
  Term guard = term_map_apply(map, step->guard);
  if (!term_is_true(guard)) VEC_PUSH(t->mem, &walk->guards, guard);
  Term *values = MEM_ARRAY(t->mem, Term, to->n_vars);
  for (uint32_t i = 0; i < to->n_vars; i++)
    values[i] = term_map_apply(map, step->values[i]);
  term_map_free(map);
  MEM_FREE_ARRAY(t->mem, walk->values, t->all->points.at[walk->point].n_vars);
  walk->values = values;
  walk->point = step->to;
}

void trace_walk_frames(Trace *t, TraceWalk *walk, uint32_t from, uint32_t to) {
  require(from <= to && to < t->stack.n &&
          t->stack.at[from].point == walk->point);
  for (uint32_t i = from + 1; i <= to; i++)
    trace_walk_step(t, walk, t->stack.at[i].step_in);
}

void trace_walk_done(Trace *t, TraceWalk *walk) {
  if (!walk->used) return;
  MEM_FREE_ARRAY(t->mem, walk->start, walk->n_start);
  MEM_FREE_ARRAY(t->mem, walk->values, t->all->points.at[walk->point].n_vars);
  VEC_DONE(t->mem, &walk->guards);
}
