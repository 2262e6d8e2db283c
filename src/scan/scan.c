/* SPDX-License-Identifier: MIT
 *
 * The way of a scan, one function per stage.
 *
 * One process reads the build, compiles and groups; each group is then loaded
 * and checked in a process of its own (whose workers are forked from it), so
 * that memory is given back and a group that cannot be loaded costs only
 * itself: its files are then looked at one by one.
 *
 * On a cluster (cluster/cluster.h) a group's process gives its functions away
 * and waits; several groups wait at the same time.  A task of the cluster
 * comes back here with a part of a group's functions and a database of its own.
 */
#include "scan/scan_int.h"

#include "process/child.h"

#include <errno.h>
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
  const ScanPart *part; /* of a cluster's task; NULL: all of a group */
  bool has_failed;      /* a file was left out by an error of ours */
} Scan;

/* ---- entries ---- */

/* A build that was watched, now or before. */
static void read_recording(Scan *s) {
  const ScanOrder *order = s->order;
  scan_recording_read(&s->entries, order->database);
  if (s->entries.list.n == 0 && order->n_build)
    rep_say(REP_ERROR,
            "the build compiled no C file, and none is recorded from before: "
            "if everything is up to date, clean it once (make clean); a "
            "compiler that is called by an absolute path, as CMake does, is "
            "not seen: use --compile-commands=compile_commands.json");
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
  ScanStore *store = scan_store_open(
      s->mem, s->part ? s->temp_dir : s->order->database, &problem);
  if (!store) die(EXIT_INTERNAL, "%s", text_get(&problem));
  text_done(&problem);
  return store;
}

/* Several groups may add to a figure at the same time. */
static void add_to_figure(ScanStore *store, const char *name, uint64_t n) {
  scan_store_begin(store);
  double known = scan_store_figure(store, name);
  scan_store_set_figure(store, name, known + (double)n);
  scan_store_commit(store);
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
  char whole[65]; /* the group's key, or "": it is not looked at as a whole */
  Vec(ScanJob) jobs;
  double searched; /* seconds that checking took */
  uint64_t functions;
} Loaded;

static void add_input(FeFiles *files, const Scan *s, uint32_t unit,
                      uint32_t guest) {
  FeInput input = {.path = s->units.list.at[unit].bitcode,
                   .origin = FE_UNIT,
                   .guest = guest};
  VEC_PUSH(files->texts.mem, &files->list, input);
}

static FeCompile compile_setup(const Loaded *l) {
  const Scan *s = l->scan;
  uint32_t first = l->group->owned.at[0];
  return (FeCompile){.mem = s->mem,
                     .temp_dir = s->temp_dir,
                     .bits = s->units.list.at[first].entry->bits,
                     .cores = s->order->cores,
                     .heap = FE_LACKS_MEMORY}; /* sites/heap.c settles it */
}

static bool load(Loaded *l) {
  Scan *s = l->scan;
  const ScanGroup *group = l->group;
  FeDiag diag;
  FeFiles *files = &l->files;
  fe_diag_init(&diag, s->mem);
  for (uint32_t i = 0; i < group->owned.n; i++)
    add_input(files, s, group->owned.at[i], 0);
  for (uint32_t i = 0; i < group->helper.n; i++)
    add_input(files, s, group->helper.at[i], 0);
  for (uint32_t i = 0; i < group->guest.n; i++)
    add_input(files, s, group->guest.at[i].unit, group->guest.at[i].of);
  FeCompile setup = compile_setup(l);
  bool good = fe_add_models(files, &setup, &diag) &&
              fe_read_modules(&l->program, s->mem, files->list.at,
                              files->list.n, &diag);
  if (good) scan_name_files(l->program);
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

static void find_keys(Loaded *l) {
  Scan *s = l->scan;
  Text settings;
  text_init(&settings, s->mem);
  scan_put_settings(&settings, s->order, (int)l->program->pointer_bits);
  scan_make_keys(&l->keys, l->program, s->order->engine, l->state,
                 text_get(&settings), s->mem);
  text_done(&settings);
}

static bool is_unit(const Loaded *l, uint32_t unit, const char *file) {
  return strcmp(l->scan->units.list.at[unit].entry->file, file) == 0;
}

/* Headers of the system and library models are not the user's to fix, and
 * borrowed files are checked in their own group, as are those of guests. */
static bool is_ours(const Loaded *l, const Function *f, const char *file) {
  const ScanGroup *group = l->group;
  if (f->origin == FUNC_MODEL || strncmp(file, "/usr/", 5) == 0 || !*file)
    return false;
  for (uint32_t i = 0; i < group->helper.n; i++)
    if (is_unit(l, group->helper.at[i], file)) return false;
  for (uint32_t i = 0; i < group->guest.n; i++)
    if (is_unit(l, group->guest.at[i].unit, file)) return false;
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

/* --functions */
static bool is_wanted(const char *names, const char *name) {
  size_t n = strlen(name);
  for (const char *at = names; at && n; at = strstr(at + 1, name))
    if (strncmp(at, name, n) == 0 && (at == names || at[-1] == ',') &&
        (at[n] == ',' || !at[n]))
      return true;
  return !names;
}

typedef struct Reuse {
  const Loaded *loaded;
  FuncId func;
} Reuse;

/* Do results of another program hold in this one? */
static bool holds(void *context, const ScanUses *uses) {
  const Reuse *reuse = context;
  const ScanKeys *keys = &reuse->loaded->keys;
  char hash[65];
  if (!scan_hash_uses(keys, reuse->func, uses->names, hash) ||
      strcmp(hash, uses->hash) != 0)
    return false;
  if (!*uses->reach) return true;
  scan_hash_reach(keys, reuse->func, uses->names, hash);
  return strcmp(hash, uses->reach) == 0;
}

static bool is_complete(const Loaded *l, const char *key) {
  return (int64_t)scan_store_done(l->store, key) ==
         scan_store_sites(l->store, key);
}

/* The key under which the results of the function are, or will be. */
static const char *find_key(Loaded *l, uint32_t id) {
  Reuse reuse = {l, {id}};
  const char *key = l->keys.keys[id];
  if (is_complete(l, key)) return key;
  const char *known = scan_store_find_uses(l->store, l->keys.heads[id], &reuse,
                                           holds, &l->texts);
  return known ? known : key;
}

static void plan_function(Loaded *l, uint32_t id, Names *planned) {
  const Function *f = &l->program->funcs.at[id];
  if (f->state != FUNC_DEFINED) return;
  const SrcLoc *loc = prog_loc_get(l->program, f->loc);
  const char *file =
      loc->file == UINT32_MAX ? "" : l->program->files.at[loc->file];
  bool ours = is_ours(l, f, file);
  const ScanPart *part = l->scan->part;
  ours &= !part || names_find(&part->keys, l->keys.keys[id]) != UINT32_MAX;
  const char *key = ours ? find_key(l, id) : "";
  ScanView view = {key, scan_plain_name(f, &l->texts), file, loc->line,
                   last_line(l->program, f)};
  scan_store_add_view(l->store, &view, l->whole);
  if (!ours || !is_wanted(l->scan->order->functions, view.name)) return;
  l->functions++; /* also one that shares the results of an equal one */
  if (names_find(planned, key) != UINT32_MAX) return;
  names_add(planned, key);
  if (is_complete(l, key)) return;
  ScanJob job = {{id}, key, scan_store_done(l->store, key)};
  VEC_PUSH(l->scan->mem, &l->jobs, job);
}

static void plan(Loaded *l) {
  Names planned;
  names_init(&planned, l->scan->mem);
  scan_store_begin(l->store);
  if (*l->whole) scan_store_forget_group(l->store, l->whole);
  for (uint32_t i = 1; i < l->program->funcs.n; i++)
    plan_function(l, i, &planned);
  scan_store_drop_view(l->store, SCAN_STORE_OF_SEEN);
  scan_store_commit(l->store);
  add_to_figure(l->store, "functions", l->functions);
  names_done(&planned);
}

static void check_here(Loaded *l) {
  Scan *s = l->scan;
  if (l->jobs.n) s->order->engine->begin(l->state);
  ScanPool pool = {s->order, l->program, l->state, &l->keys, l->store, s->mem};
  scan_pool_run(&pool, l->jobs.at, l->jobs.n);
}

/* What makes one part only is checked here. */
static void check_on_cluster(Loaded *l) {
  Scan *s = l->scan;
  ScanPiece *pieces = MEM_ARRAY(s->mem, ScanPiece, l->jobs.n);
  for (uint32_t i = 0; i < l->jobs.n; i++)
    pieces[i] = (ScanPiece){l->jobs.at[i].key,
                            prog_func(l->program, l->jobs.at[i].func)->insts.n};
  bool is_small = scan_parts_count(pieces, l->jobs.n) == 1;
  ScanParts parts = {0};
  if (!is_small && !scan_parts_make(&parts, s->order->database, &s->units,
                                    l->group, pieces, l->jobs.n, s->mem))
    die(EXIT_INTERNAL, "cannot write below '%s': %s", s->order->database,
        strerror(errno));
  MEM_FREE_ARRAY(s->mem, pieces, l->jobs.n);
  if (is_small) {
    check_here(l);
    return;
  }
  uint64_t fresh =
      scan_cluster_run(s->order->cluster, &parts, l->store, &s->problems);
  scan_parts_done(&parts);
  add_to_figure(l->store, SCAN_FRESH, fresh);
}

static void check(Loaded *l) {
  double start = clock_now();
  if (l->scan->order->cluster)
    check_on_cluster(l);
  else
    check_here(l);
  l->searched = clock_now() - start;
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
  if (s->order->settings.replay == SCAN_REPLAY_ON && !s->part)
    scan_replay(&setup);
}

static void attach_checks(Loaded *l) {
  Scan *s = l->scan;
  const ScanSettings *settings = &s->order->settings;
  s->order->engine->prepare(l->program, settings);
  l->state = s->order->engine->open(l->program, settings, s->mem);
}

/* Was all that is in the group there before, with nothing left to do?  Then it
 * need not be loaded. */
static bool is_known(Loaded *l) {
  const Scan *s = l->scan;
  if (s->part || s->order->functions) return false;
  scan_group_key(l->whole, s->order, &s->units, l->group, s->mem);
  scan_store_begin(l->store);
  bool known = scan_store_view_group(l->store, l->whole, &l->functions);
  if (known) scan_store_drop_view(l->store, SCAN_STORE_OF_SEEN);
  scan_store_commit(l->store);
  if (known) add_to_figure(l->store, "functions", l->functions);
  return known;
}

static void check_loaded(Loaded *l) {
  const ScanEngine *engine = l->scan->order->engine;
  uint32_t problems = l->scan->problems.seen.list.n;
  attach_checks(l);
  find_keys(l);
  plan(l);
  check(l);
  replay(l);
  if (*l->whole && problems == l->scan->problems.seen.list.n)
    scan_store_keep_group(l->store, l->whole, l->functions);
  engine->close(l->state);
  scan_keys_done(&l->keys);
  VEC_DONE(l->scan->mem, &l->jobs);
  prog_free(l->program);
}

/* Whether the group was looked at. */
static bool check_group(Scan *s, const ScanGroup *group) {
  Loaded l = {.scan = s, .group = group};
  arena_init(&l.texts, s->mem);
  fe_files_init(&l.files, s->mem);
  l.store = open_store(s);
  bool known = is_known(&l), good = known || load(&l);
  if (good && !known) check_loaded(&l);
  write_problems(s, l.store);
  scan_store_close(l.store);
  fe_files_done(&l.files);
  arena_done(&l.texts);
  return good;
}

/* ---- groups ---- */

static pid_t start_group(Scan *s, const ScanGroup *group) {
  pid_t child = child_must_fork(CHILD_HELPER);
  if (child != 0) return child;
  bool good = check_group(s, group);
  fflush(NULL);
  _exit(good ? EXIT_PROVED : EXIT_FRONTEND);
}

/* A file that was left out: its process told that it cannot be read, or died,
 * or could not write what it found. */
static void note_end(Scan *s, uint32_t unit, ChildEnd end) {
  if (end.code == EXIT_PROVED) return;
  scan_problem(&s->problems, "%s: cannot be looked at",
               s->units.list.at[unit].entry->file);
  s->has_failed |= end.code != EXIT_FRONTEND;
}

static void run_alone(Scan *s, const ScanGroup *group) {
  for (uint32_t i = 0; i < group->owned.n; i++) {
    ScanGroup one = {0};
    VEC_PUSH(s->mem, &one.owned, group->owned.at[i]);
    note_end(s, group->owned.at[i], child_wait(start_group(s, &one)));
    VEC_DONE(s->mem, &one.owned);
  }
}

static void try_again(Scan *s, const ScanGroup *group, ChildEnd end) {
  if (group->owned.n + group->helper.n + group->guest.n == 1) {
    assert(group->owned.n == 1);
    if (end.code != EXIT_FRONTEND) note_end(s, group->owned.at[0], end);
    return;
  }
  scan_problem(&s->problems,
               "%u files are looked at one by one: together they failed",
               group->owned.n);
  run_alone(s, group);
}

/* One group has all cores; the nodes of a cluster are shared. */
static void run_groups(Scan *s) {
  uint32_t most = s->order->cluster ? s->order->cores : 1, from = 0;
  pid_t running[64];
  if (most > 64) most = 64;
  scan_make_groups(&s->groups, &s->units, s->mem);
  for (uint32_t i = 0; from < s->groups.list.n; from++) {
    for (; i < s->groups.list.n && i - from < most; i++)
      running[i % most] = start_group(s, &s->groups.list.at[i]);
    ChildEnd end = child_wait(running[from % most]);
    if (end.code != EXIT_PROVED) try_again(s, &s->groups.list.at[from], end);
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
  ScanStore *store = open_store(s);
  if (s->order->cluster)
    add_to_figure(store, SCAN_FRESH, scan_cluster_resume(store, s->mem));
  scan_store_close(store);
  run_groups(s);
  store = open_store(s);
  write_problems(s, store);
  scan_store_drop_view(store, SCAN_STORE_OF_ALL);
  scan_store_close(store);
  return s->has_failed ? SCAN_FAILED : SCAN_ENDED;
}

static void scan_init(Scan *s, const ScanOrder *order, Mem *mem,
                      const char *temp_dir) {
  *s = (Scan){.order = order, .mem = mem, .temp_dir = temp_dir};
  names_init(&s->problems.seen, mem);
  scan_entries_init(&s->entries, mem, order->bits, &s->problems);
  scan_units_init(&s->units, mem);
}

static void scan_done(Scan *s) {
  scan_units_done(&s->units);
  scan_entries_done(&s->entries);
  names_done(&s->problems.seen);
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
  Scan s;
  scan_init(&s, order, mem, temp_dir);
  ScanEnd end = run_locked(&s);
  scan_done(&s);
  text_done(&problem);
  return end;
}

/* ---- a task of a cluster ---- */

/* The results as one file, which appears when it is complete. */
static bool publish(Scan *s, const char *part, Text *problem) {
  Arena texts;
  Text content;
  arena_init(&texts, s->mem);
  text_init(&content, s->mem);
  ScanStore *store = open_store(s);
  const char *from = scan_store_file(store, &texts);
  const char *to = scan_part_results(&texts, part);
  scan_store_seal(store);
  scan_store_close(store);
  bool good = file_read(&content, from) &&
              file_write(to, text_get(&content), content.n);
  if (!good) text_printf(problem, "cannot write '%s': %s", to, strerror(errno));
  text_done(&content);
  arena_done(&texts);
  return good;
}

/* Keys are of contents, settings and this very tool: all of the part's must be
 * found again. */
static bool check_part(Scan *s, const char *path, Text *problem) {
  bool good = check_group(s, &s->part->group);
  ScanStore *store = open_store(s);
  double found = scan_store_figure(store, "functions");
  scan_store_close(store);
  if (!good) {
    text_printf(problem, "the files of '%s' cannot be read", path);
  } else if (found != (double)s->part->keys.list.n) {
    text_printf(problem,
                "of the %u functions of '%s' only %.0f are here: is this "
                "another cutpoint than the one that submitted?",
                s->part->keys.list.n, path, found);
    good = false;
  }
  return good && publish(s, path, problem);
}

ScanEnd scan_run_part(const ScanOrder *order, Mem *mem, const char *temp_dir,
                      const char *path) {
  require(!order->cluster);
  ScanPart part;
  Text problem;
  Scan s;
  text_init(&problem, mem);
  scan_init(&s, order, mem, temp_dir);
  bool good = scan_part_read(&part, path, &s.entries, &s.units, &problem);
  s.part = &part;
  good = good && check_part(&s, path, &problem);
  if (!good) rep_say(REP_ERROR, "%s", text_get(&problem));
  scan_part_done(&part, mem);
  scan_done(&s);
  text_done(&problem);
  return good ? SCAN_ENDED : SCAN_NO_INPUT;
}
