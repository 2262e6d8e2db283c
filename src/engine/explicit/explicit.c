/* SPDX-License-Identifier: MIT
 *
 * Reachable states, one by one.
 *
 * Reactive programs go round in a loop: read a symbol, look at a dozen
 * variables of few values, change some of them.  Their edges are large
 * formulas, but the states they reach are few.  They are enumerated here in
 * breadth-first order, each kept once, so that an error is found by a shortest
 * sequence of edges, and when no new state turns up, all of them are an
 * inductive invariant.
 *
 *   explore  From each new state every edge is run with the candidate values of
 *            its inputs (walk.c, candidates.c).  That is evaluation of the few
 *            blocks on the path, no solving.
 *   close    When no candidate leads to a new state, a solver is asked for each
 *            edge: is there a step from one of the states to none of them?  An
 *            answer is a new state to explore from; no answer, for all edges,
 *            is the proof.  A source state that was asked about once need not
 *            be asked about again: the targets only become more.
 *
 * The invariant of a location is its states, written as a decision diagram
 * (states.c).
 *
 * Where values are many (a counter to a million, an input that is stored), the
 * engine gives up soon: then it is a method for something else. */
#include "engine/explicit/explicit_int.h"

enum {
  MOST_STATES = 100000,
  MOST_RUNS = 512,        /* from one state through one edge */
  MOST_ANSWERS = 200,     /* of the solver, beyond the states found by runs */
  BLOCKS_OF_A_TICK = 256, /* a block takes under a microsecond or two */
  NO_STATE = UINT32_MAX
};

typedef struct State {
  TsLoc loc;
  const uint64_t *values;
  uint32_t parent, edge; /* how it was reached; NO_STATE: the entry */
  const Choice *choices;
  uint32_t n_choices;
  uint32_t same; /* another state with the same hash, or NO_STATE */
} State;

/* The solver's part of an edge. */
typedef struct Closure {
  Smt *smt;
  Vec(uint32_t) sources; /* states of the source that it knows */
  Vec(Term) selectors;   /* of these */
  uint32_t targets;      /* states before this one are not counted as new */
} Closure;

typedef struct Search {
  Ts *ts;
  const EngineOptions *options;
  Budget *budget;
  EngineResult *result;
  EngineStats *stats;
  Mem *mem;
  Arena arena;
  Vec(State) states;
  Map index; /* hash -> newest state with it */
  uint32_t explored;
  Walk **walks;
  Closure *closures;
  uint32_t answers;
  uint32_t unsupported; /* a state there, or NO_STATE */
  bool done;
} Search;

/* ---- states ---- */

static uint32_t n_values(const Search *s, TsLoc loc) {
  return ts_location(s->ts, loc)->n_vars;
}

static uint64_t hash_state(const Search *s, TsLoc loc, const uint64_t *values) {
  return hash_mix(hash_bytes(values, sizeof *values * n_values(s, loc)),
                  loc.id);
}

static bool is_known(const Search *s, uint64_t hash, TsLoc loc,
                     const uint64_t *values) {
  size_t bytes = sizeof *values * n_values(s, loc);
  uint32_t at = (uint32_t)map_get(&s->index, hash, NO_STATE);
  for (; at != NO_STATE; at = s->states.at[at].same)
    if (s->states.at[at].loc.id == loc.id &&
        (bytes == 0 || memcmp(s->states.at[at].values, values, bytes) == 0))
      return true;
  return false;
}

static void *copied(Search *s, const void *from, size_t bytes) {
  void *to = arena_alloc(&s->arena, bytes);
  if (bytes) memcpy(to, from, bytes);
  return to;
}

/* False: it was known. */
static bool add_state(Search *s, State state) {
  uint64_t hash = hash_state(s, state.loc, state.values);
  if (is_known(s, hash, state.loc, state.values)) return false;
  state.same = (uint32_t)map_get(&s->index, hash, NO_STATE);
  state.values =
      copied(s, state.values, sizeof *state.values * n_values(s, state.loc));
  state.choices =
      copied(s, state.choices, sizeof *state.choices * state.n_choices);
  map_put(&s->index, hash, s->states.n);
  VEC_PUSH(s->mem, &s->states, state);
  s->stats->nodes = s->states.n;
  return true;
}

static TsKind kind_of(const Search *s, uint32_t state) {
  return ts_location(s->ts, s->states.at[state].loc)->kind;
}

/* ---- ends ---- */

static void give_up(Search *s, const char *why) {
  engine_give_up(s->result, "%s after %u states", why, s->states.n);
  s->done = true;
}

static Walk *walk_of(Search *s, uint32_t edge) {
  if (!s->walks[edge]) s->walks[edge] = walk_new(s->ts, (TsEdgeId){edge});
  return s->walks[edge];
}

/* The steps to the state, run once more for the record. */
static void claim_trace(Search *s, uint32_t state) {
  Vec(uint32_t) path = {0};
  for (uint32_t at = state; s->states.at[at].parent != NO_STATE;
       at = s->states.at[at].parent)
    VEC_PUSH(s->mem, &path, at);
  bool good = true;
  while (path.n > 0 && good) {
    const State *to = &s->states.at[VEC_POP(&path)];
    Walk *walk = walk_of(s, to->edge);
    walk_start(walk, s->states.at[to->parent].values);
    good = walk_run_with(walk, to->choices, to->n_choices) == WALK_ARRIVED;
    TsModel model = walk_model(walk);
    good = good &&
           ts_trace_add(&s->result->trace, s->ts, (TsEdgeId){to->edge}, &model);
  }
  VEC_DONE(s->mem, &path);
  s->done = true;
  if (good)
    s->result->claim = ENGINE_UNSAFE;
  else
    give_up(s, "a model takes no path");
}

static Term invariant_of(Search *s, TsLoc loc) {
  Vec(const uint64_t *) rows = {0};
  for (uint32_t i = 0; i < s->states.n; i++)
    if (s->states.at[i].loc.id == loc.id)
      VEC_PUSH(s->mem, &rows, s->states.at[i].values);
  Term term = states_term(s->ts, loc, rows.at, rows.n);
  VEC_DONE(s->mem, &rows);
  return term;
}

static void claim_proof(Search *s) {
  require(s->unsupported == NO_STATE && s->explored == s->states.n);
  for (uint32_t l = 0; l < s->ts->locations.n; l++) {
    TsKind kind = s->ts->locations.at[l].kind;
    Term invariant = kind == TS_CUT ? invariant_of(s, (TsLoc){l}) : term_true();
    VEC_PUSH(term_store_mem(s->ts->store), &s->result->proof.invariants,
             invariant);
  }
  s->result->proof.kind = TS_PROOF_INVARIANTS;
  s->result->claim = ENGINE_SAFE;
  s->done = true;
}

/* ---- exploring ---- */

/* A state just found: an error ends the search. */
static void look_at(Search *s, uint32_t state) {
  TsKind kind = kind_of(s, state);
  if (kind == TS_ERROR) claim_trace(s, state);
  if (kind == TS_UNSUPPORTED && s->unsupported == NO_STATE)
    s->unsupported = state;
  if (!s->done && s->states.n >= MOST_STATES) give_up(s, "no end");
}

static void arrive(Search *s, uint32_t from, uint32_t edge, Walk *walk) {
  State state = {.loc = s->ts->edges.at[edge].target,
                 .values = walk_target(walk),
                 .parent = from,
                 .edge = edge};
  state.choices = walk_choices(walk, &state.n_choices);
  if (add_state(s, state))
    look_at(s, s->states.n - 1);
  else
    s->stats->covered++;
}

static void run_edge(Search *s, uint32_t from, uint32_t edge) {
  Walk *walk = walk_of(s, edge);
  walk_start(walk, s->states.at[from].values);
  for (uint32_t runs = 0; runs < MOST_RUNS && !s->done; runs++) {
    WalkEnd end = walk_run(walk);
    if (end == WALK_NO_MORE) return;
    s->stats->posts++;
    if (!budget_spend(s->budget, 1 + walk_length(walk) / BLOCKS_OF_A_TICK)) {
      give_up(s, "out of time");
      return;
    }
    if (end == WALK_ARRIVED) arrive(s, from, edge, walk);
  }
}

static void explore(Search *s) {
  for (; s->explored < s->states.n && !s->done; s->explored++)
    for (uint32_t e = 0; e < s->ts->edges.n && !s->done; e++)
      if (s->ts->edges.at[e].source.id == s->states.at[s->explored].loc.id)
        run_edge(s, s->explored, e);
}

/* ---- closing ---- */

static Term state_term(Search *s, uint32_t state) {
  const State *at = &s->states.at[state];
  return states_term(s->ts, at->loc, &at->values, 1);
}

/* The solver learns the states found since it was asked last.  Gives a literal
 * for "the step starts in one of those that are new as sources", or none. */
static Term update(Search *s, uint32_t e) {
  Closure *c = &s->closures[e];
  const TsEdge *edge = &s->ts->edges.at[e];
  TermStore *store = s->ts->store;
  if (!c->smt) {
    c->smt = smt_new(s->mem, store, engine_backend(s->ts, s->options),
                     s->options->smt);
    smt_add(c->smt, edge->formula);
  }
  TermMap *next = ts_next_map(s->ts, edge->target);
  TermList fresh = {0};
  for (; c->targets < s->states.n; c->targets++) {
    TsLoc loc = s->states.at[c->targets].loc;
    Term term = state_term(s, c->targets);
    if (loc.id == edge->target.id)
      smt_add(c->smt, term_not(term_map_apply(next, term)));
    if (loc.id != edge->source.id) continue;
    Term selector = smt_activation(c->smt);
    smt_add_under(c->smt, selector, term);
    VEC_PUSH(s->mem, &c->sources, c->targets);
    VEC_PUSH(s->mem, &c->selectors, selector);
    VEC_PUSH(term_store_mem(store), &fresh, selector);
  }
  term_map_free(next);
  Term some = TERM_NONE;
  if (fresh.n) {
    some = smt_activation(c->smt);
    smt_add_under(c->smt, some, term_or_n(store, fresh.at, fresh.n));
  }
  VEC_DONE(term_store_mem(store), &fresh);
  return some;
}

/* The step of the model becomes a new state. */
static void add_answer(Search *s, uint32_t e) {
  Closure *c = &s->closures[e];
  const TsEdge *edge = &s->ts->edges.at[e];
  const TsLocation *target = ts_location(s->ts, edge->target);
  uint64_t *values = ARENA_ARRAY(&s->arena, uint64_t, target->n_vars);
  for (uint32_t i = 0; i < target->n_vars; i++)
    values[i] = smt_value(c->smt, target->vars[i].next).bits;
  TermList inputs = {0};
  candidates_inputs(walk_candidates(walk_of(s, e)), &inputs);
  Choice *choices = ARENA_ARRAY(&s->arena, Choice, inputs.n);
  for (uint32_t i = 0; i < inputs.n; i++)
    choices[i] = (Choice){inputs.at[i], smt_value(c->smt, inputs.at[i]).bits};
  uint32_t from = 0;
  while (!smt_is_true(c->smt, c->selectors.at[from])) from++;
  State state = {.loc = edge->target,
                 .values = values,
                 .parent = c->sources.at[from],
                 .edge = e,
                 .choices = choices,
                 .n_choices = inputs.n};
  if (!add_state(s, state))
    give_up(s, "a model without a new state");
  else
    look_at(s, s->states.n - 1);
  VEC_DONE(term_store_mem(s->ts->store), &inputs);
}

/* Asks until the edge leads to no new state.  The sources that were new at the
 * first question stay in question until then. */
static void close_edge(Search *s, uint32_t e) {
  Closure *c = &s->closures[e];
  Term some = update(s, e);
  if (!some.id) return;
  while (!s->done) {
    s->stats->queries++;
    SmtResult answer = smt_check(c->smt, &some, 1, s->budget);
    if (answer == SMT_UNSAT) return;
    if (answer == SMT_UNKNOWN) {
      s->stats->unknowns++;
      give_up(s, budget_is_spent(s->budget) ? "out of time"
                                            : smt_reason_unknown(c->smt));
      return;
    }
    if (++s->answers > MOST_ANSWERS) {
      give_up(s, "too many values");
      return;
    }
    uint32_t before = s->states.n;
    add_answer(s, e);
    if (s->done) return;
    /* Known as a target at once; as a source it is asked about later. */
    assert(s->states.n == before + 1);
    TermMap *next = ts_next_map(s->ts, s->ts->edges.at[e].target);
    smt_add(c->smt, term_not(term_map_apply(next, state_term(s, before))));
    term_map_free(next);
  }
}

static void close_all(Search *s) {
  for (uint32_t e = 0; e < s->ts->edges.n && !s->done; e++) close_edge(s, e);
}

/* ---- the engine ---- */

static bool is_suitable(const Ts *ts) {
  if (ts_location(ts, ts->entry)->n_vars > 0) return false;
  for (uint32_t l = 0; l < ts->locations.n; l++)
    for (uint32_t v = 0; v < ts->locations.at[l].n_vars; v++)
      if (!explicit_fits(term_sort(ts->store, ts->locations.at[l].vars[v].now)))
        return false;
  return true;
}

static void search(Search *s) {
  (void)add_state(s, (State){.loc = s->ts->entry,
                             .parent = NO_STATE,
                             .edge = NO_STATE,
                             .same = NO_STATE});
  while (!s->done) {
    explore(s);
    if (s->options->progress)
      s->options->progress(s->options->progress_context, "closing", s->states.n,
                           s->stats->queries);
    uint32_t before = s->states.n;
    if (!s->done) close_all(s);
    if (s->done || s->states.n > before) continue;
    if (s->unsupported == NO_STATE)
      claim_proof(s);
    else
      claim_trace(s, s->unsupported);
  }
}

static void search_done(Search *s) {
  for (uint32_t e = 0; e < s->ts->edges.n; e++) {
    if (s->walks[e]) walk_free(s->walks[e]);
    Closure *c = &s->closures[e];
    if (c->smt) {
      s->stats->clauses += smt_stats(c->smt)->clauses;
      smt_free(c->smt);
    }
    VEC_DONE(s->mem, &c->sources);
    VEC_DONE(s->mem, &c->selectors);
  }
  MEM_FREE_ARRAY(s->mem, s->walks, s->ts->edges.n);
  MEM_FREE_ARRAY(s->mem, s->closures, s->ts->edges.n);
  VEC_DONE(s->mem, &s->states);
  map_done(&s->index);
  arena_done(&s->arena);
}

static void run_explicit(Ts *ts, const EngineOptions *options, Budget *budget,
                         EngineResult *result, EngineStats *stats) {
  require(ts->entry.id < ts->locations.n);
  if (!is_suitable(ts)) {
    engine_give_up(result, "states hold arrays or wide values");
    return;
  }
  Search s = {.ts = ts,
              .options = options,
              .budget = budget,
              .result = result,
              .stats = stats,
              .mem = ts->mem,
              .unsupported = NO_STATE};
  arena_init(&s.arena, s.mem);
  map_init(&s.index, s.mem);
  s.walks = MEM_ARRAY(s.mem, Walk *, ts->edges.n);
  s.closures = MEM_ARRAY(s.mem, Closure, ts->edges.n);
  search(&s);
  search_done(&s);
}

const Engine engine_explicit = {
    .name = "explicit",
    .what = "states one by one: reactive programs with few of them",
    .run = run_explicit};
