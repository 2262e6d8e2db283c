/* SPDX-License-Identifier: MIT
 *
 * The strategy at work.
 *
 * A large program is looked at without most of its memory before the passes of
 * the exact one, which take longer than that: what is proved so needs none of
 * them.  Then, a concrete run (interp/concrete.h) may have failed, or have
 * shown that there is no other run; or it suffices to look at shapes of memory,
 * or at texts without loops.  Otherwise the rows of the strategy race, or the
 * only one runs.  Seed invariants of the exact program are found before, for
 * all; but those of a large one by each row that needs them, in its own turn,
 * for a row with another program may need none of that.  A row tries the
 * versions of its variant.  A claim whose evidence fails is no verdict: the
 * other rows go on.  If no row reaches a verdict, the reason reported is that
 * of the first row that says more than that its time is up or that it did not
 * apply. */
#include "check/decide.h"

#include "check/artifacts.h"
#include "check/runs.h"
#include "check/tried.h"

/* ---- one row ---- */

/* What a version is made of and gives back, besides its outcome. */
typedef struct Memory {
  const IndexVec *kept; /* by this version; NULL: nothing */
  IndexVec *missed;     /* what another should keep */
  uint32_t *suspect;    /* the first of that to be tried; or 0 */
  LocalNulls nulls;     /* what following NULL does, where it is forgotten */
  uint32_t *size;   /* instructions and loads of the last program; or NULL: one
                       that has as many is the same, and is not tried again */
  LocalHeap heap;   /* is it looked at? */
  LocalStubs stubs; /* what is not followed */
  uint32_t most;    /* instructions of a program that is tried; 0: any */
  const Engine *second; /* tries where the first one ran out of time; or NULL */
  uint64_t second_ticks; /* as the engine's ticks */
} Memory;

/* A program like the last one?  A load that is no longer forgotten is one
 * instruction as before. */
static bool is_known(const Program *program, uint32_t *size) {
  if (!size) return false;
  uint32_t last = *size;
  *size = prog_func_size(prog_func(program, program->entry)) +
          features_n_loads(program);
  assert(*size > 0);
  return *size == last;
}

/* One version of the row's variant.  False: there is none. */
static bool try_version(Outcome *out, const Contest *c, const Row *row,
                        uint32_t version, uint64_t engine_ticks,
                        Memory memory) {
  assert(version < row->variant->n_versions && row->variant->build);
  Checker *checker = c->checker;
  ConFacts facts;
  con_facts_init(&facts, checker->mem);
  VariantOrder order = {checker,      c->snapshots, &checker->budget,
                        &facts,       row->variant, memory.kept,
                        memory.nulls, memory.heap,  memory.stubs};
  Program *program = row->variant->build(&order, version);
  bool is_new = program && !is_known(program, memory.size) &&
                (!memory.most || features_n_insts(program) <= memory.most);
  if (program && !is_new) prog_free(program);
  if (is_new) {
    outcome_done(out);
    outcome_init(out, checker->mem);
    out->program = program;
    Task task = attempt_task(checker, program, row->variant);
    task.facts = &facts;
    task.engine_ticks = engine_ticks;
    task.missed = memory.missed;
    task.suspect = memory.suspect;
    if (memory.nulls == LOCAL_NULL_ENDS) task.encoding.nulls = ENC_NULL_ENDS;
    System system;
    system_encode(&system, checker, &task);
    attempt_anew(out, checker, &task, &system, row->engine);
    if (memory.second && out->cause == CAUSE_TIME) {
      task.engine_ticks = memory.second_ticks;
      attempt(out, checker, &task, &system, memory.second);
    }
    system_done(&system, checker);
  }
  con_facts_done(&facts);
  return program != NULL;
}

/* Each version once, until one decides. */
static void try_one_by_one(Outcome *out, const Contest *c, const Row *row) {
  assert(row->variant->order == VERSIONS_ONE_BY_ONE);
  const Variant *variant = row->variant;
  for (uint32_t v = 0; v < variant->n_versions; v++) {
    if (!try_version(out, c, row, v, 0, (Memory){0})) continue;
    bool is_last = variant->is_last && variant->is_last(out->program);
    if (!outcome_is_unknown(out) || is_last) return;
  }
}

/* All versions with few ticks, then again those that they were too few for. */
static void try_in_rounds(Outcome *out, const Contest *c, const Row *row) {
  assert(row->variant->order == VERSIONS_IN_ROUNDS);
  static const uint64_t ticks[] = {4000, 20000, 60000, 0};
  enum { ROUNDS = 4, MOST = 8 };
  bool closed[MOST] = {0}, is_any = false;
  uint32_t n = row->variant->n_versions;
  require(n <= MOST);
  for (uint32_t r = 0; r < ROUNDS; r++)
    for (uint32_t v = 0; v < n; v++) {
      if (closed[v]) continue;
      uint64_t before = c->checker->budget.ticks;
      bool is_there = try_version(out, c, row, v, ticks[r], (Memory){0});
      if (is_there && !outcome_is_unknown(out)) return;
      is_any |= is_there;
      closed[v] = c->checker->budget.ticks - before < ticks[r];
    }
  if (is_any &&
      (out->cause == CAUSE_TIME || budget_is_spent(&c->checker->budget)))
    outcome_set_unknown(out, CAUSE_TIME, "out of time");
}

/* Adds what is new of `more` and of that kind; true: something was. */
static bool add_new(Mem *mem, IndexVec *kept, const IndexVec *more,
                    const Program *program, bool is_unknown) {
  uint32_t before = kept->n;
  for (uint32_t i = 0; i < more->n; i++) {
    const Region *region = &program->regions.at[more->at[i]];
    bool known = (region->targets == REGION_UNKNOWN) != is_unknown;
    for (uint32_t k = 0; k < kept->n; k++) known |= kept->at[k] == more->at[i];
    if (!known) VEC_PUSH(mem, kept, more->at[i]);
  }
  return kept->n > before;
}

/* What the next version keeps besides: the load that went another way in the
 * run, if it is known; else what unknown pointers cannot hit, for the rest goes
 * all together. */
static bool keep_more(Mem *mem, IndexVec *kept, const IndexVec *missed,
                      uint32_t suspect, const Program *program) {
  IndexVec one = {0};
  if (suspect) VEC_PUSH(mem, &one, suspect);
  bool found = add_new(mem, kept, &one, program, false) ||
               add_new(mem, kept, &one, program, true) ||
               add_new(mem, kept, missed, program, false) ||
               add_new(mem, kept, missed, program, true);
  VEC_DONE(mem, &one);
  return found;
}

/* True: that is the end. */
static bool try_refinement(Outcome *out, const Contest *c, const Row *row,
                           uint32_t version, uint64_t ticks, Memory memory) {
  return !try_version(out, c, row, version, ticks, memory) ||
         !outcome_is_unknown(out);
}

/* Nothing is kept.  Where anything is freed, the heap is not looked at first.
 * True: that is the end. */
static bool try_first(Outcome *out, const Contest *c, const Row *row,
                      Memory proof) {
  assert(proof.kept->n == 0);
  if (c->snapshots->with_heap && !c->snapshots->is_too_coarse) {
    Memory no_heap = proof;
    no_heap.heap = LOCAL_HEAP_OUTSIDE;
    if (try_refinement(out, c, row, 0, 0, no_heap)) return true;
    VEC_CLEAR(proof.missed);
    *proof.suspect = *proof.size = 0;
  }
  return try_refinement(out, c, row, 0, 0, proof);
}

/* Each version keeps the memory that was read on the way to the error of the
 * one before.  Once there is an error in the first, it is looked for where what
 * follows NULL ends there, before more is tried to be proved; neither for long
 * while there is something to be kept besides. */
static void try_refined(Outcome *out, const Contest *c, const Row *row) {
  assert(row->variant->order == VERSIONS_REFINED);
  Mem *mem = c->checker->mem;
  IndexVec kept = {0}, missed = {0};
  enum { SOME = 100000, MORE = 300000 };
  uint32_t proof_size = 0, error_size = 0, suspect = 0, v = 0;
  Memory proof = {.kept = &kept,
                  .missed = &missed,
                  .suspect = &suspect,
                  .size = &proof_size};
  Memory errors = proof;
  errors.nulls = LOCAL_NULL_ENDS;
  errors.size = &error_size;
  bool done = try_first(out, c, row, proof), is_cut = false;
  bool has_error = out->cause == CAUSE_TOO_COARSE;
  while (!done) {
    if (has_error)
      done = try_refinement(out, c, row, v, v ? MORE : SOME, errors);
    if (!done && v > 0) {
      done = try_refinement(out, c, row, v, SOME, proof);
      is_cut = out->cause == CAUSE_TIME;
    }
    if (done || v + 1 == row->variant->n_versions ||
        !keep_more(mem, &kept, &missed, suspect, out->program))
      break;
    VEC_CLEAR(&missed);
    suspect = 0;
    v++;
  }
  proof_size = 0;
  if (!done && is_cut) (void)try_refinement(out, c, row, v, 0, proof);
  VEC_DONE(mem, &kept);
  VEC_DONE(mem, &missed);
}

/* The program is run. */
static void try_runs(Outcome *out, const Contest *c, const Row *row,
                     const Task *exact) {
  if (row->runs == ROW_GUIDED)
    runs_guided(out, c->checker, exact, c->system);
  else if (c->snapshots->entered)
    runs_concolic(out, c->checker, exact, c->system, c->snapshots);
  else
    outcome_set_unknown(out, CAUSE_NOT_APPLICABLE, "the program is small");
}

static void try_row(Outcome *out, const Contest *c, const Row *row) {
  Task exact = attempt_task(c->checker, c->snapshots->program, &variant_exact);
  const Variant *variant = row->variant;
  if (!variant) {
    try_runs(out, c, row, &exact);
    return;
  }
  exact.variant = variant;
  if (!variant->build) {
    if (c->seeds_late)
      system_seed(c->system, c->checker, variant_exact.seed_ticks);
    system_hear(c->system, c->checker, exact.program);
    attempt(out, c->checker, &exact, c->system, row->engine);
    return;
  }
  if (variant->backend && c->checker->settings->backend) {
    outcome_set_unknown(out, CAUSE_NOT_APPLICABLE, "another solver is wanted");
    return;
  }
  if (variant->only_unrolls && !features_has_loops(c->system->ts)) {
    attempt_anew(out, c->checker, &exact, c->system, row->engine);
    return;
  }
  outcome_set_unknown(
      out, variant->missing ? CAUSE_TOO_COARSE : CAUSE_NOT_APPLICABLE, "%s",
      variant->missing ? variant->missing : "there is no such program");
  switch (variant->order) {
  case VERSIONS_IN_ROUNDS: try_in_rounds(out, c, row); break;
  case VERSIONS_REFINED: try_refined(out, c, row); break;
  case VERSIONS_ONE_BY_ONE: try_one_by_one(out, c, row); break;
  }
}

static void finish(const Contest *c, Outcome *outcome) {
  monitor_end(c->checker->monitor, "engine");
  artifacts_send(c->checker, outcome, c->snapshots->program);
}

/* A row works in this process, by turns or in one that never ends. */
static void run_here(Outcome *out, const Contest *c, const Row *row,
                     BudgetTurn *turn) {
  Checker *checker = c->checker;
  checker->row = row->name;
  checker->budget.turn = turn;
  checker->monitor->turn = turn;
  rep_stats_label(&checker->monitor->stats, "row", row->name);
  try_row(out, c, row);
}

static void never_wait(BudgetTurn *turn) {
  turn->left = UINT64_MAX;
  turn->owed = 0;
}

static void run_alone(const Contest *c) {
  assert(c->strategy.n == 1);
  Outcome outcome;
  outcome_init(&outcome, c->checker->mem);
  BudgetTurn turn = {.left = UINT64_MAX, .wait = never_wait};
  run_here(&outcome, c, &c->strategy.rows[0], &turn);
  artifacts_write(c->checker, &outcome, c->snapshots->program);
  finish(c, &outcome);
  outcome_done(&outcome);
  c->checker->budget.turn = NULL;
  c->checker->monitor->turn = NULL;
}

/* ---- several ---- */

/* In a process of its own: everything here is a copy. */
static void run_row(RaceSeat *seat, uint32_t which, void *context) {
  const Contest *c = context;
  assert(which < c->strategy.n);
  Checker *checker = c->checker;
  const SupLink *link = race_link(seat);
  monitor_move(checker->monitor, link, c->cpu);
  checker->temp_dir = link->temp_dir;
  const Row *row = &c->strategy.rows[which];
  tried_begin(checker->monitor, row->name);
  Outcome outcome;
  outcome_init(&outcome, checker->mem);
  run_here(&outcome, c, row, race_turn(seat));
  if (!outcome_is_unknown(&outcome)) {
    race_claim(seat);
    artifacts_write(checker, &outcome, c->snapshots->program);
  }
  finish(c, &outcome);
  outcome_done(&outcome);
}

/* How informative the cause of an end without a verdict is. */
static int rank_of_end(const RaceEnd *end) {
  Verdict verdict;
  Text copy;
  if (!end->records.has[SUP_VERDICT]) return 0;
  text_init(&copy, end->records.text[SUP_VERDICT].mem);
  text_add(&copy, text_get(&end->records.text[SUP_VERDICT]));
  require(verdict_unpack(&verdict, &copy));
  text_done(&copy);
  return verdict.cause == CAUSE_TIME || verdict.cause == CAUSE_NOT_APPLICABLE
             ? 1
             : 2;
}

static uint32_t best_end(const RaceResult *result) {
  assert(result->n > 0 && result->winner[0] == result->n);
  uint32_t best = 0;
  int best_rank = rank_of_end(&result->ends[0]);
  for (uint32_t i = 1; i < result->n; i++) {
    int rank = rank_of_end(&result->ends[i]);
    if (rank <= best_rank) continue;
    best = i;
    best_rank = rank;
  }
  return best;
}

/* What a row sent goes on to whom the contest reports to. */
static void forward(const Contest *c, RaceEnd *end) {
  assert(end->records.has[SUP_VERDICT]);
  for (int kind = 0; kind < SUP_RECORDS; kind++)
    if (end->records.has[kind] && kind != SUP_TRIED)
      sup_send(c->checker->monitor->link, (SupRecord)kind,
               text_get(&end->records.text[kind]), end->records.text[kind].n);
}

static void tell_tried(const Contest *c, const RaceResult *so_far) {
  Text lines;
  text_init(&lines, c->checker->mem);
  tried_loops(&lines, c->system->ts);
  tried_rows(&lines, c->runners, so_far);
  monitor_tell(c->checker->monitor, MONITOR_NOW, text_get(&lines));
  text_done(&lines);
}

static void heard(void *context, uint32_t which, SupRecord kind,
                  const RaceResult *so_far) {
  (void)which;
  if (kind == SUP_TRIED) tell_tried(context, so_far);
}

static void run_race(Contest *c) {
  Checker *checker = c->checker;
  uint32_t n = c->strategy.n;
  assert(n > 1 && n <= SCHEDULE_MOST);
  RaceRunner runners[SCHEDULE_MOST];
  for (uint32_t i = 0; i < n; i++) {
    runners[i] = strategy_runner(&c->strategy.rows[i]);
    runners[i].share = checker->share;
  }
  RacePlan plan = {.mem = checker->mem,
                   .temp_dir = checker->temp_dir,
                   .runners = runners,
                   .n = n,
                   .n_tasks = 1,
                   .cores = checker->settings->cores,
                   .work = run_row,
                   .heard = heard,
                   .context = c};
  RaceResult result;
  c->runners = runners;
  c->cpu = monitor_cpu(checker->monitor);
  share_give(checker->share); /* others work */
  race_run(&result, &plan);
  share_take(checker->share);
  rep_progress_wipe();
  uint32_t speaker =
      result.winner[0] < n ? result.winner[0] : best_end(&result);
  RaceEnd *end = &result.ends[speaker];
  if (result.winner[0] == n) tell_tried(c, &result);
  if (end->records.has[SUP_VERDICT]) /* else it died by itself, perhaps for want
                                        of memory: the supervisor knows */
    forward(c, end);
  else if (end->code == EXIT_UNKNOWN) /* base/mem.c */
    artifacts_send_end(checker, c->snapshots->program, EXIT_UNKNOWN,
                       CAUSE_LIMIT, "memory");
  else if (end->signal)
    artifacts_send_end(checker, c->snapshots->program, EXIT_INTERNAL,
                       CAUSE_INTERNAL,
                       "internal error: engine %s died of signal %d",
                       runners[speaker].name, end->signal);
  race_result_done(&result);
}

/* ---- concrete runs ---- */

/* Do the concrete runs decide?  Who names a method or wants obligations wants
 * another proof than a run; where no error is left in the graph, the proof is
 * there already, and cheaper to check than to compile and run. */
static bool is_decided_by_runs(const Contest *c) {
  const Settings *settings = c->checker->settings;
  bool proof_by_run = settings->method == METHOD_AUTO &&
                      !settings->certificate &&
                      features_has_errors(c->system->ts);
  return c->snapshots->concrete_end == CONCRETE_FAILS ||
         (c->snapshots->concrete_end == CONCRETE_ENDS && proof_by_run);
}

/* True: that is the end. */
static bool run_concrete(const Contest *c) {
  if (!is_decided_by_runs(c)) return false;
  Task exact = attempt_task(c->checker, c->snapshots->program, &variant_exact);
  Outcome outcome;
  outcome_init(&outcome, c->checker->mem);
  bool decided =
      runs_concrete(&outcome, c->checker, &exact, c->system, c->snapshots);
  if (decided) {
    artifacts_write(c->checker, &outcome, c->snapshots->program);
    finish(c, &outcome);
  }
  outcome_done(&outcome);
  return decided;
}

/* ---- what needs no seed invariants ---- */

/* The row's outcome is not needed afterwards.  True: that is the end. */
static bool is_end(const Contest *c, const Row *row, Outcome *outcome) {
  bool decided = !outcome_is_unknown(outcome);
  if (decided) {
    rep_stats_label(&c->checker->monitor->stats, "row", row->name);
    artifacts_write(c->checker, outcome, c->snapshots->program);
    artifacts_send(c->checker, outcome, c->snapshots->program);
  }
  outcome_done(outcome);
  return decided;
}

/* Tries the first versions of a row, each for few ticks.  True: that is the
 * end. */
static bool run_first(const Contest *c, const Row *row, uint32_t n_versions,
                      uint64_t few) {
  assert(row->variant && n_versions <= row->variant->n_versions);
  Outcome outcome;
  outcome_init(&outcome, c->checker->mem);
  c->checker->row = row->name;
  bool decided = false;
  for (uint32_t v = 0; v < n_versions && !decided; v++)
    decided = try_version(&outcome, c, row, v, few, (Memory){0}) &&
              !outcome_is_unknown(&outcome);
  if (decided) monitor_end(c->checker->monitor, "engine");
  return is_end(c, row, &outcome);
}

/* Without loops over texts, and where memory is asked about with its shapes,
 * most programs are decided in less time than seed invariants of the exact
 * program take; but those of a large one, made for texts, take as long as these
 * would.  True: that is the end. */
static bool is_decided_first(const Contest *c, const Features *features) {
  static const Row texts = {"texts", &variant_texts, &engine_pdr, 0, 0, 0};
  static const Row shapes = {"shapes", &variant_shapes, &engine_pdr, 0, 0, 0};
  if (c->checker->settings->method != METHOD_AUTO || !features->loops)
    return false;
  if (texts.variant->applies(features) && !features->forgettable &&
      run_first(c, &texts, 1, 2000))
    return true;
  return features->memory_property && shapes.variant->applies(features) &&
         run_first(c, &shapes, 3, 1000);
}

/* ---- what needs no exact program ---- */

/* Is more left out if large functions are not followed? */
static bool has_large_stubs(const Program *p) {
  uint8_t *stays = MEM_ARRAY(p->mem, uint8_t, p->funcs.n);
  bool more = pass_local_find(p, LOCAL_STUBS_LARGE, stays) >
              pass_local_find(p, LOCAL_STUBS_RECURSIVE, stays);
  MEM_FREE_ARRAY(p->mem, stays, p->funcs.n);
  return more;
}

/* True: that is the end. */
static bool is_decided_early(Contest *c, LocalStubs stubs,
                             const Engine *second) {
  enum { TICKS = 30000, SECOND_TICKS = 200000, MOST_INSTS = 20000 };
  static const Row local = {"local", &variant_local, &engine_pdr, 0, 0, 0};
  Snapshots *s = c->snapshots;
  IndexVec missed = {0};
  uint32_t suspect = 0;
  Memory nothing = {NULL, &missed, &suspect, .stubs = stubs};
  nothing.heap = s->with_heap ? LOCAL_HEAP_OUTSIDE : LOCAL_HEAP_SEEN;
  nothing.most = MOST_INSTS;
  nothing.second = second;
  nothing.second_ticks = SECOND_TICKS;
  Outcome outcome;
  outcome_init(&outcome, c->checker->mem);
  c->checker->row = local.name;
  (void)try_version(&outcome, c, &local, 0, TICKS, nothing);
  s->is_too_coarse = outcome.cause == CAUSE_TOO_COARSE;
  VEC_DONE(c->checker->mem, &missed);
  return is_end(c, &local, &outcome);
}

/* Where many loops follow one another, each frame of pdr learns the same of
 * each of their heads, while predicates go on from one to the next: they are
 * tried on the smaller program. */
bool decide_early(Contest *c) {
  const Snapshots *s = c->snapshots;
  Method method = c->checker->settings->method;
  if ((method != METHOD_AUTO && method != METHOD_LOCAL) ||
      prog_property_is_memory(s->property) ||
      s->concrete_end == CONCRETE_FAILS || s->concrete_end == CONCRETE_ENDS ||
      !features_follows_pointers(s->resolved))
    return false;
  const Engine *second = &engine_predicate;
  if (has_large_stubs(s->resolved)) {
    if (is_decided_early(c, LOCAL_STUBS_LARGE, second)) return true;
    second = NULL;
  }
  return is_decided_early(c, LOCAL_STUBS_RECURSIVE, second);
}

/* Does a row look at the exact program? */
static bool wants_seeds(const Strategy *strategy) {
  for (uint32_t i = 0; i < strategy->n; i++) {
    const Row *row = &strategy->rows[i];
    if (row->variant ? !row->variant->build : row->runs == ROW_GUIDED)
      return true;
  }
  return false;
}

static void label_strategy(RepStats *stats, const Strategy *strategy) {
  Text names;
  text_init(&names, stats->mem);
  for (uint32_t i = 0; i < strategy->n; i++)
    text_printf(&names, "%s%s", i ? " " : "", strategy->rows[i].name);
  rep_stats_label(stats, "situation", strategy->situation);
  if (names.n) rep_stats_label(stats, "rows", text_get(&names));
  text_done(&names);
}

void decide(Contest *c) {
  require(c->snapshots->program && c->system->ts);
  Checker *checker = c->checker;
  monitor_begin(checker->monitor, "engine");
  if (run_concrete(c)) return;
  Features features = features_of(c->snapshots, c->system->ts);
  if (is_decided_first(c, &features)) return;
  c->strategy = strategy_choose(checker->settings->method, &features);
  label_strategy(&checker->monitor->stats, &c->strategy);
  if (c->strategy.n == 0) {
    monitor_end(checker->monitor, "engine");
    artifacts_send_end(checker, c->snapshots->program, EXIT_UNKNOWN,
                       CAUSE_NOT_APPLICABLE,
                       "this method has nothing to work on");
    return;
  }
  bool seeds = checker->settings->seeding == SEEDING_ABSINT && features.loops &&
               wants_seeds(&c->strategy);
  c->seeds_late = seeds && system_is_large(c->system);
  Text tried;
  text_init(&tried, checker->mem);
  tried_loops(&tried, c->system->ts);
  if (seeds && !c->seeds_late) text_add(&tried, "seed invariants: begun\n");
  monitor_tell(checker->monitor, MONITOR_NOW, text_get(&tried));
  text_done(&tried);
  if (seeds && !c->seeds_late)
    system_seed(c->system, checker, variant_exact.seed_ticks);
  if (c->strategy.n == 1)
    run_alone(c);
  else
    run_race(c);
}
