/* SPDX-License-Identifier: MIT
 *
 * The bit-level engine on random small transition systems, against all their
 * states: verdicts are right, and what is claimed as an invariant holds in
 * every reachable state, is inductive and excludes the error. */
#include "engine/engine.h"
#include "unit/term/gen.h"
#include "unit/unit.h"

enum { LOCATIONS = 4, VARS = 2, BITS = 2, STATES = 16, INPUTS = 4 };
/* Entry, two cut points, the error. */
enum { ENTRY, FIRST, SECOND, ERROR };

typedef struct Fixture {
  Mem mem;
  TermStore *s;
  Ts *ts;
  Gen gen;
  Term input;
  bool reached[LOCATIONS][STATES];
} Fixture;

static TsLoc add_location(Fixture *f, TsKind kind, const char *name) {
  TsLoc loc = ts_add_location(f->ts, kind, name);
  if (kind != TS_CUT) return loc;
  TsLocation *at = &f->ts->locations.at[loc.id];
  at->n_vars = VARS;
  at->vars = ARENA_ARRAY(&f->ts->arena, TsVar, VARS);
  for (uint32_t v = 0; v < VARS; v++) {
    char text[2][32];
    snprintf(text[0], sizeof text[0], "%s.%u", name, v);
    snprintf(text[1], sizeof text[1], "%s.%u'", name, v);
    at->vars[v] = (TsVar){.now = term_var(f->s, text[0], sort_bv(BITS)),
                          .next = term_var(f->s, text[1], sort_bv(BITS)),
                          .name = arena_strdup(&f->ts->arena, text[0])};
  }
  return loc;
}

static Term random_operand(Fixture *f, uint32_t source) {
  const TsLocation *at = &f->ts->locations.at[source];
  switch (rng_below(&f->gen.rng, 5)) {
  case 0: return f->input;
  case 1: return term_u64(f->s, rng_below(&f->gen.rng, 1u << BITS), BITS);
  default:
    return at->n_vars ? at->vars[rng_below(&f->gen.rng, VARS)].now
                      : term_u64(f->s, rng_below(&f->gen.rng, 2), BITS);
  }
}

static Term random_value(Fixture *f, uint32_t source) {
  static const TermKind kinds[] = {TERM_ADD,   TERM_SUB,  TERM_MUL, TERM_BVAND,
                                   TERM_BVXOR, TERM_UREM, TERM_SHL};
  Term a = random_operand(f, source);
  if (rng_below(&f->gen.rng, 3) == 0) return a;
  return term_binary(f->s, kinds[rng_below(&f->gen.rng, 7)], a,
                     random_operand(f, source));
}

static Term random_guard(Fixture *f, uint32_t source) {
  static const TermKind kinds[] = {TERM_EQ, TERM_ULT, TERM_SLT};
  Term guard = term_true();
  for (uint32_t i = rng_below(&f->gen.rng, 3); i > 0; i--) {
    Term atom =
        term_binary(f->s, kinds[rng_below(&f->gen.rng, 3)],
                    random_operand(f, source), random_operand(f, source));
    guard = term_and(f->s, guard,
                     rng_below(&f->gen.rng, 2) ? atom : term_not(atom));
  }
  return guard;
}

/* Two ways that exclude each other, into one target. */
static void add_edge(Fixture *f, uint32_t source, uint32_t target) {
  TsBlock *blocks = ARENA_ARRAY(&f->ts->arena, TsBlock, 2);
  const TsLocation *to = &f->ts->locations.at[target];
  Term choice = random_guard(f, source);
  blocks[0] =
      (TsBlock){.visited = term_true(), .constraint = random_guard(f, source)};
  blocks[1] = (TsBlock){.visited = term_fresh(f->s, "visited", sort_bool()),
                        .constraint = term_true(),
                        .n_steps = 2};
  blocks[1].steps = ARENA_ARRAY(&f->ts->arena, TsStep, 2);
  for (uint32_t i = 0; i < 2; i++) {
    TsStep *step = &blocks[1].steps[i];
    *step = (TsStep){.guard = term_and(f->s, i ? term_not(choice) : choice,
                                       random_guard(f, source)),
                     .n_assigns = to->n_vars};
    step->assigns = ARENA_ARRAY(&f->ts->arena, TsAssign, to->n_vars);
    for (uint32_t v = 0; v < to->n_vars; v++)
      step->assigns[v] = (TsAssign){to->vars[v].next, random_value(f, source)};
  }
  ts_add_edge(f->ts, (TsLoc){source}, (TsLoc){target}, blocks, 2);
}

static void start(Fixture *f, uint64_t seed) {
  *f = (Fixture){.gen = {.rng = {seed}}};
  mem_init(&f->mem, 0);
  f->s = f->gen.store = term_store_new(&f->mem);
  f->ts = ts_new(&f->mem, f->s);
  f->input = term_var(f->s, "input", sort_bv(BITS));
  f->ts->entry = add_location(f, TS_ENTRY, "entry");
  add_location(f, TS_CUT, "first");
  add_location(f, TS_CUT, "second");
  add_location(f, TS_ERROR, "error");
  add_edge(f, ENTRY, FIRST);
  add_edge(f, FIRST, FIRST);
  add_edge(f, FIRST, SECOND);
  add_edge(f, SECOND, FIRST);
  if (rng_below(&f->gen.rng, 2)) add_edge(f, SECOND, SECOND);
  if (rng_below(&f->gen.rng, 2)) add_edge(f, FIRST, ERROR);
  add_edge(f, SECOND, ERROR);
}

static void stop(Fixture *f) {
  ts_free(f->ts);
  term_store_free(f->s);
  mem_done(&f->mem);
}

/* ---- the truth ---- */

static Term value_term(Fixture *f, uint32_t state, uint32_t var) {
  return term_u64(f->s, state >> var * BITS & 3, BITS);
}

/* With the source's state and the input in place of their variables. */
static Term under(Fixture *f, uint32_t source, uint32_t state, uint32_t input,
                  Term t) {
  const TsLocation *at = &f->ts->locations.at[source];
  Map map;
  map_init(&map, &f->mem);
  for (uint32_t v = 0; v < at->n_vars; v++)
    map_put(&map, at->vars[v].now.id, value_term(f, state, v).id);
  map_put(&map, f->input.id, term_u64(f->s, input, BITS).id);
  Term result = term_substitute(f->s, &map, t);
  map_done(&map);
  return result;
}

/* Where the edge leads to from there; STATES: nowhere. */
static uint32_t successor(Fixture *f, const TsEdge *edge, uint32_t state,
                          uint32_t input) {
  uint32_t source = edge->source.id;
  if (!term_is_true(under(f, source, state, input, edge->blocks[0].constraint)))
    return STATES;
  for (uint32_t s = 0; s < 2; s++) {
    const TsStep *step = &edge->blocks[1].steps[s];
    if (!term_is_true(under(f, source, state, input, step->guard))) continue;
    uint32_t to = 0;
    for (uint32_t v = 0; v < step->n_assigns; v++) {
      uint64_t value;
      CHECK(term_const_u64(
          f->s, under(f, source, state, input, step->assigns[v].value),
          &value));
      to |= (uint32_t)value << v * BITS;
    }
    return to;
  }
  return STATES;
}

static void explore(Fixture *f) {
  f->reached[ENTRY][0] = true;
  for (bool again = true; again;) {
    again = false;
    for (uint32_t e = 0; e < f->ts->edges.n; e++) {
      const TsEdge *edge = &f->ts->edges.at[e];
      for (uint32_t i = 0; i < STATES * INPUTS; i++) {
        if (!f->reached[edge->source.id][i / INPUTS]) continue;
        uint32_t to = successor(f, edge, i / INPUTS, i % INPUTS);
        if (to == STATES || f->reached[edge->target.id][to]) continue;
        f->reached[edge->target.id][to] = again = true;
      }
    }
  }
}

static bool holds(Fixture *f, const TsProof *proof, uint32_t loc,
                  uint32_t state) {
  return term_is_true(
      under(f, loc, state, 0, ts_proof_invariant(proof, (TsLoc){loc})));
}

static void check_proof(Fixture *f, const TsProof *proof) {
  CHECK_INT(proof->kind, TS_PROOF_INVARIANTS);
  for (uint32_t l = FIRST; l <= SECOND; l++)
    for (uint32_t s = 0; s < STATES; s++)
      if (f->reached[l][s]) CHECK(holds(f, proof, l, s));
  for (uint32_t e = 0; e < f->ts->edges.n; e++) {
    const TsEdge *edge = &f->ts->edges.at[e];
    for (uint32_t i = 0; i < STATES * INPUTS; i++) {
      uint32_t to = successor(f, edge, i / INPUTS, i % INPUTS);
      if (to == STATES || !holds(f, proof, edge->source.id, i / INPUTS))
        continue;
      CHECK(edge->target.id != ERROR);
      CHECK(holds(f, proof, edge->target.id, to));
    }
  }
}

static EngineClaim judge(uint64_t seed) {
  Fixture f;
  start(&f, seed);
  EngineOptions options = {0};
  Budget budget = {.tick_limit = 1000000};
  EngineResult result;
  EngineStats stats = {0};
  engine_result_init(&result, &f.mem);
  engine_bits.run(f.ts, &options, &budget, &result, &stats);
  explore(&f);
  CHECK_INT(result.claim, f.reached[ERROR][0] ? ENGINE_UNSAFE : ENGINE_SAFE);
  EngineClaim claim = result.claim;
  if (claim == ENGINE_SAFE) check_proof(&f, &result.proof);
  engine_result_done(&result, f.s);
  stop(&f);
  return claim;
}

TEST(bits_random_systems) {
  uint32_t rounds = unit_rounds(4000), safe = 0;
  for (uint32_t i = 0; i < rounds; i++) safe += judge(i + 1) == ENGINE_SAFE;
  CHECK(safe > rounds / 10 && safe < rounds - rounds / 10);
}

/* ---- what has no bits ---- */

TEST(bits_gives_up_on_arrays) {
  Fixture f;
  start(&f, 1);
  TsVar *var = &f.ts->locations.at[FIRST].vars[0];
  Sort sort = sort_array(f.s, sort_bv(4), sort_bv(8));
  var->now = term_var(f.s, "a", sort);
  var->next = term_var(f.s, "a'", sort);
  EngineOptions options = {0};
  Budget budget = {.tick_limit = 1000000};
  EngineResult result;
  EngineStats stats = {0};
  engine_result_init(&result, &f.mem);
  engine_bits.run(f.ts, &options, &budget, &result, &stats);
  CHECK_INT(result.claim, ENGINE_UNKNOWN);
  engine_result_done(&result, f.s);
  stop(&f);
}
