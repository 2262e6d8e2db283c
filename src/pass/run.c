/* SPDX-License-Identifier: MIT
 *
 * The order of the passes, with a count after each.
 *
 * Inputs are named first (externs).  Then the property: nothing may fold or
 * drop code before the errors are in it.  The entry gets its parameters as
 * inputs before calls are resolved, for a function of the program may call
 * main, too.  What never runs is dropped before that, as far as globals that
 * never change tell: pointers there lead everywhere.  What recursion can be a
 * loop is made one before calls are expanded.  Everything is inlined before
 * memory is looked at, because points-to is sharper in one function.  Validity
 * comes before memory: it adds variables that memory then promotes; where
 * accesses are not what is checked, uses of dead objects take its place.  Loops
 * over memory with a known number of rounds are unrolled after that, since
 * their bounds may have been in memory; then it is seen what folds of such
 * loops have in common.  Slicing is last: it sees what is left. */
#include "pass/pass.h"
#include "pass/edit.h"
#include "pass/pass_int.h"
#include "analysis/analysis.h"
#include "analysis/sites.h"
#include "ir/io.h"

typedef struct Runner {
  Program *p;
  const Property *property;
  const PassOptions *options;
  PassRun *run;
} Runner;

static void run_externs(Runner *r) {
  pass_externs(r->p, r->property, r->options->host);
}
static void run_property(Runner *r) {
  r->run->result = pass_property(r->p, r->property);
}
/* Where nothing that may be called fails or is not understood, it does not
 * matter what the program does; but where it never ends, memory may be lost
 * although there is no end that asks (memory/validity.c). */
static void drop_harmless(Program *p) {
  ProgChecks checks = prog_checks(p);
  if (checks.kinds || checks.is_unsupported) return;
  if (prog_find_global(p, MEMORY_ROUNDS).id) return;
  Function *entry = prog_func(p, p->entry);
  Edit edit;
  flow_drop_body(p, entry);
  entry->state = FUNC_DEFINED;
  edit_init(&edit, p, entry);
  edit.at = edit_block(&edit, "");
  edit.loc = entry->loc;
  edit_named(&edit, OP_STOP, "nothing to check");
  edit_done(&edit);
}
static void run_entry(Runner *r) {
  r->run->result = pass_entry(r->p, r->property, r->options->arguments);
  if (r->run->result.status == PASS_OK &&
      r->options->harmless == PASS_HARMLESS_DROPPED)
    drop_harmless(r->p);
}
static void run_settled(Runner *r) {
  if (r->p->entry.id) (void)pass_settled(r->p);
}
static void run_calls(Runner *r) {
  /* What calls of the wrong type do to memory is what memory properties ask. */
  pass_resolve_calls(r->p, prog_property_is_memory(r->property)
                               ? PASS_STRANGERS_STAY
                               : PASS_STRANGERS_LEFT_OUT);
}
static bool has_error(const Function *f) {
  for (uint32_t b = 0; f->state == FUNC_DEFINED && b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      if (f->insts.at[f->blocks.at[b].insts.at[i]].op == OP_ERROR) return true;
  return false;
}
static void run_tails(Runner *r) {
  (void)pass_tails(r->p);
}
static void run_inline(Runner *r) {
  pass_inline(r->p, &r->options->inlining);
  r->p->checked = PROG_ERRORS_NONE;
  for (uint32_t f = 1; f < r->p->funcs.n; f++)
    if (has_error(&r->p->funcs.at[f])) r->p->checked = PROG_ERRORS_SOME;
}
static void run_clean(Runner *r) {
  pass_clean(r->p);
}
static void run_validity(Runner *r) {
  if (!(r->property->kinds >> PROPERTY_VALID_DEREF & 1) && r->p->entry.id)
    pass_dangling(r->p, r->property->dead == DEAD_ENDS ? PASS_DEAD_ENDS
                                                       : PASS_DEAD_UNJUDGED);
  pass_validity(r->p);
}
static void run_memory(Runner *r) {
  r->run->promoted += pass_memory(r->p);
}
/* What was unrolled has constant addresses: memory is looked at again. */
static void run_unroll(Runner *r) {
  enum { MOST_INSTS = 20000 };
  if (!r->p->entry.id) return;
  r->run->unrolled = pass_unroll(r->p, PASS_UNROLL_MEMORY, MOST_INSTS);
  if (!r->run->unrolled) return;
  r->run->promoted += pass_memory(r->p);
  pass_clean(r->p);
}
/* Places that unrolling made constant are no matter for it any more. */
static void run_elements(Runner *r) {
  if (!r->p->entry.id || !pass_elements(r->p)) return;
  pass_clean(r->p);
  r->run->promoted += pass_memory(r->p);
  pass_clean(r->p);
}
static void run_equal(Runner *r) {
  if (r->p->entry.id && pass_equal(r->p)) pass_clean(r->p);
}
static void run_slice(Runner *r) {
  pass_slice(r->p);
}

typedef struct PassRow {
  const char *name;
  void (*run)(Runner *r);
} PassRow;

static const PassRow pass_rows[PASS_ID_COUNT] = {
#define X(id, name, run) {name, run},
    PASS_TABLE(X)
#undef X
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

/* The analyses that passes and encoder use on this program.  In debug builds
 * they validate themselves wherever they are made. */
static void check_analyses(const Program *p) {
  PointsTo *points = prog_points_new(p);
  prog_points_validate(points);
  Regions *regions = prog_regions_new(p, points);
  prog_regions_validate(regions);
  prog_regions_free(regions);
  prog_points_free(points);
}

void pass_check_valid(const Program *p, const char *pass, PassCheck check) {
#ifdef NDEBUG
  if (check == PASS_CHECK_NONE) return;
#endif
  Text problems;
  text_init(&problems, p->mem);
  if (!prog_validate(p, &problems))
    die(EXIT_INTERNAL, "the program is not valid after pass '%s':\n%s", pass,
        text_get(&problems));
  text_done(&problems);
  if (check == PASS_CHECK_VALID) check_analyses(p);
}

PassId pass_find(const char *name) {
  PassId id = PASS_ID_FIRST;
  while (id < PASS_ID_COUNT && strcmp(pass_rows[id].name, name) != 0) id++;
  return id;
}

void pass_run(PassRun *run, Program *p, const Property *property,
              const PassOptions *options, PassId first, PassId last) {
  require(first <= last && last < PASS_ID_COUNT);
  require(run->n_stats == 0 || first == run->next); /* none is left out */
  if (run->n_stats == 0) {
    run->result = (PassResult){PASS_OK, ""};
    count(run, p, "read", 0);
  }
  Runner r = {p, property, options, run};
  for (PassId id = first; id <= last; id++) {
    if (run->result.status != PASS_OK) return;
    double start = clock_now();
    pass_rows[id].run(&r);
    if (run->result.status != PASS_OK) return;
    count(run, p, pass_rows[id].name, clock_now() - start);
    run->next = id + 1;
    if (p->entry.id) pass_check_valid(p, pass_rows[id].name, options->check);
  }
}

PassRun pass_run_all(Program *p, const Property *property,
                     const PassOptions *options) {
  PassRun run = {0};
  pass_run(&run, p, property, options, PASS_ID_FIRST, PASS_ID_LAST);
  return run;
}
