/* SPDX-License-Identifier: MIT
 *
 * Symbolic execution that learns: the minimax algorithm [JNS10].
 *
 * The problem.  Abstraction refinement starts with nothing and adds what a
 * spurious error shows to be missing.  Minimax starts with everything: it
 * executes paths symbolically, one after the other, depth first, and forgets
 * only what turned out not to matter.
 *
 * Forgetting, first kind: interpolation.  When a path ends (it cannot go on,
 * or its state is covered), a small part of the state is enough to see why;
 * the rest is irrelevant.  Going back up, each state keeps what its successors
 * needed (interpolate.c).  That is its entry in the memo table (memo.c), and
 * another state at the same point that entails it need not be explored.  So
 * the tree of paths shrinks to something near the graph of the program.
 *
 * Forgetting, second kind: loops.  When a path comes back to a loop head, the
 * facts of the head's state that the path has not changed are taken as the
 * invariant, and the head starts again with a state that says only this
 * (loops.c).  That may be too weak.  If an error is reached that the concrete
 * path does not reach, the deleted facts that would have prevented it are
 * locked at the shallowest head that can do so; it starts again, its loop can
 * only be closed where these facts survive, and elsewhere it is unrolled
 * (conflict.c).
 *
 * In the paper's words a constraint has one of three annotations: min, deleted
 * to close a loop; max, must stay; neutral.  The paper keeps one vector of them
 * along a path, over the constraints of all steps, and an interpolant is the
 * max part of that history.  We keep states as terms over symbols, annotate the
 * facts of loop heads (where alone deletion happens), and make interpolants
 * formulas over the variables of the point.  So they need no projection when
 * they are compared with another path's state, and they are the proof: every
 * entry of a location leads over every edge into entries again, and never into
 * an error.  The disjunction of a location's entries is its invariant.
 *
 * The correction.  The algorithm as published closes a loop (Fig. 5, line 13)
 * without marking anything.  A state in the body can then be memoised as
 * "true", and covers a state that breaks the invariant: a wrong proof (see
 * trace_closing_marks_its_core in the tests).  Here a closed path requires the
 * whole invariant at its end, and interpolation carries that up through the
 * body.  Entries made below a head depend on its invariant; when that changes,
 * the head starts again and all entries made since are dropped.
 *
 * More differences.  Paths go over the single ways inside an edge (steps.c), so
 * the encoder's cut decides only for which points the proof has invariants.
 * Facts are slackened and added up before they are given up.  Entries that
 * differ in one literal are joined, and the index of the table is a trie.
 * Everything is bit-precise.  There is one explicit stack and no recursion.
 *
 * Errors come first: only when none can be reached are "unsupported" locations
 * treated as errors, too, in a second run.
 *
 * Termination: none is promised for unbounded loops; a head is started again
 * at most once per fact and lock, but it may be unrolled for ever.  The budget
 * ends that. */
#include "engine/trace/walk.h"

#include <stdlib.h>

/* ---- frames ---- */

static void frame_reset(TraceFrame *f) {
  if (f->map) term_map_free(f->map);
  f->map = NULL;
  f->entered = f->open = f->lost = f->has_facts = false;
  f->next = 0;
  VEC_CLEAR(&f->choices);
  VEC_CLEAR(&f->changes);
  VEC_CLEAR(&f->required);
  VEC_CLEAR(&f->facts);
  map_clear(&f->truths);
}

static void pop(Trace *t) {
  assert(t->stack.n > 0);
  TraceFrame *f = trace_top(t);
  trace_head_free(t, f);
  frame_reset(f);
  MEM_FREE_ARRAY(t->mem, f->values, trace_point(t, f)->n_vars);
  VEC_DONE(t->mem, &f->choices);
  VEC_DONE(t->mem, &f->changes);
  VEC_DONE(t->mem, &f->required);
  VEC_DONE(t->mem, &f->facts);
  map_done(&f->truths);
  trace_undo_values(t, f->n_trail);
  t->stack.n--;
  t->constraints.n = t->stack.n ? trace_top(t)->n_constraints : 0;
  assert(t->stack.n == 0 || t->constraints.n >= trace_top(t)->floor);
}

static void add_constraint(Trace *t, Term term) {
  assert(term_is_bool(t->store, term));
  TermList parts = {0};
  term_conjuncts(t->store, term, &parts);
  for (uint32_t i = 0; i < parts.n; i++)
    if (!term_is_true(parts.at[i]))
      VEC_PUSH(t->mem, &t->constraints, parts.at[i]);
  VEC_DONE(t->mem, &parts);
}

/* Takes the values. */
static TraceFrame *push(Trace *t, uint32_t point, uint32_t step, Term *values,
                        uint32_t floor) {
  assert(point < t->all->points.n && floor <= t->constraints.n);
  TraceFrame frame = {.point = point,
                      .step_in = step,
                      .values = values,
                      .floor = floor,
                      .n_constraints = t->constraints.n,
                      .n_trail = t->trail.n,
                      .n_entries = t->entries.n};
  map_init(&frame.truths, t->mem);
  VEC_PUSH(t->mem, &t->stack, frame);
  t->stats->nodes++;
  if (t->stack.n > t->stats->depth) t->stats->depth = t->stack.n;
  return trace_top(t);
}

static void push_entry(Trace *t) {
  assert(t->stack.n == 0);
  TraceWalk walk;
  trace_walk_fresh(t, &walk, t->ts->entry.id);
  Term *values = MEM_ARRAY(t->mem, Term, walk.n_start);
  for (uint32_t i = 0; i < walk.n_start; i++) values[i] = walk.start[i];
  trace_walk_done(t, &walk);
  push(t, t->ts->entry.id, TRACE_NONE, values, 0);
}

static void push_child(Trace *t, const TraceChoice *choice) {
  assert(choice->feasible &&
         t->all->steps.at[choice->step].from == trace_top(t)->point);
  TraceFrame *f = trace_top(t);
  const TraceStep *step = &t->all->steps.at[choice->step];
  const TracePoint *to = &t->all->points.at[step->to];
  Term *values = MEM_ARRAY(t->mem, Term, to->n_vars);
  for (uint32_t i = 0; i < to->n_vars; i++)
    values[i] = trace_apply(t, f, step->values[i]);
  Term guard = trace_apply(t, f, step->guard);
  uint32_t floor = f->floor, first = choice->first, n = choice->n;
  assert(first + n <= f->changes.n);
  uint32_t parent = t->stack.n - 1;
  add_constraint(t, guard);
  push(t, step->to, choice->step, values, floor);
  for (uint32_t i = first; i < first + n; i++) {
    TraceValue change = t->stack.at[parent].changes.at[i];
    trace_set_value(t, (Term){change.var}, change.bits);
  }
  trace_top(t)->n_own_trail = t->trail.n;
}

/* ---- restarts ---- */

/* The variable that an equality determines, and its value. */
static bool solve(Trace *t, Term equality, Term *var, Term *value) {
  TermStore *store = t->store;
  if (term_kind(store, equality) != TERM_EQ || term_is_negated(equality))
    return false;
  for (uint32_t side = 0; side < 2; side++) {
    Term a = term_child(store, equality, side);
    Term b = term_child(store, equality, 1 - side);
    uint32_t n = term_kind(store, a) == TERM_ADD ? 2 : 1;
    for (uint32_t i = 0; i < n; i++) {
      *var = n == 2 ? term_child(store, a, i) : a;
      *value = n == 2 ? term_sub(store, b, term_child(store, a, 1 - i)) : b;
      if (!term_is_var(store, *var)) continue;
      TermList vars = {0};
      term_vars(store, *value, &vars);
      bool good = !trace_list_has(&vars, *var);
      VEC_DONE(t->mem, &vars);
      if (good) return true;
    }
  }
  return false;
}

/* Values that satisfy the equalities of the invariant by themselves. */
static void solve_equalities(Trace *t, const TermList *kept, uint32_t point,
                             Term *values) {
  uint32_t n = t->all->points.at[point].n_vars;
  for (uint32_t i = 0; i < kept->n; i++) {
    Term var, value;
    TermMap *map = trace_point_map(t, point, values);
    Term fact = term_map_apply(map, kept->at[i]);
    term_map_free(map);
    if (!solve(t, fact, &var, &value)) continue;
    TermMap *put = term_map_new(t->store, t->store);
    term_map_put(put, var, value);
    for (uint32_t k = 0; k < n; k++) values[k] = term_map_apply(put, values[k]);
    term_map_free(put);
  }
}

/* The state of the top frame becomes its head's invariant. */
static void forget_state(Trace *t) {
  TraceFrame *f = trace_top(t);
  TraceHead *head = f->head;
  assert(head->abstract && !head->arrival);
  uint32_t n = trace_point(t, f)->n_vars;
  TraceWalk walk;
  trace_walk_fresh(t, &walk, f->point);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t bits;
    if (trace_value(t, f->values[i], &bits))
      trace_set_value(t, walk.start[i], bits);
  }
  head->arrival = MEM_ARRAY(t->mem, Term, n);
  for (uint32_t i = 0; i < n; i++) {
    head->arrival[i] = f->values[i];
    f->values[i] = walk.start[i];
  }
  solve_equalities(t, &head->kept, f->point, f->values);
  f->floor = t->constraints.n;
  TermMap *map = trace_point_map(t, f->point, f->values);
  for (uint32_t i = 0; i < head->kept.n; i++)
    add_constraint(t, term_map_apply(map, head->kept.at[i]));
  term_map_free(map);
  add_constraint(t, trace_seed(t, f->point, f->values));
  f->n_constraints = t->constraints.n;
  trace_walk_done(t, &walk);
  trace_renew_model(t);
  assert(t->stopped || f->n_constraints == t->constraints.n);
}

/* The state of the top frame is again the one it was reached with. */
static void recall_state(Trace *t) {
  TraceFrame *f = trace_top(t);
  TraceHead *head = f->head;
  assert(head->floor <= head->n_constraints &&
         head->n_constraints <= t->constraints.n);
  uint32_t n = trace_point(t, f)->n_vars;
  if (head->arrival) {
    for (uint32_t i = 0; i < n; i++) f->values[i] = head->arrival[i];
    MEM_FREE_ARRAY(t->mem, head->arrival, n);
    head->arrival = NULL;
  }
  f->floor = head->floor;
  f->n_constraints = head->n_constraints;
  t->constraints.n = f->n_constraints;
  assert(!head->arrival);
}

void trace_restart(Trace *t, uint32_t frame) {
  require(frame < t->stack.n && t->stack.at[frame].head);
  while (t->stack.n > frame + 1) pop(t);
  TraceFrame *f = trace_top(t);
  trace_memo_cut(t, f->n_entries);
  assert(t->entries.n <= f->n_entries);
  frame_reset(f);
  f->entered = true;
  trace_undo_values(t, f->n_own_trail);
  recall_state(t);
  if (f->head->abstract) forget_state(t);
  t->stats->restarts++;
}

/* ---- exploring ---- */

static bool is_bad(const Trace *t, uint32_t point) {
  TsKind kind = t->all->points.at[point].kind;
  return kind == TS_ERROR || (kind == TS_UNSUPPORTED && t->unsupported_too);
}

static bool is_end(const Trace *t, uint32_t point) {
  TsKind kind = t->all->points.at[point].kind;
  return kind == TS_EXIT || kind == TS_UNSUPPORTED;
}

static int by_rank(const void *a, const void *b) {
  const TraceChoice *x = a, *y = b;
  if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
  return x->step < y->step ? -1 : x->step > y->step;
}

/* Errors, then what stays in the inner loops, then what leaves them, then what
 * cannot be taken. */
static uint32_t rank_of(const Trace *t, const TraceChoice *choice) {
  assert(choice->step < t->all->steps.n);
  uint32_t to = t->all->steps.at[choice->step].to;
  if (!choice->feasible) return UINT32_MAX;
  if (is_bad(t, to)) return 0;
  return UINT32_MAX - 1 - t->all->points.at[to].depth;
}

static void open_frame(Trace *t) {
  TraceFrame *f = trace_top(t);
  const TracePoint *point = trace_point(t, f);
  assert(f->entered && !f->open && f->choices.n == 0);
  f->open = true;
  for (uint32_t i = 0; i < point->out.n && !t->stopped; i++) {
    TraceChoice choice = {.step = point->out.at[i], .first = f->changes.n};
    Term guard = trace_apply(t, f, t->all->steps.at[choice.step].guard);
    choice.feasible = trace_feasible(t, guard, &f->changes);
    choice.n = f->changes.n - choice.first;
    choice.rank = rank_of(t, &choice);
    VEC_PUSH(t->mem, &f->choices, choice);
  }
  if (f->choices.n)
    qsort(f->choices.at, f->choices.n, sizeof(TraceChoice), by_rank);
}

/* The top frame is done and safe under the goals, which are copied. */
static void leave(Trace *t, const TermList *goals) {
  assert(t->stack.n > 0);
  TermList copy = {0};
  for (uint32_t i = 0; i < goals->n; i++) VEC_PUSH(t->mem, &copy, goals->at[i]);
  uint32_t step = trace_top(t)->step_in;
  bool lost = trace_top(t)->lost;
  pop(t);
  if (t->stack.n) {
    if (lost)
      trace_top(t)->lost = true;
    else
      trace_require_goals(t, step, &copy);
  }
  VEC_DONE(t->mem, &copy);
}

static void complete(Trace *t) {
  TraceFrame *f = trace_top(t);
  assert(f->open && f->next == f->choices.n);
  const TracePoint *point = trace_point(t, f);
  bool abstract = f->head && f->head->abstract;
  const TermList *goals = abstract ? &f->head->kept : &f->required;
  if (abstract && f->lost) goals = &f->required;
  if (!f->lost && (point->loc != TRACE_NONE || point->n_in > 1)) {
    uint32_t entry = trace_memo_add(t, f->point, goals);
    goals = &t->entries.at[entry].literals;
  }
  leave(t, goals);
}

/* The first look at a frame: is it known to be safe? */
static void enter(Trace *t) {
  TraceFrame *f = trace_top(t);
  assert(!f->entered && !f->open);
  const TracePoint *point = trace_point(t, f);
  if (!t->options->trace_no_interpolation &&
      (point->loc != TRACE_NONE || point->n_in > 1)) {
    uint32_t entry = trace_memo_find(t);
    if (entry != TRACE_NONE) {
      t->stats->subsumed++;
      leave(t, &t->entries.at[entry].literals);
      return;
    }
  }
  if (point->is_head && !t->options->trace_no_invariants) {
    const TermList *invariant = NULL;
    TraceClosed closed = trace_close(t, &invariant);
    if (closed == TRACE_CLOSED) {
      t->stats->closed++;
      leave(t, invariant);
    }
    if (closed != TRACE_OPEN || t->stopped) return;
    trace_enter_head(t);
  }
  trace_top(t)->entered = true;
}

static void take(Trace *t, TraceChoice choice) {
  assert(t->all->steps.at[choice.step].from == trace_top(t)->point);
  uint32_t to = t->all->steps.at[choice.step].to;
  if (!choice.feasible)
    trace_require_blocked(t, choice.step);
  else if (is_bad(t, to))
    trace_conflict(t, choice.step);
  else if (!is_end(t, to))
    push_child(t, &choice);
}

static void advance(Trace *t) {
  TraceFrame *f = trace_top(t);
  if (!f->entered)
    enter(t);
  else if (!f->open)
    open_frame(t);
  else if (f->next < f->choices.n)
    take(t, f->choices.at[f->next++]);
  else
    complete(t);
}

/* Everything from the entry; false: stopped, or no interpolant at the end. */
static bool explore(Trace *t) {
  push_entry(t);
  assert(t->stack.n == 1);
  bool lost = false;
  while (t->stack.n && !t->stopped) {
    if (!budget_spend(t->budget, 1)) trace_stop(t, "out of time");
    if (t->options->progress && t->stats->nodes % 1024 == 0)
      t->options->progress(t->options->progress_context, "nodes",
                           (uint32_t)t->stats->depth, t->stats->queries);
    lost = t->stack.n == 1 && trace_top(t)->lost;
    if (!t->stopped) advance(t);
  }
  if (lost) trace_stop(t, "no interpolant over the state variables");
  return !t->stopped;
}

static void claim_safe(Trace *t) {
  assert(t->stack.n == 0 && !t->stopped);
  TsProof *proof = &t->result->proof;
  proof->kind = TS_PROOF_INVARIANTS;
  for (uint32_t l = 0; l < t->ts->locations.n; l++) {
    TsKind kind = t->ts->locations.at[l].kind;
    Term states = term_false();
    if (kind == TS_ENTRY || kind == TS_EXIT) states = term_true();
    if (kind == TS_CUT)
      states = term_and(t->store, engine_seed(t->options, (TsLoc){l}),
                        trace_memo_states(t, l));
    VEC_PUSH(term_store_mem(t->store), &proof->invariants, states);
  }
  t->result->claim = ENGINE_SAFE;
  assert(proof->invariants.n == t->ts->locations.n);
}

/* ---- life ---- */

static void clear(Trace *t) {
  while (t->stack.n) pop(t);
  trace_memo_cut(t, 0);
  assert(t->stack.n == 0 && t->constraints.n == 0);
}

static void trace_init(Trace *t) {
  t->all = trace_steps_new(t->ts);
  trace_state_init(t);
  trace_memo_init(t);
  map_init(&t->needed, t->mem);
  t->hints = MEM_ARRAY(t->mem, TermList, t->all->points.n);
}

static void trace_done(Trace *t) {
  clear(t);
  VEC_DONE(t->mem, &t->stack);
  trace_memo_done(t);
  map_done(&t->needed);
  for (uint32_t p = 0; p < t->all->points.n; p++)
    VEC_DONE(t->mem, &t->hints[p]);
  MEM_FREE_ARRAY(t->mem, t->hints, t->all->points.n);
  trace_state_done(t);
  trace_steps_free(t->all);
}

static bool has_unsupported(const Ts *ts) {
  for (uint32_t l = 0; l < ts->locations.n; l++)
    if (ts->locations.at[l].kind == TS_UNSUPPORTED) return true;
  return false;
}

static void run_trace(Ts *ts, const EngineOptions *options, Budget *budget,
                      EngineResult *result, EngineStats *stats) {
  require(ts->entry.id < ts->locations.n);
  Trace t = {.ts = ts,
             .store = ts->store,
             .mem = ts->mem,
             .options = options,
             .backend = engine_backend(ts, options),
             .budget = budget,
             .result = result,
             .stats = stats};
  trace_init(&t);
  bool safe = explore(&t);
  if (safe && has_unsupported(ts)) {
    clear(&t);
    t.unsupported_too = true;
    safe = explore(&t);
  }
  if (safe) claim_safe(&t);
  stats->lemmas = t.entries.n;
  trace_done(&t);
}

const Engine engine_trace = {
    .name = "trace",
    .what = "symbolic execution with interpolation: learns loop invariants "
            "from paths",
    .run = run_trace};
