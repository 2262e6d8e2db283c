/* SPDX-License-Identifier: MIT
 *
 * The frames F(i): asking over edges, learning lemmas, pushing them.
 *
 * Every edge has one incremental solver.  Lemmas of level i are added under the
 * activation literal of level i; asking from F(i) assumes the literals i..n+1.
 * The cube's literals are assumptions, so a core comes for free. */
#include "engine/pdr/pdr_int.h"

enum {
  OPTIONAL_TICKS = 2000,      /* for questions that only make lemmas better */
  SUM_TICKS = 20000,          /* for sums; then they must have been useful: */
  SUM_TICKS_PER_GAIN = 10000, /* as many more for each that was; */
  SUMS_SELDOM = 8             /* else only every so many lemmas */
};

/* ---- asking over one edge ---- */

static void add_lemma_to(Pdr *p, SolverPair *pair, const PdrLemma *lemma) {
  assert(lemma->level > 0 && lemma->level < p->levels.n);
  Term all = term_and_n(p->store, lemma->cube.at, lemma->cube.n);
  pair_add_under(pair, p->levels.at[lemma->level], term_not(all));
}

SolverPair *pdr_solver(Pdr *p, uint32_t e) {
  require(e < p->ts->edges.n);
  if (p->solvers[e]) return p->solvers[e];
  const TsEdge *edge = &p->ts->edges.at[e];
  SolverPair *pair = pair_new(p->mem, p->store, p->backend, p->options->smt);
  pair_add(pair, edge->formula);
  pair_add(pair, p->seeds.at[edge->source.id]);
  const PdrPlace *from = &p->places[edge->source.id];
  for (uint32_t i = 0; i < from->lemmas.n; i++)
    if (from->lemmas.at[i].level) add_lemma_to(p, pair, &from->lemmas.at[i]);
  p->solvers[e] = pair;
  return pair;
}

/* Optional questions get little time. */
static SmtResult check(Pdr *p, SolverPair *pair, const TermList *assume,
                       PdrNeed need) {
  p->stats->queries++;
  if (need == PDR_NEEDED)
    return pair_check(pair, assume->at, assume->n, p->budget);
  Budget part = budget_part(p->budget, OPTIONAL_TICKS);
  SmtResult result = pair_check(pair, assume->at, assume->n, &part);
  budget_return(p->budget, &part);
  return result;
}

CubeAnswer pdr_ask(Pdr *p, uint32_t e, uint32_t level, const TermList *cube,
                   uint8_t *used, PdrNeed need) {
  assert(e < p->ts->edges.n && level < p->levels.n);
  const TsEdge *edge = &p->ts->edges.at[e];
  bool from_entry = edge->source.id == p->ts->entry.id;
  if (level == 0 && !from_entry) return CUBE_REFUTED;
  SolverPair *pair = pdr_solver(p, e);
  TermList assume = {0};
  for (uint32_t i = level; !from_entry && i < p->levels.n; i++)
    VEC_PUSH(p->mem, &assume, p->levels.at[i]);
  if (edge->source.id == edge->target.id && cube->n) /* from outside of it */
    VEC_PUSH(p->mem, &assume,
             term_not(term_and_n(p->store, cube->at, cube->n)));
  uint32_t first = assume.n;
  assert(from_entry || first >= p->levels.n - level);
  TermMap *to_next = p->places[edge->target.id].to_next;
  for (uint32_t i = 0; i < cube->n; i++)
    VEC_PUSH(p->mem, &assume, term_map_apply(to_next, cube->at[i]));
  SmtResult result = check(p, pair, &assume, need);
  if (result == SMT_UNSAT && used)
    cube_mark_core(pair_answer(pair), cube, assume.at + first, used);
  VEC_DONE(p->mem, &assume);
  if (result == SMT_UNKNOWN) {
    p->stats->unknowns++;
    if (need == PDR_OPTIONAL && !budget_is_spent(p->budget))
      return CUBE_REACHED;
    pdr_stop(p, smt_reason_unknown(pair_answer(pair)));
    return CUBE_STOPPED;
  }
  return result == SMT_SAT ? CUBE_REACHED : CUBE_REFUTED;
}

/* pdr_ask over all edges into `loc`, `*by` first (PDR_NONE: none is likelier
 * than the others); CUBE_REACHED sets it. */
static CubeAnswer ask_all(Pdr *p, uint32_t loc, uint32_t level,
                          const TermList *cube, uint8_t *used, uint32_t *by,
                          PdrNeed need) {
  assert(loc < p->ts->locations.n);
  const PdrPlace *place = &p->places[loc];
  uint32_t likely = *by;
  for (uint32_t i = likely == PDR_NONE; i <= place->in.n; i++) {
    uint32_t e = i == 0 ? likely : place->in.at[i - 1];
    assert(p->ts->edges.at[e].target.id == loc);
    if (i > 0 && e == likely) continue;
    CubeAnswer answer = pdr_ask(p, e, level, cube, used, need);
    if (answer == CUBE_REFUTED) continue;
    *by = e;
    return answer;
  }
  return CUBE_REFUTED;
}

static CubeAnswer answer_question(void *context, const TermList *cube,
                                  uint8_t *used) {
  PdrQuestion *q = context;
  return ask_all(q->p, q->loc, q->level, cube, used, &q->by, q->need);
}

CubeOracle pdr_oracle(PdrQuestion *question) {
  return (CubeOracle){question, answer_question,
                      narrow_vars(question->p->narrow), NULL};
}

/* ---- lemmas ---- */

static void add_to_solvers(Pdr *p, uint32_t loc, const PdrLemma *lemma) {
  for (uint32_t e = 0; e < p->ts->edges.n; e++)
    if (p->ts->edges.at[e].source.id == loc && p->solvers[e])
      add_lemma_to(p, p->solvers[e], lemma);
}

/* Takes the cube. */
static void add_lemma(Pdr *p, uint32_t loc, TermList cube, uint32_t level,
                      uint32_t stuck) {
  assert(level >= 1 && level <= p->n);
  PdrPlace *place = &p->places[loc];
  assert(loc != p->ts->entry.id); /* it has no lemmas */
  for (uint32_t i = 0; i < place->lemmas.n; i++) {
    PdrLemma *old = &place->lemmas.at[i];
    if (old->level && old->level <= level && cube_is_subset(&cube, &old->cube))
      old->level = 0;
  }
  VEC_PUSH(p->mem, &place->lemmas, ((PdrLemma){cube, level, stuck}));
  p->stats->lemmas++;
  add_to_solvers(p, loc, &VEC_LAST(&place->lemmas));
}

bool pdr_is_blocked(const Pdr *p, uint32_t loc, uint32_t level,
                    const TermList *cube) {
  const PdrPlace *place = &p->places[loc];
  for (uint32_t i = 0; i < place->lemmas.n; i++) {
    const PdrLemma *lemma = &place->lemmas.at[i];
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

void pdr_learn(Pdr *p, uint32_t loc, uint32_t level, TermList *cube) {
  assert(level >= 1 && level <= p->n);
  PdrQuestion question = {p, loc, level - 1, PDR_NONE, PDR_OPTIONAL};
  CubeOracle oracle = pdr_oracle(&question);
  EngineWithout without = p->options->without;
  if (without != ENGINE_WITHOUT_DROPPING)
    cube_drop_literals(p->store, &oracle, cube);
  if (without != ENGINE_WITHOUT_SUMS) add_up(p, &oracle, cube);
  uint32_t by = question.by;
  while (level < p->n && !p->stopped && without != ENGINE_WITHOUT_PUSHING) {
    if (ask_all(p, loc, level, cube, NULL, &by, PDR_OPTIONAL) != CUBE_REFUTED)
      break;
    level++;
  }
  TermList copy = {0};
  cube_copy(p->store, &copy, cube);
  add_lemma(p, loc, copy, level, by);
}

/* ---- pushing ---- */

static void push_lemma(Pdr *p, uint32_t loc, uint32_t i) {
  PdrLemma *lemma = &p->places[loc].lemmas.at[i];
  assert(lemma->level >= 1 && lemma->level <= p->n);
  if (ask_all(p, loc, lemma->level, &lemma->cube, NULL, &lemma->stuck,
              PDR_NEEDED) != CUBE_REFUTED)
    return;
  lemma->level++;
  add_to_solvers(p, loc, lemma);
}

uint32_t pdr_push_lemmas(Pdr *p) {
  assert(p->chain.n == 0);
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
