/* SPDX-License-Identifier: MIT
 *
 * Facts by abstract interpretation cost few questions where many variables
 * have the same fate: flags that stay down, inputs that can be anything. */
#include "engine/absint/absint.h"
#include "unit/unit.h"

enum { N = 12 };

typedef struct Fixture {
  Mem mem;
  TermStore *store;
  Ts *ts;
  TsLoc loop, error;
  TsVar *vars; /* [0..N[ flags, [N..2N[ inputs that are compared */
} Fixture;

static void add_edge(Fixture *f, TsLoc from, TsLoc to, Term guard,
                     TsAssign *assigns, uint32_t n) {
  TsBlock *blocks = ARENA_ARRAY(&f->ts->arena, TsBlock, 2);
  TsStep *step = ARENA_ARRAY(&f->ts->arena, TsStep, 1);
  *step = (TsStep){0, guard, assigns, n};
  blocks[0] = (TsBlock){.visited = term_true(), .constraint = term_true()};
  blocks[1] = (TsBlock){.visited = term_fresh(f->store, "b", sort_bool()),
                        .steps = step,
                        .n_steps = 1,
                        .constraint = term_true()};
  (void)ts_add_edge(f->ts, from, to, blocks, 2);
}

static Term number(Fixture *f, uint64_t value) {
  return term_u64(f->store, value, 32);
}

static void add_locations(Fixture *f) {
  f->ts->entry = ts_add_location(f->ts, TS_ENTRY, "entry");
  f->loop = ts_add_location(f->ts, TS_CUT, "loop");
  f->error = ts_add_location(f->ts, TS_ERROR, "error");
  f->vars = ARENA_ARRAY(&f->ts->arena, TsVar, 2 * N);
  for (uint32_t i = 0; i < 2 * N; i++)
    f->vars[i] = (TsVar){.now = term_fresh(f->store, "x", sort_bv(32)),
                         .next = term_fresh(f->store, "next", sort_bv(32)),
                         .name = "x"};
  f->ts->locations.at[f->loop.id].vars = f->vars;
  f->ts->locations.at[f->loop.id].n_vars = 2 * N;
}

/* Flags are lowered before the loop, the others get inputs; the loop keeps
 * all.  The error: a flag that is up, or an input below another. */
static void build(Fixture *f) {
  mem_init(&f->mem, 0);
  f->store = term_store_new(&f->mem);
  f->ts = ts_new(&f->mem, f->store);
  add_locations(f);
  TsAssign *first = ARENA_ARRAY(&f->ts->arena, TsAssign, 2 * N);
  TsAssign *again = ARENA_ARRAY(&f->ts->arena, TsAssign, 2 * N);
  Term some = term_false();
  for (uint32_t i = 0; i < 2 * N; i++) {
    Term input = term_fresh(f->store, "in", sort_bv(32));
    first[i] = (TsAssign){f->vars[i].next, i < N ? number(f, 0) : input};
    again[i] = (TsAssign){f->vars[i].next, f->vars[i].now};
    Term now = f->vars[i].now;
    Term bad = i < N ? term_eq(f->store, now, number(f, 1))
                     : term_ult(f->store, now, f->vars[N].now);
    some = term_or(f->store, some, bad);
  }
  add_edge(f, f->ts->entry, f->loop, term_true(), first, 2 * N);
  add_edge(f, f->loop, f->loop, term_true(), again, 2 * N);
  add_edge(f, f->loop, f->error, some, NULL, 0);
}

static void done(Fixture *f) {
  ts_free(f->ts);
  term_store_free(f->store);
  mem_done(&f->mem);
}

TEST(engine_absint_few_questions) {
  Fixture f;
  build(&f);
  EngineOptions options = {0};
  Budget budget = {.tick_limit = 100000};
  AiStats stats = {0};
  TermList known = {0}, parts = {0};
  CHECK(ai_invariants(f.ts, &options, &budget, &known, &stats));
  term_conjuncts(f.store, known.at[f.loop.id], &parts);
  for (uint32_t i = 0; i < N; i++) {
    Term down = term_eq(f.store, f.vars[i].now, number(&f, 0));
    bool found = false;
    for (uint32_t k = 0; k < parts.n; k++)
      found |= term_same(parts.at[k], down);
    CHECK(found);
  }
  CHECK_INT(parts.n, N);
  CHECK(stats.queries <= 16);
  VEC_DONE(&f.mem, &known);
  VEC_DONE(&f.mem, &parts);
  done(&f);
}

TEST(engine_absint_sift) {
  Fixture f;
  build(&f);
  Term down = term_eq(f.store, f.vars[0].now, number(&f, 0));
  Term input = term_eq(f.store, f.vars[N].now, number(&f, 0));
  Term other = term_eq(f.store, f.vars[N + 1].now, f.vars[N].now);
  AiCandidate list[] = {{f.loop.id, down, false},
                        {f.loop.id, input, false},
                        {f.loop.id, other, false}};
  EngineOptions options = {0};
  TermList known = {0};
  Budget budget = {.tick_limit = 10000}, none = {.tick_limit = 1, .ticks = 1};
  ai_sift(f.ts, &options, &budget, &known, list, 3);
  CHECK(!list[0].dropped);
  CHECK(list[1].dropped);
  CHECK(list[2].dropped);
  ai_sift(f.ts, &options, &none, &known, list, 1);
  CHECK(list[0].dropped);
  done(&f);
}
