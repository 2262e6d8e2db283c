/* SPDX-License-Identifier: MIT
 *
 * The first file to read: the way of the data, one function per stage.
 *
 *   C text -clang-> bitcode -read-> Program -passes-> Snapshots -encode->
 * System -decide-> verdict
 *
 * Each stage takes what the one before made, validates and prints its result
 * (--dump), and returns whether to go on: it does not when the user said
 * --stop-after, or when the end is known; then `code` is that of the process.
 */
#include "cli/pipeline.h"

#include "check/artifacts.h"
#include "check/decide.h"
#include "cli/settings.h"
#include "ir/io.h"
#include "report/draw.h"

typedef struct Pipeline {
  Mem mem;
  const PipelineOrder *order;
  const Options *options;
  const SupLink *link;
  Monitor monitor;
  Settings settings;
  Checker checker;
  FeDiag diag;
  FeFiles files;
  Program *read;       /* until it becomes a snapshot */
  Snapshots snapshots; /* from stage `passes` on */
  System system;       /* from stage `ts` on */
  ExitCode code;
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
static bool leave_program(Pipeline *p, const Program *program,
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
    good = end(p, artifacts_send_end(&p->checker, program, EXIT_INTERNAL,
                                     CAUSE_INTERNAL,
                                     "internal error: invalid program"));
  }
  text_clear(&text);
  if (good && is_dumped(p, stage)) {
    prog_print(&text, program);
    dump(&text);
  }
  text_done(&text);
  return good && goes_on_after(p, stage);
}

/* ---- C text to bitcode ---- */

static bool checks(const Pipeline *p, PropertyKind kind) {
  return p->order->property->kinds >> kind & 1;
}

/* Which checks of its own clang adds (frontend/clang/clang.h). */
static int compiler_checks(const Pipeline *p) {
  bool division = checks(p, PROPERTY_NO_DIV_ZERO);
  bool shift = checks(p, PROPERTY_NO_BAD_SHIFT);
  if (checks(p, PROPERTY_NO_OVERFLOW)) return FE_CHECK_OVERFLOW;
  if (prog_property_is_memory(p->order->property)) return FE_CHECK_LIVES;
  if (division && shift) return FE_CHECK_BOTH;
  if (division) return FE_CHECK_DIVISION;
  return shift ? FE_CHECK_SHIFT : FE_CHECK_NOTHING;
}

static FeCompile compile_setup(Pipeline *p) {
  const Options *options = p->options;
  return (FeCompile){
      .mem = &p->mem,
      .temp_dir = p->link->temp_dir,
      .bits = opt_bits(options),
      .cores = opt_cores(options),
      .flags = options->flags,
      .n_flags = options->n_flags,
      .assumptions = options->command == COMMAND_VALIDATE ? FE_PURE_ASSUMPTIONS
                                                          : FE_ANY_ASSUMPTIONS,
      .checks = compiler_checks(p),
      .init = p->order->property->kinds >> PROPERTY_VALID_INIT & 1
                  ? FE_CHECK_INIT
                  : FE_CHECK_NO_INIT,
      .memory = prog_property_is_memory(p->order->property)
                    ? FE_CHECK_MEMORY
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
  return artifacts_send_end(&p->checker, p->read, EXIT_FRONTEND, CAUSE_FRONTEND,
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
          : artifacts_send_end(&p->checker, p->read, EXIT_FRONTEND,
                               CAUSE_FRONTEND, "front end: %.*s",
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

static bool dump_modules(Pipeline *p) {
  Text text;
  text_init(&text, &p->mem);
  bool good = fe_print_modules(&text, &p->files, &p->diag);
  dump(&text);
  text_done(&text);
  return good;
}

/* By clang; the library models come along. */
static bool stage_frontend(Pipeline *p) {
  const Options *options = p->options;
  FeCompile setup = compile_setup(p);
  monitor_begin(&p->monitor, "frontend");
  bool good = fe_compile(&p->files, &setup, options->files, options->n_files,
                         &p->diag) &&
              fe_add_models(&p->files, &setup, &p->diag);
  monitor_end(&p->monitor, "frontend");
  if (!good) return fail_frontend(p);
  show_notes(p);
  if (is_dumped(p, STAGE_FRONTEND) && !dump_modules(p)) return fail_frontend(p);
  return goes_on_after(p, STAGE_FRONTEND);
}

/* ---- bitcode to our own Program ---- */

/* Where the program starts, which the reader takes to be main. */
static bool set_entry(Pipeline *p) {
  const char *entry = p->order->property->entry;
  require(entry && p->read);
  FuncId found = prog_find_entry(p->read, entry);
  if (found.id && prog_func(p->read, found)->state == FUNC_DEFINED) {
    p->read->entry = found;
    return true;
  }
  fe_diag_add(&p->diag, NULL, 0, 0,
              "there is no function '%s' with a body to start from; say where "
              "with --entry=NAME",
              entry);
  return false;
}

/* Does what a witness says only look? */
static bool inspect_witness(Pipeline *p) {
  if (!p->order->witness) return true;
  Text problem;
  text_init(&problem, &p->mem);
  bool good = wit_inspect(p->read, p->order->witness, &problem);
  if (!good)
    end(p, artifacts_send_end(&p->checker, p->read, EXIT_UNKNOWN, CAUSE_WITNESS,
                              "not confirmed: %s", text_get(&problem)));
  text_done(&problem);
  return good;
}

/* What neither our checks nor clang's can see goes into the ledger. */
static void note_unseen(Pipeline *p) {
  if (checks(p, PROPERTY_NO_OVERFLOW))
    fe_note_unseen_overflows(p->read, &p->files);
  if (checks(p, PROPERTY_NO_DIV_ZERO) || checks(p, PROPERTY_NO_BAD_SHIFT))
    fe_note_unseen_operands(p->read, &p->files);
}

static bool stage_program(Pipeline *p) {
  require(!p->read && p->files.list.n > 0);
  monitor_begin(&p->monitor, "program");
  bool good = fe_read_modules(&p->read, &p->mem, p->files.list.at,
                              p->files.list.n, &p->diag);
  if (good) note_unseen(p);
  monitor_end(&p->monitor, "program");
  if (!good || !set_entry(p)) return fail_frontend(p);
  return inspect_witness(p) && leave_program(p, p->read, STAGE_PROGRAM);
}

/* ---- passes, concrete runs ---- */

static bool stage_passes(Pipeline *p) {
  require(p->read && !p->snapshots.program);
  monitor_begin(&p->monitor, "passes");
  Program *read = p->read;
  p->read = NULL;
  PassResult result = snapshots_make(&p->snapshots, read, p->order->property,
                                     &p->settings, &p->monitor);
  monitor_end(&p->monitor, "passes");
  if (result.status == PASS_UNSUPPORTED)
    return end(p, artifacts_send_end(&p->checker, p->snapshots.program,
                                     EXIT_UNKNOWN, CAUSE_UNSUPPORTED,
                                     "unsupported: %s", result.message));
  return leave_program(p, p->snapshots.program, STAGE_PASSES);
}

/* ---- the transition system ---- */

static void print_system(Pipeline *p) {
  Text text;
  text_init(&text, &p->mem);
  if (is_dumped(p, STAGE_TS)) {
    ts_print(&text, p->system.ts, (TsFormat)p->options->dump_format);
    dump(&text);
  }
  if (p->options->draw_graph) {
    text_clear(&text);
    ts_print(&text, p->system.ts, TS_GRAPHVIZ);
    rep_draw(&text, p->options->draw_graph, p->link->temp_dir);
  }
  text_done(&text);
}

static bool stage_ts(Pipeline *p) {
  require(p->snapshots.program && !p->system.ts);
  Task exact = attempt_task(&p->checker, p->snapshots.program, &variant_exact);
  monitor_begin(&p->monitor, "ts");
  system_encode(&p->system, &p->checker, &exact);
  monitor_end(&p->monitor, "ts");
  print_system(p);
  return goes_on_after(p, STAGE_TS);
}

/* ---- all of it ---- */

static void init(Pipeline *p, const PipelineOrder *order, const SupLink *link) {
  const Options *options = order->options;
  require(order->property->kinds && link->temp_dir[0]);
  *p = (Pipeline){.order = order, .options = options, .link = link};
  mem_init(&p->mem, 0);
  monitor_init(&p->monitor, &p->mem, link, opt_log_level(options));
  fe_diag_init(&p->diag, &p->mem);
  fe_files_init(&p->files, &p->mem);
  p->settings = settings_from(options);
  p->checker = (Checker){.mem = &p->mem,
                         .settings = &p->settings,
                         .property = order->property,
                         .files = &p->files,
                         .report = order->report,
                         .temp_dir = link->temp_dir,
                         .monitor = &p->monitor,
                         .store = term_store_new(&p->mem),
                         .budget = {.tick_limit = p->settings.inject_tick}};
}

static void done(Pipeline *p) {
  if (p->system.ts) system_done(&p->system, &p->checker);
  if (p->snapshots.program) snapshots_done(&p->snapshots);
  if (p->read) prog_free(p->read);
  term_store_free(p->checker.store);
  fe_files_done(&p->files);
  fe_diag_done(&p->diag);
  monitor_done(&p->monitor);
  mem_done(&p->mem);
}

static bool stage_decide(Pipeline *p) {
  require(p->system.ts);
  if (p->settings.seconds > 0)
    p->checker.budget.deadline = clock_now() + p->settings.seconds;
  return end(p, decide(&p->checker, &p->snapshots, &p->system));
}

ExitCode pipeline_run(const SupLink *link, void *order) {
  Pipeline p;
  init(&p, order, link);
  (void)(stage_frontend(&p) && stage_program(&p) && stage_passes(&p) &&
         stage_ts(&p) && stage_decide(&p));
  ExitCode code = p.code;
  done(&p);
  return code;
}
