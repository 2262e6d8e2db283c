/* SPDX-License-Identifier: MIT
 *
 * The order of engines.
 *
 * Property-directed reachability settles most programs in the time of a few
 * queries: it goes first, then unrolling, each with a small budget counted in
 * solver ticks, so that the same run decides the same way again.  Then it
 * learns invariants for most of the time that is left; what it cannot settle,
 * deep errors above all, unrolling may. */
#include "main/portfolio.h"

#include "engine/absint/absint.h"

typedef struct Turn {
  const Engine *engine;
  uint64_t ticks; /* limit, or 0 */
  double share;   /* of the wall time left */
} Turn;

static const Turn *turns_of(const Options *options) {
  static const Turn bounded[] = {{&engine_bounded, 0, 1}, {NULL, 0, 0}};
  static const Turn pdr[] = {{&engine_pdr, 0, 1}, {NULL, 0, 0}};
  static const Turn in_turn[] = {{&engine_pdr, 4000, 0.1},
                                 {&engine_bounded, 2000, 0.1},
                                 {&engine_pdr, 0, 0.7},
                                 {&engine_bounded, 0, 1},
                                 {NULL, 0, 0}};
  static const Turn none[] = {{NULL, 0, 0}};
  switch ((EngineChoice)options->engine) {
  case ENGINE_AUTO: return in_turn;
  case ENGINE_BOUNDED: return bounded;
  case ENGINE_PDR: return pdr;
  case ENGINE_PREDICATE:
  case ENGINE_TRACE:
  case ENGINE_STRUCTURAL: return none;
  }
  unreachable_case();
}

/* A part of the budget: its own ticks, a share of the time left. */
static Budget part_of(const Budget *whole, const Turn *turn) {
  Budget part = {.tick_limit = turn->ticks, .interrupt = whole->interrupt};
  if (whole->tick_limit) {
    uint64_t left =
        whole->tick_limit > whole->ticks ? whole->tick_limit - whole->ticks : 1;
    if (!part.tick_limit || left < part.tick_limit) part.tick_limit = left;
  }
  if (whole->deadline > 0) {
    double now = clock_now(), left = whole->deadline - now;
    part.deadline = now + (left > 0 ? left * turn->share : 0);
  }
  return part;
}

static void add_stats(EngineStats *total, const EngineStats *more) {
#define X(name, help) total->name += more->name;
  ENGINE_STATS(X)
#undef X
  total->depth = more->depth;
}

/* Cheap invariants first, within a small budget; they help every engine. */
static void find_known(Ts *ts, EngineOptions *options, const Budget *whole,
                       EngineStats *stats) {
  static const Turn cheap = {NULL, 30000, 0.1};
  Budget part = part_of(whole, &cheap);
  AiStats more = {0};
  if (!ai_invariants(ts, options, &part, &options->known, &more))
    VEC_CLEAR(&options->known);
  stats->queries += more.queries;
}

void portfolio_run(Ts *ts, const Options *options,
                   EngineOptions *engine_options, Budget *budget,
                   EngineResult *result, EngineStats *stats,
                   const char **name) {
  const Turn *turn = turns_of(options);
  if (turn->engine) find_known(ts, engine_options, budget, stats);
  if (!turn->engine) engine_give_up(result, "this engine is not available yet");
  for (; turn->engine && !budget_is_spent(budget); turn++) {
    Budget part = part_of(budget, turn);
    EngineStats more = {0};
    *name = turn->engine->name;
    turn->engine->run(ts, engine_options, &part, result, &more);
    budget->ticks += part.ticks;
    add_stats(stats, &more);
    if (result->claim != ENGINE_UNKNOWN) return;
  }
}
