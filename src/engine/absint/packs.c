/* SPDX-License-Identifier: MIT
 *
 * Which pairs of variables belong together.
 *
 * Octagons over all pairs cost the square of the variables, and most pairs have
 * nothing to do with each other.  A pair is worth templates where the program
 * compares its two variables, and wherever they come from: if `i < k` decides
 * something behind an edge, then the bounds of i - k before the edge matter.
 * (Packs of variables are what large analyses live on [BCC+03].)
 *
 * A comparison is one of two state variables of the edge's source, looked for
 * in its formula.  Where a variable of the target comes from is read off the
 * equations in the formula that have it on one side, through auxiliaries.  The
 * pairs of a target give pairs of the source, edge by edge, until there are no
 * new ones.
 *
 * Nothing depends on being right here: pairs only decide which templates are
 * tried.  Cost: variables are looked up at each comparison and equation, so
 * there are no pairs where formulas are large, and searches are short. */
#include "engine/absint/absint_int.h"

enum {
  MOST_VARS = 48,   /* of a location that has pairs */
  MOST_PAIRS = 24,  /* of a location */
  MOST_SOURCES = 4, /* variables that one comes from, */
  MOST_STEPS = 6,   /* ... through so many auxiliaries, */
  MOST_LOOKS = 200, /* ... looked for among the equations so often */
  MOST_NODES = 4000 /* of all formulas */
};

/* The equations of one edge: what stands beside a variable. */
typedef struct Beside {
  Term var, other;
} Beside;

typedef struct Edge {
  Vec(Beside) beside;
  Map vars; /* node of a source variable -> its index */
} Edge;

struct AiPacks {
  uint8_t **wanted; /* by location: [x * n_vars + y], x < y; NULL: too large */
  uint32_t *n;      /* pairs */
};

static uint8_t *pair_at(const Ai *ai, const AiPacks *packs, uint32_t loc,
                        uint32_t x, uint32_t y) {
  uint32_t n = ai->ts->locations.at[loc].n_vars;
  assert(x != y && x < n && y < n);
  return &packs->wanted[loc][x < y ? x * n + y : y * n + x];
}

/* True: it is new. */
static bool want(const Ai *ai, AiPacks *packs, uint32_t loc, uint32_t x,
                 uint32_t y) {
  const TsLocation *at = &ai->ts->locations.at[loc];
  if (!packs->wanted[loc] || x == y || packs->n[loc] == MOST_PAIRS)
    return false;
  Term one = at->vars[x].now, other = at->vars[y].now;
  uint8_t *mark = pair_at(ai, packs, loc, x, y);
  if (*mark || !ai_is_number(ai, one) || !ai_is_number(ai, other) ||
      term_width(ai->store, one) != term_width(ai->store, other))
    return false;
  assert(packs->n[loc] < MOST_PAIRS);
  packs->n[loc]++;
  *mark = 1;
  return true;
}

/* ---- one edge ---- */

static bool is_comparison(TermKind kind) {
  return kind == TERM_ULT || kind == TERM_SLT || kind == TERM_EQ;
}

/* The index of the state variable of the source; UINT32_MAX: it is none. */
static uint32_t source_index(const Edge *edge, Term t) {
  return (uint32_t)map_get(&edge->vars, term_node(t), UINT32_MAX);
}

static void note_comparison(const Ai *ai, AiPacks *packs, uint32_t loc,
                            const Edge *edge, Term t) {
  TermList vars = {0};
  term_vars(ai->store, t, &vars);
  if (vars.n == 2) {
    uint32_t x = source_index(edge, vars.at[0]);
    uint32_t y = source_index(edge, vars.at[1]);
    if (x != UINT32_MAX && y != UINT32_MAX) (void)want(ai, packs, loc, x, y);
  }
  VEC_DONE(term_store_mem(ai->store), &vars);
}

static void note_equation(const Ai *ai, Edge *edge, Term t) {
  for (uint32_t i = 0; i < 2; i++) {
    Term var = term_child(ai->store, t, i);
    if (term_is_var(ai->store, var))
      VEC_PUSH(ai->mem, &edge->beside,
               ((Beside){var, term_child(ai->store, t, 1 - i)}));
  }
}

static void read_edge(const Ai *ai, AiPacks *packs, const TsEdge *e,
                      Edge *edge) {
  const TsLocation *at = ts_location(ai->ts, e->source);
  map_init(&edge->vars, ai->mem);
  for (uint32_t i = 0; i < at->n_vars; i++)
    map_put(&edge->vars, term_node(at->vars[i].now), i);
  TermWalk walk;
  term_walk_init(&walk, ai->store);
  term_walk_push(&walk, e->formula);
  for (Term t; (t = term_walk_next(&walk)).id;) {
    TermKind kind = term_kind(ai->store, t);
    if (is_comparison(kind)) note_comparison(ai, packs, e->source.id, edge, t);
    if (kind == TERM_EQ) note_equation(ai, edge, t);
  }
  term_walk_done(&walk);
}

/* ---- where a variable comes from ---- */

typedef struct Sources {
  uint32_t at[MOST_SOURCES];
  uint32_t n, looks;
} Sources;

static void add_source(Sources *sources, uint32_t var) {
  assert(sources->n <= MOST_SOURCES);
  for (uint32_t i = 0; i < sources->n; i++)
    if (sources->at[i] == var) return;
  if (sources->n < MOST_SOURCES) sources->at[sources->n++] = var;
}

static void find_sources(const Ai *ai, const Edge *edge, Term var,
                         uint32_t steps, Sources *sources) {
  uint32_t index = source_index(edge, var);
  if (sources->looks++ >= MOST_LOOKS) return;
  if (index != UINT32_MAX) {
    add_source(sources, index);
    return;
  }
  for (uint32_t i = 0; steps && i < edge->beside.n; i++) {
    if (!term_same(edge->beside.at[i].var, var)) continue;
    TermList vars = {0};
    term_vars(ai->store, edge->beside.at[i].other, &vars);
    for (uint32_t k = 0; k < vars.n && vars.n <= 2; k++)
      if (!term_same(vars.at[k], var))
        find_sources(ai, edge, vars.at[k], steps - 1, sources);
    VEC_DONE(term_store_mem(ai->store), &vars);
  }
}

/* The pairs of the edge's target give pairs of its source; true: new ones. */
static bool pull(const Ai *ai, AiPacks *packs, const TsEdge *e,
                 const Edge *edge) {
  uint32_t loc = e->target.id, n = ts_location(ai->ts, e->target)->n_vars;
  const TsVar *vars = ts_location(ai->ts, e->target)->vars;
  bool grew = false;
  if (!packs->wanted[loc] || !packs->n[loc]) return false;
  Sources *from = MEM_ARRAY(ai->mem, Sources, n);
  for (uint32_t x = 0; x < n; x++)
    find_sources(ai, edge, vars[x].next, MOST_STEPS, &from[x]);
  for (uint32_t x = 0; x < n; x++)
    for (uint32_t y = x + 1; y < n; y++)
      for (uint32_t i = 0; i < from[x].n && *pair_at(ai, packs, loc, x, y); i++)
        for (uint32_t k = 0; k < from[y].n; k++)
          grew |= want(ai, packs, e->source.id, from[x].at[i], from[y].at[k]);
  MEM_FREE_ARRAY(ai->mem, from, n);
  return grew;
}

/* ---- all of them ---- */

static void pull_all(const Ai *ai, AiPacks *packs, const Edge *edges) {
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t e = ai->ts->edges.n; e-- > 0;)
      grew |= pull(ai, packs, &ai->ts->edges.at[e], &edges[e]);
  }
}

/* Have all formulas together at most that many nodes? */
static bool are_small(const Ai *ai, uint32_t most) {
  TermWalk walk;
  uint32_t n = 0;
  term_walk_init(&walk, ai->store);
  for (uint32_t e = 0; e < ai->ts->edges.n; e++)
    term_walk_push(&walk, ai->ts->edges.at[e].formula);
  while (n <= most && term_walk_next(&walk).id) n++;
  term_walk_done(&walk);
  return n <= most;
}

AiPacks *ai_packs_new(const Ai *ai) {
  uint32_t n_locs = ai->ts->locations.n, n_edges = ai->ts->edges.n;
  AiPacks *packs = MEM_NEW(ai->mem, AiPacks);
  packs->wanted = MEM_ARRAY(ai->mem, uint8_t *, n_locs);
  packs->n = MEM_ARRAY(ai->mem, uint32_t, n_locs);
  if (!are_small(ai, MOST_NODES)) return packs;
  for (uint32_t l = 0; l < n_locs; l++) {
    uint32_t n = ai->ts->locations.at[l].n_vars;
    if (n > 1 && n <= MOST_VARS)
      packs->wanted[l] = MEM_ARRAY(ai->mem, uint8_t, n *n);
  }
  Edge *edges = MEM_ARRAY(ai->mem, Edge, n_edges);
  for (uint32_t e = 0; e < n_edges; e++)
    read_edge(ai, packs, &ai->ts->edges.at[e], &edges[e]);
  pull_all(ai, packs, edges);
  for (uint32_t e = 0; e < n_edges; e++) {
    VEC_DONE(ai->mem, &edges[e].beside);
    map_done(&edges[e].vars);
  }
  MEM_FREE_ARRAY(ai->mem, edges, n_edges);
  return packs;
}

bool ai_packs_have(const Ai *ai, uint32_t loc, uint32_t x, uint32_t y) {
  require(ai->packs && loc < ai->ts->locations.n);
  return ai->packs->wanted[loc] && *pair_at(ai, ai->packs, loc, x, y);
}

bool ai_packs_are_some(const Ai *ai) {
  require(ai->packs);
  for (uint32_t l = 0; l < ai->ts->locations.n; l++)
    if (ai->packs->n[l]) return true;
  return false;
}

void ai_packs_free(const Ai *ai, AiPacks *packs) {
  uint32_t n_locs = ai->ts->locations.n;
  for (uint32_t l = 0; l < n_locs; l++) {
    uint32_t n = ai->ts->locations.at[l].n_vars;
    if (packs->wanted[l]) MEM_FREE_ARRAY(ai->mem, packs->wanted[l], n * n);
  }
  MEM_FREE_ARRAY(ai->mem, packs->wanted, n_locs);
  MEM_FREE_ARRAY(ai->mem, packs->n, n_locs);
  MEM_DELETE(ai->mem, packs);
}
