/* SPDX-License-Identifier: MIT
 *
 * Frames: the lemmas of each location, and questions about them.
 *
 * Every edge has one solver: its circuit, "it is taken", the seed invariant and
 * the lemmas of its source.  A lemma of level i is under the activation literal
 * of level i; that of i implies that of i + 1, so a question from F(i) assumes
 * one.  When most lemma clauses in a solver are of lemmas that were replaced,
 * it is made anew. */
#include "engine/bits/bits_int.h"

#include <stdlib.h>

/* ---- solvers ---- */

/* A literal of the state at the edge's source. */
static int literal_now(const BitsEdge *edge, BitsLit literal) {
  SatLit bit = edge->now[bits_latch(literal)];
  return literal & 1 ? -bit : bit;
}

static int literal_next(const BitsEdge *edge, BitsLit literal) {
  SatLit bit = edge->next[bits_latch(literal)];
  return literal & 1 ? -bit : bit;
}

static void add_clause(void *context, const SatLit *literals, uint32_t n) {
  cdcl_add(context, literals, n);
}

static int level_literal(BitsEdge *edge, uint32_t level) {
  assert(level < edge->levels.n);
  return edge->levels.at[level];
}

static void add_levels(Bits *b, BitsEdge *edge) {
  while (edge->levels.n < b->n + 2) {
    int var = cdcl_new_var(edge->solver);
    cdcl_keep(edge->solver, var);
    VEC_PUSH(b->mem, &edge->levels, var);
    uint32_t n = edge->levels.n;
    if (n < 3) continue;
    cdcl_add(edge->solver, (int[]){-edge->levels.at[n - 2], var}, 2);
  }
}

/* The variables that a literal depends on, into the domain: of all questions or
 * of the next. */
static void enter_cone(Bits *b, BitsEdge *edge, int literal, bool always) {
  assert(literal != 0 && (uint32_t)abs(literal) <= edge->n_vars);
  uint32_t n;
  const Gate *gates = circuit_gates(edge->circuit, &n);
  VEC_CLEAR(&b->stack);
  VEC_PUSH(b->mem, &b->stack, (uint32_t)abs(literal));
  while (b->stack.n) {
    uint32_t var = VEC_POP(&b->stack);
    if (!cdcl_enter(edge->solver, (int)var)) continue;
    if (always) cdcl_keep(edge->solver, (int)var);
    const Gate *g = edge->gate_of[var] ? &gates[edge->gate_of[var] - 1] : NULL;
    for (int i = 0; g && i < 3 && g->in[i]; i++)
      VEC_PUSH(b->mem, &b->stack, (uint32_t)abs(g->in[i]));
  }
}

static void add_lemma_clause(Bits *b, BitsEdge *edge, const BitsLemma *lemma) {
  assert(lemma->level >= 1 && edge->solver);
  VEC_CLEAR(&b->clause);
  if (lemma->level != BITS_ALWAYS)
    VEC_PUSH(b->mem, &b->clause, -level_literal(edge, lemma->level));
  for (uint32_t i = 0; i < lemma->cube.n; i++) {
    int literal = literal_now(edge, lemma->cube.at[i]);
    VEC_PUSH(b->mem, &b->clause, -literal);
    enter_cone(b, edge, literal, true);
  }
  cdcl_add(edge->solver, b->clause.at, b->clause.n);
  edge->n_clauses++;
}

static void free_solver(Bits *b, BitsEdge *edge) {
  assert(edge->solver && edge->n_old <= edge->n_clauses);
  b->stats->clauses += cdcl_n_clauses(edge->solver);
  cdcl_free(edge->solver);
  edge->solver = NULL;
  VEC_CLEAR(&edge->levels);
  edge->n_clauses = edge->n_old = 0;
}

static void make_solver(Bits *b, BitsEdge *edge) {
  uint32_t n;
  const Gate *gates = circuit_gates(edge->circuit, &n);
  edge->solver = cdcl_new(b->mem);
  while (cdcl_n_vars(edge->solver) < edge->n_vars)
    (void)cdcl_new_var(edge->solver);
  cdcl_add(edge->solver, (int[]){1}, 1);
  for (uint32_t i = 0; i < n; i++) {
    gate_clauses(&gates[i], add_clause, edge->solver);
    cdcl_is_function(edge->solver, gates[i].out);
  }
  cdcl_add(edge->solver, &edge->taken, 1);
  cdcl_add(edge->solver, &edge->seed, 1);
  enter_cone(b, edge, edge->taken, true);
  enter_cone(b, edge, edge->seed, true);
  add_levels(b, edge);
  const BitsPlace *place = &b->places[edge->source];
  for (uint32_t i = 0; i < place->lemmas.n; i++)
    if (place->lemmas.at[i].level)
      add_lemma_clause(b, edge, &place->lemmas.at[i]);
}

static BitsEdge *ready_edge(Bits *b, uint32_t e) {
  BitsEdge *edge = &b->edges[e];
  if (edge->solver && edge->n_old > 200 &&
      edge->n_old > 3 * (edge->n_clauses - edge->n_old)) {
    free_solver(b, edge);
    b->stats->rebuilt++;
  }
  if (!edge->solver) make_solver(b, edge);
  return edge;
}

void bits_push_level(Bits *b) {
  for (uint32_t e = 0; e < b->ts->edges.n; e++)
    if (b->edges[e].solver) add_levels(b, &b->edges[e]);
}

/* ---- questions ---- */

static BitsAnswer solve(Bits *b, BitsEdge *edge, const CdclQuestion *question) {
  b->stats->queries++;
  if ((b->stats->queries & 1023) == 0 && b->options->progress)
    b->options->progress(b->options->progress_context, "frames", b->n,
                         b->stats->queries);
  SmtResult answer = cdcl_solve(edge->solver, question, b->budget);
  if (answer == SMT_SAT) return BITS_REACHED;
  if (answer == SMT_UNSAT) return BITS_REFUTED;
  b->stats->unknowns++;
  bits_stop(b, "the solver gave up");
  return BITS_STOPPED;
}

/* Assume F(level) at the source; the entry has no frames. */
static void assume_frame(Bits *b, BitsEdge *edge, uint32_t level) {
  VEC_CLEAR(&b->assumptions);
  if (edge->source == b->ts->entry.id) return;
  assert(level >= 1);
  VEC_PUSH(b->mem, &b->assumptions, level_literal(edge, level));
}

BitsAnswer bits_ask_edge(Bits *b, uint32_t e, uint32_t level) {
  if (b->stopped) return BITS_STOPPED;
  BitsEdge *edge = ready_edge(b, e);
  assume_frame(b, edge, level);
  return solve(
      b, edge,
      &(CdclQuestion){.assumptions = b->assumptions.at, .n = b->assumptions.n});
}

/* A literal that the edge makes false whatever happens; or BITS_NONE. */
static uint32_t false_at_end(const BitsEdge *edge, const BitsCube *cube) {
  for (uint32_t i = 0; i < cube->n; i++)
    if (literal_next(edge, cube->at[i]) == -1) return i;
  return BITS_NONE;
}

/* Over one edge; needed[i] is set for each literal that a refutation needs. */
static BitsAnswer ask_over(Bits *b, uint32_t e, uint32_t level,
                           const BitsCube *cube, uint8_t *needed) {
  BitsEdge *edge = ready_edge(b, e);
  bool is_loop = edge->source == edge->target;
  if (is_loop && cube->n == 0) return BITS_REFUTED; /* nothing is outside */
  uint32_t never = false_at_end(edge, cube);
  if (never != BITS_NONE) {
    needed[never] = 1;
    return BITS_REFUTED;
  }
  assume_frame(b, edge, level);
  CdclQuestion question = {.n = 0};
  VEC_CLEAR(&b->clause);
  if (is_loop) {
    for (uint32_t i = 0; i < cube->n; i++) {
      int literal = literal_now(edge, cube->at[i]);
      VEC_PUSH(b->mem, &b->clause, -literal);
      enter_cone(b, edge, literal, false);
    }
    question.clause = b->clause.at;
    question.n_clause = b->clause.n;
  }
  for (uint32_t i = 0; i < cube->n; i++) {
    int literal = literal_next(edge, cube->at[i]);
    VEC_PUSH(b->mem, &b->assumptions, literal);
    enter_cone(b, edge, literal, false);
  }
  question.assumptions = b->assumptions.at;
  question.n = b->assumptions.n;
  BitsAnswer answer = solve(b, edge, &question);
  for (uint32_t i = 0; i < cube->n && answer == BITS_REFUTED; i++)
    if (cdcl_failed(edge->solver, literal_next(edge, cube->at[i])))
      needed[i] = 1;
  return answer;
}

static void keep_needed(Bits *b, const BitsCube *cube, const uint8_t *needed,
                        BitsCube *used) {
  VEC_CLEAR(used);
  for (uint32_t i = 0; i < cube->n; i++)
    if (needed[i]) VEC_PUSH(b->mem, used, cube->at[i]);
}

BitsAnswer bits_ask(Bits *b, uint32_t loc, uint32_t level, const BitsCube *cube,
                    BitsCube *used, uint32_t *by) {
  if (b->stopped) return BITS_STOPPED;
  assert(used != cube && loc != b->ts->entry.id);
  BitsPlace *place = &b->places[loc];
  uint8_t *needed = MEM_ARRAY(b->mem, uint8_t, cube->n + 1);
  BitsAnswer answer = BITS_REFUTED;
  for (uint32_t i = 0; i < place->in.n && answer == BITS_REFUTED; i++) {
    uint32_t e = place->in.at[i];
    if (level == 0 && b->edges[e].source != b->ts->entry.id) continue;
    answer = ask_over(b, e, level, cube, needed);
    if (by) *by = e;
  }
  if (answer == BITS_REFUTED && used) keep_needed(b, cube, needed, used);
  MEM_FREE_ARRAY(b->mem, needed, cube->n + 1);
  return answer;
}

/* ---- lemmas ---- */

bool bits_is_blocked(const Bits *b, uint32_t loc, uint32_t level,
                     const BitsCube *cube) {
  const BitsPlace *place = &b->places[loc];
  uint64_t signature = bits_signature(cube);
  for (uint32_t i = 0; i < place->lemmas.n; i++) {
    const BitsLemma *lemma = &place->lemmas.at[i];
    if (lemma->level >= level && !(lemma->signature & ~signature) &&
        bits_is_subset(&lemma->cube, cube))
      return true;
  }
  return false;
}

static void drop_lemma(Bits *b, BitsPlace *place, BitsLemma *lemma) {
  assert(lemma->level > 0);
  lemma->level = 0;
  VEC_DONE(b->mem, &lemma->cube);
  for (uint32_t i = 0; i < place->out.n; i++)
    if (b->edges[place->out.at[i]].solver) b->edges[place->out.at[i]].n_old++;
}

/* Lemmas that the new one makes superfluous. */
static void drop_subsumed(Bits *b, BitsPlace *place, const BitsLemma *lemma) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < place->lemmas.n; i++) {
    BitsLemma *other = &place->lemmas.at[i];
    if (other->level && other->level <= lemma->level &&
        !(lemma->signature & ~other->signature) &&
        bits_is_subset(&lemma->cube, &other->cube))
      drop_lemma(b, place, other);
    if (other->level) place->lemmas.at[kept++] = *other;
  }
  place->lemmas.n = kept;
}

static void bump_literals(Bits *b, BitsPlace *place, const BitsCube *cube) {
  for (uint32_t i = 0; i < cube->n; i++)
    place->activity[cube->at[i]] += b->increment;
  b->increment *= 1.01;
  if (b->increment < 1e100) return;
  b->increment *= 1e-100;
  for (uint32_t l = 0; l < b->ts->locations.n; l++)
    for (uint32_t k = 0; k < 2 * b->places[l].n_latches; k++)
      b->places[l].activity[k] *= 1e-100;
}

void bits_add_lemma(Bits *b, uint32_t loc, uint32_t level, BitsCube *cube) {
  require(level >= 1 && (level <= b->n + 1 || level == BITS_ALWAYS));
  BitsPlace *place = &b->places[loc];
  BitsLemma lemma = {
      .cube = *cube, .signature = bits_signature(cube), .level = level};
  *cube = (BitsCube){0};
  bump_literals(b, place, &lemma.cube);
  drop_subsumed(b, place, &lemma);
  VEC_PUSH(b->mem, &place->lemmas, lemma);
  for (uint32_t i = 0; i < place->out.n; i++) {
    BitsEdge *edge = &b->edges[place->out.at[i]];
    if (edge->solver) add_lemma_clause(b, edge, &lemma);
  }
}

void bits_forget_lemmas(Bits *b) {
  for (uint32_t l = 0; l < b->ts->locations.n; l++) {
    BitsPlace *place = &b->places[l];
    for (uint32_t i = 0; i < place->lemmas.n; i++)
      VEC_DONE(b->mem, &place->lemmas.at[i].cube);
    VEC_CLEAR(&place->lemmas);
  }
  for (uint32_t e = 0; e < b->ts->edges.n; e++)
    if (b->edges[e].solver) free_solver(b, &b->edges[e]);
}

/* Lemmas of the level that are entered from nowhere in it go one up.  Gives
 * whether some stay. */
static bool push_from(Bits *b, uint32_t loc, uint32_t level) {
  assert(level >= 1 && level <= b->n);
  BitsPlace *place = &b->places[loc];
  Vec(BitsCube) cubes = {0}; /* of the level: the list changes on the way */
  for (uint32_t i = 0; i < place->lemmas.n; i++)
    if (place->lemmas.at[i].level == level) {
      BitsCube copy = {0};
      bits_cube_copy(b, &copy, &place->lemmas.at[i].cube);
      VEC_PUSH(b->mem, &cubes, copy);
    }
  bool some_stay = false;
  for (uint32_t i = 0; i < cubes.n; i++) {
    BitsCube used = {0};
    if (!bits_is_blocked(b, loc, level + 1, &cubes.at[i])) {
      if (bits_ask(b, loc, level, &cubes.at[i], &used, NULL) == BITS_REFUTED)
        bits_add_lemma(b, loc, level + 1, &used);
      else
        some_stay = true;
    }
    VEC_DONE(b->mem, &used);
    VEC_DONE(b->mem, &cubes.at[i]);
  }
  VEC_DONE(b->mem, &cubes);
  return some_stay;
}

uint32_t bits_push_lemmas(Bits *b) {
  for (uint32_t level = 1; level <= b->n && !b->stopped; level++) {
    bool some_stay = false;
    for (uint32_t l = 0; l < b->ts->locations.n; l++)
      some_stay |= push_from(b, l, level);
    if (!some_stay && !b->stopped) return level;
  }
  return 0;
}
