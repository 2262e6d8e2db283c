/* SPDX-License-Identifier: MIT
 *
 * The predicate engine in every configuration against the truth, and its
 * tree and precision on a system made by hand. */
#include "unit/engine/against.h"
#include "unit/unit.h"

static void compare(EncBlocks blocks, EnginePredicate predicate, uint64_t seed,
                    uint32_t rounds) {
  against_truth(&(Against){.engine = &engine_predicate,
                           .blocks = blocks,
                           .predicate = predicate,
                           .seed = seed,
                           .rounds = rounds});
}

TEST(predicate_cutset) {
  compare(ENC_CUTSET, (EnginePredicate){0}, 51, 40);
}
TEST(predicate_rules_dfs) {
  compare(ENC_RULES, (EnginePredicate){.search = ENGINE_SEARCH_DFS}, 52, 40);
}
TEST(predicate_single_cartesian) {
  compare(ENC_SINGLE,
          (EnginePredicate){.abstraction = ENGINE_ABSTRACT_CARTESIAN,
                            .search = ENGINE_SEARCH_DFS},
          53, 30);
}
TEST(predicate_cutset_cartesian) {
  compare(ENC_CUTSET,
          (EnginePredicate){.abstraction = ENGINE_ABSTRACT_CARTESIAN}, 54, 40);
}
TEST(predicate_single_global) {
  compare(ENC_SINGLE,
          (EnginePredicate){.scope = ENGINE_SCOPE_GLOBAL,
                            .search = ENGINE_SEARCH_PRIORITY},
          55, 25);
}
TEST(predicate_relation) {
  compare(ENC_CUTSET, (EnginePredicate){.post = ENGINE_POST_RELATION}, 56, 25);
}
TEST(predicate_absint) {
  against_truth(&(Against){.engine = &engine_predicate,
                           .blocks = ENC_CUTSET,
                           .help = WITH_ABSINT,
                           .seed = 57,
                           .rounds = 40});
}

/* ---- a system made by hand ---- */

/* x = 0; forever { if (x == 5) error; x = 1 - x; } */
typedef struct Toggle {
  Mem mem;
  TermStore *store;
  Ts *ts;
  TsLoc loop;
  EngineResult result;
  EngineStats stats;
  Text picture;
} Toggle;

static void add_edge(Toggle *t, TsLoc from, TsLoc to, Term guard, Term value) {
  Arena *arena = &t->ts->arena;
  TsBlock *blocks = ARENA_ARRAY(arena, TsBlock, 2);
  TsStep *step = ARENA_NEW(arena, TsStep);
  step->guard = guard;
  if (value.id) {
    step->n_assigns = 1;
    step->assigns = ARENA_NEW(arena, TsAssign);
    *step->assigns = (TsAssign){ts_location(t->ts, to)->vars[0].next, value};
  }
  blocks[0] = (TsBlock){.visited = term_true(), .constraint = term_true()};
  blocks[1] = (TsBlock){.visited = term_fresh(t->store, "here", sort_bool()),
                        .constraint = term_true(),
                        .steps = step,
                        .n_steps = 1};
  ts_add_edge(t->ts, from, to, blocks, 2);
}

static void toggle_init(Toggle *t) {
  *t = (Toggle){0};
  mem_init(&t->mem, 0);
  t->store = term_store_new(&t->mem);
  t->ts = ts_new(&t->mem, t->store);
  t->ts->entry = ts_add_location(t->ts, TS_ENTRY, "entry");
  t->loop = ts_add_location(t->ts, TS_CUT, "loop");
  TsLoc error = ts_add_location(t->ts, TS_ERROR, "error");
  TsVar *x = ARENA_NEW(&t->ts->arena, TsVar);
  *x = (TsVar){.now = term_var(t->store, "x", sort_bv(32)),
               .next = term_var(t->store, "x'", sort_bv(32)),
               .name = "x"};
  t->ts->locations.at[t->loop.id].vars = x;
  t->ts->locations.at[t->loop.id].n_vars = 1;
  Term one = term_u64(t->store, 1, 32), five = term_u64(t->store, 5, 32);
  add_edge(t, t->ts->entry, t->loop, term_true(), term_u64(t->store, 0, 32));
  add_edge(t, t->loop, t->loop, term_true(), term_sub(t->store, one, x->now));
  add_edge(t, t->loop, error, term_eq(t->store, x->now, five), TERM_NONE);
  text_init(&t->picture, &t->mem);
  engine_result_init(&t->result, &t->mem);
}

static void toggle_run(Toggle *t, EnginePredicate predicate, uint32_t check) {
  predicate.picture = &t->picture;
  EngineOptions options = {.smt = {.check = check}, .predicate = predicate};
  Budget budget = {.tick_limit = 100000};
  engine_predicate.run(t->ts, &options, &budget, &t->result, &t->stats);
}

static void toggle_done(Toggle *t) {
  engine_result_done(&t->result, t->store);
  text_done(&t->picture);
  ts_free(t->ts);
  term_store_free(t->store);
  mem_done(&t->mem);
}

/* x = 5 is reached from x = -4, and that from x = 5: two predicates, found in
 * two rounds, each of which cuts the tree below the entry. */
TEST(predicate_toggle) {
  Toggle t;
  toggle_init(&t);
  toggle_run(&t, (EnginePredicate){0}, 2);
  CHECK_INT(t.result.claim, ENGINE_SAFE);
  CHECK_INT(t.stats.refinements, 2);
  CHECK_INT(t.stats.predicates, 2);
  CHECK_INT(t.stats.predicates_most, 2);
  CHECK_INT(t.stats.places, 1);
  CHECK_INT(t.stats.nodes, 2);
  CHECK_INT(t.stats.covered, 1);
  CHECK(t.stats.interpolants_checked > 0);
  Term invariant = ts_proof_invariant(&t.result.proof, t.loop);
  CHECK(!term_is_true(invariant) && !term_is_false(invariant));
  CHECK(strstr(text_get(&t.picture), "digraph tree") != NULL);
  CHECK(strstr(text_get(&t.picture), "covered: loop") != NULL);
  toggle_done(&t);
}

/* Every configuration proves it, and counts the same when run again. */
TEST(predicate_repeatable) {
  for (uint32_t i = 0; i < 24; i++) {
    EnginePredicate how = {
        .abstraction =
            i & 1 ? ENGINE_ABSTRACT_CARTESIAN : ENGINE_ABSTRACT_ALLSAT,
        .scope = i & 2 ? ENGINE_SCOPE_GLOBAL : ENGINE_SCOPE_LOCATION,
        .post = i & 4 ? ENGINE_POST_RELATION : ENGINE_POST_IMAGE,
        .search = (EngineSearch)(i / 8)};
    Toggle a, b;
    toggle_init(&a);
    toggle_init(&b);
    toggle_run(&a, how, 1);
    toggle_run(&b, how, 1);
    CHECK_INT(a.result.claim, ENGINE_SAFE);
    a.stats.post_microseconds = b.stats.post_microseconds = 0;
    a.stats.refine_microseconds = b.stats.refine_microseconds = 0;
    CHECK(memcmp(&a.stats, &b.stats, sizeof a.stats) == 0);
    CHECK_TEXT(text_get(&a.picture), text_get(&b.picture));
    toggle_done(&a);
    toggle_done(&b);
  }
}

/* A spent budget ends in "unknown" with a reason, wherever it strikes. */
TEST(predicate_budget) {
  for (uint64_t ticks = 1; ticks < 12; ticks++) {
    Toggle t;
    toggle_init(&t);
    EngineOptions options = {.smt = {.inject_unknown_at = ticks}};
    uint64_t counter = 0;
    options.smt.check_counter = &counter;
    Budget budget = {0};
    engine_predicate.run(t.ts, &options, &budget, &t.result, &t.stats);
    CHECK(t.result.claim != ENGINE_UNSAFE);
    CHECK(t.result.claim == ENGINE_SAFE || t.result.reason[0]);
    toggle_done(&t);
  }
}
