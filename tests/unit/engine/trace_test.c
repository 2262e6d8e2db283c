/* SPDX-License-Identifier: MIT
 *
 * The trace engine on transition systems made by hand: the programs of the
 * paper (Figs. 1 to 3) in any size, asserted on what was counted; every proof
 * is checked for being inductive. */
#include "unit/unit.h"
#include "engine/engine.h"

enum { MOST_VARS = 5, ENTRY = 0, BAD = 1 };

typedef struct Maker {
  Mem mem;
  TermStore *store;
  Ts *ts;
  uint32_t n_vars; /* of every inner location, 32 bits each */
} Maker;

static void maker_init(Maker *m, uint32_t n_vars) {
  mem_init(&m->mem, 0);
  m->store = term_store_new(&m->mem);
  m->ts = ts_new(&m->mem, m->store);
  m->n_vars = n_vars;
  m->ts->entry = ts_add_location(m->ts, TS_ENTRY, "entry");
  CHECK_INT(ts_add_location(m->ts, TS_ERROR, "error").id, BAD);
}

static void maker_done(Maker *m) {
  ts_free(m->ts);
  term_store_free(m->store);
  mem_done(&m->mem);
}

static uint32_t place(Maker *m) {
  char name[40];
  snprintf(name, sizeof name, "place %u", m->ts->locations.n);
  uint32_t loc = ts_add_location(m->ts, TS_CUT, name).id;
  TsVar *vars = ARENA_ARRAY(&m->ts->arena, TsVar, m->n_vars);
  for (uint32_t i = 0; i < m->n_vars; i++) {
    vars[i].name = arena_printf(&m->ts->arena, "v%u", i);
    vars[i].now = term_fresh(m->store, vars[i].name, sort_bv(32));
    vars[i].next = term_fresh(m->store, vars[i].name, sort_bv(32));
  }
  m->ts->locations.at[loc].vars = vars;
  m->ts->locations.at[loc].n_vars = m->n_vars;
  return loc;
}

static Term v(const Maker *m, uint32_t loc, uint32_t i) {
  return m->ts->locations.at[loc].vars[i].now;
}
static Term c(Maker *m, int64_t value) {
  return term_i64(m->store, value, 32);
}
static Term any(Maker *m) {
  return term_fresh(m->store, "any", sort_bv(32));
}
static Term plus(Maker *m, Term t, int64_t by) {
  return term_add(m->store, t, c(m, by));
}
static Term is(Maker *m, Term t, int64_t value) {
  return term_eq(m->store, t, c(m, value));
}

/* values: of the target's variables; none keeps the source's variable. */
static void edge(Maker *m, uint32_t from, uint32_t to, Term guard,
                 const Term *values) {
  TsBlock *blocks = ARENA_ARRAY(&m->ts->arena, TsBlock, 2);
  TsStep *step = ARENA_NEW(&m->ts->arena, TsStep);
  const TsLocation *target = &m->ts->locations.at[to];
  step->guard = guard;
  step->n_assigns = target->n_vars;
  step->assigns = ARENA_ARRAY(&m->ts->arena, TsAssign, target->n_vars);
  for (uint32_t i = 0; i < target->n_vars; i++)
    step->assigns[i] =
        (TsAssign){target->vars[i].next,
                   values && values[i].id ? values[i] : v(m, from, i)};
  blocks[0] = (TsBlock){.visited = term_true(), .constraint = term_true()};
  blocks[1] = (TsBlock){.visited = term_fresh(m->store, "here", sort_bool()),
                        .constraint = term_true(),
                        .steps = step,
                        .n_steps = 1};
  ts_add_edge(m->ts, (TsLoc){from}, (TsLoc){to}, blocks, 2);
}

static bool never(Maker *m, Term a, Term b, Term d) {
  Smt *smt = smt_new(&m->mem, m->store, &smt_blast, (SmtOptions){0});
  Term all[3] = {a, b, d};
  bool unsat = smt_check(smt, all, 3, NULL) == SMT_UNSAT;
  smt_free(smt);
  return unsat;
}

static void check_proof(Maker *m, const TsProof *proof) {
  CHECK_INT(proof->kind, TS_PROOF_INVARIANTS);
  CHECK(term_is_true(ts_proof_invariant(proof, m->ts->entry)));
  for (uint32_t e = 0; e < m->ts->edges.n; e++) {
    const TsEdge *at = &m->ts->edges.at[e];
    TermMap *next = ts_next_map(m->ts, at->target);
    Term after =
        at->target.id == BAD
            ? term_false()
            : term_map_apply(next, ts_proof_invariant(proof, at->target));
    CHECK(never(m, ts_proof_invariant(proof, at->source), at->formula,
                term_not(after)));
    term_map_free(next);
  }
}

static EngineStats run(Maker *m, EngineClaim want, EngineOptions options) {
  Text problems;
  text_init(&problems, &m->mem);
  CHECK(ts_validate(m->ts, &problems));
  CHECK_TEXT(text_get(&problems), "");
  text_done(&problems);
  if (m->ts->edges.n < 12) options.smt.check = 2;
  Budget budget = {.tick_limit = 1000000};
  EngineResult result;
  EngineStats stats = {0};
  engine_result_init(&result, &m->mem);
  engine_trace.run(m->ts, &options, &budget, &result, &stats);
  CHECK_INT(result.claim, want);
  if (result.claim != want) printf("%s\n", result.reason);
  if (result.claim == ENGINE_SAFE) check_proof(m, &result.proof);
  engine_result_done(&result, m->store);
  return stats;
}

static const EngineOptions plain = {0};
static const EngineOptions no_interpolation = {.trace_no_interpolation = true};
static const EngineOptions no_invariants = {.trace_no_invariants = true};

/* ---- Fig. 1: the third way into a place is covered by an interpolant ---- */

TEST(trace_fig1) {
  Maker m;
  maker_init(&m, 3); /* x, y, z */
  uint32_t p1 = place(&m), p3 = place(&m), p5 = place(&m), p7 = place(&m);
  Term z = any(&m), y = any(&m);
  Term low = term_slt(m.store, v(&m, p3, 1), c(&m, 1));
  edge(&m, ENTRY, p1, term_true(), (Term[]){c(&m, 0), y, z});
  Term set = term_slt(m.store, c(&m, 0), v(&m, p1, 2));
  edge(&m, p1, p3, set, (Term[]){{0}, {0}, c(&m, 1)});
  edge(&m, p1, p3, term_not(set), (Term[]){{0}, {0}, c(&m, 2)});
  edge(&m, p3, p5, low, NULL);
  edge(&m, p3, p5, term_not(low),
       (Term[]){plus(&m, v(&m, p3, 0), 2), {0}, {0}});
  low = term_slt(m.store, v(&m, p5, 1), c(&m, 1));
  edge(&m, p5, p7, low, (Term[]){plus(&m, v(&m, p5, 0), 4), {0}, {0}});
  edge(&m, p5, p7, term_not(low), NULL);
  edge(&m, p7, BAD, term_slt(m.store, c(&m, 5), v(&m, p7, 0)), NULL);
  EngineStats with = run(&m, ENGINE_SAFE, plain);
  CHECK(with.subsumed >= 1);
  maker_done(&m);
}

/* ---- Fig. 2: a deleted fact turns out to be needed ---- */

static void make_fig2(Maker *m) {
  maker_init(m, 3); /* lock, new - old tells how often, flag */
  uint32_t head = place(m), body = place(m), out = place(m);
  Term take = any(m);
  Term more = term_not(is(m, v(m, head, 1), 0));
  edge(m, ENTRY, head, term_true(), (Term[]){c(m, 0), c(m, 1), c(m, 1)});
  edge(m, head, body, more, (Term[]){c(m, 7), c(m, 0), {0}});
  edge(m, body, head, is(m, take, 0), NULL);
  edge(m, body, head, term_not(is(m, take, 0)),
       (Term[]){c(m, 0), c(m, 1), {0}});
  edge(m, head, out, term_not(more), NULL);
  edge(m, out, BAD, term_not(is(m, v(m, out, 0), 7)), NULL);
  edge(m, out, BAD, term_not(is(m, v(m, out, 2), 1)), NULL);
}

TEST(trace_fig2_locks) {
  Maker m;
  make_fig2(&m);
  EngineStats stats = run(&m, ENGINE_SAFE, plain);
  CHECK(stats.locked >= 1);
  CHECK(stats.restarts >= 2);
  CHECK(stats.closed >= 1);
  CHECK(stats.nodes <= 40);
  maker_done(&m);
}

/* ---- Fig. 3(a): only q matters; the tests of x never succeed ---- */

static void make_fig3a(Maker *m, uint32_t n) {
  maker_init(m, 2); /* x, q */
  uint32_t at = place(m);
  edge(m, ENTRY, at, term_true(), (Term[]){c(m, 0), c(m, 1)});
  for (uint32_t i = 0; i < n; i++) {
    uint32_t next = place(m), inner = place(m);
    Term free = is(m, any(m), 0);
    Term up = term_slt(m->store, c(m, 0), v(m, inner, 0));
    edge(m, at, next, free, (Term[]){c(m, 0), {0}});
    edge(m, at, inner, term_not(free), NULL);
    edge(m, inner, next, up, (Term[]){{0}, c(m, 0)});
    edge(m, inner, next, term_not(up), (Term[]){c(m, -1), {0}});
    at = next;
  }
  edge(m, at, BAD, term_not(is(m, v(m, at, 1), 1)), NULL);
}

TEST(trace_fig3a_is_linear) {
  static const uint32_t sizes[] = {10, 50, 200};
  for (uint32_t i = 0; i < 3; i++) {
    Maker m;
    make_fig3a(&m, sizes[i]);
    EngineStats stats = run(&m, ENGINE_SAFE, plain);
    CHECK(stats.nodes <= 4 * sizes[i] + 10);
    maker_done(&m);
  }
}

/* ---- Fig. 3(b): one iteration, whatever the bound ---- */

TEST(trace_fig3b_takes_one_iteration) {
  static const uint32_t sizes[] = {5, 200, 100000};
  for (uint32_t i = 0; i < 3; i++) {
    Maker m;
    maker_init(&m, 2); /* y, n */
    uint32_t head = place(&m), out = place(&m);
    Term bound = c(&m, sizes[i]);
    Term more = term_slt(m.store, v(&m, head, 1), bound);
    edge(&m, ENTRY, head, term_true(), (Term[]){c(&m, 0), c(&m, 0)});
    edge(&m, head, head, more,
         (Term[]){plus(&m, v(&m, head, 0), 1), plus(&m, v(&m, head, 1), 1)});
    edge(&m, head, out, term_not(more), NULL);
    Term sum = term_add(m.store, v(&m, out, 0), v(&m, out, 1));
    edge(&m, out, BAD, term_slt(m.store, sum, bound), NULL);
    EngineStats stats = run(&m, ENGINE_SAFE, plain);
    CHECK_INT(stats.closed, 1);
    CHECK_INT(stats.restarts, 1);
    CHECK_INT(stats.locked, 0);
    CHECK(stats.nodes <= 6);
    maker_done(&m);
  }
}

/* ---- Fig. 3(c): facts learned under z = 0 do not burden z = 999 ---- */

/* n times: variable `var` grows by 1 or 2. */
static uint32_t grow(Maker *m, uint32_t at, uint32_t var, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    uint32_t next = place(m);
    Term free = is(m, any(m), 0);
    Term values[MOST_VARS] = {{0}};
    values[var] = plus(m, v(m, at, var), 1);
    edge(m, at, next, free, values);
    values[var] = plus(m, v(m, at, var), 2);
    edge(m, at, next, term_not(free), values);
    at = next;
  }
  return at;
}

static void make_fig3c(Maker *m, uint32_t n) {
  maker_init(m, 2); /* s, z */
  uint32_t at = place(m);
  Term free = is(m, any(m), 0);
  edge(m, ENTRY, at, free, (Term[]){c(m, 0), c(m, 0)});
  edge(m, ENTRY, at, term_not(free), (Term[]){c(m, 0), c(m, 999)});
  at = grow(m, at, 0, n);
  Term large = term_slt(m->store, c(m, 2 * (int64_t)n), v(m, at, 0));
  edge(m, at, BAD, term_and(m->store, large, is(m, v(m, at, 1), 0)), NULL);
}

TEST(trace_fig3c_does_not_explode) {
  static const uint32_t sizes[] = {10, 50, 200};
  for (uint32_t i = 0; i < 3; i++) {
    Maker m;
    make_fig3c(&m, sizes[i]);
    EngineStats stats = run(&m, ENGINE_SAFE, plain);
    CHECK(stats.nodes <= 8 * sizes[i] + 20);
    maker_done(&m);
  }
  Maker m;
  make_fig3c(&m, 8);
  EngineStats without = run(&m, ENGINE_SAFE, no_interpolation);
  CHECK(without.nodes > 1 << 9);
  maker_done(&m);
}

/* ---- Fig. 3(d): a value computed in a roundabout way is still that value */

static void make_fig3d(Maker *m, uint32_t n) {
  maker_init(m, 4); /* s, t, x, y */
  uint32_t at = place(m), sure = place(m);
  Term free = is(m, any(m), 0), odd = any(m);
  edge(m, ENTRY, sure, free, (Term[]){c(m, 0), c(m, 0), c(m, 0), c(m, 0)});
  edge(m, ENTRY, at, term_not(free), (Term[]){c(m, 0), c(m, 0), odd, odd});
  Term less = term_sub(m->store, v(m, at, 2), v(m, at, 3));
  edge(m, at, sure, term_true(), (Term[]){{0}, {0}, less, c(m, 0)});
  at = grow(m, sure, 0, n);
  Term large = term_slt(m->store, c(m, n), v(m, at, 0));
  edge(m, at, BAD, term_and(m->store, large, term_not(is(m, v(m, at, 2), 0))),
       NULL);
  at = grow(m, at, 1, n);
  large = term_slt(m->store, c(m, n), v(m, at, 1));
  edge(m, at, BAD, term_and(m->store, large, term_not(is(m, v(m, at, 3), 0))),
       NULL);
}

TEST(trace_fig3d_does_not_explode) {
  static const uint32_t sizes[] = {10, 50, 200};
  for (uint32_t i = 0; i < 3; i++) {
    Maker m;
    make_fig3d(&m, sizes[i]);
    EngineStats stats = run(&m, ENGINE_SAFE, plain);
    CHECK(stats.nodes <= 16 * sizes[i] + 20);
    maker_done(&m);
  }
}

/* ---- k independent flags: joined entries, not 2^k ---- */

TEST(trace_flags_do_not_explode) {
  static const uint32_t sizes[] = {2, 4};
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t k = sizes[i];
    Maker m;
    maker_init(&m, k); /* a flag is 0, or 1 when it was set */
    uint32_t at = place(&m);
    Term zeros[MOST_VARS];
    for (uint32_t f = 0; f < k; f++) zeros[f] = c(&m, 0);
    edge(&m, ENTRY, at, term_true(), zeros);
    for (uint32_t f = 0; f < 2 * k; f++) {
      uint32_t next = place(&m);
      Term free = is(&m, any(&m), 0);
      Term values[MOST_VARS] = {{0}};
      edge(&m, at, next, free, values);
      values[f / 2] = c(&m, 1);
      edge(&m, at, next, term_not(free), values);
      at = next;
    }
    for (uint32_t f = 0; f < k; f++)
      edge(&m, at, BAD, term_ult(m.store, c(&m, 1), v(&m, at, f)), NULL);
    EngineStats stats = run(&m, ENGINE_SAFE, plain);
    CHECK(stats.nodes <= 8 * k + 4);
    maker_done(&m);
  }
}

/* ---- the correction: closing a loop is a reason, too ---- */

/* The first way through the body closes the loop with x = 0.  If nothing were
 * required of it, the place in the body would be safe for every x, and the
 * second way, which sets x, would be covered: a wrong proof. */
TEST(trace_closing_marks_its_core) {
  Maker m;
  maker_init(&m, 1); /* x */
  uint32_t head = place(&m), body = place(&m), back = place(&m);
  Term more = is(&m, any(&m), 0), free = is(&m, any(&m), 0);
  edge(&m, ENTRY, head, term_true(), (Term[]){c(&m, 0)});
  edge(&m, head, body, more, NULL);
  edge(&m, body, back, free, NULL);
  edge(&m, body, back, term_not(free), (Term[]){c(&m, 1)});
  edge(&m, back, head, term_true(), NULL);
  edge(&m, head, BAD,
       term_and(m.store, term_not(more), is(&m, v(&m, head, 0), 1)), NULL);
  run(&m, ENGINE_UNSAFE, plain);
  maker_done(&m);
}

/* ---- real errors, and giving up ---- */

TEST(trace_finds_deep_error) {
  Maker m;
  maker_init(&m, 1);
  uint32_t head = place(&m);
  edge(&m, ENTRY, head, term_true(), (Term[]){c(&m, 0)});
  edge(&m, head, head, term_true(), (Term[]){plus(&m, v(&m, head, 0), 1)});
  edge(&m, head, BAD, is(&m, v(&m, head, 0), 5), NULL);
  run(&m, ENGINE_UNSAFE, plain);
  run(&m, ENGINE_UNSAFE, no_invariants);
  maker_done(&m);
}

TEST(trace_gives_up_cleanly) {
  Maker m;
  maker_init(&m, 1);
  uint32_t head = place(&m);
  edge(&m, ENTRY, head, term_true(), (Term[]){c(&m, 0)});
  edge(&m, head, head, term_true(), (Term[]){plus(&m, v(&m, head, 0), 2)});
  edge(&m, head, BAD, is(&m, v(&m, head, 0), 7), NULL);
  EngineResult result;
  EngineStats stats = {0};
  for (uint64_t ticks = 1; ticks < 200; ticks += 7) {
    Budget budget = {.tick_limit = ticks};
    engine_result_init(&result, &m.mem);
    engine_trace.run(m.ts, &no_invariants, &budget, &result, &stats);
    CHECK_INT(result.claim, ENGINE_UNKNOWN);
    CHECK(strlen(result.reason) > 0);
    engine_result_done(&result, m.store);
  }
  maker_done(&m);
}

TEST(trace_counts_repeat) {
  EngineStats first = {0};
  for (uint32_t i = 0; i < 2; i++) {
    Maker m;
    make_fig2(&m);
    EngineStats stats = run(&m, ENGINE_SAFE, plain);
    if (i == 0) first = stats;
    CHECK(memcmp(&first, &stats, sizeof stats) == 0);
    maker_done(&m);
  }
}
