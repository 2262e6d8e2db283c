/* SPDX-License-Identifier: MIT
 *
 * Queries from C files: each function of a file is made the entry of a program
 * of its own, with what it calls inlined and loops of known length written out
 * as far as that stays small, and every edge of its transition system becomes a
 * query.  The
 * file is read once; passes work on a clone for each function. */
#include "cli/paq_make.h"

#include "encode/encode.h"
#include "frontend/clang/clang.h"
#include "frontend/frontend.h"
#include "predabs/predabs.h"
#include "pass/pass.h"
#include "query/query.h"
#include "report/report.h"

#define MAX_INSTS    2000u /* after inlining */
#define MAX_UNROLLED 4000u /* after writing out loops */

typedef struct Make {
  const PaqMake *order;
  const char *file;
  const char *function;
  Mem *mem;
  FeFiles files;
  FeDiag diag;
  Program *program; /* as read */
  TermStore *store;
  uint32_t n_written;
} Make;

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void write_query(void *context, const Query *query) {
  Make *make = context;
  if (query->predicates.n < make->order->least_predicates) return;
  Text path, text;
  text_init(&path, make->mem);
  text_init(&text, make->mem);
  text_printf(&path, "%s/%s-%s-%u.smt2", make->order->directory,
              base_name(make->file), make->function, query->edge.id);
  predabs_print(&text, make->store, query->parts.at, query->parts.n,
                query->predicates.at, query->predicates.n);
  if (file_write(text_get(&path), text_get(&text), text.n))
    make->n_written++;
  else
    rep_say(REP_ERROR, "cannot write %s", text_get(&path));
  text_done(&path);
  text_done(&text);
}

/* The program of one function; NULL: cannot be made. */
static Program *program_of(Make *make) {
  Program *program = prog_clone(make->program);
  program->entry = prog_find_function(program, make->function);
  require(program->entry.id);
  Property property = {.kinds = PROPERTY_OWN_ERRORS, .entry = make->function};
  PassOptions options = PASS_DEFAULTS;
  options.inlining = (InlineOptions){.max_insts = MAX_INSTS};
  options.harmless = PASS_HARMLESS_KEPT;
  PassRun passes = {0};
  pass_run(&passes, program, &property, &options, PASS_ID_FIRST,
           PASS_ID_CLEAN_MEMORY);
  if (passes.result.status != PASS_OK) {
    prog_free(program);
    return NULL;
  }
  if (pass_unroll(program, PASS_UNROLL_ALL, MAX_UNROLLED)) {
    pass_memory(program);
    pass_clean(program);
  }
  return program;
}

static void make_function(Make *make) {
  Program *program = program_of(make);
  if (!program) return;
  make->store = term_store_new(make->mem);
  EncOptions options = {.blocks = ENC_CUTSET, .exits = ENC_KEEP_EXITS};
  Ts *ts = enc_program(make->mem, make->store, program, &options);
  query_all(ts, write_query, make);
  ts_free(ts);
  term_store_free(make->store);
  prog_free(program);
}

/* The file's own functions. */
static void list_functions(const Make *make, Names *list) {
  for (uint32_t i = 1; i < make->program->funcs.n; i++) {
    const Function *f = prog_func(make->program, (FuncId){i});
    if (f->state == FUNC_DEFINED && f->origin == FUNC_USER)
      names_add(list, f->name);
  }
}

static bool compile(Make *make, const SupLink *link) {
  const Options *options = make->order->options;
  FeCompile setup = {.mem = make->mem,
                     .temp_dir = link->temp_dir,
                     .bits = opt_bits(options),
                     .cores = 1,
                     .flags = options->flags,
                     .n_flags = options->n_flags};
  bool is_good = fe_compile(&make->files, &setup, &make->file, 1, &make->diag);
  if (is_good && fe_add_models(&make->files, &setup, &make->diag)) return true;
  Text text;
  text_init(&text, make->mem);
  fe_diag_print(&text, &make->diag);
  rep_say(REP_ERROR, "%s: %s", make->file, text_get(&text));
  text_done(&text);
  return false;
}

ExitCode paq_make(const SupLink *link, void *context) {
  const PaqMake *order = context;
  Mem mem;
  mem_init(&mem, 0);
  Make make = {.order = order, .file = order->file, .mem = &mem};
  fe_files_init(&make.files, &mem);
  fe_diag_init(&make.diag, &mem);
  Names functions;
  names_init(&functions, &mem);
  bool is_good = compile(&make, link);
  bool is_read =
      is_good && fe_read_modules(&make.program, &mem, make.files.list.at,
                                 make.files.list.n, &make.diag);
  if (is_read) list_functions(&make, &functions);
  for (uint32_t i = 0; i < functions.list.n; i++) {
    make.function = names_text(&functions, i);
    make_function(&make);
    char line[32];
    int n = snprintf(line, sizeof line, "%u", make.n_written);
    sup_send(link, SUP_BODY, line, (size_t)n);
  }
  if (make.program) prog_free(make.program);
  names_done(&functions);
  fe_diag_done(&make.diag);
  fe_files_done(&make.files);
  mem_done(&mem);
  return is_good ? EXIT_PROVED : EXIT_FRONTEND;
}
