/* SPDX-License-Identifier: MIT
 *
 * Bounded checking with k-induction over cutpoint edges.
 *
 * The system is unrolled one edge at a time in two incremental solvers.
 *
 *   base  starts at the entry.  A model that reaches an error in k edges is a
 *         trace.  If no location at all can be reached in k edges, everything
 *         has been seen: a proof by unrolling.
 *   step  starts in any state of any cutpoint.  If no path of k edges leads to
 *         an error, then, as the base has none of k edges or fewer, there is
 *         none: the last k edges of a shortest longer one would be such a
 *         path.
 *
 * That assertions passed earlier on the path are part of the path's own
 * guards gives the induction its hypothesis; no extra formula is needed.
 *
 * Errors come first: the step is looked at only while it costs, with its next
 * level, less than half of what the base has cost, a start aside.  Cost is
 * ticks and nodes of the formulas unrolled, since a large formula takes its
 * time before any search. So the step may lag behind the base: its k may be
 * smaller than the base's.
 *
 * Once no error has k edges, the base is told that the path goes on behind
 * them: with one loop only, that fixes where it is at each level, and what is
 * constant there is constant for the solver.
 *
 * At each level a location has a Boolean "reached" and its own copies of its
 * state variables; reached at level d+1 implies that one edge was taken from a
 * location reached at level d.  A loop-free program is one query at level 1.
 *
 * Reaching an "unsupported" location forbids a proof, but the search for real
 * errors goes on. */
#include "engine/engine.h"

typedef struct Taken { /* one instance of an edge */
  TsEdgeId edge;
  uint32_t level; /* of its target */
  Term taken;     /* the Boolean that chooses it */
  TermMap *map;   /* terms of the edge -> terms of the instance */
} Taken;

typedef struct Unroll {
  Ts *ts;
  Mem *mem;
  Smt *smt;
  uint32_t depth;    /* levels [0..depth] exist */
  uint64_t cost;     /* ticks and nodes so far */
  Vec(Term) reached; /* level * locations + location; none: impossible */
  Vec(Term *) vars;  /* the same; state variables */
  Vec(Taken) taken;
  Arena arena;
} Unroll;

static Term *at_level(Unroll *u, uint32_t level, uint32_t loc) {
  assert(loc < u->ts->locations.n &&
         level * u->ts->locations.n + loc < u->reached.n);
  return &u->reached.at[level * u->ts->locations.n + loc];
}

static Term *vars_at(Unroll *u, uint32_t level, uint32_t loc) {
  assert(loc < u->ts->locations.n && at_level(u, level, loc)->id);
  return u->vars.at[level * u->ts->locations.n + loc];
}

static bool is_sink(const Ts *ts, uint32_t loc) {
  TsKind kind = ts->locations.at[loc].kind;
  return kind == TS_ERROR || kind == TS_UNSUPPORTED || kind == TS_EXIT;
}

/* Room for one more level, with nothing reachable in it. */
static void push_level(Unroll *u) {
  for (uint32_t l = 0; l < u->ts->locations.n; l++) {
    VEC_PUSH(u->mem, &u->reached, TERM_NONE);
    VEC_PUSH(u->mem, &u->vars, NULL);
  }
}

static void make_reachable(Unroll *u, uint32_t level, uint32_t loc,
                           Term reached) {
  assert(term_is_bool(u->ts->store, reached) && !at_level(u, level, loc)->id);
  TermStore *store = u->ts->store;
  const TsLocation *at = &u->ts->locations.at[loc];
  Term *vars = ARENA_ARRAY(&u->arena, Term, at->n_vars);
  for (uint32_t i = 0; i < at->n_vars; i++)
    vars[i] =
        term_fresh(store, at->vars[i].name, term_sort(store, at->vars[i].now));
  *at_level(u, level, loc) = reached;
  u->vars.at[level * u->ts->locations.n + loc] = vars;
}

static void unroll_init(Unroll *u, Ts *ts, const SmtBackend *backend,
                        SmtOptions options) {
  *u = (Unroll){.ts = ts, .mem = ts->mem};
  u->smt = smt_new(ts->mem, ts->store, backend, options);
  arena_init(&u->arena, ts->mem);
  push_level(u);
}

static void unroll_done(Unroll *u) {
  for (uint32_t i = 0; i < u->taken.n; i++) term_map_free(u->taken.at[i].map);
  VEC_DONE(u->mem, &u->taken);
  VEC_DONE(u->mem, &u->reached);
  VEC_DONE(u->mem, &u->vars);
  arena_done(&u->arena);
  smt_free(u->smt);
}

static void take_edge(Unroll *u, uint32_t e, Term taken) {
  assert(term_is_bool(u->ts->store, taken));
  TermStore *store = u->ts->store;
  const TsEdge *edge = &u->ts->edges.at[e];
  uint32_t to = u->depth + 1;
  TermMap *map = term_map_new(store, store);
  Term formula =
      ts_instance(u->ts, (TsEdgeId){e}, vars_at(u, u->depth, edge->source.id),
                  vars_at(u, to, edge->target.id), map);
  Term from = *at_level(u, u->depth, edge->source.id);
  smt_add(u->smt, term_implies(store, taken, from));
  smt_add(u->smt, term_implies(store, taken, formula));
  VEC_PUSH(u->mem, &u->taken, ((Taken){{e}, to, taken, map}));
  u->cost += term_size(store, edge->formula);
}

/* One level more. */
static void unroll(Unroll *u) {
  Ts *ts = u->ts;
  TermStore *store = ts->store;
  uint32_t to = u->depth + 1;
  push_level(u);
  TermList *ways = mem_zalloc(u->mem, sizeof *ways * ts->locations.n);
  Mem *mem = term_store_mem(store);
  for (uint32_t e = 0; e < ts->edges.n; e++) {
    const TsEdge *edge = &ts->edges.at[e];
    if (!at_level(u, u->depth, edge->source.id)->id) continue;
    uint32_t target = edge->target.id;
    if (!at_level(u, to, target)->id)
      make_reachable(u, to, target, term_fresh(store, "reached", sort_bool()));
    Term taken = term_fresh(store, "taken", sort_bool());
    take_edge(u, e, taken);
    VEC_PUSH(mem, &ways[target], taken);
  }
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    if (ways[l].n)
      smt_add(u->smt, term_implies(store, *at_level(u, to, l),
                                   term_or_n(store, ways[l].at, ways[l].n)));
    VEC_DONE(mem, &ways[l]);
  }
  mem_free(u->mem, ways, sizeof *ways * ts->locations.n);
  u->depth = to;
  assert(u->reached.n == (u->depth + 1) * ts->locations.n);
}

/* Some location of that kind is reached at the last level. */
static Term reaches_kind(Unroll *u, TsKind kind) {
  Term some = term_false();
  for (uint32_t l = 0; l < u->ts->locations.n; l++) {
    Term reached = *at_level(u, u->depth, l);
    if (reached.id && u->ts->locations.at[l].kind == kind)
      some = term_or(u->ts->store, some, reached);
  }
  return some;
}

/* Some location that is no sink is. */
static Term goes_on(Unroll *u) {
  Term some = term_false();
  for (uint32_t l = 0; l < u->ts->locations.n; l++) {
    Term reached = *at_level(u, u->depth, l);
    if (reached.id && !is_sink(u->ts, l))
      some = term_or(u->ts->store, some, reached);
  }
  return some;
}

/* ---- traces ---- */

/* The edge taken into `loc` at `level` in the model. */
static const Taken *find_taken(Unroll *u, uint32_t level, uint32_t loc) {
  assert(level >= 1 && level <= u->depth);
  for (uint32_t i = 0; i < u->taken.n; i++) {
    const Taken *taken = &u->taken.at[i];
    if (taken->level == level &&
        u->ts->edges.at[taken->edge.id].target.id == loc &&
        smt_is_true(u->smt, taken->taken))
      return taken;
  }
  unreachable_case();
}

static bool read_trace(Unroll *u, TsKind kind, TsTrace *trace) {
  Ts *ts = u->ts;
  uint32_t loc = 0;
  while (ts->locations.at[loc].kind != kind ||
         !at_level(u, u->depth, loc)->id ||
         !smt_is_true(u->smt, *at_level(u, u->depth, loc)))
    loc++;
  const Taken **path = MEM_ARRAY(u->mem, const Taken *, u->depth);
  for (uint32_t level = u->depth; level > 0; level--) {
    path[level - 1] = find_taken(u, level, loc);
    loc = ts->edges.at[path[level - 1]->edge.id].source.id;
  }
  assert(loc == ts->entry.id);
  bool good = true;
  for (uint32_t i = 0; i < u->depth && good; i++)
    good = engine_read_edge(trace, ts, path[i]->edge, u->smt, path[i]->map);
  MEM_FREE_ARRAY(u->mem, path, u->depth);
  return good;
}

/* ---- the engine ---- */

typedef struct Run {
  Ts *ts;
  const EngineOptions *options;
  Budget *budget;
  EngineResult *result;
  EngineStats *stats;
  Unroll base, step;
  bool unsupported; /* an unsupported location can be reached */
  bool has_trace;   /* and result->trace leads there */
  bool step_lost;   /* the step solver gave up: no more induction */
  bool done;
} Run;

static SmtResult check(Run *run, Unroll *u, Term assumption) {
  assert(term_is_bool(run->ts->store, assumption));
  if (term_is_false(assumption)) return SMT_UNSAT;
  run->stats->queries++;
  uint64_t before = run->budget->ticks;
  SmtResult result = smt_check(u->smt, &assumption, 1, run->budget);
  u->cost += run->budget->ticks - before;
  if (result == SMT_UNKNOWN) run->stats->unknowns++;
  return result;
}

static void finish(Run *run, EngineClaim claim) {
  assert(claim != ENGINE_UNKNOWN);
  run->result->claim = claim;
  run->done = true;
}

static void give_up(Run *run, const Unroll *u) {
  engine_give_up(run->result, "%s at depth %u",
                 budget_is_spent(run->budget) ? "out of time"
                                              : smt_reason_unknown(u->smt),
                 u->depth);
  run->done = true;
}

static void prove(Run *run, TsProofKind kind) {
  assert(!run->unsupported);
  engine_prove_by_seeds(run->ts, run->options, kind, run->result);
  run->result->proof.k =
      kind == TS_PROOF_INDUCTION ? run->step.depth : run->base.depth;
  run->done = true;
}

/* A sink of that kind at the last level of the base? */
static SmtResult look_for(Run *run, TsKind kind) {
  Unroll *base = &run->base;
  Term bad = reaches_kind(base, kind);
  SmtResult answer = check(run, base, bad);
  if (answer == SMT_UNSAT) smt_add(base->smt, term_not(bad));
  if (answer == SMT_UNKNOWN) give_up(run, base);
  return answer;
}

static void forget_trace(Run *run) {
  ts_trace_done(&run->result->trace);
  ts_trace_init(&run->result->trace, run->ts->mem);
  run->has_trace = false;
}

static void look_for_errors(Run *run) {
  if (look_for(run, TS_ERROR) == SMT_SAT) {
    forget_trace(run);
    if (read_trace(&run->base, TS_ERROR, &run->result->trace))
      finish(run, ENGINE_UNSAFE);
    else
      engine_give_up(run->result, "a model takes no path"), run->done = true;
  }
  if (run->done || run->unsupported) return;
  run->unsupported = look_for(run, TS_UNSUPPORTED) == SMT_SAT;
  if (run->unsupported)
    run->has_trace =
        read_trace(&run->base, TS_UNSUPPORTED, &run->result->trace);
}

/* Nodes of one level more. */
static uint64_t next_size(Unroll *u) {
  uint64_t size = 0;
  for (uint32_t e = 0; e < u->ts->edges.n; e++) {
    const TsEdge *edge = &u->ts->edges.at[e];
    if (at_level(u, u->depth, edge->source.id)->id)
      size += term_size(u->ts->store, edge->formula);
  }
  return size;
}

static bool step_is_due(Run *run) {
  enum { START = 20000 };
  return !run->unsupported && !run->step_lost &&
         run->step.depth < run->base.depth &&
         run->step.cost + next_size(&run->step) <= run->base.cost / 2 + START;
}

static void look_at_step(Run *run) {
  assert(run->step.depth < run->base.depth);
  unroll(&run->step);
  Term bad = term_or(run->ts->store, reaches_kind(&run->step, TS_ERROR),
                     reaches_kind(&run->step, TS_UNSUPPORTED));
  SmtResult answer = check(run, &run->step, bad);
  if (answer == SMT_UNSAT) prove(run, TS_PROOF_INDUCTION);
  if (answer == SMT_UNKNOWN) run->step_lost = true;
}

static void look_for_proof(Run *run) {
  assert(!run->done);
  Term more = goes_on(&run->base);
  SmtResult answer = check(run, &run->base, more);
  if (answer == SMT_UNKNOWN) {
    give_up(run, &run->base);
    return;
  }
  if (answer == SMT_UNSAT) {
    if (!run->unsupported) {
      prove(run, TS_PROOF_UNROLLED);
      return;
    }
    engine_give_up(run->result, "an unsupported construct can be reached");
    run->done = true;
    if (run->has_trace) finish(run, ENGINE_UNSAFE); /* to that construct */
    return;
  }
  smt_add(run->base.smt, more); /* longer paths are all that is left */
  while (!run->done && step_is_due(run)) look_at_step(run);
}

/* The step may start in any state of the location that satisfies the seed
 * invariants. */
static void start_anywhere(Run *run, uint32_t loc) {
  assert(loc != run->ts->entry.id);
  TermStore *store = run->ts->store;
  const TsLocation *at = &run->ts->locations.at[loc];
  Term started = term_fresh(store, "start", sort_bool());
  make_reachable(&run->step, 0, loc, started);
  TermMap *map = term_map_new(store, store);
  for (uint32_t i = 0; i < at->n_vars; i++)
    term_map_put(map, at->vars[i].now, vars_at(&run->step, 0, loc)[i]);
  Term seed = term_map_apply(map, engine_seed(run->options, (TsLoc){loc}));
  term_map_free(map);
  smt_add(run->step.smt, term_implies(store, started, seed));
}

static void start(Run *run) {
  const SmtBackend *backend = engine_backend(run->ts, run->options);
  unroll_init(&run->base, run->ts, backend, run->options->smt);
  unroll_init(&run->step, run->ts, backend, run->options->smt);
  make_reachable(&run->base, 0, run->ts->entry.id, term_true());
  for (uint32_t l = 0; l < run->ts->locations.n; l++)
    if (run->ts->locations.at[l].kind == TS_CUT) start_anywhere(run, l);
}

static void run_bounded(Ts *ts, const EngineOptions *options, Budget *budget,
                        EngineResult *result, EngineStats *stats) {
  require(ts->entry.id < ts->locations.n);
  Run run = {.ts = ts,
             .options = options,
             .budget = budget,
             .result = result,
             .stats = stats};
  start(&run);
  while (!run.done) {
    if (options->progress)
      options->progress(options->progress_context, "unrolling",
                        run.base.depth + 1, stats->queries);
    if (options->most_depth && run.base.depth >= options->most_depth) {
      engine_give_up(result, "no answer within %u edges", run.base.depth);
      break;
    }
    unroll(&run.base);
    stats->depth = run.base.depth;
    look_for_errors(&run);
    if (!run.done) look_for_proof(&run);
  }
  stats->clauses =
      smt_stats(run.base.smt)->clauses + smt_stats(run.step.smt)->clauses;
  unroll_done(&run.base);
  unroll_done(&run.step);
}

const Engine engine_bounded = {
    .name = "bounded",
    .what = "unrolling with k-induction: finds shallow errors, proves what is "
            "inductive",
    .run = run_bounded};
