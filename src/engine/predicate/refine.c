/* SPDX-License-Identifier: MIT
 *
 * Refinement: why an abstract path is no execution.
 *
 * Positions 0..n-1 are the path's nodes, the last edge leads to an error.
 * Each position gets lemmas, clauses over its location's variables, such that
 *
 *    states(i-1) and lemmas(i-1) and edge(i-1)  implies  lemmas(i)
 *    states(n-1) and lemmas(n-1) and edge(n-1)  is impossible,
 *
 * an interpolant sequence relative to the abstract states.  They are found
 * backwards: a model of the last edge gives an obligation, a cube of states
 * from which the error can be reached (engine/shared/cube.c).  Each is asked
 * one edge back.  If it can be entered, the cube before it is the next
 * obligation; at the entry the chain of obligations is an execution.  If not,
 * the literals that the refutation needed, generalised
 * (engine/shared/generalise.c), are a lemma, and its atoms become predicates.
 *
 * Progress.  Nodes before the first one that breaks its lemmas stay.  With
 * AllSAT, those computed again from there on satisfy them, by induction, so
 * the path is gone.  A path can come
 * back without new predicates only through nodes computed with less
 * precision, which then are computed again.  Cartesian abstraction may lose a
 * clause of several literals; then the clause itself becomes a predicate.  A
 * relation abstracted in the Cartesian way may lose more: then successors are
 * computed as images from there on.  An abstraction may have left out what was
 * too hard: then there is no limit any more.  If nothing helps, we stop:
 * nothing is repeated for ever.
 *
 * Difference to [BCGKS09] and [HJMM04]: no interpolating solver; predicates
 * come from unsatisfiable cores one edge at a time, under the abstract states
 * already known, instead of a proof for the whole path. */
#include "engine/shared/cube.h"
#include "engine/shared/generalise.h"
#include "engine/predicate/predicate_int.h"

typedef struct Lemma {
  TermList cube; /* no state of it can be entered */
  Term clause;   /* its negation */
} Lemma;

typedef struct Position {
  Vec(Lemma) lemmas;
  bool is_broken; /* some state of the node satisfies not all of them */
} Position;

typedef struct Obligation {
  uint32_t at; /* position */
  TermList cube;
} Obligation;

typedef struct Refine {
  Pred *p;
  const PredPath *path;
  uint32_t n; /* positions */
  Position *positions;
  Vec(Obligation) chain; /* the newest last, at ever smaller positions */
  uint32_t asked;        /* position of cube_generalise's questions */
  Map atoms;             /* location << 32 | atom of a lemma there -> 1 */
  bool is_execution;
} Refine;

static uint32_t loc_at(const Refine *r, uint32_t i) {
  assert(i < r->n);
  return r->p->nodes.at[r->path->nodes.at[i]].loc;
}

/* ---- asking over one edge of the path ---- */

static void assume_position(Refine *r, uint32_t i, TermList *assume) {
  assert(i < r->n);
  pred_assume(r->p, r->p->nodes.at[r->path->nodes.at[i]].state, assume);
  const Position *position = &r->positions[i];
  for (uint32_t k = 0; k < position->lemmas.n; k++)
    VEC_PUSH(r->p->mem, assume, position->lemmas.at[k].clause);
}

/* How much an answer is worth: nothing goes on without it, or a lemma only
 * becomes a little stronger. */
typedef enum Need { MUST_KNOW, NICE_TO_KNOW } Need;

enum { NICE_TICKS = 400 };

static SmtResult check(Pred *p, Smt *smt, const TermList *assume, Need need) {
  p->stats->queries++;
  SmtResult result = smt_check_within(smt, assume->at, assume->n, p->budget,
                                      need == NICE_TO_KNOW ? NICE_TICKS : 0);
  if (result != SMT_UNKNOWN) return result;
  p->stats->unknowns++;
  if (need == MUST_KNOW || budget_is_spent(p->budget))
    pred_stop(p, smt_reason_unknown(smt));
  return result;
}

/* Can the path's edge i be taken from position i into the cube?  A nice
 * question that is too hard is taken to be answered yes. */
static CubeAnswer ask(Refine *r, uint32_t i, const TermList *cube,
                      uint8_t *used, Need need) {
  assert(i < r->n);
  Pred *p = r->p;
  uint32_t e = r->path->edges.at[i];
  Smt *smt = pred_solver(p, e);
  TermList assume = {0};
  assume_position(r, i, &assume);
  uint32_t first = assume.n;
  TermMap *to_next = p->places[p->ts->edges.at[e].target.id].to_next;
  for (uint32_t k = 0; k < cube->n; k++)
    VEC_PUSH(p->mem, &assume, term_map_apply(to_next, cube->at[k]));
  SmtResult result = check(p, smt, &assume, need);
  if (result == SMT_UNSAT && used)
    cube_mark_core(smt, cube, assume.at + first, used);
  VEC_DONE(p->mem, &assume);
  if (p->stopped) return CUBE_STOPPED;
  return result == SMT_UNSAT ? CUBE_REFUTED : CUBE_REACHED;
}

/* Can the cube at position r->asked be entered from the one before? */
static CubeAnswer answer_question(void *context, const TermList *cube,
                                  uint8_t *used) {
  Refine *r = context;
  assert(r->asked > 0 && r->asked < r->n);
  return ask(r, r->asked - 1, cube, used, MUST_KNOW);
}

static CubeAnswer answer_nice_question(void *context, const TermList *cube,
                                       uint8_t *used) {
  Refine *r = context;
  return ask(r, r->asked - 1, cube, used, NICE_TO_KNOW);
}

static uint64_t atom_key(uint32_t loc, Term literal) {
  return (uint64_t)loc << 32 | term_positive(literal).id;
}

/* Is the literal's atom a predicate there already, or will be? */
static bool is_tracked(void *context, Term literal) {
  const Refine *r = context;
  uint32_t loc = loc_at(r, r->asked);
  return map_find(&r->p->places[loc].have, term_positive(literal).id) ||
         map_find(&r->atoms, atom_key(loc, literal));
}

/* ---- obligations and lemmas ---- */

/* The cube at position i, from the model just found of edge i. */
static void push_obligation(Refine *r, uint32_t i, const TermList *target) {
  assert(r->chain.n == 0 || VEC_LAST(&r->chain).at == i + 1);
  Pred *p = r->p;
  uint32_t e = r->path->edges.at[i];
  Obligation ob = {.at = i};
  p->stats->obligations++;
  if (cube_before(p->ts, (TsEdgeId){e}, pred_solver(p, e), target, &ob.cube)) {
    VEC_PUSH(p->mem, &r->chain, ob);
    return;
  }
  VEC_DONE(p->mem, &ob.cube);
  pred_stop(p, "a model takes no path");
}

static void pop_obligation(Refine *r) {
  assert(r->chain.n > 0);
  VEC_DONE(r->p->mem, &VEC_LAST(&r->chain).cube);
  r->chain.n--;
}

static void learn(Refine *r, uint32_t i, TermList *cube) {
  assert(i > 0 && i < r->n);
  Pred *p = r->p;
  r->asked = i;
  CubeOracle oracle = {r, answer_nice_question, narrow_vars(r->p->narrow),
                       is_tracked};
  cube_generalise(p->store, &oracle, cube);
  Lemma lemma = {.clause = term_not(term_and_n(p->store, cube->at, cube->n))};
  cube_copy(p->store, &lemma.cube, cube);
  for (uint32_t k = 0; k < cube->n; k++)
    map_put(&r->atoms, atom_key(loc_at(r, i), cube->at[k]), 1);
  VEC_PUSH(p->mem, &r->positions[i].lemmas, lemma);
  p->stats->lemmas++;
}

/* Deal with the newest obligation: refute it, or find one before it. */
static void handle_newest(Refine *r) {
  Pred *p = r->p;
  uint32_t i = VEC_LAST(&r->chain).at;
  if (i == 0) {
    r->is_execution = true;
    return;
  }
  TermList cube = {0};
  cube_copy(p->store, &cube, &VEC_LAST(&r->chain).cube);
  r->asked = i;
  CubeOracle oracle = {r, answer_question, narrow_vars(r->p->narrow),
                       is_tracked};
  CubeAnswer answer = cube_shrink(p->store, &oracle, &cube);
  if (answer == CUBE_REFUTED) {
    learn(r, i, &cube);
    pop_obligation(r);
  } else if (answer == CUBE_REACHED) {
    push_obligation(r, i - 1, &cube);
  }
  VEC_DONE(p->mem, &cube);
}

/* Is the newest obligation still in the states of its position?  A lemma found
 * meanwhile may exclude it. */
static bool is_blocked(const Refine *r, const Obligation *ob) {
  const Position *position = &r->positions[ob->at];
  for (uint32_t i = 0; i < position->lemmas.n; i++)
    if (cube_is_subset(&position->lemmas.at[i].cube, &ob->cube)) return true;
  return false;
}

/* Until the last edge cannot be taken any more, or an execution is found. */
static void find_lemmas(Refine *r) {
  assert(r->chain.n == 0);
  const TermList nothing = {0};
  Pred *p = r->p;
  while (!p->stopped && !r->is_execution) {
    if (ask(r, r->n - 1, &nothing, NULL, MUST_KNOW) != CUBE_REACHED) return;
    push_obligation(r, r->n - 1, &nothing);
    while (r->chain.n && !p->stopped && !r->is_execution)
      if (is_blocked(r, &VEC_LAST(&r->chain)))
        pop_obligation(r);
      else
        handle_newest(r);
  }
}

/* ---- checking the sequence (--check=2) ---- */

static bool speaks_of(Pred *p, uint32_t loc, Term t) {
  const TsLocation *at = &p->ts->locations.at[loc];
  TermList vars = {0};
  term_vars(p->store, t, &vars);
  bool good = true;
  for (uint32_t i = 0; i < vars.n && good; i++) {
    good = false;
    for (uint32_t k = 0; k < at->n_vars; k++)
      good |= term_same(at->vars[k].now, vars.at[i]);
  }
  VEC_DONE(term_store_mem(p->store), &vars);
  return good;
}

/* Position i, its edge, and the negation of what must hold after it. */
static void check_step(Refine *r, uint32_t i) {
  Pred *p = r->p;
  uint32_t e = r->path->edges.at[i];
  const TsEdge *edge = &p->ts->edges.at[e];
  Smt *smt =
      smt_new(p->mem, p->store, smt_backend_other(p->backend), (SmtOptions){0});
  TermList parts = {0};
  assume_position(r, i, &parts);
  VEC_PUSH(p->mem, &parts, edge->formula);
  VEC_PUSH(p->mem, &parts, p->seeds.at[edge->source.id]);
  if (i + 1 < r->n) {
    Term all = term_true();
    const Position *next = &r->positions[i + 1];
    for (uint32_t k = 0; k < next->lemmas.n; k++) {
      require(speaks_of(p, loc_at(r, i + 1), next->lemmas.at[k].clause));
      all = term_and(p->store, all, next->lemmas.at[k].clause);
    }
    TermMap *to_next = p->places[edge->target.id].to_next;
    VEC_PUSH(p->mem, &parts, term_not(term_map_apply(to_next, all)));
  }
  for (uint32_t k = 0; k < parts.n; k++) smt_add(smt, parts.at[k]);
  require(smt_check(smt, NULL, 0, p->budget) != SMT_SAT);
  p->stats->interpolants_checked++;
  VEC_DONE(p->mem, &parts);
  smt_free(smt);
}

static void check_sequence(Refine *r) {
  for (uint32_t i = 0; i < r->n; i++) check_step(r, i);
}

/* ---- using it ---- */

static void track_atoms(Refine *r) {
  for (uint32_t i = 1; i < r->n; i++)
    for (uint32_t k = 0; k < r->positions[i].lemmas.n; k++) {
      const TermList *cube = &r->positions[i].lemmas.at[k].cube;
      for (uint32_t c = 0; c < cube->n; c++)
        pred_track(r->p, loc_at(r, i), cube->at[c]);
    }
}

static void track_clauses(Refine *r) {
  for (uint32_t i = 1; i < r->n; i++)
    for (uint32_t k = 0; k < r->positions[i].lemmas.n; k++)
      if (r->positions[i].lemmas.at[k].cube.n > 1)
        pred_track(r->p, loc_at(r, i), r->positions[i].lemmas.at[k].clause);
}

/* Do the node's states satisfy the position's lemmas?  They may, though the
 * lemmas' predicates are new: x = 3 implies x != 5. */
static bool has_lemmas(Refine *r, uint32_t i, Smt *smt) {
  Pred *p = r->p;
  const Position *position = &r->positions[i];
  TermList assume = {0};
  pred_assume(p, p->nodes.at[r->path->nodes.at[i]].state, &assume);
  Term broken = term_false();
  for (uint32_t k = 0; k < position->lemmas.n; k++)
    broken = term_or(p->store, broken, term_not(position->lemmas.at[k].clause));
  VEC_PUSH(p->mem, &assume, broken);
  p->stats->queries++;
  SmtResult result = smt_check(smt, assume.at, assume.n, p->budget);
  VEC_DONE(p->mem, &assume);
  return result == SMT_UNSAT;
}

static void find_broken(Refine *r) {
  assert(!r->is_execution);
  Pred *p = r->p;
  Smt *smt = smt_new(p->mem, p->store, p->backend, p->options->smt);
  for (uint32_t i = 1; i < r->n; i++)
    r->positions[i].is_broken = !has_lemmas(r, i, smt);
  smt_free(smt);
}

/* The first position whose lemmas do not hold and whose node is less precise
 * than we are now; 0: none. */
static uint32_t find_pivot(const Refine *r) {
  for (uint32_t i = 1; i < r->n; i++) {
    const PredNode *node = &r->p->nodes.at[r->path->nodes.at[i]];
    if (r->positions[i].is_broken &&
        node->stamp < r->p->places[node->loc].predicates.n)
      return i;
  }
  return 0;
}

/* The first position whose lemmas do not hold; 0: none. */
static uint32_t first_broken(const Refine *r) {
  for (uint32_t i = 1; i < r->n; i++)
    if (r->positions[i].is_broken) return i;
  return 0;
}

static PredRefined use_lemmas(Refine *r) {
  find_broken(r);
  track_atoms(r);
  uint32_t pivot = find_pivot(r);
  if (!pivot) {
    track_clauses(r);
    pivot = find_pivot(r);
  }
  if (!pivot && r->p->post == ENGINE_POST_RELATION) {
    r->p->post = ENGINE_POST_IMAGE;
    pivot = first_broken(r);
  }
  if (!pivot && pred_become_patient(r->p)) pivot = first_broken(r);
  if (!pivot) {
    pred_stop(r->p, "a refuted path comes back");
    return PRED_STUCK;
  }
  assert(pivot < r->n && r->positions[pivot].is_broken);
  pred_cut(r->p, r->path->nodes.at[pivot]);
  return PRED_REFINED;
}

static PredRefined confirm(Refine *r) {
  Pred *p = r->p;
  p->stats->queries++;
  if (engine_confirm_path(p->whole, p->options, r->path->edges.at,
                          r->path->edges.n, p->budget, p->result) == SMT_SAT) {
    p->stopped = true;
    return PRED_EXECUTION;
  }
  pred_stop(p, "a chain of obligations is no execution");
  return PRED_STUCK;
}

static void refine_done(Refine *r) {
  Mem *mem = r->p->mem;
  while (r->chain.n) pop_obligation(r);
  VEC_DONE(mem, &r->chain);
  for (uint32_t i = 0; i < r->n; i++) {
    Position *position = &r->positions[i];
    for (uint32_t k = 0; k < position->lemmas.n; k++)
      VEC_DONE(mem, &position->lemmas.at[k].cube);
    VEC_DONE(mem, &position->lemmas);
  }
  MEM_FREE_ARRAY(mem, r->positions, r->n);
  map_done(&r->atoms);
}

PredRefined pred_refine(Pred *p, const PredPath *path) {
  require(path->nodes.n > 0 && path->nodes.n == path->edges.n);
  Refine r = {.p = p, .path = path, .n = path->nodes.n};
  assert(p->nodes.at[path->nodes.at[0]].parent == PRED_NONE);
  r.positions = MEM_ARRAY(p->mem, Position, r.n);
  map_init(&r.atoms, p->mem);
  p->stats->refinements++;
  double start = clock_cpu();
  find_lemmas(&r);
  PredRefined refined = PRED_STUCK;
  if (r.is_execution) {
    refined = confirm(&r);
    p->stats->refinements--; /* nothing was refined */
  } else if (!p->stopped) {
    if (p->options->smt.check >= 2) check_sequence(&r);
    refined = use_lemmas(&r);
  }
  p->stats->refine_microseconds += (uint64_t)((clock_cpu() - start) * 1e6);
  refine_done(&r);
  return refined;
}
