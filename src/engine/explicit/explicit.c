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
 * From each state every edge is run with the candidate values of its inputs
 * (candidates.c, walk.c): that is evaluation of the few blocks on the path, no
 * solving.  Each run has a class, the inputs that would have gone the same way.
 * A solver is asked whether the classes cover all inputs; those it finds
 * outside are run, too, until none is left.  These queries speak of inputs
 * alone, not of the edge, and are small.
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
  BLOCKS_OF_A_TICK = 512, /* about as many are run in that time */
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
  uint64_t blocks; /* run through and not yet counted as ticks */
  Walk **walks;
  Smt *smt;             /* about inputs */
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

/* A run ended.  `here` is the literal under which the solver knows the classes
 * of this state; false: the class of this run is all inputs. */
static bool note_run(Search *s, uint32_t from, uint32_t edge, WalkEnd end,
                     Term here) {
  Walk *walk = walk_of(s, edge);
  s->stats->posts++;
  s->blocks += walk_length(walk);
  uint64_t ticks = s->blocks / BLOCKS_OF_A_TICK;
  s->blocks %= BLOCKS_OF_A_TICK;
  if (!budget_spend(s->budget, ticks))
    give_up(s, "out of time");
  else if (end == WALK_STUCK)
    give_up(s, "a value cannot be computed");
  if (s->done) return false;
  Term class = walk_class(walk);
  smt_add_under(s->smt, here, term_not(class));
  if (end == WALK_ARRIVED) arrive(s, from, edge, walk);
  return !term_is_true(class);
}

/* Inputs outside all classes become the next run's; false: there are none. */
static bool next_inputs(Search *s, Term here, const TermList *inputs,
                        Choice *choices) {
  s->stats->queries++;
  SmtResult answer = smt_check(s->smt, &here, 1, s->budget);
  if (answer == SMT_UNKNOWN) {
    s->stats->unknowns++;
    give_up(s, budget_is_spent(s->budget) ? "out of time"
                                          : smt_reason_unknown(s->smt));
  }
  if (answer != SMT_SAT) return false;
  for (uint32_t i = 0; i < inputs->n; i++)
    choices[i] = (Choice){inputs->at[i], smt_value(s->smt, inputs->at[i]).bits};
  return true;
}

/* Runs outside the candidates. */
static void run_others(Search *s, uint32_t from, uint32_t edge, uint32_t runs,
                       Term here) {
  Walk *walk = walk_of(s, edge);
  Mem *mem = term_store_mem(s->ts->store);
  TermList inputs = {0};
  candidates_inputs(walk_candidates(walk), &inputs);
  Choice *choices = MEM_ARRAY(s->mem, Choice, inputs.n);
  while (!s->done && next_inputs(s, here, &inputs, choices)) {
    if (runs++ == MOST_RUNS) give_up(s, "too many values");
    if (s->done) break;
    WalkEnd end = walk_run_with(walk, choices, inputs.n);
    if (!note_run(s, from, edge, end, here)) break;
  }
  MEM_FREE_ARRAY(s->mem, choices, inputs.n);
  VEC_DONE(mem, &inputs);
}

static void run_edge(Search *s, uint32_t from, uint32_t edge) {
  Walk *walk = walk_of(s, edge);
  Term here = smt_activation(s->smt);
  walk_start(walk, s->states.at[from].values);
  bool more = true; /* inputs may be left */
  uint32_t runs = 0;
  for (; runs < MOST_RUNS && more && !s->done; runs++) {
    WalkEnd end = walk_run(walk);
    if (end == WALK_NO_MORE) break;
    more = note_run(s, from, edge, end, here);
  }
  if (more && !s->done) run_others(s, from, edge, runs, here);
  smt_retire(s->smt, here);
}

static void explore(Search *s) {
  const EngineOptions *options = s->options;
  for (; s->explored < s->states.n && !s->done; s->explored++) {
    if (options->progress && s->explored % 64 == 0)
      options->progress(options->progress_context, "states", s->states.n,
                        s->stats->queries);
    for (uint32_t e = 0; e < s->ts->edges.n && !s->done; e++)
      if (s->ts->edges.at[e].source.id == s->states.at[s->explored].loc.id)
        run_edge(s, s->explored, e);
  }
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
  explore(s);
  if (s->done) return;
  if (s->unsupported == NO_STATE)
    claim_proof(s);
  else
    claim_trace(s, s->unsupported);
}

static void search_done(Search *s) {
  for (uint32_t e = 0; e < s->ts->edges.n; e++)
    if (s->walks[e]) walk_free(s->walks[e]);
  s->stats->clauses = smt_stats(s->smt)->clauses;
  smt_free(s->smt);
  MEM_FREE_ARRAY(s->mem, s->walks, s->ts->edges.n);
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
  s.smt =
      smt_new(ts->mem, ts->store, engine_backend(ts, options), options->smt);
  search(&s);
  search_done(&s);
}

const Engine engine_explicit = {
    .name = "explicit",
    .what = "states one by one: reactive programs with few of them",
    .run = run_explicit};
