/* SPDX-License-Identifier: MIT
 *
 * The order of the passes, with a count after each.
 *
 * Property before everything but naming the inputs: nothing may fold or drop
 * code before the errors are in it.  Calls are resolved before the entry's
 * parameters go (a function of our own may call main), and everything is
 * inlined before memory is looked at, because points-to is sharper in one
 * function. */
#include "pass/pass.h"
#include "pass/over/over.h"
#include "pass/edit.h"
#include "analysis/analysis.h"
#include "ir/io.h"

typedef struct Runner {
  Program *p;
  const Property *property;
  const PassOptions *options;
  PassResult result;
  uint32_t promoted;
} Runner;

static void run_externs(Runner *r) {
  pass_externs(r->p, r->property, r->options->host);
}
static void run_property(Runner *r) {
  r->result = pass_property(r->p, r->property);
}
static void run_entry(Runner *r) {
  r->result = pass_entry(r->p, r->property, r->options->arguments);
}
static bool is_recursive(const Program *p) {
  CallGraph *calls = prog_calls_new(p, NULL);
  bool found = false;
  for (uint32_t f = 1; f < calls->n_funcs; f++)
    found |= calls->recursive[f] && calls->reachable[f];
  prog_calls_free(calls);
  return found;
}

static void run_calls(Runner *r) {
  pass_resolve_calls(r->p);
  if (r->options->recursive && is_recursive(r->p))
    *r->options->recursive = prog_clone(r->p);
}

static void run_inline(Runner *r) {
  pass_inline(r->p, &r->options->inlining);
}
static void run_clean(Runner *r) {
  pass_clean(r->p);
}
static void run_validity(Runner *r) {
  pass_validity(r->p);
}
static void run_memory(Runner *r) {
  r->promoted += pass_memory(r->p);
}
/* What was written out has constant addresses: memory is looked at again. */
static void run_unroll(Runner *r) {
  enum { MOST_INSTS = 20000 };
  if (!r->p->entry.id) return;
  Program **rolled = r->options->rolled;
  if (rolled && pass_can_simplify(r->p)) *rolled = prog_clone(r->p);
  if (!pass_unroll(r->p, PASS_UNROLL_MEMORY, MOST_INSTS)) {
    if (rolled && *rolled) prog_free(*rolled);
    if (rolled) *rolled = NULL;
    return;
  }
  r->promoted += pass_memory(r->p);
  pass_clean(r->p);
}
static void run_slice(Runner *r) {
  pass_slice(r->p);
}

typedef struct PassRow {
  const char *name;
  void (*run)(Runner *r);
} PassRow;

static const PassRow pass_rows[] = {
    {"externs", run_externs},   {"property", run_property},
    {"entry", run_entry},       {"calls", run_calls},
    {"inline", run_inline},     {"clean", run_clean},
    {"validity", run_validity}, {"clean validity", run_clean},
    {"memory", run_memory},     {"clean memory", run_clean},
    {"unroll", run_unroll},     {"slice", run_slice},
    {"clean again", run_clean},
};

static void count(PassRun *run, const Program *p, const char *pass,
                  double seconds) {
  PassStat stat = {.pass = pass, .seconds = seconds};
  for (uint32_t i = 1; i < p->funcs.n; i++) {
    const Function *f = &p->funcs.at[i];
    if (f->state != FUNC_DEFINED) continue;
    stat.functions++;
    stat.blocks += f->blocks.n;
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
        Op op = f->insts.at[f->blocks.at[b].insts.at[k]].op;
        stat.insts += op != OP_DBG && op != OP_DBG_ADDR;
      }
  }
  require(run->n_stats < sizeof run->stats / sizeof *run->stats);
  run->stats[run->n_stats++] = stat;
}

void pass_check_valid(const Program *p, const char *pass, PassCheck check) {
#ifdef NDEBUG
  if (check == PASS_CHECK_NONE) return;
#else
  (void)check;
#endif
  Text problems;
  text_init(&problems, p->mem);
  if (!prog_validate(p, &problems))
    die(EXIT_INTERNAL, "the program is not valid after pass '%s':\n%s", pass,
        text_get(&problems));
  text_done(&problems);
}

static uint32_t first_pass(const PassOptions *options) {
  uint32_t i = 0;
  if (!options->start_after) return 0;
  while (strcmp(pass_rows[i].name, options->start_after) != 0)
    require(++i < sizeof pass_rows / sizeof *pass_rows);
  return i + 1;
}

PassRun pass_run_all(Program *p, const Property *property,
                     const PassOptions *options) {
  PassRun run = {.result = {PASS_OK, ""}};
  Runner r = {p, property, options, {PASS_OK, ""}, 0};
  count(&run, p, "read", 0);
  for (uint32_t i = first_pass(options);
       i < sizeof pass_rows / sizeof *pass_rows; i++) {
    double start = clock_now();
    pass_rows[i].run(&r);
    run.result = r.result;
    run.promoted = r.promoted;
    if (r.result.status != PASS_OK) return run;
    count(&run, p, pass_rows[i].name, clock_now() - start);
    if (p->entry.id) pass_check_valid(p, pass_rows[i].name, options->check);
    if (options->look)
      options->look(options->look_context, p, pass_rows[i].name);
    if (options->stop_after &&
        strcmp(options->stop_after, pass_rows[i].name) == 0)
      break;
  }
  return run;
}
