/* SPDX-License-Identifier: MIT
 *
 * The way of a scan, one function per stage.
 *
 * One process reads the build, compiles and groups; each group is then loaded
 * and checked in a process of its own (whose workers are forked from it), so
 * that memory is given back and a group that cannot be loaded costs only
 * itself: its files are then looked at one by one. */
#include "scan/scan_int.h"

#include "process/child.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct Scan {
  const ScanOrder *order;
  Mem *mem;
  const char *temp_dir;
  ScanProblems problems;
  uint32_t reported; /* problems written to the database */
  ScanEntries entries;
  ScanUnits units;
  ScanGroups groups;
} Scan;

/* ---- entries ---- */

/* A build that was watched, now or before. */
static void read_recording(Scan *s) {
  const ScanOrder *order = s->order;
  scan_recording_read(&s->entries, order->database);
  if (s->entries.list.n == 0 && order->n_build)
    rep_say(REP_ERROR,
            "the build compiled no C file, and none is recorded from before: "
            "if everything is up to date, clean it once (make clean)");
  if (order->n_paths)
    scan_keep_below(&s->entries, order->paths, order->n_paths);
}

static void read_build(Scan *s) {
  const ScanOrder *order = s->order;
  scan_recording_close(order->database, s->mem); /* of a build interrupted */
  if (order->n_build) {
    if (scan_watch_build(&s->entries, order->build, order->n_build, s->temp_dir,
                         order->database))
      read_recording(s);
  } else if (!order->compile_commands && !order->n_paths) {
    read_recording(s);
  } else if (order->compile_commands) {
    if (!scan_add_database(&s->entries, order->compile_commands)) return;
    if (order->n_paths)
      scan_keep_below(&s->entries, order->paths, order->n_paths);
  } else {
    for (uint32_t i = 0; i < order->n_paths; i++)
      scan_add_path(&s->entries, order->paths[i]);
  }
}

/* ---- the database ---- */

static ScanStore *open_store(const Scan *s) {
  Text problem;
  text_init(&problem, s->mem);
  ScanStore *store = scan_store_open(s->mem, s->order->database, &problem);
  if (!store) die(EXIT_INTERNAL, "%s", text_get(&problem));
  text_done(&problem);
  return store;
}

static void write_problems(Scan *s, ScanStore *store) {
  for (; s->reported < s->problems.seen.list.n; s->reported++)
    scan_store_add_problem(store, names_text(&s->problems.seen, s->reported));
}

static void compile(Scan *s) {
  ScanStore *store = open_store(s);
  scan_store_restart(store);
  ScanCompiler compiler = {s->order->version, s->order->bits, s->order->cores};
  scan_compile(&s->units, &s->entries, &compiler, store, s->temp_dir,
               &s->problems);
  uint64_t files = 0;
  for (uint32_t i = 0; i < s->units.list.n; i++)
    files += s->units.list.at[i].bitcode != NULL;
  double lines = (double)scan_count_lines(&s->units, s->mem);
  scan_store_set_figure(store, "files", (double)files);
  scan_store_set_figure(store, "lines", lines);
  scan_store_set_figure(store, "compiled", s->units.compiled);
  write_problems(s, store);
  scan_store_close(store);
}

/* ---- one group, in a process of its own ---- */

typedef struct Loaded {
  Scan *scan;
  const ScanGroup *group;
  ScanStore *store;
  FeFiles files;
  Program *program;
  void *state; /* of the engine */
  ScanKeys keys;
  Arena texts;
  Vec(ScanJob) jobs;
  double searched; /* seconds that checking took */
  uint64_t functions;
} Loaded;

static void add_inputs(FeFiles *files, const Scan *s, const uint32_t *units,
                       uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    FeInput input = {.path = s->units.list.at[units[i]].bitcode,
                     .origin = FE_UNIT};
    VEC_PUSH(files->texts.mem, &files->list, input);
  }
}

static FeCompile compile_setup(const Loaded *l) {
  const Scan *s = l->scan;
  uint32_t first = l->group->owned.at[0];
  return (FeCompile){.mem = s->mem,
                     .temp_dir = s->temp_dir,
                     .bits = s->units.list.at[first].entry->bits,
                     .cores = s->order->cores};
}

static bool load(Loaded *l) {
  Scan *s = l->scan;
  const ScanGroup *group = l->group;
  FeDiag diag;
  FeFiles *files = &l->files;
  fe_diag_init(&diag, s->mem);
  add_inputs(files, s, group->owned.at, group->owned.n);
  add_inputs(files, s, group->helper.at, group->helper.n);
  FeCompile setup = compile_setup(l);
  bool good = fe_add_models(files, &setup, &diag) &&
              fe_read_modules(&l->program, s->mem, files->list.at,
                              files->list.n, &diag);
  if (!good) {
    Text said;
    text_init(&said, s->mem);
    fe_diag_print(&said, &diag);
    scan_problem(&s->problems, "%u files cannot be looked at together: %.*s",
                 group->owned.n, (int)strcspn(text_get(&said), "\n"),
                 text_get(&said));
    text_done(&said);
  }
  fe_diag_done(&diag);
  return good;
}

/* Everything a result depends on beside the functions. */
static void describe_settings(Text *out, const Loaded *l, int bits) {
  const ScanOrder *order = l->scan->order;
  const ScanSettings *settings = &order->settings;
  text_printf(out, "%d ", settings->api != NULL);
  text_printf(out, "%s %s %s %x %d %d %d %d %d %u %.3f %llu %d\n",
              order->version, order->commit, order->engine->name,
              settings->checks, (int)settings->params, (int)settings->memory,
              (int)settings->expansion, (int)settings->smt.clauses,
              (int)settings->replay, settings->unroll, settings->budget,
              (unsigned long long)order->worker_memory, bits);
}

static void find_keys(Loaded *l) {
  Scan *s = l->scan;
  Text settings;
  text_init(&settings, s->mem);
  describe_settings(&settings, l, (int)l->program->pointer_bits);
  scan_make_keys(&l->keys, l->program, s->order->engine, l->state,
                 text_get(&settings), s->mem);
  text_done(&settings);
}

/* Headers of the system and library models are not the user's to fix, and
 * borrowed files are checked in their own group. */
static bool is_ours(const Loaded *l, const Function *f, const char *file) {
  if (f->origin == FUNC_MODEL || strncmp(file, "/usr/", 5) == 0 || !*file)
    return false;
  for (uint32_t i = 0; i < l->group->helper.n; i++) {
    uint32_t unit = l->group->helper.at[i];
    if (strcmp(l->scan->units.list.at[unit].entry->file, file) == 0)
      return false;
  }
  return true;
}

/* The last line of the function that an instruction stands in. */
static uint32_t last_line(const Program *p, const Function *f) {
  const SrcLoc *home = prog_loc_get(p, f->loc);
  uint32_t last = home->line;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      LocId loc = f->insts.at[f->blocks.at[b].insts.at[i]].loc;
      const SrcLoc *at = loc.id ? prog_loc_get(p, loc) : home;
      if (at->file == home->file && at->line > last) last = at->line;
    }
  return last;
}

static void plan_function(Loaded *l, uint32_t id, Names *planned) {
  const Function *f = &l->program->funcs.at[id];
  if (f->state != FUNC_DEFINED) return;
  const SrcLoc *loc = prog_loc_get(l->program, f->loc);
  const char *file =
      loc->file == UINT32_MAX ? "" : l->program->files.at[loc->file];
  bool ours = is_ours(l, f, file);
  const char *key = ours ? l->keys.keys[id] : "";
  ScanView view = {key, scan_plain_name(f, &l->texts), file, loc->line,
                   last_line(l->program, f)};
  scan_store_add_view(l->store, &view);
  if (!ours || names_find(planned, key) != UINT32_MAX) return;
  names_add(planned, key);
  l->functions++;
  uint32_t done = scan_store_done(l->store, key);
  if ((int64_t)done == scan_store_sites(l->store, key)) return;
  ScanJob job = {{id}, key, done};
  VEC_PUSH(l->scan->mem, &l->jobs, job);
}

static void plan(Loaded *l) {
  Names planned;
  names_init(&planned, l->scan->mem);
  scan_store_begin(l->store);
  for (uint32_t i = 1; i < l->program->funcs.n; i++)
    plan_function(l, i, &planned);
  double known = scan_store_figure(l->store, "functions");
  scan_store_set_figure(l->store, "functions", known + (double)l->functions);
  scan_store_commit(l->store);
  names_done(&planned);
}

static void check(Loaded *l) {
  Scan *s = l->scan;
  ScanPool pool = {s->order, l->program, l->state, l->store, s->mem};
  double start = clock_now();
  uint64_t fresh = scan_pool_run(&pool, l->jobs.at, l->jobs.n);
  l->searched = clock_now() - start;
  double known = scan_store_figure(l->store, "fresh");
  scan_store_set_figure(l->store, "fresh", known + (double)fresh);
}

static void replay(Loaded *l) {
  Scan *s = l->scan;
  ScanReplay setup = {.files = &l->files,
                      .compile = compile_setup(l),
                      .program = l->program,
                      .store = l->store,
                      .mem = s->mem,
                      .memory = s->order->worker_memory,
                      .searched = l->searched};
  if (s->order->settings.replay == SCAN_REPLAY_ON) scan_replay(&setup);
}

static void attach_checks(Loaded *l) {
  Scan *s = l->scan;
  const ScanSettings *settings = &s->order->settings;
  s->order->engine->prepare(l->program, settings);
  l->state = s->order->engine->open(l->program, settings, s->mem);
}

/* Whether the group was looked at. */
static bool check_group(Scan *s, const ScanGroup *group) {
  Loaded l = {.scan = s, .group = group};
  arena_init(&l.texts, s->mem);
  fe_files_init(&l.files, s->mem);
  l.store = open_store(s);
  bool good = load(&l);
  if (good) {
    attach_checks(&l);
    find_keys(&l);
    plan(&l);
    check(&l);
    replay(&l);
    s->order->engine->close(l.state);
    scan_keys_done(&l.keys);
    VEC_DONE(s->mem, &l.jobs);
    prog_free(l.program);
  }
  write_problems(s, l.store);
  scan_store_close(l.store);
  fe_files_done(&l.files);
  arena_done(&l.texts);
  return good;
}

/* ---- groups ---- */

static bool run_group(Scan *s, const ScanGroup *group) {
  pid_t child = child_must_fork(CHILD_HELPER);
  if (child == 0) {
    bool good = check_group(s, group);
    fflush(NULL);
    _exit(good ? EXIT_PROVED : EXIT_FRONTEND);
  }
  return child_wait(child).code == EXIT_PROVED;
}

static void run_alone(Scan *s, const ScanGroup *group) {
  for (uint32_t i = 0; i < group->owned.n; i++) {
    ScanGroup one = {0};
    VEC_PUSH(s->mem, &one.owned, group->owned.at[i]);
    if (!run_group(s, &one))
      scan_problem(&s->problems, "%s: cannot be looked at",
                   s->units.list.at[group->owned.at[i]].entry->file);
    VEC_DONE(s->mem, &one.owned);
  }
}

static void run_groups(Scan *s) {
  scan_make_groups(&s->groups, &s->units, s->mem);
  for (uint32_t i = 0; i < s->groups.list.n; i++) {
    const ScanGroup *group = &s->groups.list.at[i];
    if (run_group(s, group)) continue;
    if (group->owned.n + group->helper.n > 1) {
      scan_problem(&s->problems,
                   "%u files are looked at one by one: together they failed",
                   group->owned.n);
      run_alone(s, group);
    }
  }
  scan_groups_done(&s->groups);
}

/* Without compiler or models not one file could be looked at. */
static bool is_installed(Scan *s) {
  FeDiag diag;
  Text said;
  fe_diag_init(&diag, s->mem);
  text_init(&said, s->mem);
  bool good = fe_check_installation(s->mem, s->order->bits, &diag);
  fe_diag_print(&said, &diag);
  if (!good) rep_say(REP_ERROR, "%.*s", (int)said.n - 1, text_get(&said));
  text_done(&said);
  fe_diag_done(&diag);
  return good;
}

static ScanEnd run_locked(Scan *s) {
  if (!is_installed(s)) return SCAN_NO_INPUT;
  read_build(s);
  if (s->entries.list.n == 0) {
    rep_say(REP_ERROR, "there is no C file to scan");
    return SCAN_NO_INPUT;
  }
  compile(s);
  run_groups(s);
  ScanStore *store = open_store(s);
  write_problems(s, store);
  scan_store_close(store);
  return SCAN_ENDED;
}

ScanEnd scan_run(const ScanOrder *order, Mem *mem, const char *temp_dir) {
  Text problem;
  text_init(&problem, mem);
  ScanStoreStatus status = scan_store_lock(order->database, &problem);
  if (status != SCAN_STORE_OK) {
    rep_say(REP_ERROR, "%s", text_get(&problem));
    text_done(&problem);
    return status == SCAN_STORE_BUSY ? SCAN_BUSY : SCAN_NO_INPUT;
  }
  Scan s = {.order = order, .mem = mem, .temp_dir = temp_dir};
  names_init(&s.problems.seen, mem);
  scan_entries_init(&s.entries, mem, order->bits, &s.problems);
  scan_units_init(&s.units, mem);
  ScanEnd end = run_locked(&s);
  scan_units_done(&s.units);
  scan_entries_done(&s.entries);
  names_done(&s.problems.seen);
  text_done(&problem);
  return end;
}
