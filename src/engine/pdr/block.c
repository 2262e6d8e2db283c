/* SPDX-License-Identifier: MIT
 *
 * Obligations: blocking them, may-obligations, and executions. */
#include "engine/pdr/pdr_int.h"
#include "engine/shared/cube.h"
#include "engine/shared/loop_variant.h"

enum { MOST_MAY = 30 }; /* may-obligations for one must-obligation */

/* ---- obligations ---- */

/* The cube before the edge, from the model its solver has just found. */
static bool cube_of_model(Pdr *p, uint32_t e, const TermList *target,
                          TermList *cube) {
  Smt *smt = pair_answer(pdr_solver(p, e));
  bool good = cube_before(p->ts, (TsEdgeId){e}, smt, target, cube);
  if (!good) pdr_stop(p, "a model takes no path");
  return good;
}

static bool drop_loop_variant(Pdr *p, PdrObligation *ob) {
  return cube_without_loop_variant(p->store, &p->places[ob->loc].variant,
                                   p->seeds.at[ob->loc], &ob->cube);
}

static void push_obligation(Pdr *p, uint32_t e, uint32_t level,
                            const TermList *target, uint32_t parent) {
  assert(level >= 1 && level <= p->n);
  PdrObligation ob = {.loc = p->ts->edges.at[e].source.id,
                      .level = level,
                      .edge = e,
                      .parent = parent,
                      .must = PDR_NONE};
  if (parent != PDR_NONE) ob.must = p->chain.at[parent].must;
  assert(ob.loc != p->ts->entry.id);
  bool good = cube_of_model(p, e, target, &ob.cube);
  if (ob.must != PDR_NONE) (void)drop_loop_variant(p, &ob);
  if (good)
    VEC_PUSH(p->mem, &p->chain, ob);
  else
    VEC_DONE(p->mem, &ob.cube);
}

void pdr_pop_obligation(Pdr *p) {
  assert(p->chain.n > 0);
  VEC_DONE(p->mem, &VEC_LAST(&p->chain).cube);
  p->chain.n--;
}

/* ---- may-obligations ---- */

static uint64_t key_of(Pdr *p, const TermList *cube) {
  return term_and_n(p->store, cube->at, cube->n).id;
}

/* The newest obligation, a must-obligation, without its loop-variant literals:
 * true if that is another, and it is worth trying. */
static bool push_may(Pdr *p) {
  PdrObligation *must = &VEC_LAST(&p->chain);
  if (must->must != PDR_NONE || must->is_tried ||
      p->options->without == ENGINE_WITHOUT_MAY)
    return false;
  must->is_tried = true;
  PdrObligation may = {.loc = must->loc,
                       .level = must->level,
                       .edge = PDR_NONE,
                       .parent = PDR_NONE,
                       .must = p->chain.n - 1};
  cube_copy(p->store, &may.cube, &must->cube);
  if (!drop_loop_variant(p, &may) ||
      map_find(&p->failed, key_of(p, &may.cube))) {
    VEC_DONE(p->mem, &may.cube);
    return false;
  }
  p->may_left = MOST_MAY;
  assert(may.cube.n > 0);
  VEC_PUSH(p->mem, &p->chain, may);
  return true;
}

/* The newest obligation is blocked.  The first may-obligation of a chain takes
 * the must-obligation, which it contains, with it. */
static void settle(Pdr *p) {
  uint32_t must = VEC_LAST(&p->chain).must;
  pdr_pop_obligation(p);
  assert(must == PDR_NONE || must < p->chain.n);
  if (must != PDR_NONE && must + 1 == p->chain.n) pdr_pop_obligation(p);
}

static void give_up_may(Pdr *p) {
  uint32_t must = VEC_LAST(&p->chain).must;
  assert(must < p->chain.n && p->chain.at[must].must == PDR_NONE);
  map_put(&p->failed, key_of(p, &p->chain.at[must + 1].cube), 1);
  while (p->chain.n > must + 1) pdr_pop_obligation(p);
  assert(p->chain.n == must + 1);
}

/* ---- counterexamples ---- */

/* The edge `first` leads from the entry into obligation `at` (PDR_NONE: to
 * an error). */
static void found_execution(Pdr *p, uint32_t first, uint32_t at) {
  assert(p->ts->edges.at[first].source.id == p->ts->entry.id);
  Vec(uint32_t) edges = {0};
  VEC_PUSH(p->mem, &edges, first);
  for (; at != PDR_NONE; at = p->chain.at[at].parent)
    VEC_PUSH(p->mem, &edges, p->chain.at[at].edge);
  p->stats->queries++;
  if (engine_confirm_path(p->whole, p->options, edges.at, edges.n, p->budget,
                          p->result) == SMT_SAT)
    p->stopped = true;
  else
    pdr_stop(p, "a chain of obligations is no execution");
  VEC_DONE(p->mem, &edges);
}

/* ---- blocking ---- */

/* It can be entered over the edge. */
static void go_back(Pdr *p, uint32_t edge, const TermList *cube) {
  uint32_t at = p->chain.n - 1;
  assert(p->ts->edges.at[edge].target.id == p->chain.at[at].loc);
  bool from_entry = p->ts->edges.at[edge].source.id == p->ts->entry.id;
  bool is_may = p->chain.at[at].must != PDR_NONE;
  if (is_may && (from_entry || p->may_left-- == 0))
    give_up_may(p);
  else if (from_entry)
    found_execution(p, edge, at);
  else
    push_obligation(p, edge, p->chain.at[at].level - 1, cube, at);
}

/* Deal with the newest obligation: refute it, or find one before it. */
static void handle_newest(Pdr *p) {
  assert(p->chain.n > 0 && p->chain.n <= p->n + MOST_MAY + 2);
  uint32_t at = p->chain.n - 1;
  uint32_t loc = p->chain.at[at].loc, level = p->chain.at[at].level;
  if (pdr_is_blocked(p, loc, level, &p->chain.at[at].cube)) {
    settle(p);
    return;
  }
  if (push_may(p)) return;
  TermList cube = {0};
  cube_copy(p->store, &cube, &p->chain.at[at].cube);
  PdrQuestion question = {p, loc, level - 1, PDR_NONE, PDR_NEEDED};
  CubeOracle oracle = pdr_oracle(&question);
  CubeAnswer answer = cube_shrink(p->store, &oracle, &cube);
  if (answer == CUBE_REFUTED) {
    pdr_learn(p, loc, level, &cube);
    settle(p);
  } else if (answer == CUBE_REACHED) {
    go_back(p, question.by, &cube);
  }
  VEC_DONE(p->mem, &cube);
}

void pdr_block_errors(Pdr *p) {
  require(p->chain.n == 0);
  const TermList nothing = {0};
  for (uint32_t i = 0; i < p->bad_edges.n; i++) {
    uint32_t e = p->bad_edges.at[i];
    while (!p->stopped) {
      CubeAnswer answer = pdr_ask(p, e, p->n, &nothing, NULL, PDR_NEEDED);
      if (answer != CUBE_REACHED) break;
      if (p->ts->edges.at[e].source.id == p->ts->entry.id) {
        found_execution(p, e, PDR_NONE);
        break;
      }
      push_obligation(p, e, p->n, &nothing, PDR_NONE);
      while (p->chain.n && !p->stopped) handle_newest(p);
    }
  }
}
