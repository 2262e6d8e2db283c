/* SPDX-License-Identifier: MIT
 *
 * Predicate abstraction with counterexample-guided refinement.
 *
 * The method of [BCGKS09] and [GCS11] over whatever locations the transition
 * system has: single blocks, a rule summary or a loop cutset.
 *
 * A tree of abstract states is grown from the entry.  A node stands for a
 * location and a set of states there, described by the predicates tracked at
 * that location (its precision, precision.c), at first none.  Successors over
 * an edge are computed by predabs/ (post.c); what the location's other nodes
 * have already is not looked at again (tree.c).  When a node can take an edge
 * into an error, the path to it is either an execution or is refuted
 * (refine.c): the refutation gives predicates to the locations it went through,
 * the tree is cut from the first node to which they are new (lazy abstraction
 * [HJMS02]), and growing goes on.
 *
 * When nothing is left to grow, the states of all nodes of a location are its
 * invariant: every state of a node has been sent over every edge, and what it
 * led to is among the states of the target.
 *
 * Errors come first: only when none can be reached are "unsupported" locations
 * treated as errors, too, so that a real error behind or beside one is found.
 *
 * Differences to the papers: sets of new states instead of one state per node
 * (a node never repeats what another has); refinement by cores one edge back;
 * nothing is assumed about arithmetic: every question is asked bit for bit,
 * though of value classes where values are only copied and compared
 * (engine/shared/narrow.h). */
#include "engine/predicate/predicate_int.h"

/* ---- growing the tree ---- */

/* Can the bad edge be taken from the node's states? */
static SmtResult ask_bad(Pred *p, uint32_t node, uint32_t e) {
  assert(p->ts->edges.at[e].source.id == p->nodes.at[node].loc);
  assert(p->nodes.at[node].status != PRED_CUT);
  TermList assume = {0};
  pred_assume(p, p->nodes.at[node].state, &assume);
  double start = clock_cpu();
  p->stats->queries++;
  Smt *smt = pred_fresh_solver(p, e);
  SmtResult result = smt_check(smt, assume.at, assume.n, p->budget);
  p->stats->post_microseconds += (uint64_t)((clock_cpu() - start) * 1e6);
  VEC_DONE(p->mem, &assume);
  if (result == SMT_UNKNOWN) {
    p->stats->unknowns++;
    pred_stop(p, smt_reason_unknown(smt));
  }
  return result;
}

/* The bad edge that can be taken from the node, or PRED_NONE. */
static uint32_t find_error(Pred *p, uint32_t node) {
  PredNode *n = &p->nodes.at[node];
  for (; n->n_clean < p->bad_edges.n && !p->stopped; n->n_clean++) {
    uint32_t e = p->bad_edges.at[n->n_clean];
    if (p->ts->edges.at[e].source.id != n->loc) continue;
    if (ask_bad(p, node, e) == SMT_SAT) return e;
  }
  assert(p->stopped || n->n_clean == p->bad_edges.n);
  return PRED_NONE;
}

static bool is_inner(const Pred *p, uint32_t e) {
  TsKind kind = ts_location(p->ts, p->ts->edges.at[e].target)->kind;
  return kind == TS_CUT || kind == TS_EXIT;
}

static bool has_post(const PredNode *n, uint32_t e) {
  for (uint32_t i = 0; i < n->posts.n; i++)
    if (n->posts.at[i].edge == e) return true;
  return false;
}

/* Compute the successors that the node does not have yet. */
static void expand(Pred *p, uint32_t node) {
  assert(p->nodes.at[node].status == PRED_OPEN);
  const PredPlace *place = &p->places[p->nodes.at[node].loc];
  for (uint32_t i = 0; i < place->out.n && !p->stopped; i++) {
    uint32_t e = place->out.at[i];
    if (!is_inner(p, e) || has_post(&p->nodes.at[node], e)) continue;
    uint32_t target = p->ts->edges.at[e].target.id;
    PredPost post = {.edge = e, .stamp = p->places[target].predicates.n};
    post.states = pred_post(p, e, p->nodes.at[node].state);
    if (p->stopped) return;
    dd_protect(p->dd, post.states);
    VEC_PUSH(p->mem, &p->nodes.at[node].posts, post);
    if (!dd_is_false(post.states)) pred_add_child(p, node, &post);
  }
  if (!p->stopped) p->nodes.at[node].status = PRED_EXPANDED;
}

static PredRefined refine_to(Pred *p, uint32_t node, uint32_t bad_edge) {
  assert(p->ts->edges.at[bad_edge].source.id == p->nodes.at[node].loc);
  PredPath path = {0};
  uint32_t n = p->nodes.at[node].depth + 1;
  for (uint32_t i = 0; i < n; i++) {
    VEC_PUSH(p->mem, &path.nodes, 0);
    VEC_PUSH(p->mem, &path.edges, 0);
  }
  path.edges.at[n - 1] = bad_edge;
  for (uint32_t i = n; i-- > 0; node = p->nodes.at[node].parent) {
    path.nodes.at[i] = node;
    if (i > 0) path.edges.at[i - 1] = p->nodes.at[node].edge;
  }
  assert(node == PRED_NONE &&
         p->nodes.at[path.nodes.at[0]].parent == PRED_NONE);
  PredRefined refined = pred_refine(p, &path);
  VEC_DONE(p->mem, &path.nodes);
  VEC_DONE(p->mem, &path.edges);
  return refined;
}

static void report_progress(Pred *p) {
  p->stats->nodes = p->n_live;
  pred_count_precision(p);
  if (p->options->progress)
    p->options->progress(p->options->progress_context, "tree",
                         (uint32_t)p->stats->depth, p->stats->queries);
  if (p->options->watch) p->options->watch(p->options->watch_context, p->stats);
}

/* Under --check=1: the tree and its diagrams. */
static void validate(const Pred *p) {
  if (p->options->smt.check >= 1 && !dd_is_stopped(p->dd))
    pred_validate_tree(p);
}

/* Until nothing is open, or an answer is known. */
static void grow(Pred *p) {
  while (!p->stopped) {
    if (budget_is_spent(p->budget)) pred_stop(p, "out of time");
    if (dd_is_stopped(p->dd)) pred_stop(p, "too many diagram nodes");
    uint32_t node = p->stopped ? PRED_NONE : pred_take(p);
    if (node == PRED_NONE) return;
    report_progress(p);
    uint32_t bad = find_error(p, node);
    if (bad != PRED_NONE) {
      pred_reopen(p, node);
      if (refine_to(p, node, bad) != PRED_REFINED) return;
      validate(p);
    } else {
      expand(p, node);
    }
    dd_tidy(p->dd, DD_ORDER_SIFT);
  }
}

/* ---- claims ---- */

static void claim_safe(Pred *p) {
  assert(p->open.n == 0 && !p->stopped);
  TsProof *proof = &p->result->proof;
  proof->kind = TS_PROOF_INVARIANTS;
  for (uint32_t l = 0; l < p->ts->locations.n; l++) {
    TsKind kind = p->ts->locations.at[l].kind;
    bool is_inner = kind == TS_CUT || kind == TS_EXIT;
    Term states = is_inner ? pred_term_of(p, p->places[l].reach) : term_true();
    Term all = term_and(p->store, narrow_back(p->narrow, states),
                        engine_seed(p->options, (TsLoc){l}));
    VEC_PUSH(term_store_mem(p->store), &proof->invariants, all);
  }
  p->result->claim = ENGINE_SAFE;
  assert(proof->invariants.n == p->whole->locations.n);
}

static void reopen_all(Pred *p) {
  for (uint32_t i = 0; i < p->nodes.n; i++)
    if (p->nodes.at[i].status == PRED_EXPANDED) pred_reopen(p, i);
}

/* ---- life ---- */

/* Number the places in reverse post-order from the entry. */
static void order_places(Pred *p) {
  uint32_t n = p->ts->locations.n, next = n;
  uint8_t *seen = MEM_ARRAY(p->mem, uint8_t, n);
  Vec(uint64_t) stack = {0}; /* place << 32 | next edge */
  VEC_PUSH(p->mem, &stack, (uint64_t)p->ts->entry.id << 32);
  seen[p->ts->entry.id] = 1;
  while (stack.n) {
    uint32_t loc = (uint32_t)(VEC_LAST(&stack) >> 32);
    uint32_t at = (uint32_t)VEC_LAST(&stack);
    const PredPlace *place = &p->places[loc];
    if (at == place->out.n) {
      p->places[loc].order = --next;
      stack.n--;
      continue;
    }
    VEC_LAST(&stack)++;
    uint32_t target = p->ts->edges.at[place->out.at[at]].target.id;
    if (seen[target]) continue;
    seen[target] = 1;
    VEC_PUSH(p->mem, &stack, (uint64_t)target << 32);
  }
  assert(next <= n - 1); /* the entry was met */
  VEC_DONE(p->mem, &stack);
  MEM_FREE_ARRAY(p->mem, seen, n);
}

enum { MOST_DIAGRAM_NODES = 20000000 };

static void pred_init(Pred *p) {
  p->narrow = narrow_new(p->whole, NARROW_DOMAINS);
  Ts *ts = p->ts = narrow_ts(p->narrow);
  p->dd = dd_new(p->mem);
  dd_limit(p->dd, p->budget, MOST_DIAGRAM_NODES);
  map_init(&p->vars, p->mem);
  p->places = MEM_ARRAY(p->mem, PredPlace, ts->locations.n);
  p->solvers = MEM_ARRAY(p->mem, Smt *, ts->edges.n);
  p->solver_sizes = MEM_ARRAY(p->mem, uint64_t, ts->edges.n);
  p->relations = MEM_ARRAY(p->mem, PredRelation, ts->edges.n);
  p->is_coarse = MEM_ARRAY(p->mem, uint8_t, ts->edges.n);
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    PredPlace *place = &p->places[l];
    map_init(&place->have, p->mem);
    place->to_next = ts_next_map(ts, (TsLoc){l});
    place->reach = dd_false();
    dd_protect(p->dd, place->reach);
    Term seed = engine_seed(p->options, (TsLoc){l});
    VEC_PUSH(p->mem, &p->seeds, narrow_seed(p->narrow, seed));
  }
  for (uint32_t e = 0; e < ts->edges.n; e++)
    VEC_PUSH(p->mem, &p->places[ts->edges.at[e].source.id].out, e);
  order_places(p);
  engine_edges_into(ts, TS_ERROR, &p->bad_edges);
  assert(p->seeds.n == ts->locations.n);
}

static void free_place(Pred *p, PredPlace *place) {
  VEC_DONE(p->mem, &place->predicates);
  VEC_DONE(p->mem, &place->next);
  VEC_DONE(p->mem, &place->vars);
  VEC_DONE(p->mem, &place->ends);
  VEC_DONE(p->mem, &place->out);
  map_done(&place->have);
  term_map_free(place->to_next);
}

static void pred_done(Pred *p) {
  Ts *ts = p->ts;
  for (uint32_t l = 0; l < ts->locations.n; l++) free_place(p, &p->places[l]);
  for (uint32_t i = 0; i < p->nodes.n; i++)
    VEC_DONE(p->mem, &p->nodes.at[i].posts);
  pred_free_solvers(p);
  MEM_FREE_ARRAY(p->mem, p->places, ts->locations.n);
  MEM_FREE_ARRAY(p->mem, p->solvers, ts->edges.n);
  MEM_FREE_ARRAY(p->mem, p->solver_sizes, ts->edges.n);
  MEM_FREE_ARRAY(p->mem, p->relations, ts->edges.n);
  MEM_FREE_ARRAY(p->mem, p->is_coarse, ts->edges.n);
  VEC_DONE(p->mem, &p->nodes);
  VEC_DONE(p->mem, &p->open);
  VEC_DONE(p->mem, &p->bad_edges);
  VEC_DONE(p->mem, &p->predicates);
  VEC_DONE(p->mem, &p->seeds);
  map_done(&p->vars);
  dd_free(p->dd);
  narrow_free(p->narrow);
}

static void count_all(Pred *p) {
  report_progress(p);
  p->stats->cubes = p->abstraction.cubes;
  p->stats->diagram_nodes = dd_stats(p->dd)->nodes_peak;
}

static void run_predicate(Ts *ts, const EngineOptions *options, Budget *budget,
                          EngineResult *result, EngineStats *stats) {
  require(ts->entry.id < ts->locations.n);
  Pred p = {.whole = ts,
            .store = ts->store,
            .mem = ts->mem,
            .options = options,
            .budget = budget,
            .result = result,
            .stats = stats};
  p.backend = engine_backend(ts, options);
  p.post = options->predicate.post;
  pred_init(&p);
  pred_plant(&p);
  grow(&p);
  if (!p.stopped && engine_edges_into(p.ts, TS_UNSUPPORTED, &p.bad_edges)) {
    reopen_all(&p);
    grow(&p);
  }
  validate(&p);
  if (!p.stopped) claim_safe(&p);
  count_all(&p);
  if (options->predicate.picture)
    pred_print_tree(options->predicate.picture, &p);
  pred_done(&p);
}

const Engine engine_predicate = {
    .name = "predicate",
    .what = "predicate abstraction: a tree of abstract states, refined by "
            "refuted counterexamples",
    .run = run_predicate};
