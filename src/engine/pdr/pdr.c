/* SPDX-License-Identifier: MIT
 *
 * Property-directed reachability over cutpoints [Bra11].
 *
 * Each location has lemmas; a lemma is a cube of states excluded up to a level.
 * F(i, l), the lemmas of l with level >= i, holds in every state of l that can
 * be reached in at most i edges.  The entry has no lemmas: it is reached with
 * zero edges, every other location with at least one, so F(0, l) is false for
 * them.
 *
 * Main loop, for n = 1, 2, ...: as long as an error edge can be taken from
 * F(n, a), read the obligation off the model (engine/shared/cube.c) and block
 * it at level n.  To block a cube at (l, i), ask over every edge into l whether
 * it can be entered from F(i-1), over an edge from l itself only from outside
 * the cube: a first time must be before all others.  If so, the predecessor's
 * cube is an obligation at i-1; if that source is the entry, the chain of
 * obligations is an execution.  If not, the literals that the refutations used
 * suffice; drop more of them, replace pairs by their sum, and the rest is a
 * lemma.  Then push lemmas forward; when a level has none of its own left, the
 * lemmas above it are an inductive invariant.
 *
 * Every edge has one incremental solver.  Lemmas of level i are added under the
 * activation literal of level i; asking from F(i) assumes the literals i..n+1.
 * The cube's literals are assumptions, so a core comes for free.
 *
 * Errors come first: only when none can be reached are "unsupported" locations
 * treated as errors, too, so that a real error behind or beside one is found.
 *
 * May-obligations.  An obligation that says which round a loop is in is first
 * tried without its loop-variant literals (engine/shared/loop_variant.c).  That
 * is a larger cube; blocking it is wanted but not needed, as in Quip [IG15].
 * Its predecessors lose their loop-variant literals, too.  If it can be
 * blocked, so is the must-obligation that it contains.  If a chain of
 * may-obligations begins at the entry or becomes long, it has failed, and the
 * must-obligation is dealt with.
 *
 * Differences to the published algorithm: locations instead of one transition
 * relation; cubes are literals over terms, not bits; sums of literals find
 * relations between variables.  The chain found at the end is solved once more
 * as one formula before it is claimed. */
#include "engine/pdr/pdr_int.h"
#include "engine/shared/loop_variant.h"

void pdr_stop(Pdr *p, const char *why) {
  if (p->stopped) return;
  p->stopped = true;
  engine_give_up(p->result, "%s at level %u",
                 budget_is_spent(p->budget) ? "out of time" : why, p->n);
  assert(p->result->claim == ENGINE_UNKNOWN);
}

/* ---- claims ---- */

static void claim_safe(Pdr *p, uint32_t level) {
  assert(level >= 1 && level <= p->n && !p->stopped);
  TsProof *proof = &p->result->proof;
  proof->kind = TS_PROOF_INVARIANTS;
  for (uint32_t l = 0; l < p->ts->locations.n; l++) {
    Term all = engine_seed(p->options, (TsLoc){l});
    const PdrPlace *place = &p->places[l];
    for (uint32_t i = 0; i < place->lemmas.n; i++) {
      const PdrLemma *lemma = &place->lemmas.at[i];
      assert(lemma->level <= p->n + 1);
      if (lemma->level <= level) continue;
      Term cube = term_and_n(p->store, lemma->cube.at, lemma->cube.n);
      all = term_and(p->store, all, term_not(narrow_back(p->narrow, cube)));
    }
    VEC_PUSH(term_store_mem(p->store), &proof->invariants, all);
  }
  p->result->claim = ENGINE_SAFE;
  assert(proof->invariants.n == p->whole->locations.n);
}

/* ---- life ---- */

static void push_level(Pdr *p) {
  VEC_PUSH(p->mem, &p->levels, term_fresh(p->store, "level", sort_bool()));
}

static void pdr_init(Pdr *p) {
  bool narrows = p->options->without != ENGINE_WITHOUT_VALUE_CLASSES;
  p->narrow = narrow_new(p->whole, narrows ? NARROW_DOMAINS : NARROW_NOTHING);
  Ts *ts = p->ts = narrow_ts(p->narrow);
  p->places = MEM_ARRAY(p->mem, PdrPlace, ts->locations.n);
  p->solvers = MEM_ARRAY(p->mem, SolverPair *, ts->edges.n);
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    p->places[l].to_next = ts_next_map(ts, (TsLoc){l});
    map_init(&p->places[l].variant, p->mem);
    loop_variant_vars(ts, (TsLoc){l}, &p->places[l].variant);
    Term seed = engine_seed(p->options, (TsLoc){l});
    VEC_PUSH(p->mem, &p->seeds, narrow_seed(p->narrow, seed));
  }
  for (int from_entry = 1; from_entry >= 0; from_entry--)
    for (uint32_t e = 0; e < ts->edges.n; e++) {
      const TsEdge *edge = &ts->edges.at[e];
      if ((edge->source.id == ts->entry.id) != from_entry) continue;
      VEC_PUSH(p->mem, &p->places[edge->target.id].in, e);
    }
  map_init(&p->failed, p->mem);
  engine_edges_into(ts, TS_ERROR, &p->bad_edges);
  push_level(p);
  push_level(p);
  assert(p->levels.n == 2);
}

static void pdr_done(Pdr *p) {
  Ts *ts = p->ts;
  while (p->chain.n) pdr_pop_obligation(p);
  VEC_DONE(p->mem, &p->chain);
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    PdrPlace *place = &p->places[l];
    for (uint32_t i = 0; i < place->lemmas.n; i++)
      VEC_DONE(p->mem, &place->lemmas.at[i].cube);
    VEC_DONE(p->mem, &place->lemmas);
    VEC_DONE(p->mem, &place->in);
    term_map_free(place->to_next);
    map_done(&place->variant);
  }
  map_done(&p->failed);
  for (uint32_t e = 0; e < ts->edges.n; e++)
    if (p->solvers[e]) {
      p->stats->clauses += pair_clauses(p->solvers[e]);
      pair_free(p->solvers[e]);
    }
  MEM_FREE_ARRAY(p->mem, p->places, ts->locations.n);
  MEM_FREE_ARRAY(p->mem, p->solvers, ts->edges.n);
  VEC_DONE(p->mem, &p->levels);
  VEC_DONE(p->mem, &p->bad_edges);
  VEC_DONE(p->mem, &p->seeds);
  narrow_free(p->narrow);
}

/* The lemma that came farthest and stopped there; of several a short one. */
static void tell_nearly(const Pdr *p) {
  const PdrLemma *best = NULL;
  uint32_t at = 0;
  for (uint32_t l = 0; l < p->ts->locations.n; l++)
    for (uint32_t i = 0; i < p->places[l].lemmas.n; i++) {
      const PdrLemma *lemma = &p->places[l].lemmas.at[i];
      if (lemma->level == 0 || (best && best->level > lemma->level) ||
          (best && best->level == lemma->level &&
           best->cube.n <= lemma->cube.n))
        continue;
      best = lemma;
      at = l;
    }
  if (!best) return;
  Term cube = term_and_n(p->store, best->cube.at, best->cube.n);
  p->options->nearly(p->options->nearly_context, (TsLoc){at},
                     term_not(narrow_back(p->narrow, cube)));
}

static void run_pdr(Ts *ts, const EngineOptions *options, Budget *budget,
                    EngineResult *result, EngineStats *stats) {
  require(ts->entry.id < ts->locations.n);
  Pdr p = {.whole = ts,
           .store = ts->store,
           .mem = ts->mem,
           .options = options,
           .budget = budget,
           .result = result,
           .stats = stats};
  p.backend = engine_backend(ts, options);
  pdr_init(&p);
  bool unsupported_too = false;
  for (p.n = 1; !p.stopped; p.n++) {
    stats->depth = p.n;
    if (options->nearly) tell_nearly(&p);
    if (options->progress)
      options->progress(options->progress_context, "frames", p.n,
                        stats->queries);
    push_level(&p);
    assert(p.levels.n == p.n + 2);
    pdr_block_errors(&p);
    if (p.stopped) break;
    uint32_t fixed = pdr_push_lemmas(&p);
    if (!fixed) continue;
    bool more = !unsupported_too &&
                engine_edges_into(p.ts, TS_UNSUPPORTED, &p.bad_edges) > 0;
    unsupported_too = true;
    if (more) continue;
    claim_safe(&p, fixed);
    break;
  }
  pdr_done(&p);
}

const Engine engine_pdr = {
    .name = "pdr",
    .what = "property-directed reachability: learns loop invariants from "
            "refuted obligations",
    .run = run_pdr};
