/* SPDX-License-Identifier: MIT
 *
 * IC3 over the bits of states [Bra11, EMB11].
 *
 * Where states hold single values only, and the steps between locations are
 * long, as in processes that were put one behind the other, a question on terms
 * is dear: it carries thousands of operators.  Here every edge becomes a
 * circuit once (circuit.c).  A state is a row of bits, a cube says what some
 * of them are, a lemma excludes a cube.  A question is a few assumptions to a
 * SAT solver that looks only at the part of the circuit it needs (smt/cdcl), so
 * there can be thousands in a second, and generalising by many questions pays.
 *
 * The rest is property-directed reachability over cutpoints, with the frames
 * of engine/pdr/pdr.c: F(i, l), the lemmas of l with level >= i, holds in every
 * state of l that can be reached in at most i edges; the entry has no lemmas.
 * For n = 1, 2, ...: as long as an error edge can be taken from F(n), the bits
 * that matter of the state it is taken from (lift.c) are an obligation
 * (block.c).  To block a cube at level i, it is asked over every edge into its
 * location whether it can be entered from F(i-1), over an edge from there from
 * outside the cube only.  If not, it is generalised (generalise.c) and learnt.
 * Then lemmas are pushed forward; when a level has none of its own left, those
 * above it are an inductive invariant.
 *
 * The search is over narrowed domains (engine/shared/narrow.h): of a variable
 * with five states three bits are left.  A lemma goes back to terms as parts of
 * variables that are equal to constants.
 *
 * Errors come first: only when none can be reached are "unsupported" locations
 * treated as errors, too. */
#include "engine/bits/bits_int.h"

void bits_stop(Bits *b, const char *why) {
  if (b->stopped) return;
  b->stopped = true;
  engine_give_up(b->result, "%s at level %u",
                 budget_is_spent(b->budget) ? "out of time" : why, b->n);
}

/* ---- claims ---- */

static Term invariant_of(Bits *b, uint32_t loc, uint32_t level) {
  const BitsPlace *place = &b->places[loc];
  Mem *mem = term_store_mem(b->store);
  TermList parts = {0};
  VEC_PUSH(mem, &parts, engine_seed(b->options, (TsLoc){loc}));
  for (uint32_t i = 0; i < place->lemmas.n; i++) {
    const BitsLemma *lemma = &place->lemmas.at[i];
    if (lemma->level <= level) continue;
    Term cube = bits_cube_term(b, loc, &lemma->cube);
    VEC_PUSH(mem, &parts, term_not(narrow_back(b->narrow, cube)));
  }
  Term all = term_and_n(b->store, parts.at, parts.n);
  VEC_DONE(mem, &parts);
  return all;
}

static void claim_safe(Bits *b, uint32_t level) {
  assert(level >= 1 && level <= b->n && !b->stopped);
  TsProof *proof = &b->result->proof;
  proof->kind = TS_PROOF_INVARIANTS;
  for (uint32_t l = 0; l < b->ts->locations.n; l++)
    VEC_PUSH(term_store_mem(b->store), &proof->invariants,
             invariant_of(b, l, level));
  b->result->claim = ENGINE_SAFE;
}

/* ---- life ---- */

static void find_edges(Bits *b) {
  const Ts *ts = b->ts;
  for (int from_entry = 1; from_entry >= 0; from_entry--)
    for (uint32_t e = 0; e < ts->edges.n; e++) {
      const TsEdge *edge = &ts->edges.at[e];
      if ((edge->source.id == ts->entry.id) != from_entry) continue;
      VEC_PUSH(b->mem, &b->places[edge->target.id].in, e);
      VEC_PUSH(b->mem, &b->places[edge->source.id].out, e);
    }
  engine_edges_into(ts, TS_ERROR, &b->bad_edges);
}

static void place_done(Bits *b, uint32_t l) {
  BitsPlace *place = &b->places[l];
  for (uint32_t i = 0; i < place->lemmas.n; i++)
    VEC_DONE(b->mem, &place->lemmas.at[i].cube);
  VEC_DONE(b->mem, &place->lemmas);
  VEC_DONE(b->mem, &place->in);
  VEC_DONE(b->mem, &place->out);
  MEM_FREE_ARRAY(b->mem, place->first, b->ts->locations.at[l].n_vars);
  MEM_FREE_ARRAY(b->mem, place->var_of, place->n_bits);
  VEC_DONE(b->mem, &place->signals);
  if (place->about) {
    for (uint32_t v = 0; v < b->ts->locations.at[l].n_vars; v++)
      VEC_DONE(b->mem, &place->choices[v]);
    MEM_FREE_ARRAY(b->mem, place->choices, b->ts->locations.at[l].n_vars);
    MEM_FREE_ARRAY(b->mem, place->about, place->n_latches);
    map_done(&place->said);
  }
  if (place->origins)
    MEM_FREE_ARRAY(b->mem, place->origins, b->ts->locations.at[l].n_vars);
  MEM_FREE_ARRAY(b->mem, place->activity, 2 * place->n_latches);
}

static void edge_done(Bits *b, BitsEdge *edge) {
  if (!edge->circuit) return;
  if (edge->solver) {
    b->stats->clauses += cdcl_n_clauses(edge->solver);
    cdcl_free(edge->solver);
  }
  circuit_free(edge->circuit);
  VEC_DONE(b->mem, &edge->levels);
  if (edge->now)
    MEM_FREE_ARRAY(b->mem, edge->now, b->places[edge->source].n_latches);
  if (edge->next)
    MEM_FREE_ARRAY(b->mem, edge->next, b->places[edge->target].n_latches);
  if (edge->gate_of) {
    MEM_FREE_ARRAY(b->mem, edge->gate_of, edge->n_vars + 1);
    MEM_FREE_ARRAY(b->mem, edge->latch_of, edge->n_vars + 1);
  }
}

static void bits_done(Bits *b) {
  bits_forget_obligations(b);
  VEC_DONE(b->mem, &b->obligations);
  VEC_DONE(b->mem, &b->queue);
  for (uint32_t e = 0; e < b->ts->edges.n; e++) edge_done(b, &b->edges[e]);
  for (uint32_t l = 0; l < b->ts->locations.n; l++) place_done(b, l);
  MEM_FREE_ARRAY(b->mem, b->edges, b->ts->edges.n);
  MEM_FREE_ARRAY(b->mem, b->places, b->ts->locations.n);
  VEC_DONE(b->mem, &b->bad_edges);
  VEC_DONE(b->mem, &b->assumptions);
  VEC_DONE(b->mem, &b->clause);
  VEC_DONE(b->mem, &b->stack);
  VEC_DONE(b->mem, &b->cost);
  VEC_DONE(b->mem, &b->mark);
  narrow_free(b->narrow);
}

static void search(Bits *b) {
  bool unsupported_too = false;
  for (b->n = 1; !b->stopped; b->n++) {
    b->stats->depth = b->n;
    if (b->options->progress)
      b->options->progress(b->options->progress_context, "frames", b->n,
                           b->stats->queries);
    bits_push_level(b);
    bits_block_errors(b);
    uint32_t fixed = bits_push_lemmas(b);
    if (b->stopped || !fixed) continue;
    bool more = !unsupported_too &&
                engine_edges_into(b->ts, TS_UNSUPPORTED, &b->bad_edges) > 0;
    unsupported_too = true;
    if (more) continue;
    claim_safe(b, fixed);
    return;
  }
}

static void run_bits(Ts *ts, const EngineOptions *options, Budget *budget,
                     EngineResult *result, EngineStats *stats) {
  require(ts->entry.id < ts->locations.n);
  Bits b = {.whole = ts,
            .store = ts->store,
            .mem = ts->mem,
            .options = options,
            .budget = budget,
            .result = result,
            .stats = stats,
            .increment = 1};
  b.narrow = narrow_new(ts, NARROW_DOMAINS);
  b.ts = narrow_ts(b.narrow);
  b.places = MEM_ARRAY(b.mem, BitsPlace, b.ts->locations.n);
  b.edges = MEM_ARRAY(b.mem, BitsEdge, b.ts->edges.n);
  find_edges(&b);
  if (bits_make_circuits(&b)) {
    bits_learn_origins(&b);
    search(&b);
  } else
    bits_stop(&b, "arrays, floats or too many gates");
  bits_done(&b);
}

const Engine engine_bits = {
    .name = "bits",
    .what = "IC3 on circuits: programs of single values with long steps",
    .run = run_bits};
