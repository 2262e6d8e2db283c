/* SPDX-License-Identifier: MIT
 *
 * Attempts one after the other: what one did to its task must not be seen by
 * the next, and nothing is left behind. */
#include "check/attempt.h"
#include "check/strategy.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <unistd.h>

/* A checker with everything around it, for one C text. */
typedef struct Bench {
  Mem mem;
  char temp_dir[64];
  SupLink link;
  SupRecords records;
  Monitor monitor;
  Settings settings;
  Property property;
  FeFiles files;
  FeDiag diag;
  Snapshots snapshots;
  Checker checker;
} Bench;

static bool no_early(void *context, Snapshots *snapshots) {
  return context && snapshots;
}

static void bench_init(Bench *b, const char *text, Method method) {
  *b = (Bench){.link = {.channel = -1}};
  mem_init(&b->mem, 0);
  snprintf(b->temp_dir, sizeof b->temp_dir, "/tmp/cutpoint-attemptXXXXXX");
  CHECK(mkdtemp(b->temp_dir) != NULL);
  b->link.temp_dir = b->temp_dir;
  b->settings = (Settings){
      .method = method, .blocks = ENC_CUTSET, .recursion = 6000, .cores = 1};
  b->property =
      (Property){.kinds = 1u << PROPERTY_UNREACH_CALL, .entry = "main"};
  sup_records_init(&b->records, &b->mem);
  b->link.kept = &b->records;
  monitor_init(&b->monitor, &b->mem, &b->link, 0);
  fe_files_init(&b->files, &b->mem);
  fe_diag_init(&b->diag, &b->mem);
  char path[100];
  snprintf(path, sizeof path, "%s/program.c", b->temp_dir);
  CHECK(file_write(path, text, strlen(text)));
  const char *inputs[] = {path};
  FeCompile compile = {
      .mem = &b->mem, .temp_dir = b->temp_dir, .bits = 64, .cores = 1};
  Program *read = NULL;
  CHECK(fe_compile(&b->files, &compile, inputs, 1, &b->diag));
  CHECK(fe_read_modules(&read, &b->mem, b->files.list.at, b->files.list.n,
                        &b->diag));
  PassResult passes = snapshots_make(&b->snapshots, read, &b->property,
                                     &b->settings, &b->monitor, no_early, NULL);
  CHECK_INT(passes.status, PASS_OK);
  b->checker = (Checker){.mem = &b->mem,
                         .settings = &b->settings,
                         .property = &b->property,
                         .files = &b->files,
                         .temp_dir = b->temp_dir,
                         .monitor = &b->monitor,
                         .row = "row",
                         .store = term_store_new(&b->mem)};
}

static void bench_done(Bench *b) {
  char command[100];
  term_store_free(b->checker.store);
  snapshots_done(&b->snapshots);
  fe_files_done(&b->files);
  fe_diag_done(&b->diag);
  monitor_done(&b->monitor);
  sup_records_done(&b->records);
  snprintf(command, sizeof command, "rm -rf %s", b->temp_dir);
  CHECK(system(command) == 0);
  mem_done(&b->mem); /* fails where something leaks */
}

/* An error only where NULL is followed. */
static const char follows_null[] =
    "extern int __VERIFIER_nondet_int(void);\n"
    "extern void reach_error(void);\n"
    "struct node { struct node *next; int value; };\n"
    "struct node some[2] = {{some + 1, 1}, {0, 1}};\n"
    "int main(void) {\n"
    "  struct node *at = &some[__VERIFIER_nondet_int() & 1];\n"
    "  int i = 0;\n"
    "  while (i < 3 && __VERIFIER_nondet_int()) at = at->next, i++;\n"
    "  if (at->value != 1) reach_error();\n"
    "  return 0;\n"
    "}\n";

TEST(attempt_leaves_its_task_as_it_was) {
  Bench b;
  bench_init(&b, follows_null, METHOD_BOUNDED);
  Task task = attempt_task(&b.checker, b.snapshots.program, &variant_exact);
  for (int again = 0; again < 2; again++) {
    System system;
    Outcome outcome;
    system_encode(&system, &b.checker, &task);
    system_seed(&system, &b.checker, 1000); /* the list it replaces is freed */
    CHECK(system.seeds.n > 0);
    outcome_init(&outcome, &b.mem);
    attempt(&outcome, &b.checker, &task, &system, &engine_bounded);
    CHECK(outcome_is_unknown(&outcome));
    CHECK_INT(outcome.cause, CAUSE_TOO_COARSE);
    CHECK(strstr(outcome.verdict.reason, "NULL") != NULL);
    CHECK_INT(task.encoding.nulls, ENC_NULL_GOES_ON);
    outcome_done(&outcome);
    system_done(&system, &b.checker);
  }
  bench_done(&b);
}

static const char counts[] = "extern void reach_error(void);\n"
                             "extern unsigned __VERIFIER_nondet_uint(void);\n"
                             "int main(void) {\n"
                             "  unsigned i = 0, n = __VERIFIER_nondet_uint();\n"
                             "  while (i < n) i++;\n"
                             "  if (i < n) reach_error();\n"
                             "  return 0;\n"
                             "}\n";

/* The pieces of snapshots.c are together all of PASS_TABLE, in its order. */
TEST(snapshots_run_every_pass) {
  static const char *const names[] = {
#define X(id, name, run) name,
      PASS_TABLE(X)
#undef X
  };
  static const Method methods[] = {METHOD_AUTO, METHOD_BOUNDED};
  for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
    Bench b;
    bench_init(&b, follows_null, methods[m]);
    Text stats;
    text_init(&stats, &b.mem);
    rep_stats_members(&stats, &b.monitor.stats);
    for (uint32_t i = 0; i < PASS_ID_COUNT; i++) {
      char count[80];
      snprintf(count, sizeof count, "\"%u.%s.insts\"", i + 1, names[i]);
      CHECK(strstr(text_get(&stats), count) != NULL);
    }
    text_done(&stats);
    bench_done(&b);
  }
}

TEST(attempt_proves_and_sums_up) {
  Bench b;
  bench_init(&b, counts, METHOD_BOUNDED);
  Task task = attempt_task(&b.checker, b.snapshots.program, &variant_exact);
  System system;
  Outcome outcome;
  system_encode(&system, &b.checker, &task);
  outcome_init(&outcome, &b.mem);
  attempt(&outcome, &b.checker, &task, &system, &engine_pdr);
  CHECK_INT(outcome.verdict.kind, EV_TRUE);
  CHECK_INT(outcome.cause, CAUSE_NONE);
  CHECK_TEXT(outcome.summary.engine, "pdr");
  CHECK(outcome.summary.n_obligations > 0);
  outcome_done(&outcome);
  system_done(&system, &b.checker);
  bench_done(&b);
}

/* Each situation has its rows, and those with nothing to work on are left out.
 */
TEST(strategy_by_features) {
  Features f = {0};
  Strategy s = strategy_choose(METHOD_AUTO, &f);
  CHECK_INT(s.n, 2);
  CHECK_TEXT(s.rows[0].name, "bounded");
  f = (Features){.loops = true};
  s = strategy_choose(METHOD_AUTO, &f);
  CHECK_TEXT(s.rows[0].name, "pdr");
  for (uint32_t i = 0; i < s.n; i++) CHECK(strcmp(s.rows[i].name, "cells"));
  f = (Features){.loops = true, .arrays = true, .cells = true};
  s = strategy_choose(METHOD_AUTO, &f);
  CHECK_TEXT(s.rows[2].name, "jump");
  CHECK_TEXT(s.rows[3].name, "sums");
  CHECK_TEXT(s.rows[4].name, "cells");
  f.products = true;
  s = strategy_choose(METHOD_AUTO, &f);
  CHECK_TEXT(s.rows[0].name, "equations");
  f = (Features){.loops = true, .long_steps = true, .scalar_states = true};
  s = strategy_choose(METHOD_AUTO, &f);
  CHECK_TEXT(s.rows[0].name, "explicit");
  f = (Features){.loops = true, .long_rounds = true, .scalar_states = true};
  s = strategy_choose(METHOD_AUTO, &f);
  CHECK_TEXT(s.rows[0].name, "bits");
  CHECK_TEXT(s.rows[1].name, "pdr");
  CHECK(strategy_runner(&s.rows[0]).second >
        strategy_runner(&s.rows[1]).second);
  f = (Features){.cut_recursion = true, .loops = true};
  s = strategy_choose(METHOD_AUTO, &f);
  CHECK_TEXT(s.rows[0].name, "contracts");
  f = (Features){.loops = true, .forgettable = true};
  s = strategy_choose(METHOD_AUTO, &f);
  CHECK_TEXT(s.rows[0].name, "local");
  f = (Features){.loops = true, .memory_property = true, .shapes = true};
  s = strategy_choose(METHOD_AUTO, &f);
  CHECK_TEXT(s.rows[0].name, "shapes");
  f.texts = true;
  s = strategy_choose(METHOD_AUTO, &f);
  CHECK_TEXT(s.rows[0].name, "texts");
  f = (Features){.loops = true};
  s = strategy_choose(METHOD_CELLS, &f);
  CHECK_INT(s.n, 0);
  f = (Features){.copies = true, .cells = true};
  s = strategy_choose(METHOD_AUTO, &f);
  CHECK_TEXT(s.rows[1].name, "copies");
  CHECK_TEXT(s.rows[2].name, "cells");
  f.copies = false;
  s = strategy_choose(METHOD_AUTO, &f);
  for (uint32_t i = 0; i < s.n; i++) CHECK(strcmp(s.rows[i].name, "cells"));
  /* Names are those of processes and folders: no two alike in one race. */
  for (uint32_t set = 0; set < 131072; set++) {
    f = (Features){set & 1,       set >> 1 & 1,  set >> 2 & 1,  set >> 3 & 1,
                   set >> 4 & 1,  set >> 5 & 1,  set >> 6 & 1,  set >> 7 & 1,
                   set >> 8 & 1,  set >> 9 & 1,  set >> 10 & 1, set >> 11 & 1,
                   set >> 12 & 1, set >> 13 & 1, set >> 14 & 1, set >> 15 & 1,
                   set >> 16 & 1};
    s = strategy_choose(METHOD_AUTO, &f);
    CHECK(s.n >= 1);
    for (uint32_t i = 0; i < s.n; i++)
      for (uint32_t k = 0; k < i; k++)
        CHECK(strcmp(s.rows[i].name, s.rows[k].name) != 0);
  }
}
