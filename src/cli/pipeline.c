/* SPDX-License-Identifier: MIT
 *
 * The first file to read: the way of the data, one function per stage.
 *
 *   C text -clang-> bitcode -read-> Program -passes-> Snapshots -encode->
 * System -decide-> verdict
 *
 * The files are compiled once, with all of the compiler's checks that a
 * property needs; from there on each property goes its own way
 * (ask/ask.c).  What a stage made is validated and printed here (--dump); a
 * stage does not go on when the user said --stop-after, or when the end is
 * known; then `code` is that of the process. */
#include "cli/pipeline.h"

#include "check/artifacts.h"
#include "ask/ask.h"
#include "cli/settings.h"
#include "ir/io.h"
#include "report/draw.h"
#include "scan/build/build.h"

#include <errno.h>
#include <sys/stat.h>

enum { COMPILED = 2 * FE_CHECK_SETS };

typedef struct Pipeline {
  Mem mem;
  const PipelineOrder *order;
  const Options *options;
  const SupLink *link;
  Monitor monitor;
  Settings settings;
  Checker checker;
  FeDiag diag;
  ScanProgram database;       /* of --compile-commands */
  FeFiles compiled[COMPILED]; /* by `compiled_number` */
  FeFiles files[ASK_VIEWS];   /* by ask_view_number */
  ExitCode code;
  double started; /* clock_now() */
} Pipeline;

/* ---- between stages ---- */

/* The run ends here.  Always false. */
static bool end(Pipeline *p, ExitCode code) {
  p->code = code;
  return false;
}

static bool goes_on_after(Pipeline *p, StageChoice stage) {
  return p->options->stop_after != (int)stage || end(p, EXIT_PROVED);
}

static bool is_dumped(const Pipeline *p, StageChoice stage) {
  return p->options->dump == (int)stage;
}

static void dump(const Text *text) {
  fwrite(text_get(text), 1, text->n, stdout);
  fflush(stdout);
}

/* At every arrow that carries a Program: validate and print. */
static bool leave_program(Pipeline *p, Question *q, const Program *program,
                          StageChoice stage) {
  assert(program && program->entry.id);
  Text text;
  bool good = true;
  text_init(&text, &p->mem);
#ifdef NDEBUG
  bool validate = p->options->check >= 1;
#else
  bool validate = true;
#endif
  if (validate && !prog_validate(program, &text)) {
    rep_say(REP_ERROR, "the program is not valid:\n%s", text_get(&text));
    artifacts_send_end(&q->checker, program, EXIT_INTERNAL, CAUSE_INTERNAL,
                       "internal error: invalid program");
    q->state = QUESTION_ENDED;
    good = false;
  }
  text_clear(&text);
  if (good && is_dumped(p, stage)) {
    prog_print(&text, program);
    dump(&text);
  }
  text_done(&text);
  return !good || goes_on_after(p, stage);
}

/* ---- C text to bitcode ---- */

/* The checks that questions need, and whether some are about memory or not. */
typedef struct Needs {
  uint32_t all, of_memory;
  bool memory, other_than_memory;
} Needs;

static Needs needs_of(const AskPlan *plan) {
  Needs needs = {0};
  for (uint32_t i = 0; i < plan->n; i++) {
    FeView view = ask_view(plan->kinds[i]);
    needs.all |= view.checks;
    if (view.memory) needs.of_memory |= view.checks;
    needs.memory |= view.memory;
    needs.other_than_memory |= !view.memory;
  }
  return needs;
}

static FeCompile compile_setup(Pipeline *p, uint32_t checks, bool marks_lives,
                               const char *directory) {
  const Options *options = p->options;
  return (FeCompile){
      .mem = &p->mem,
      .temp_dir = directory,
      .bits = opt_bits(options),
      .cores = opt_cores(options),
      .flags = options->flags,
      .n_flags = options->n_flags,
      .heap = options->malloc_may_fail ? FE_LACKS_MEMORY : FE_HAS_MEMORY,
      .units = p->database.units.n ? p->database.units.at : NULL,
      .assumptions = options->command == COMMAND_VALIDATE ? FE_PURE_ASSUMPTIONS
                                                          : FE_ANY_ASSUMPTIONS,
      .checks = checks,
      .lives = marks_lives ? FE_LIVES_MARKED : FE_LIVES_UNMARKED,
      .memory = needs_of(&p->order->plan).memory ? FE_CHECK_MEMORY
                                                 : FE_CHECK_NO_MEMORY};
}

/* The first message with a place; NULL: there is none. */
static const FeMessage *placed_message(const Pipeline *p) {
  for (uint32_t i = 0; i < p->diag.list.n; i++)
    if (p->diag.list.at[i].line) return &p->diag.list.at[i];
  return NULL;
}

/* What is wrong with what a witness says. */
static ExitCode fail_witness(Pipeline *p, const FeMessage *found) {
  assert(p->diag.list.n > 0);
  return artifacts_send_end(&p->checker, NULL, EXIT_FRONTEND, CAUSE_FRONTEND,
                            "program and witness do not compile: %s:%u: %.*s",
                            found->file, found->line,
                            (int)strcspn(found->text, "\n"), found->text);
}

/* Shows the messages; the first is the short reason.  Always false. */
static bool fail_frontend(Pipeline *p) {
  Text text;
  text_init(&text, &p->mem);
  fe_diag_print(&text, &p->diag);
  size_t first = strcspn(text_get(&text), "\n");
  rep_say(REP_ERROR, "%.*s", (int)first, text_get(&text));
  if (first < text.n) fputs(text_get(&text) + first + 1, stderr);
  assert(text.n); /* what went wrong is always in the list */
  const FeMessage *placed = placed_message(p);
  ExitCode code =
      p->options->command == COMMAND_VALIDATE && placed
          ? fail_witness(p, placed)
          : artifacts_send_end(&p->checker, NULL, EXIT_FRONTEND, CAUSE_FRONTEND,
                               "front end: %.*s",
                               first < 300 ? (int)first : 300, text_get(&text));
  text_done(&text);
  return end(p, code);
}

static void show_notes(Pipeline *p) {
  Text text;
  text_init(&text, &p->mem);
  fe_diag_print(&text, &p->diag);
  fputs(text_get(&text), stderr);
  text_done(&text);
  VEC_CLEAR(&p->diag.list);
}

static bool dump_modules(Pipeline *p, const FeFiles *files) {
  Text text;
  text_init(&text, &p->mem);
  bool good = fe_print_modules(&text, files, &p->diag);
  dump(&text);
  text_done(&text);
  return good;
}

/* The files as clang compiles them, with these checks of its own in the code
 * and perhaps marks of where locals die; the library models come along.  NULL:
 * the messages say why. */
static const FeFiles *compile(Pipeline *p, uint32_t checks, bool marks_lives) {
  uint32_t number = 2 * checks + marks_lives;
  require(number < COMPILED);
  FeFiles *files = &p->compiled[number];
  if (files->list.n) return files;
  VEC_CLEAR(&p->diag.list); /* the same notes again */
  Text directory;
  text_init(&directory, &p->mem);
  text_printf(&directory, "%s/compiled%u", p->link->temp_dir, number);
  FeCompile setup = compile_setup(p, checks, marks_lives, text_get(&directory));
  bool good = mkdir(setup.temp_dir, 0700) == 0;
  if (!good)
    fe_diag_add(&p->diag, NULL, 0, 0, "no room in the temporary directory: %s",
                strerror(errno));
  bool is_listed = setup.units != NULL;
  const char *const *inputs =
      is_listed ? p->database.files.at : p->options->files;
  uint32_t n = is_listed ? p->database.files.n : p->options->n_files;
  good = good && fe_compile(files, &setup, inputs, n, &p->diag) &&
         fe_add_models(files, &setup, &p->diag) &&
         (!is_dumped(p, STAGE_FRONTEND) || dump_modules(p, files));
  text_done(&directory);
  return good ? files : NULL;
}

/* The files for a question.  One run of the compiler serves all: a view leaves
 * out the checks of the others.  Marks of where locals die stand in the way of
 * other properties: where they matter they are made by a run of their own. */
static const FeFiles *compile_for(Pipeline *p, FeView view) {
  Needs needs = needs_of(&p->order->plan);
  if (!needs.other_than_memory) return compile(p, needs.all, true);
  const FeFiles *files = compile(p, needs.all, false);
  if (!files) return NULL;
  if (files->asks_for_checks && needs.all != view.checks)
    return compile(p, view.checks, view.memory);
  if (view.memory && fe_lives_matter(&p->mem, files->list.at, files->list.n))
    return compile(p, needs.of_memory, true);
  return files;
}

static bool make_view(Pipeline *p, FeView view) {
  FeFiles *files = &p->files[ask_view_number(view)];
  if (files->list.n) return true; /* another question looks at the same */
  const FeFiles *compiled = compile_for(p, view);
  if (compiled) fe_files_view(files, compiled, view);
  return compiled != NULL;
}

/* The program's files and their flags, from a compilation database. */
static bool find_files(Pipeline *p) {
  const Options *options = p->options;
  if (!options->compile_commands) return true;
  Text problem;
  text_init(&problem, &p->mem);
  ScanWanted wanted = {.database = options->compile_commands,
                       .files = options->files,
                       .n_files = options->n_files,
                       .cores = opt_cores(options),
                       .temp_dir = p->link->temp_dir};
  bool good = scan_find_program(&p->database, &wanted, &problem);
  if (!good) fe_diag_add(&p->diag, NULL, 0, 0, "%s", text_get(&problem));
  for (uint32_t i = options->n_files; good && i < p->database.files.n; i++)
    rep_say(REP_NOTE, "with %s", p->database.files.at[i]);
  for (uint32_t i = 0; good && i < p->database.files.n; i++) {
    const char *file = p->database.files.at[i];
    uint32_t ways = scan_ways_to_compile(&p->database, file);
    if (ways > 1)
      rep_say(REP_NOTE, "%s is compiled in %u ways; one of them is checked",
              file, ways);
  }
  text_done(&problem);
  return good;
}

static bool stage_frontend(Pipeline *p) {
  const AskPlan *plan = &p->order->plan;
  monitor_begin(&p->monitor, "frontend");
  bool good = find_files(p);
  for (uint32_t i = 0; i < plan->n && good; i++)
    good = make_view(p, ask_view(plan->kinds[i]));
  monitor_end(&p->monitor, "frontend");
  if (!good) return fail_frontend(p);
  show_notes(p);
  return goes_on_after(p, STAGE_FRONTEND);
}

/* ---- bitcode to our own Program ---- */

/* Where the program starts, which the reader takes to be main. */
static bool set_entry(Pipeline *p, Program *read) {
  const char *entry = p->order->property->entry;
  require(entry && read);
  FuncId found = prog_find_entry(read, entry);
  if (found.id && prog_func(read, found)->state == FUNC_DEFINED) {
    read->entry = found;
    return true;
  }
  fe_diag_add(&p->diag, NULL, 0, 0,
              "there is no function '%s' with a body to start from; say where "
              "with --entry=NAME",
              entry);
  return false;
}

/* Does what a witness says only look? */
static bool inspect_witness(Pipeline *p, const Program *read) {
  if (!p->order->witness) return true;
  Text problem;
  text_init(&problem, &p->mem);
  bool good = wit_inspect(read, p->order->witness, &problem);
  if (!good)
    end(p, artifacts_send_end(&p->checker, read, EXIT_UNKNOWN, CAUSE_WITNESS,
                              "not confirmed: %s", text_get(&problem)));
  text_done(&problem);
  return good;
}

static bool leave_read(Pipeline *p, Question *q) {
  if (!set_entry(p, q->read)) return fail_frontend(p);
  return inspect_witness(p, q->read) &&
         leave_program(p, q, q->read, STAGE_PROGRAM);
}

/* ---- the transition system ---- */

static void print_system(Pipeline *p, const Question *q) {
  Text text;
  text_init(&text, &p->mem);
  if (is_dumped(p, STAGE_TS)) {
    ts_print(&text, q->system.ts, (TsFormat)p->options->dump_format);
    dump(&text);
  }
  if (q->settings.draw_graph) {
    text_clear(&text);
    ts_print(&text, q->system.ts, TS_GRAPHVIZ);
    rep_draw(&text, q->settings.draw_graph, p->link->temp_dir);
  }
  text_done(&text);
}

/* ---- between the stages of a question ---- */

/* A stage that the user wants to end after ends all questions behind it. */
static bool leave(void *context, Question *q, AskStage stage) {
  Pipeline *p = context;
  switch (stage) {
  case ASK_READ: return leave_read(p, q);
  case ASK_PASSED:
    return leave_program(p, q, q->snapshots.program, STAGE_PASSES);
  case ASK_ENCODED: print_system(p, q); return goes_on_after(p, STAGE_TS);
  }
  unreachable_case();
}

static void fail(void *context) {
  fail_frontend(context);
}

/* ---- all of it ---- */

static void init(Pipeline *p, const PipelineOrder *order, const SupLink *link) {
  const Options *options = order->options;
  require(order->property->kinds && link->temp_dir[0]);
  *p = (Pipeline){
      .order = order, .options = options, .link = link, .started = clock_now()};
  mem_init(&p->mem, 0);
  monitor_init(&p->monitor, &p->mem, link, opt_log_level(options));
  fe_diag_init(&p->diag, &p->mem);
  for (uint32_t i = 0; i < ASK_VIEWS; i++) fe_files_init(&p->files[i], &p->mem);
  for (uint32_t i = 0; i < COMPILED; i++)
    fe_files_init(&p->compiled[i], &p->mem);
  scan_program_init(&p->database, &p->mem, opt_bits(options));
  p->settings = settings_from(options);
  p->checker = (Checker){.mem = &p->mem,
                         .settings = &p->settings,
                         .property = order->property,
                         .files = &p->files[0],
                         .report = order->report,
                         .temp_dir = link->temp_dir,
                         .monitor = &p->monitor};
}

static void done(Pipeline *p) {
  for (uint32_t i = 0; i < ASK_VIEWS; i++) fe_files_done(&p->files[i]);
  for (uint32_t i = 0; i < COMPILED; i++) fe_files_done(&p->compiled[i]);
  scan_program_done(&p->database);
  fe_diag_done(&p->diag);
  monitor_done(&p->monitor);
  mem_done(&p->mem);
}

static bool ask_all_questions(Pipeline *p) {
  AskOrder order = {.mem = &p->mem,
                    .plan = &p->order->plan,
                    .property = p->order->property,
                    .settings = &p->settings,
                    .files = p->files,
                    .report = p->order->report,
                    .link = p->link,
                    .frontend = &VEC_LAST(&p->monitor.stats.stages),
                    .diag = &p->diag,
                    .log_level = p->monitor.log_level,
                    .started = p->started,
                    .lists_sites = p->options->all_sites,
                    .leave = leave,
                    .fail = fail,
                    .context = p};
  ExitCode code;
  if (!ask_run(&order, &code)) return false;
  return end(p, code);
}

ExitCode pipeline_run(const SupLink *link, void *order) {
  Pipeline p;
  init(&p, order, link);
  (void)(stage_frontend(&p) && ask_all_questions(&p));
  ExitCode code = p.code;
  done(&p);
  return code;
}
