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
 * obligations is an execution. If not, the literals that the refutations used
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
 * Wishes.  An obligation that says where a counter stands is put to rest
 * (engine/shared/loop_variant.c) and that, which contains it, is tried first,
 * like any other obligation but without need [IG15]: what comes before it is
 * put to rest, too. If it can be blocked, so is the real one.  If a chain of
 * wishes begins at the entry or becomes long, they are given up, and the real
 * one is dealt with.
 *
 * Differences to the published algorithm: locations instead of one transition
 * relation; cubes are literals over terms, not bits; sums of literals find
 * relations between variables.  The chain found at the end is solved once more
 * as one formula before it is claimed. */
#include "engine/shared/cube.h"
#include "engine/shared/solver_pair.h"
#include "engine/engine.h"
#include "engine/shared/generalise.h"
#include "engine/shared/narrow.h"
#include "engine/shared/loop_variant.h"

typedef struct Lemma {
  TermList cube;  /* over the location's `now` variables */
  uint32_t level; /* 0: dropped, subsumed by another */
  uint32_t stuck; /* the edge that kept it from a higher level, or UINT32_MAX */
} Lemma;

typedef struct Place { /* of one location */
  Vec(Lemma) lemmas;
  Vec(uint32_t) in; /* edges, those from the entry first */
  TermMap *to_next; /* now -> next */
  Map moving;       /* see rest_moving */
} Place;

typedef struct Obligation {
  uint32_t loc;
  uint32_t level;
  TermList cube;
  uint32_t edge;   /* from loc towards the error */
  uint32_t parent; /* obligation at that edge's end, or UINT32_MAX */
  uint32_t wish;   /* the real obligation that it is for, the newest one that is
                      no wish; UINT32_MAX: it is real itself */
  bool is_tried;   /* real, and there was a wish for it */
} Obligation;

typedef struct Pdr {
  Ts *whole;      /* the system we were given */
  Narrow *narrow; /* between the two */
  Ts *ts;         /* ... over fewer bits, where the search is */
  TermList known; /* by location, of `ts` */
  TermStore *store;
  Mem *mem;
  const EngineOptions *options;
  const SmtBackend *backend;
  Budget *budget;
  EngineResult *result;
  EngineStats *stats;
  Place *places;
  Duo **solvers;         /* by edge; made when first asked */
  TermList levels;       /* activation literals, [0] unused */
  uint32_t n;            /* the frontier */
  Vec(Obligation) chain; /* open obligations, the newest last */
  Map vain;              /* wishes that were given up */
  uint32_t wishes_left;  /* how many more may follow the one at hand */
  Vec(uint32_t) bad_edges;
  uint64_t sum_ticks; /* spent on trying to replace literals by their sum, */
  uint64_t sums;      /* ... and how often that was possible */
  bool stopped;
} Pdr;

enum {
  OPTIONAL_TICKS = 2000,      /* for questions that only make lemmas better */
  SUM_TICKS = 20000,          /* for sums; then they must have been useful: */
  SUM_TICKS_PER_GAIN = 10000, /* as many more for each that was; */
  SUMS_SELDOM = 8,            /* else only every so many lemmas */
  MOST_WISHES = 30            /* for one real obligation */
};

/* ---- asking over one edge ---- */

static void add_lemma_to(Pdr *p, Duo *duo, const Lemma *lemma) {
  Term all = term_and_n(p->store, lemma->cube.at, lemma->cube.n);
  duo_add_under(duo, p->levels.at[lemma->level], term_not(all));
}

static Duo *solver(Pdr *p, uint32_t e) {
  if (p->solvers[e]) return p->solvers[e];
  const TsEdge *edge = &p->ts->edges.at[e];
  Duo *duo = duo_new(p->mem, p->store, p->backend, p->options->smt);
  duo_add(duo, edge->formula);
  duo_add(duo, p->known.at[edge->source.id]);
  const Place *from = &p->places[edge->source.id];
  for (uint32_t i = 0; i < from->lemmas.n; i++)
    if (from->lemmas.at[i].level) add_lemma_to(p, duo, &from->lemmas.at[i]);
  p->solvers[e] = duo;
  return duo;
}

static void stop(Pdr *p, const char *why) {
  if (p->stopped) return;
  p->stopped = true;
  engine_give_up(p->result, "%s at level %u",
                 budget_is_spent(p->budget) ? "out of time" : why, p->n);
}

/* May an answer stay out? */
typedef enum Need { NEEDED, OPTIONAL } Need;

/* Optional questions get little time. */
static SmtResult check(Pdr *p, Duo *duo, const TermList *assume, Need need) {
  p->stats->queries++;
  if (need == NEEDED) return duo_check(duo, assume->at, assume->n, p->budget);
  Budget part = budget_part(p->budget, OPTIONAL_TICKS);
  SmtResult result = duo_check(duo, assume->at, assume->n, &part);
  budget_return(p->budget, &part);
  return result;
}

/* Can the edge be taken from F(level) into the cube, coming from outside of it?
 * `used` (may be NULL) gets a mark for each literal of the cube that a
 * refutation used.  An optional question without an answer is answered yes. */
static CubeAnswer ask(Pdr *p, uint32_t e, uint32_t level, const TermList *cube,
                      uint8_t *used, Need need) {
  const TsEdge *edge = &p->ts->edges.at[e];
  bool from_entry = edge->source.id == p->ts->entry.id;
  if (level == 0 && !from_entry) return CUBE_REFUTED;
  Duo *duo = solver(p, e);
  TermList assume = {0};
  for (uint32_t i = level; !from_entry && i < p->levels.n; i++)
    VEC_PUSH(p->mem, &assume, p->levels.at[i]);
  if (edge->source.id == edge->target.id && cube->n) /* from outside of it */
    VEC_PUSH(p->mem, &assume,
             term_not(term_and_n(p->store, cube->at, cube->n)));
  uint32_t first = assume.n;
  TermMap *to_next = p->places[edge->target.id].to_next;
  for (uint32_t i = 0; i < cube->n; i++)
    VEC_PUSH(p->mem, &assume, term_map_apply(to_next, cube->at[i]));
  SmtResult result = check(p, duo, &assume, need);
  if (result == SMT_UNSAT && used) {
    const Term *core;
    uint32_t n = smt_core(duo_answer(duo), &core);
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t k = 0; k < cube->n; k++)
        if (term_same(core[i], assume.at[first + k])) used[k] = 1;
  }
  VEC_DONE(p->mem, &assume);
  if (result == SMT_UNKNOWN) {
    p->stats->unknowns++;
    if (need == OPTIONAL && !budget_is_spent(p->budget)) return CUBE_REACHED;
    stop(p, smt_reason_unknown(duo_answer(duo)));
    return CUBE_STOPPED;
  }
  return result == SMT_SAT ? CUBE_REACHED : CUBE_REFUTED;
}

/* Over all edges into `loc`, `*by` first (UINT32_MAX: none is likelier than the
 * others); CUBE_REACHED sets it. */
static CubeAnswer ask_all(Pdr *p, uint32_t loc, uint32_t level,
                          const TermList *cube, uint8_t *used, uint32_t *by,
                          Need need) {
  const Place *place = &p->places[loc];
  uint32_t likely = *by;
  for (uint32_t i = likely == UINT32_MAX; i <= place->in.n; i++) {
    uint32_t e = i == 0 ? likely : place->in.at[i - 1];
    if (i > 0 && e == likely) continue;
    CubeAnswer answer = ask(p, e, level, cube, used, need);
    if (answer == CUBE_REFUTED) continue;
    *by = e;
    return answer;
  }
  return CUBE_REFUTED;
}

/* Who answers the questions of cube_generalise. */
typedef struct Question {
  Pdr *p;
  uint32_t loc, level;
  uint32_t by; /* the edge, after CUBE_REACHED; before: a likely one */
  Need need;
} Question;

static CubeAnswer answer_question(void *context, const TermList *cube,
                                  uint8_t *used) {
  Question *q = context;
  return ask_all(q->p, q->loc, q->level, cube, used, &q->by, q->need);
}

/* ---- lemmas ---- */

static void tell_solvers(Pdr *p, uint32_t loc, const Lemma *lemma) {
  for (uint32_t e = 0; e < p->ts->edges.n; e++)
    if (p->ts->edges.at[e].source.id == loc && p->solvers[e])
      add_lemma_to(p, p->solvers[e], lemma);
}

/* Takes the cube. */
static void add_lemma(Pdr *p, uint32_t loc, TermList cube, uint32_t level,
                      uint32_t stuck) {
  Place *place = &p->places[loc];
  for (uint32_t i = 0; i < place->lemmas.n; i++) {
    Lemma *old = &place->lemmas.at[i];
    if (old->level && old->level <= level && cube_is_subset(&cube, &old->cube))
      old->level = 0;
  }
  VEC_PUSH(p->mem, &place->lemmas, ((Lemma){cube, level, stuck}));
  p->stats->lemmas++;
  tell_solvers(p, loc, &VEC_LAST(&place->lemmas));
}

static bool is_blocked(const Pdr *p, uint32_t loc, uint32_t level,
                       const TermList *cube) {
  const Place *place = &p->places[loc];
  for (uint32_t i = 0; i < place->lemmas.n; i++) {
    const Lemma *lemma = &place->lemmas.at[i];
    if (lemma->level >= level && lemma->level &&
        cube_is_subset(&lemma->cube, cube))
      return true;
  }
  return false;
}

/* Sums are decisive where numbers are related, and cost much where they are
 * not. */
static void add_up(Pdr *p, const CubeOracle *oracle, TermList *cube) {
  if (p->sum_ticks > SUM_TICKS + SUM_TICKS_PER_GAIN * p->sums &&
      p->stats->lemmas % SUMS_SELDOM)
    return;
  uint64_t before = p->budget->ticks;
  uint32_t n = cube->n;
  cube_add_up(p->store, oracle, cube);
  p->sum_ticks += p->budget->ticks - before;
  p->sums += n - cube->n;
}

/* The cube cannot be entered from F(level - 1): learn why, and from how far. */
static void learn(Pdr *p, uint32_t loc, uint32_t level, TermList *cube) {
  Question question = {p, loc, level - 1, UINT32_MAX, OPTIONAL};
  CubeOracle oracle = {&question, answer_question, narrow_codes(p->narrow),
                       NULL};
  EngineWithout without = p->options->without;
  if (without != ENGINE_WITHOUT_DROPPING)
    cube_drop_literals(p->store, &oracle, cube);
  if (without != ENGINE_WITHOUT_SUMS) add_up(p, &oracle, cube);
  uint32_t by = question.by;
  while (level < p->n && !p->stopped && without != ENGINE_WITHOUT_PUSHING) {
    if (ask_all(p, loc, level, cube, NULL, &by, OPTIONAL) != CUBE_REFUTED)
      break;
    level++;
  }
  TermList copy = {0};
  cube_copy(p->store, &copy, cube);
  add_lemma(p, loc, copy, level, by);
}

/* ---- obligations ---- */

static TermValue edge_value(void *context, Term term) {
  return smt_value(context, term);
}

/* The cube before the edge, from the model its solver has just found. */
static bool cube_of_model(Pdr *p, uint32_t e, const TermList *target,
                          TermList *cube) {
  Smt *smt = duo_answer(solver(p, e));
  TsModel model = {smt, edge_value, smt_model(smt)};
  CubeOptions options = {CUBE_GENERAL, CUBE_KEEP_UNEQUAL};
  bool good = cube_before(p->ts, (TsEdgeId){e}, &model, target->at, target->n,
                          options, cube);
  if (!good) stop(p, "a model takes no path");
  return good;
}

static bool put_to_rest(Pdr *p, Obligation *ob) {
  return rest_cube(p->store, &p->places[ob->loc].moving, p->known.at[ob->loc],
                   &ob->cube);
}

static void push_obligation(Pdr *p, uint32_t e, uint32_t level,
                            const TermList *target, uint32_t parent) {
  Obligation ob = {.loc = p->ts->edges.at[e].source.id,
                   .level = level,
                   .edge = e,
                   .parent = parent,
                   .wish = UINT32_MAX};
  if (parent != UINT32_MAX) ob.wish = p->chain.at[parent].wish;
  bool good = cube_of_model(p, e, target, &ob.cube);
  if (ob.wish != UINT32_MAX) (void)put_to_rest(p, &ob);
  if (good)
    VEC_PUSH(p->mem, &p->chain, ob);
  else
    VEC_DONE(p->mem, &ob.cube);
}

static void pop_obligation(Pdr *p) {
  VEC_DONE(p->mem, &VEC_LAST(&p->chain).cube);
  p->chain.n--;
}

/* ---- wishes ---- */

static uint64_t key_of(Pdr *p, const TermList *cube) {
  return term_and_n(p->store, cube->at, cube->n).id;
}

/* The newest obligation, a real one, put to rest: true if that is another, and
 * it is worth trying. */
static bool push_wish(Pdr *p) {
  Obligation *real = &VEC_LAST(&p->chain);
  if (real->wish != UINT32_MAX || real->is_tried ||
      p->options->without == ENGINE_WITHOUT_WISHES)
    return false;
  real->is_tried = true;
  Obligation wish = {.loc = real->loc,
                     .level = real->level,
                     .edge = UINT32_MAX,
                     .parent = UINT32_MAX,
                     .wish = p->chain.n - 1};
  cube_copy(p->store, &wish.cube, &real->cube);
  if (!put_to_rest(p, &wish) || map_find(&p->vain, key_of(p, &wish.cube))) {
    VEC_DONE(p->mem, &wish.cube);
    return false;
  }
  p->wishes_left = MOST_WISHES;
  VEC_PUSH(p->mem, &p->chain, wish);
  return true;
}

/* The newest obligation is blocked.  A wish that was the first takes the real
 * obligation, which it contains, with it. */
static void settle(Pdr *p) {
  uint32_t real = VEC_LAST(&p->chain).wish;
  pop_obligation(p);
  if (real != UINT32_MAX && real + 1 == p->chain.n) pop_obligation(p);
}

static void give_up_wish(Pdr *p) {
  uint32_t real = VEC_LAST(&p->chain).wish;
  map_put(&p->vain, key_of(p, &p->chain.at[real + 1].cube), 1);
  while (p->chain.n > real + 1) pop_obligation(p);
}

/* ---- counterexamples ---- */

/* The edge `first` leads from the entry into obligation `at` (UINT32_MAX: to
 * an error). */
static void found_execution(Pdr *p, uint32_t first, uint32_t at) {
  Vec(uint32_t) edges = {0};
  VEC_PUSH(p->mem, &edges, first);
  for (; at != UINT32_MAX; at = p->chain.at[at].parent)
    VEC_PUSH(p->mem, &edges, p->chain.at[at].edge);
  p->stats->queries++;
  if (engine_confirm_path(p->whole, p->options, edges.at, edges.n, p->budget,
                          p->result) == SMT_SAT)
    p->stopped = true;
  else
    stop(p, "a chain of obligations is no execution");
  VEC_DONE(p->mem, &edges);
}

/* ---- blocking ---- */

/* It can be entered over the edge. */
static void go_back(Pdr *p, uint32_t edge, const TermList *cube) {
  uint32_t at = p->chain.n - 1;
  bool from_entry = p->ts->edges.at[edge].source.id == p->ts->entry.id;
  bool is_wish = p->chain.at[at].wish != UINT32_MAX;
  if (is_wish && (from_entry || p->wishes_left-- == 0))
    give_up_wish(p);
  else if (from_entry)
    found_execution(p, edge, at);
  else
    push_obligation(p, edge, p->chain.at[at].level - 1, cube, at);
}

/* Deal with the newest obligation: refute it, or find one before it. */
static void handle_newest(Pdr *p) {
  uint32_t at = p->chain.n - 1;
  uint32_t loc = p->chain.at[at].loc, level = p->chain.at[at].level;
  if (is_blocked(p, loc, level, &p->chain.at[at].cube)) {
    settle(p);
    return;
  }
  if (push_wish(p)) return;
  TermList cube = {0};
  cube_copy(p->store, &cube, &p->chain.at[at].cube);
  Question question = {p, loc, level - 1, UINT32_MAX, NEEDED};
  CubeOracle oracle = {&question, answer_question, narrow_codes(p->narrow),
                       NULL};
  CubeAnswer answer = cube_shrink(p->store, &oracle, &cube);
  if (answer == CUBE_REFUTED) {
    learn(p, loc, level, &cube);
    settle(p);
  } else if (answer == CUBE_REACHED) {
    go_back(p, question.by, &cube);
  }
  VEC_DONE(p->mem, &cube);
}

/* No bad edge can be taken from F(n) any more. */
static void block_errors(Pdr *p) {
  const TermList nothing = {0};
  for (uint32_t i = 0; i < p->bad_edges.n; i++) {
    uint32_t e = p->bad_edges.at[i];
    while (!p->stopped) {
      CubeAnswer answer = ask(p, e, p->n, &nothing, NULL, NEEDED);
      if (answer != CUBE_REACHED) break;
      if (p->ts->edges.at[e].source.id == p->ts->entry.id) {
        found_execution(p, e, UINT32_MAX);
        break;
      }
      push_obligation(p, e, p->n, &nothing, UINT32_MAX);
      while (p->chain.n && !p->stopped) handle_newest(p);
    }
  }
}

/* ---- pushing ---- */

static void push_lemma(Pdr *p, uint32_t loc, uint32_t i) {
  Lemma *lemma = &p->places[loc].lemmas.at[i];
  if (ask_all(p, loc, lemma->level, &lemma->cube, NULL, &lemma->stuck,
              NEEDED) != CUBE_REFUTED)
    return;
  lemma->level++;
  tell_solvers(p, loc, lemma);
}

/* Push lemmas forward; the level that emptied, or 0. */
static uint32_t push_lemmas(Pdr *p) {
  for (uint32_t k = 1; k <= p->n; k++) {
    uint32_t left = 0;
    for (uint32_t l = 0; l < p->ts->locations.n; l++)
      for (uint32_t i = 0; i < p->places[l].lemmas.n && !p->stopped; i++) {
        if (p->places[l].lemmas.at[i].level != k) continue;
        push_lemma(p, l, i);
        left += p->places[l].lemmas.at[i].level == k;
      }
    if (p->stopped) return 0;
    if (left == 0) return k;
  }
  return 0;
}

static void claim_safe(Pdr *p, uint32_t level) {
  TsProof *proof = &p->result->proof;
  proof->kind = TS_PROOF_INVARIANTS;
  for (uint32_t l = 0; l < p->ts->locations.n; l++) {
    Term all = engine_known(p->options, (TsLoc){l});
    const Place *place = &p->places[l];
    for (uint32_t i = 0; i < place->lemmas.n; i++) {
      const Lemma *lemma = &place->lemmas.at[i];
      if (lemma->level <= level) continue;
      Term cube = term_and_n(p->store, lemma->cube.at, lemma->cube.n);
      all = term_and(p->store, all, term_not(narrow_back(p->narrow, cube)));
    }
    VEC_PUSH(term_store_mem(p->store), &proof->invariants, all);
  }
  p->result->claim = ENGINE_SAFE;
}

/* ---- life ---- */

static void push_level(Pdr *p) {
  VEC_PUSH(p->mem, &p->levels, term_fresh(p->store, "level", sort_bool()));
}

/* Edges into locations of that kind must be blocked from now on. */
static uint32_t add_bad_edges(Pdr *p, TsKind kind) {
  uint32_t before = p->bad_edges.n;
  for (uint32_t e = 0; e < p->ts->edges.n; e++)
    if (ts_location(p->ts, p->ts->edges.at[e].target)->kind == kind)
      VEC_PUSH(p->mem, &p->bad_edges, e);
  return p->bad_edges.n - before;
}

static void pdr_init(Pdr *p) {
  bool codes = p->options->without != ENGINE_WITHOUT_CODES;
  p->narrow = narrow_new(p->whole, codes ? NARROW_CODES : NARROW_NOTHING);
  Ts *ts = p->ts = narrow_ts(p->narrow);
  p->places = MEM_ARRAY(p->mem, Place, ts->locations.n);
  p->solvers = MEM_ARRAY(p->mem, Duo *, ts->edges.n);
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    p->places[l].to_next = ts_next_map(ts, (TsLoc){l});
    map_init(&p->places[l].moving, p->mem);
    rest_moving(ts, (TsLoc){l}, &p->places[l].moving);
    Term fact = engine_known(p->options, (TsLoc){l});
    VEC_PUSH(p->mem, &p->known, narrow_fact(p->narrow, (TsLoc){l}, fact));
  }
  for (int from_entry = 1; from_entry >= 0; from_entry--)
    for (uint32_t e = 0; e < ts->edges.n; e++) {
      const TsEdge *edge = &ts->edges.at[e];
      if ((edge->source.id == ts->entry.id) != from_entry) continue;
      VEC_PUSH(p->mem, &p->places[edge->target.id].in, e);
    }
  map_init(&p->vain, p->mem);
  add_bad_edges(p, TS_ERROR);
  push_level(p);
  push_level(p);
}

static void pdr_done(Pdr *p) {
  Ts *ts = p->ts;
  while (p->chain.n) pop_obligation(p);
  VEC_DONE(p->mem, &p->chain);
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    Place *place = &p->places[l];
    for (uint32_t i = 0; i < place->lemmas.n; i++)
      VEC_DONE(p->mem, &place->lemmas.at[i].cube);
    VEC_DONE(p->mem, &place->lemmas);
    VEC_DONE(p->mem, &place->in);
    term_map_free(place->to_next);
    map_done(&place->moving);
  }
  map_done(&p->vain);
  for (uint32_t e = 0; e < ts->edges.n; e++)
    if (p->solvers[e]) {
      p->stats->clauses += duo_clauses(p->solvers[e]);
      duo_free(p->solvers[e]);
    }
  MEM_FREE_ARRAY(p->mem, p->places, ts->locations.n);
  MEM_FREE_ARRAY(p->mem, p->solvers, ts->edges.n);
  VEC_DONE(p->mem, &p->levels);
  VEC_DONE(p->mem, &p->bad_edges);
  VEC_DONE(p->mem, &p->known);
  narrow_free(p->narrow);
}

static void run_pdr(Ts *ts, const EngineOptions *options, Budget *budget,
                    EngineResult *result, EngineStats *stats) {
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
    if (options->progress)
      options->progress(options->progress_context, "frames", p.n,
                        stats->queries);
    push_level(&p);
    block_errors(&p);
    if (p.stopped) break;
    uint32_t fixed = push_lemmas(&p);
    if (!fixed) continue;
    bool more = !unsupported_too && add_bad_edges(&p, TS_UNSUPPORTED) > 0;
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
