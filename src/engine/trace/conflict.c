/* SPDX-License-Identifier: MIT
 *
 * An error was reached: is it one, and if not, which deletion was to blame?
 *
 * The path is walked again from the entry without any abstraction.  If its
 * guards can hold together, it is an execution; it is solved once more as
 * edges before it is claimed.  If not, some abstract head on it gave up too
 * much.
 *
 * Go from the last abstract head upwards to the first one, a, whose facts
 * (deleted or not) with the walk from there to the error are contradictory.  A
 * core of facts says which were needed; those that had been deleted are locked
 * (marked max), a is made concrete and starts again.  Its loop closes from now
 * on only where the locked facts survive.
 *
 * It may be that no deleted fact of a is in the core: the information got lost
 * at the next abstract head b below, whose facts could not express it.  Then
 * the guards after b that take part in the contradiction give a new fact of b:
 * their negation, over b's variables, true on arrival.  It is locked there.  If
 * it mentions inputs, b may never be abstract again on this path: its loop is
 * unrolled once more.
 *
 * Locked facts are remembered as candidates for later heads at the same
 * point. */
#include "engine/shared/literal.h"
#include "engine/trace/walk.h"

enum { MOST_HINTS = 16, MOST_SIZE = 200 };

static void claim(Trace *t, uint32_t step) {
  assert(t->all->steps.at[step].from == trace_top(t)->point);
  TraceNumbers edges = {0};
  for (uint32_t i = 1; i <= t->stack.n; i++) {
    uint32_t s = i < t->stack.n ? t->stack.at[i].step_in : step;
    const TraceStep *taken = &t->all->steps.at[s];
    if (t->all->points.at[taken->from].loc != TRACE_NONE)
      VEC_PUSH(t->mem, &edges, taken->edge);
  }
  t->stats->queries++;
  if (engine_confirm_path(t->ts, t->options, edges.at, edges.n, t->budget,
                          t->result) == SMT_SAT)
    t->stopped = true;
  else
    trace_stop(t, "an execution could not be confirmed");
  VEC_DONE(t->mem, &edges);
}

static bool is_abstract(const TraceFrame *f) {
  return f->head && f->head->abstract;
}

static uint32_t abstract_below(const Trace *t, uint32_t frame) {
  for (uint32_t i = frame; i-- > 0;)
    if (is_abstract(&t->stack.at[i])) return i;
  return TRACE_NONE;
}

/* Can the walk from the frame to the error be taken?  `core` gets the facts of
 * the frame that forbid it. */
static SmtResult ask_from(Trace *t, uint32_t frame, uint32_t step,
                          TermList *core) {
  assert(frame < t->stack.n);
  TraceFrame *f = &t->stack.at[frame];
  TraceWalk walk;
  TermList query = {0};
  trace_walk_init(t, &walk, f->point, f->values);
  trace_walk_frames(t, &walk, frame, t->stack.n - 1);
  trace_walk_step(t, &walk, step);
  VEC_PUSH(t->mem, &query, trace_seed(t, f->point, f->values));
  for (uint32_t i = 0; i < walk.guards.n; i++)
    VEC_PUSH(t->mem, &query, walk.guards.at[i]);
  uint32_t first = query.n;
  for (uint32_t i = 0; f->head && i < f->head->facts.n; i++)
    VEC_PUSH(t->mem, &query, trace_apply(t, f, f->head->facts.at[i].term));
  SmtResult result = trace_check(t, &t->path, query.at, query.n);
  if (result == SMT_UNSAT && query.n > first) {
    const Term *used;
    smt_core_min(t->path.smt, NULL, NULL, t->budget);
    uint32_t n = smt_core(t->path.smt, &used);
    for (uint32_t i = first; i < query.n; i++)
      for (uint32_t k = 0; k < n; k++)
        if (term_same(query.at[i], used[k]))
          trace_list_add(t, core, f->head->facts.at[i - first].term);
  }
  VEC_DONE(t->mem, &query);
  trace_walk_done(t, &walk);
  return result;
}

static void lock(Trace *t, TraceFrame *f, TraceFact *fact) {
  assert(fact->mark != TRACE_MAX);
  fact->mark = TRACE_MAX;
  t->stats->locked++;
  uint64_t *count = trace_needed(t, f->point, fact->term);
  if (count) ++*count;
  if (t->hints[f->point].n < MOST_HINTS)
    trace_list_add(t, &t->hints[f->point], fact->term);
}

/* Lock what was deleted and needed.  False: nothing was. */
static bool lock_core(Trace *t, TraceFrame *f, const TermList *core) {
  assert(f->head != NULL);
  bool locked = false;
  for (uint32_t i = 0; i < f->head->facts.n; i++) {
    TraceFact *fact = &f->head->facts.at[i];
    if (fact->mark != TRACE_MIN || !trace_list_has(core, fact->term)) continue;
    lock(t, f, fact);
    locked = true;
  }
  return locked;
}

/* Back to the state it was reached with; only what is locked is fixed. */
static void make_concrete(Trace *t, uint32_t frame) {
  assert(t->stack.at[frame].head && t->stack.at[frame].head->abstract);
  TraceHead *head = t->stack.at[frame].head;
  head->abstract = false;
  for (uint32_t i = 0; i < head->facts.n; i++)
    if (head->facts.at[i].mark == TRACE_MIN)
      head->facts.at[i].mark = TRACE_NEUTRAL;
  trace_restart(t, frame);
}

/* ---- a new fact ---- */

/* The guards after frame b that contradict what is before it, negated; over
 * b's variables.  None: there is no such fact. */
static Term fact_from_core(Trace *t, const TraceWalk *after, TermMap *there,
                           const TermList *before) {
  TermList query = {0}, needed = {0};
  for (uint32_t i = 0; i < before->n; i++)
    VEC_PUSH(t->mem, &query, before->at[i]);
  for (uint32_t i = 0; i < after->guards.n; i++)
    VEC_PUSH(t->mem, &query, term_map_apply(there, after->guards.at[i]));
  Term fact = TERM_NONE;
  if (trace_check(t, &t->path, query.at, query.n) == SMT_UNSAT) {
    const Term *used;
    smt_core_min(t->path.smt, NULL, NULL, t->budget);
    uint32_t n = smt_core(t->path.smt, &used);
    for (uint32_t i = 0; i < after->guards.n; i++)
      for (uint32_t k = 0; k < n; k++)
        if (term_same(query.at[before->n + i], used[k]))
          trace_list_add(t, &needed, after->guards.at[i]);
    if (needed.n) fact = term_not(term_and_n(t->store, needed.at, needed.n));
  }
  VEC_DONE(t->mem, &query);
  VEC_DONE(t->mem, &needed);
  return fact;
}

/* Over the variables of frame b; none: not expressible. */
static Term new_fact(Trace *t, uint32_t a, uint32_t b, uint32_t step) {
  assert(a < b && b < t->stack.n);
  TraceFrame *from = &t->stack.at[a], *at = &t->stack.at[b];
  const TracePoint *point = trace_point(t, at);
  TraceWalk before, after;
  trace_walk_init(t, &before, from->point, from->values);
  trace_walk_frames(t, &before, a, b);
  for (uint32_t i = from->floor; i < from->n_constraints; i++)
    VEC_PUSH(t->mem, &before.guards, t->constraints.at[i]);
  trace_walk_init(t, &after, at->point, point->vars);
  trace_walk_frames(t, &after, b, t->stack.n - 1);
  trace_walk_step(t, &after, step);
  TermMap *there = trace_point_map(t, at->point, before.values);
  Term fact = fact_from_core(t, &after, there, &before.guards);
  TermList vars = {0};
  if (fact.id) term_vars(t->store, fact, &vars);
  for (uint32_t i = 0; i < vars.n; i++) {
    bool own = false;
    for (uint32_t k = 0; k < point->n_vars; k++)
      own |= term_same(point->vars[k], vars.at[i]);
    if (!own) fact = TERM_NONE;
  }
  if (fact.id && term_size(t->store, fact) > MOST_SIZE) fact = TERM_NONE;
  VEC_DONE(t->mem, &vars);
  term_map_free(there);
  trace_walk_done(t, &before);
  trace_walk_done(t, &after);
  return fact.id ? literal_normal(t->store, fact) : fact;
}

/* What frame a knows forbids the error; the abstract frame b below forgot. */
static void teach(Trace *t, uint32_t a, uint32_t b, uint32_t step) {
  assert(is_abstract(&t->stack.at[b]));
  Term fact = new_fact(t, a, b, step);
  if (t->stopped) return;
  TraceFrame *f = &t->stack.at[b];
  TraceFact *found = NULL;
  for (uint32_t i = 0; fact.id && i < f->head->facts.n; i++)
    if (term_same(f->head->facts.at[i].term, fact))
      found = &f->head->facts.at[i];
  if (fact.id && !found) {
    TraceFact fresh = {.term = fact, .derived = true};
    VEC_PUSH(t->mem, &f->head->facts, fresh);
    found = &VEC_LAST(&f->head->facts);
  }
  if (found && found->mark != TRACE_MAX)
    lock(t, f, found);
  else
    f->head->concrete = true;
  make_concrete(t, b);
}

void trace_conflict(Trace *t, uint32_t step) {
  require(t->all->steps.at[step].from == trace_top(t)->point);
  uint32_t below = TRACE_NONE; /* the abstract frame after `at` */
  uint32_t at = abstract_below(t, t->stack.n);
  if (at == TRACE_NONE) {
    claim(t, step);
    return;
  }
  TermList core = {0};
  if (ask_from(t, 0, step, &core) == SMT_SAT) {
    claim(t, step);
    at = TRACE_NONE;
  }
  while (!t->stopped) {
    uint32_t from = at == TRACE_NONE ? 0 : at;
    VEC_CLEAR(&core);
    SmtResult result =
        at == TRACE_NONE ? SMT_UNSAT : ask_from(t, at, step, &core);
    if (result == SMT_UNSAT) {
      if (at != TRACE_NONE && lock_core(t, &t->stack.at[at], &core))
        make_concrete(t, at);
      else if (below != TRACE_NONE)
        teach(t, from, below, step);
      else
        trace_stop(t, "a conflict without a reason");
      break;
    }
    below = at;
    at = abstract_below(t, at);
  }
  VEC_DONE(t->mem, &core);
}
