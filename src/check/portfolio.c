/* SPDX-License-Identifier: MIT
 *
 * Which engines run.
 *
 * First of all a run that was simply tried (interp/concrete.h) may have failed,
 * or have shown that there is no other run.
 *
 * A program without loops is one query: the bounded engine asks it.  Otherwise
 * the engines of the table below race (race.c), each with the same invariants
 * from abstract interpretation, each checking its own claim.  Turns are counted
 * in ticks, a SAT solver's steps by their weight (smt/blast/sat_cadical.c), so
 * that equal turns take about equal time.  Property-directed reachability
 * settles most programs in its first turn, so it goes first; errors that are
 * not deep are found by unrolling in its first, deep ones by running the
 * compiled program many times (replay/guided/guided.h); some invariants, of
 * many cases or with remainders, are found by predicate abstraction only.
 * Whoever settles a program mostly does so within a second, so that first turns
 * are short; from then on they share the cores, or one core by longer and
 * longer turns.
 *
 * Where there are floats, the bounds found before the race decide most programs
 * or nothing does soon; unrolling goes first there.
 *
 * Equations between products of variables are looked for by themselves
 * (engine/absint/facts.c): few programs need them, and pdr finds none.  Where
 * the program itself multiplies unknowns that comes first.
 *
 * Loops whose rounds can be counted are also written out: a program without
 * loops, or with fewer, takes part, once for bits and once for numbers.
 *
 * Where there are arrays, lists or large bounds, simpler programs take part,
 * which have more behaviours (pass/over/cells.c, pass_heap.c,
 * pass_parameters.c): what is proved of one is proved, what goes wrong in it
 * tells nothing.  Where there are arrays, few proofs are found without, and
 * they come first.
 *
 * Where main looks at its arguments, a program takes part in which they are any
 * memory, again for proofs alone: most proofs do not care.
 *
 * Where recursion was not unrolled to its end, three programs take part: as it
 * was unrolled, for errors; with contracts in place of recursive calls, for
 * proofs; and unrolled further.
 *
 * A claim whose evidence fails is no verdict: the others go on.  When nobody
 * has one, the reason told is that of the first in the table who says more than
 * that time is up. */
#include "check/portfolio.h"
#include "pass/over/over.h"

#include "recursion/infer.h"
#include "engine/absint/absint.h"
#include "check/keep.h"
#include "process/race.h"
#include "term/poly.h"

/* Which program an engine gets. */
typedef enum Variant {
  PLAIN,     /* unrolled so far */
  CONTRACTS, /* contracts in its place; only for proofs */
  DEEPER,    /* unrolled further */
  FLAT,      /* counted loops written out */
  FLAT_SUMS, /* the same, if no loop is left, by a solver that knows sums */
  LISTS,     /* a few objects of many; only for proofs */
  SIMPLER,   /* arrays as cells, bounds as parameters; only for proofs */
  ARGUMENTS, /* what main gets is any memory; only for proofs */
  COMPILED   /* run, not analysed: there is no engine */
} Variant;

typedef struct Entry {
  const char *name;
  const Engine *engine;
  uint64_t first; /* ticks: see race.h */
  Variant variant;
} Entry;

/* Rows whose variant there is not for the program are left out. */
static const Entry automatic[] = {
    {"arguments", &engine_pdr, 3000, ARGUMENTS},
    {"lists", &engine_pdr, 3000, LISTS},
    {"pdr", &engine_pdr, 9000, PLAIN},
    {"bounded", &engine_bounded, 1000, PLAIN},
    {"predicate", &engine_predicate, 1000, PLAIN},
    {"simpler", &engine_pdr, 3500, SIMPLER},
    {"facts", &engine_equations, 2000, PLAIN},
    {"probe", NULL, 2000, COMPILED},
    {"flat", &engine_pdr, 1000, FLAT},
    {"flat-sums", &engine_bounded, 1000, FLAT_SUMS}};
static const Entry floats[] = {{"arguments", &engine_pdr, 3000, ARGUMENTS},
                               {"bounded", &engine_bounded, 2000, PLAIN},
                               {"probe", NULL, 3000, COMPILED},
                               {"pdr", &engine_pdr, 2000, PLAIN},
                               {"simpler", &engine_pdr, 3500, SIMPLER},
                               {"flat", &engine_pdr, 1000, FLAT},
                               {"flat-sums", &engine_bounded, 1000, FLAT_SUMS}};
static const Entry memory[] = {{"pdr", &engine_pdr, 3000, PLAIN},
                               {"bounded", &engine_bounded, 1000, PLAIN},
                               {"trace", &engine_trace, 2000, PLAIN}};
static const Entry recursive[] = {{"bounded", &engine_bounded, 1000, PLAIN},
                                  {"contracts", &engine_pdr, 10000, CONTRACTS},
                                  {"pdr", &engine_pdr, 1500, PLAIN},
                                  {"deeper", &engine_bounded, 1500, DEEPER},
                                  {"probe", NULL, 2000, COMPILED}};
static const Entry loop_free[] = {
    {"bounded", &engine_bounded, 4000, PLAIN},
    {"flat-sums", &engine_bounded, 2000, FLAT_SUMS}};
static const Entry only_bounded[] = {{"bounded", &engine_bounded, 0, PLAIN}};
static const Entry only_pdr[] = {{"pdr", &engine_pdr, 0, PLAIN}};
static const Entry only_predicate[] = {
    {"predicate", &engine_predicate, 0, PLAIN}};
static const Entry only_trace[] = {{"trace", &engine_trace, 0, PLAIN}};
static const Entry only_structural[] = {
    {"structural", &engine_structural, 0, PLAIN}};
static const Entry only_facts[] = {{"facts", &engine_equations, 0, PLAIN}};
static const Entry only_simpler[] = {{"simpler", &engine_pdr, 0, SIMPLER}};
static const Entry only_probe[] = {{"probe", NULL, 0, COMPILED}};

/* Ticks of a second turn.  Those of simplified programs are short. */
enum { SECOND_TURN = 4000, SECOND_TURN_SIMPLER = 20000 };

typedef struct Portfolio {
  Entry entries[RACE_MOST];
  uint32_t n;
  Judge *judge;
  Run *run;
  double cpu; /* seconds of the stage before the race */
} Portfolio;

static bool has_floats(const Ts *ts) {
  EngineOptions any = {0};
  return engine_backend(ts, &any) == &smt_float;
}

static bool has_loops(const Ts *ts) {
  for (uint32_t l = 0; l < ts->locations.n; l++)
    if (ts->locations.at[l].kind == TS_CUT) return true;
  return false;
}

static bool has_products(const Ts *ts) {
  for (uint32_t e = 0; e < ts->edges.n; e++)
    if (term_has_products(ts->store, ts->edges.at[e].formula)) return true;
  return false;
}

/* Some call of a recursive function was not unrolled. */
static bool has_cut_recursion(const Program *program) {
  const Function *f = prog_func(program, program->entry);
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    if (end->op == OP_UNSUPPORTED && end->name != UINT32_MAX &&
        strcmp(names_text(&program->names, end->name), "recursion") == 0)
      return true;
  }
  return false;
}

static bool applies(const Portfolio *p, const Entry *entry) {
  if (entry->variant == SIMPLER)
    return p->run->rolled || pass_can_simplify(p->run->program);
  if (entry->variant == LISTS) return pass_has_lists(p->run->program);
  if (entry->variant == ARGUMENTS) return p->run->started != NULL;
  return true;
}

static void take(Portfolio *p, const Entry *entries, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (!applies(p, &entries[i])) continue;
    require(p->n < RACE_MOST);
    p->entries[p->n++] = entries[i];
  }
}
#define TAKE(portfolio, list)                                                  \
  take(portfolio, list, sizeof(list) / sizeof *(list))

/* The other entries keep their order. */
static void put_first(Portfolio *p, uint32_t at) {
  if (at == p->n) return;
  Entry entry = p->entries[at];
  for (; at > 0; at--) p->entries[at] = p->entries[at - 1];
  p->entries[0] = entry;
}

static uint32_t place_of_engine(const Portfolio *p, const Engine *engine) {
  uint32_t at = 0;
  while (at < p->n && p->entries[at].engine != engine) at++;
  return at;
}

static uint32_t place_of(const Portfolio *p, Variant variant) {
  uint32_t at = 0;
  while (at < p->n && p->entries[at].variant != variant) at++;
  return at;
}

/* Were loops written out to so much that it is no longer simple? */
static bool has_long_lines(const Run *run) {
  enum { MANY = 2000 };
  const Function *f = prog_func(run->program, run->program->entry);
  return run->rolled && f->insts.n > MANY;
}

/* With a turn that is long enough for its ways, and may last for seconds; what
 * a little unrolling or a few runs find is found sooner.  Arrays make a tick of
 * the others long. */
static void put_simpler_first(Portfolio *p) {
  enum { LONG = 60000, RUNS = 5000, SHORT = 3000 };
  if (place_of(p, SIMPLER) == p->n) return;
  for (uint32_t i = 0; i < p->n; i++) {
    Entry *entry = &p->entries[i];
    if (entry->first > SHORT) entry->first = SHORT;
    if (entry->variant == SIMPLER) entry->first = LONG;
    if (entry->variant == COMPILED) entry->first = RUNS;
  }
  put_first(p, place_of(p, SIMPLER));
  put_first(p, place_of(p, COMPILED));
  put_first(p, place_of_engine(p, &engine_bounded));
}

static void choose_automatic(Portfolio *p) {
  if (has_cut_recursion(p->run->program))
    TAKE(p, recursive);
  else if (!has_loops(p->judge->ts))
    TAKE(p, loop_free);
  else if (prog_property_is_memory(p->run->property))
    TAKE(p, memory);
  else if (has_floats(p->judge->ts))
    TAKE(p, floats);
  else
    TAKE(p, automatic);
  if (pass_has_arrays(p->run->program) || has_long_lines(p->run))
    put_simpler_first(p);
  if (has_products(p->judge->ts))
    put_first(p, place_of_engine(p, &engine_equations));
}

static void choose(Portfolio *p) {
  switch ((EngineChoice)p->run->options->engine) {
  case ENGINE_AUTO: choose_automatic(p); return;
  case ENGINE_BOUNDED: TAKE(p, only_bounded); return;
  case ENGINE_PDR: TAKE(p, only_pdr); return;
  case ENGINE_PREDICATE: TAKE(p, only_predicate); return;
  case ENGINE_TRACE: TAKE(p, only_trace); return;
  case ENGINE_STRUCTURAL: TAKE(p, only_structural); return;
  case ENGINE_FACTS: TAKE(p, only_facts); return;
  case ENGINE_SIMPLER: TAKE(p, only_simpler); return;
  case ENGINE_PROBE: TAKE(p, only_probe); return;
  }
  unreachable_case();
}

enum { KNOWN_TICKS = 30000, SIMPLER_KNOWN_TICKS = 3000, TICKS_PER_NODE = 5 };

/* One question about a large system takes more of them. */
static uint64_t ticks_for_size(const Ts *ts) {
  uint64_t nodes = 0;
  for (uint32_t e = 0; e < ts->edges.n; e++)
    nodes += term_size(ts->store, ts->edges.at[e].formula);
  return TICKS_PER_NODE * nodes;
}

/* Cheap invariants first, within a small budget; they help every engine. */
static void find_known(Judge *judge, uint64_t most_ticks) {
  EngineOptions *engine = &judge->engine;
  Budget part = judge->budget;
  part.ticks = 0;
  part.tick_limit = most_ticks + ticks_for_size(judge->ts);
  if (judge->budget.tick_limit) {
    uint64_t limit = judge->budget.tick_limit;
    if (limit < part.tick_limit) part.tick_limit = limit;
  }
  AiStats more = {0};
  if (!ai_invariants(judge->ts, engine, &part, &engine->seeds, &more))
    VEC_CLEAR(&engine->seeds);
  judge->stats.queries += more.queries;
  budget_count(&judge->budget, part.ticks);
}

/* ---- one engine ---- */

static bool conclude(Run *run, const EvVerdict *verdict) {
  run_end_stage(run, "engine");
  switch (verdict->kind) {
  case EV_TRUE: return run_conclude(run, VERDICT_TRUE, EXIT_PROVED, "%s", "");
  case EV_FALSE:
    return run_conclude(run, VERDICT_FALSE, EXIT_VIOLATED, "%s",
                        verdict->property);
  case EV_UNKNOWN:
    return run_conclude(run, VERDICT_UNKNOWN, EXIT_UNKNOWN, "%s",
                        verdict->reason);
  }
  unreachable_case();
}

/* ---- several ---- */

static Program *with_contracts(Portfolio *p, ConLevel level) {
  ConSetup setup = {.mem = &p->run->mem,
                    .program = p->run->recursive,
                    .property = p->run->property,
                    .encoding = p->judge->encoding,
                    .engine = &p->judge->engine,
                    .budget = &p->judge->budget};
  return con_program(&setup, level, &p->judge->contracts);
}

/* A clone of the program behind a pass, with the passes that follow. */
static Program *passed(Portfolio *p, const Program *behind,
                       const PassOptions *options) {
  Program *program = prog_clone(behind);
  PassRun passes = pass_run_all(program, p->run->property, options);
  return passes.result.status == PASS_OK ? program : NULL;
}

static Program *unrolled_to(Portfolio *p, uint32_t insts) {
  PassOptions options = PASS_DEFAULTS;
  options.start_after = "calls";
  options.inlining.max_recursive = insts;
  return passed(p, p->run->recursive, &options);
}

static Program *with_any_arguments(Portfolio *p) {
  PassOptions options = PASS_DEFAULTS;
  options.start_after = "property";
  options.arguments = PASS_ARGUMENTS_ANY;
  options.inlining.max_recursive = (uint32_t)p->run->options->recursion;
  return passed(p, p->run->started, &options);
}

static EvVerdict unknown(const char *reason) {
  EvVerdict verdict = {.kind = EV_UNKNOWN};
  snprintf(verdict.reason, sizeof verdict.reason, "%s", reason);
  return verdict;
}

/* The engine on a program that nothing is known of yet; one without loops is
 * one query. */
static EvVerdict try_anew(Portfolio *p, const Entry *entry, uint64_t ticks) {
  bool loops = has_loops(p->judge->ts);
  if (loops) find_known(p->judge, ticks);
  return judge_try(p->judge, p->run, loops ? entry->engine : &engine_bounded);
}

/* The engine on another program than the one encoded so far. */
static EvVerdict try_program(Portfolio *p, const Entry *entry, Program *program,
                             JudgeProgram relation) {
  judge_replace(p->judge, p->run, program, relation);
  return try_anew(
      p, entry, relation == JUDGE_SIMPLER ? SIMPLER_KNOWN_TICKS : KNOWN_TICKS);
}

/* More and more facts, until they suffice. */
static EvVerdict try_contracts(Portfolio *p, const Entry *entry) {
  EvVerdict verdict = unknown("no contracts found for recursive functions");
  if (prog_property_is_memory(p->run->property)) /* lives are no facts */
    return verdict;
  for (ConLevel level = CON_EQUALITIES; level < CON_LEVELS; level++) {
    Program *program = with_contracts(p, level);
    if (program) verdict = try_program(p, entry, program, JUDGE_CONTRACTS);
    if (verdict.kind != EV_UNKNOWN) break;
  }
  return verdict;
}

/* What is simplified: loops over cells rather than many lines of them. */
static Program *with_its_loops(const Portfolio *p) {
  return prog_clone(p->run->rolled ? p->run->rolled : p->run->program);
}

/* A copy of the program whose counted loops are written out; NULL: there are
 * none. */
static Program *flattened(Portfolio *p) {
  enum { MOST_INSTS = 40000 };
  Program *program = prog_clone(p->run->program);
  if (pass_unroll(program, PASS_UNROLL_ALL, MOST_INSTS) == 0) {
    prog_free(program);
    return NULL;
  }
  pass_memory(program);
  pass_clean(program);
  pass_slice(program);
  pass_clean(program);
  return program;
}

static EvVerdict try_flat(Portfolio *p, const Entry *entry) {
  bool loops = has_loops(p->judge->ts);
  if (loops) {
    Program *program = flattened(p);
    if (!program) return unknown("out of time");
    judge_replace(p->judge, p->run, program, JUDGE_EXACT);
    loops = has_loops(p->judge->ts);
  }
  if (entry->variant == FLAT_SUMS) {
    if (loops || p->judge->engine.backend) return unknown("out of time");
    p->judge->engine.backend = &smt_z3_linear;
  }
  return try_anew(p, entry, KNOWN_TICKS);
}

/* Unrolled ten times further, and again. */
static EvVerdict try_deeper(Portfolio *p, const Entry *entry) {
  EvVerdict verdict = unknown("out of time");
  uint32_t insts = (uint32_t)p->run->options->recursion;
  for (int more = 0; more < 2 && insts <= PASS_INLINE_MOST / 10; more++) {
    insts *= 10;
    Program *program = unrolled_to(p, insts);
    if (program) verdict = try_program(p, entry, program, JUDGE_EXACT);
    if (verdict.kind != EV_UNKNOWN || !has_cut_recursion(p->run->program))
      break;
  }
  return verdict;
}

/* Ways of following objects, and cells. */
static const Simplify list_ways[] = {{CELLS_LAST_LOADED, 1, HEAP_AMONG},
                                     {CELLS_LAST_LOADED, 2, HEAP_AMONG},
                                     {CELLS_LAST_LOADED, 2, HEAP_APART},
                                     {CELLS_LAST_LOADED, 3, HEAP_APART}};
static const Simplify cell_ways[] = {{CELLS_LAST_LOADED, 0, HEAP_APART},
                                     {CELLS_LAST_STORED, 0, HEAP_APART},
                                     {CELLS_TWO_LOADED, 0, HEAP_APART}};
enum { MOST_WAYS = 4 };

/* One of them, unless it does nothing that another does not. */
static EvVerdict try_way(Portfolio *p, const Entry *entry, const Program *plain,
                         Simplify way) {
  Program *program = prog_clone(plain);
  Simplified done = pass_simplify(program, way);
  if (way.objects
          ? done.fields > 0
          : done.arrays || (done.bounds && way.watch == CELLS_LAST_LOADED))
    return try_program(p, entry, program, JUDGE_SIMPLER);
  prog_free(program);
  return unknown("nothing to simplify");
}

/* All ways with little time, then again those that it was too short for. */
static EvVerdict try_ways(Portfolio *p, const Entry *entry,
                          const Simplify *ways, uint32_t n) {
  static const uint64_t ticks[] = {4000, 20000, 60000, 0};
  EvVerdict verdict = unknown("nothing to simplify");
  Program *plain = with_its_loops(p);
  bool closed[MOST_WAYS] = {0};
  require(n <= MOST_WAYS);
  for (uint32_t r = 0; r < 4 && verdict.kind == EV_UNKNOWN; r++)
    for (uint32_t w = 0; w < n && verdict.kind == EV_UNKNOWN; w++) {
      if (closed[w]) continue;
      uint64_t before = p->judge->budget.ticks;
      p->judge->engine_ticks = ticks[r];
      verdict = try_way(p, entry, plain, ways[w]);
      closed[w] = p->judge->budget.ticks - before < ticks[r];
    }
  prog_free(plain);
  return verdict.kind == EV_UNKNOWN ? unknown("out of time") : verdict;
}

static EvVerdict try_arguments(Portfolio *p, const Entry *entry) {
  Program *program = with_any_arguments(p);
  if (!program) return unknown("out of time");
  return try_program(p, entry, program, JUDGE_ARGUMENTS);
}

static EvVerdict try_entry(Portfolio *p, const Entry *entry) {
  switch (entry->variant) {
  case PLAIN: return judge_try(p->judge, p->run, entry->engine);
  case CONTRACTS: return try_contracts(p, entry);
  case DEEPER: return try_deeper(p, entry);
  case FLAT:
  case FLAT_SUMS: return try_flat(p, entry);
  case LISTS:
    return try_ways(p, entry, list_ways, sizeof list_ways / sizeof *list_ways);
  case SIMPLER:
    return try_ways(p, entry, cell_ways, sizeof cell_ways / sizeof *cell_ways);
  case ARGUMENTS: return try_arguments(p, entry);
  case COMPILED: return judge_probe(p->judge, p->run);
  }
  unreachable_case();
}

static bool run_one(Portfolio *p) {
  EvVerdict verdict = try_entry(p, &p->entries[0]);
  keep_files(p->judge, p->run, &verdict);
  return conclude(p->run, &verdict);
}

/* In a process of its own: everything here is a copy. */
static void run_entry(RaceSeat *seat, uint32_t which, void *context) {
  Portfolio *p = context;
  Run *run = p->run;
  run->link = race_link(seat);
  run_restart_clock(run, p->cpu);
  p->judge->budget.turn = race_turn(seat);
  EvVerdict verdict = try_entry(p, &p->entries[which]);
  if (verdict.kind != EV_UNKNOWN) {
    race_claim(seat);
    keep_files(p->judge, run, &verdict);
  }
  conclude(run, &verdict);
}

/* How much an end without a verdict tells. */
static int worth(const RaceEnd *end) {
  if (!end->has[SUP_VERDICT]) return 0;
  const char *text = text_get(&end->records[SUP_VERDICT]);
  return strstr(text, "out of time") ? 1 : 2;
}

static uint32_t best_end(const RaceResult *result) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < result->n; i++)
    if (worth(&result->ends[i]) > worth(&result->ends[best])) best = i;
  return best;
}

static bool tell_end(Portfolio *p, RaceEnd *end) {
  Run *run = p->run;
  for (int kind = 0; kind < SUP_RECORDS; kind++)
    if (end->has[kind])
      sup_send(run->link, (SupRecord)kind, text_get(&end->records[kind]),
               end->records[kind].n);
  Verdict verdict;
  require(run_unpack_verdict(&verdict, &end->records[SUP_VERDICT]));
  run->code = verdict.code;
  return false;
}

static RaceRunner runner_of(const Entry *entry) {
  bool is_simpler = entry->variant == SIMPLER;
  return (RaceRunner){.name = entry->name,
                      .first = entry->first,
                      .second = is_simpler ? SECOND_TURN_SIMPLER : SECOND_TURN,
                      .role = entry->variant == COMPILED ? RACE_COMPANION
                                                         : RACE_ALONE};
}

static bool run_race(Portfolio *p) {
  Run *run = p->run;
  RaceRunner runners[RACE_MOST];
  for (uint32_t i = 0; i < p->n; i++) runners[i] = runner_of(&p->entries[i]);
  RacePlan plan = {.mem = &run->mem,
                   .temp_dir = run->link->temp_dir,
                   .runners = runners,
                   .n = p->n,
                   .cores = opt_cores(run->options),
                   .work = run_entry,
                   .context = p};
  RaceResult result;
  p->cpu = run_stage_cpu(run);
  race_run(&result, &plan);
  rep_progress_wipe();
  uint32_t teller = result.winner < p->n ? result.winner : best_end(&result);
  RaceEnd *end = &result.ends[teller];
  if (end->has[SUP_VERDICT])
    tell_end(p, end);
  else if (end->signal)
    run_conclude(run, VERDICT_UNKNOWN, EXIT_INTERNAL,
                 "internal error: engine %s died of signal %d",
                 runners[teller].name, end->signal);
  else /* it died by itself, perhaps for want of memory: the supervisor knows */
    run->code = EXIT_INTERNAL;
  race_result_done(&result);
  return false;
}

/* A run that was simply tried decides, if it ends natively as it did.  Who
 * names an engine or wants obligations wants another proof than a run. */
static bool run_trial(Judge *judge, Run *run) {
  const Options *options = run->options;
  bool proof_by_run = options->engine == ENGINE_AUTO && !options->certificate;
  if (run->trial_end == TRIAL_NOTHING ||
      (run->trial_end == TRIAL_ENDS && !proof_by_run))
    return false;
  EvVerdict verdict = judge_trial(judge, run);
  if (verdict.kind == EV_UNKNOWN) return false;
  keep_files(judge, run, &verdict);
  conclude(run, &verdict);
  return true;
}

bool portfolio_decide(Judge *judge, Run *run) {
  Portfolio p = {.judge = judge, .run = run};
  run_begin_stage(run, "engine");
  if (run_trial(judge, run)) return false;
  choose(&p);
  if (p.n == 0) {
    run_end_stage(run, "engine");
    return run_conclude(run, VERDICT_UNKNOWN, EXIT_UNKNOWN,
                        "this engine is not available yet");
  }
  if (run->options->seed == SEED_ABSINT && has_loops(judge->ts))
    find_known(judge, KNOWN_TICKS);
  return p.n == 1 ? run_one(&p) : run_race(&p);
}
