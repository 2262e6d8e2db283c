/* SPDX-License-Identifier: MIT
 *
 * What engines share: the back end, paths that are confirmed, results. */
#include "engine/engine.h"

const SmtBackend *engine_backend(const Ts *ts, const EngineOptions *options) {
  if (options->backend) return options->backend;
  for (uint32_t e = 0; e < ts->edges.n; e++)
    if (!smt_supports(&smt_blast, ts->store, ts->edges.at[e].formula))
      return term_has_floats(ts->store, ts->edges.at[e].formula) ? &smt_float
                                                                 : &smt_z3;
  return &smt_blast;
}

Term engine_seed(const EngineOptions *options, TsLoc loc) {
  assert(options->seeds.n == 0 || loc.id < options->seeds.n);
  return loc.id < options->seeds.n ? options->seeds.at[loc.id] : term_true();
}

typedef struct Reading {
  Smt *smt;
  TermMap *map;
} Reading;

static TermValue read_value(void *context, Term term) {
  Reading *reading = context;
  return smt_value(reading->smt, term_map_apply(reading->map, term));
}

bool engine_read_edge(TsTrace *trace, const Ts *ts, TsEdgeId edge, Smt *smt,
                      TermMap *map) {
  require(edge.id < ts->edges.n);
  Reading reading = {smt, map};
  TsModel model = {&reading, read_value, smt_model(smt)};
  return ts_trace_add(trace, ts, edge, &model);
}

/* Add the instances of the edges, one after the other; maps[i] takes terms of
 * edge i to its instance. */
static void add_path(Smt *smt, const Ts *ts, const uint32_t *edges, uint32_t n,
                     TermMap **maps, Arena *arena) {
  Term *from = NULL;
  for (uint32_t i = 0; i < n; i++) {
    const TsLocation *to = ts_location(ts, ts->edges.at[edges[i]].target);
    assert(i == 0 || ts->edges.at[edges[i]].source.id ==
                         ts->edges.at[edges[i - 1]].target.id);
    Term *vars = ARENA_ARRAY(arena, Term, to->n_vars);
    for (uint32_t k = 0; k < to->n_vars; k++)
      vars[k] = term_fresh(ts->store, to->vars[k].name,
                           term_sort(ts->store, to->vars[k].now));
    maps[i] = term_map_new(ts->store, ts->store);
    smt_add(smt, ts_instance(ts, (TsEdgeId){edges[i]}, from, vars, maps[i]));
    from = vars;
  }
}

SmtResult engine_confirm_path(Ts *ts, const EngineOptions *options,
                              const uint32_t *edges, uint32_t n, Budget *budget,
                              EngineResult *result) {
  require(n > 0 && ts->edges.at[edges[0]].source.id == ts->entry.id);
  Smt *smt =
      smt_new(ts->mem, ts->store, engine_backend(ts, options), options->smt);
  TermMap **maps = MEM_ARRAY(ts->mem, TermMap *, n);
  Arena arena;
  arena_init(&arena, ts->mem);
  add_path(smt, ts, edges, n, maps, &arena);
  SmtResult answer = smt_check(smt, NULL, 0, budget);
  bool good = answer == SMT_SAT;
  for (uint32_t i = 0; i < n && good; i++)
    good = engine_read_edge(&result->trace, ts, (TsEdgeId){edges[i]}, smt,
                            maps[i]);
  if (good) result->claim = ENGINE_UNSAFE;
  if (answer == SMT_SAT && !good) answer = SMT_UNKNOWN;
  for (uint32_t i = 0; i < n; i++) term_map_free(maps[i]);
  MEM_FREE_ARRAY(ts->mem, maps, n);
  arena_done(&arena);
  smt_free(smt);
  assert(answer != SMT_SAT || result->claim == ENGINE_UNSAFE);
  return answer;
}

uint32_t engine_edges_into(const Ts *ts, TsKind kind, EngineEdges *edges) {
  uint32_t before = edges->n;
  for (uint32_t e = 0; e < ts->edges.n; e++)
    if (ts_location(ts, ts->edges.at[e].target)->kind == kind)
      VEC_PUSH(ts->mem, edges, e);
  return edges->n - before;
}

void engine_prove_by_seeds(const Ts *ts, const EngineOptions *options,
                           TsProofKind kind, EngineResult *result) {
  require(result->proof.invariants.n == 0);
  for (uint32_t l = 0; l < ts->locations.n; l++)
    VEC_PUSH(term_store_mem(ts->store), &result->proof.invariants,
             engine_seed(options, (TsLoc){l}));
  result->proof.kind = kind;
  result->claim = ENGINE_SAFE;
}

void engine_result_init(EngineResult *result, Mem *mem) {
  *result = (EngineResult){0};
  ts_trace_init(&result->trace, mem);
  assert(result->claim == ENGINE_UNKNOWN);
}

void engine_result_done(EngineResult *result, TermStore *store) {
  ts_trace_done(&result->trace);
  VEC_DONE(term_store_mem(store), &result->proof.invariants);
}

void engine_give_up(EngineResult *result, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(result->reason, sizeof result->reason, format, args);
  va_end(args);
  result->claim = ENGINE_UNKNOWN;
  assert(result->reason[0] != 0);
}
