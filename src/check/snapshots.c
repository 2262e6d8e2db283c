/* SPDX-License-Identifier: MIT
 *
 * The pass pipeline with stops, at which the program is cloned or run.
 *
 * Variants of the program (variants.c) start from these clones; the concrete
 * runs use the program as the user wrote it, before calls are resolved. */
#include "check/snapshots.h"

#include "check/features.h"
#include "pass/over/over.h"

static ConcreteOptions concrete_options(const Snapshots *s,
                                        InterpMemory memory) {
  return (ConcreteOptions){.memory = memory,
                           .bad_access_ends =
                               prog_property_ends_at_bad_access(s->property)};
}

static InterpMemory memory_for(const Property *property) {
  return prog_property_is_memory(property) ? INTERP_SURE : INTERP_LAZY;
}

static void run_concretely(Snapshots *s, const Program *program,
                           InterpMemory memory, Monitor *monitor) {
  assert(program->entry.id);
  ConcreteStats stats = {0};
  ConcreteOptions options = concrete_options(s, memory);
  s->concrete_end =
      concrete_runs(program->mem, program, &options, &s->inputs, &stats);
  rep_stats_count(&monitor->stats, "concrete.runs", stats.runs);
  rep_stats_count(&monitor->stats, "concrete.steps", stats.steps);
}

typedef struct Stops {
  PassRun run;
  Snapshots *snapshots;
  const PassOptions *options;
  SnapshotsEarly *early;
  void *context;
} Stops;

/* Goes on from pass `first` to `last`; false: a pass cannot serve. */
static bool go_on(Stops *stops, PassId first, PassId last) {
  assert(first <= last && stops->run.result.status == PASS_OK);
  Snapshots *s = stops->snapshots;
  pass_run(&stops->run, s->program, s->property, stops->options, first, last);
  return stops->run.result.status == PASS_OK;
}

static void keep_with_property(Snapshots *s) {
  assert(!s->with_property && s->program->errors.n < UINT32_MAX);
  bool made = prog_find_function(s->program, PROG_START).id != 0;
  if (made && !prog_property_is_memory(s->property))
    s->with_property = prog_clone(s->program);
}

static bool frees(const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      if (f->insts.at[f->blocks.at[b].insts.at[i]].op == OP_FREE) return true;
  return false;
}

static void keep_with_heap(Snapshots *s) {
  assert(!s->with_heap);
  if (prog_property_is_memory(s->property)) return;
  for (uint32_t f = 1; f < s->program->funcs.n && !s->with_heap; f++)
    if (frees(prog_func(s->program, (FuncId){f})))
      s->with_heap = prog_clone(s->program);
}

/* Runs that each go somewhere new pay in large programs, and in those that are
 * not small cost little. */
static void keep_entered(Snapshots *s, const Settings *settings) {
  enum { MANY_INSTS = 600 };
  bool is_large = features_n_insts(s->program) > MANY_INSTS;
  if (settings->method == METHOD_CONCOLIC ||
      (settings->method == METHOD_AUTO && is_large &&
       !prog_property_is_memory(s->property)))
    s->entered = prog_clone(s->program);
}

static bool unroll(Stops *stops) {
  Snapshots *s = stops->snapshots;
  if (s->program->entry.id && pass_can_simplify(s->program))
    s->before_unroll = prog_clone(s->program);
  if (!go_on(stops, PASS_ID_UNROLL, PASS_ID_UNROLL)) return false;
  if (s->before_unroll && !stops->run.unrolled) {
    prog_free(s->before_unroll);
    s->before_unroll = NULL;
  }
  return true;
}

static bool run_all(Stops *stops, const Settings *settings, Monitor *monitor) {
  Snapshots *s = stops->snapshots;
  bool is_auto = settings->method == METHOD_AUTO;
  if (!go_on(stops, PASS_ID_FIRST, PASS_ID_PROPERTY)) return false;
  prog_sites(&s->sites, s->program);
  if (is_auto) keep_with_property(s);
  if (!go_on(stops, PASS_ID_ENTRY, PASS_ID_ENTRY)) return false;
  s->checks = prog_checks(s->program);
  if (is_auto) run_concretely(s, s->program, memory_for(s->property), monitor);
  keep_entered(s, settings);
  assert(!s->search && !s->is_decided);
  s->is_decided = s->entered && stops->early(stops->context, s);
  if (s->is_decided) return true;
  if (is_auto || settings->method == METHOD_LOCAL) keep_with_heap(s);
  if (!go_on(stops, PASS_ID_SETTLED, PASS_ID_CALLS)) return false;
  s->resolved = prog_clone(s->program);
  s->is_decided = (s->entered || settings->method == METHOD_LOCAL) &&
                  stops->early(stops->context, s);
  if (s->is_decided) return true;
  if (!go_on(stops, PASS_ID_TAILS, PASS_ID_CLEAN_MEMORY) || !unroll(stops) ||
      !go_on(stops, PASS_ID_ELEMENTS, PASS_ID_LAST))
    return false;
  if (s->concrete_end == CONCRETE_ENDS && pass_is_dangling(s->program))
    run_concretely(s, s->resolved, INTERP_SURE, monitor);
  return true;
}

PassResult snapshots_make(Snapshots *out, Program *read,
                          const Property *property, const Settings *settings,
                          Monitor *monitor, SnapshotsEarly *early,
                          void *context) {
  require(read && read->entry.id && settings->recursion > 0 && early);
  *out = (Snapshots){
      .property = property, .recursion = settings->recursion, .program = read};
  interp_table_init(&out->inputs, read->mem);
  PassOptions options = PASS_DEFAULTS;
  if (settings->check >= 1) options.check = PASS_CHECK_VALID;
  options.inlining.max_recursive = settings->recursion;
  Stops stops = {.snapshots = out,
                 .options = &options,
                 .early = early,
                 .context = context};
  run_all(&stops, settings, monitor);
  require(stops.run.result.status != PASS_OK || out->is_decided ||
          stops.run.next == PASS_ID_COUNT);
  monitor_count_passes(monitor, &stops.run);
  return stops.run.result;
}

bool snapshots_look_at_addresses(const Snapshots *s) {
  require(s->concrete_end == CONCRETE_ENDS && s->resolved);
  ConcreteOptions options = concrete_options(s, memory_for(s->property));
  return concrete_looks(s->resolved->mem, s->resolved, &options);
}

void snapshots_done(Snapshots *s) {
  if (s->search) concolic_free(s->search);
  VEC_DONE(s->program->mem, &s->sites);
  Program *const all[] = {s->program, s->with_property, s->with_heap,
                          s->entered, s->resolved,      s->before_unroll};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i]) prog_free(all[i]);
  if (s->inputs.mem) interp_table_done(&s->inputs);
  *s = (Snapshots){0};
}
