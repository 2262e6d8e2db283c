/* SPDX-License-Identifier: MIT
 *
 * Violations, run.
 *
 * The engine's word is not enough for a finding: where that is possible, the
 * function is compiled behind a driver that gives it the parameters, the memory
 * and the answers of the counterexample (sites/plan.c), and run, first by the
 * interpreter and then by the machine (replay/replay.h).  A finding is
 * "replayed" if both runs end at its very place.
 *
 * A run that comes to an end without a fault contradicts the finding: it is
 * taken back, to `unknown`.  Any other end shows nothing (the run needs values
 * that the counterexample does not speak of, and zeros or pointers to spare
 * memory were wrong): the finding stays, "not replayed", with the reason.
 *
 * Each run has a process of its own, with limits of memory and time.  Of
 * findings with the same cause one is shown by a run.  All runs together get as
 * much time as the search took, or a few seconds; what is left over then is
 * tried by the next scan. */
#include "scan/replay_int.h"

#include "process/child.h"
#include "process/pipe.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static const double seconds_run = 15, seconds_all = 60, seconds_least = 5;
static const uint64_t bytes_min = (uint64_t)1 << 31;

/* A finding whose run is asked for; texts live in the arena of the stage. */
typedef struct Wanted {
  const char *key, *place, *plan;
  const char *cause; /* findings of one cause share it; "" alone */
  uint32_t site, check;
} Wanted;

typedef struct Stage {
  const ScanReplay *setup;
  Arena texts;
  Vec(Wanted) wanted;
  FeLinked *linked; /* the group; each child spoils its copy */
  Names shown;      /* causes of which a finding was replayed */
} Stage;

/* ---- one run, in a process of its own ---- */

/* What memory holds of which the counterexample does not speak. */
typedef enum Filled { FILLED_ZEROS, FILLED_POINTERS } Filled;

typedef struct Try {
  const Stage *stage;
  const Wanted *wanted;
  const ScanPlan *plan;
  Filled filled;
  Mem *mem;
  EvPlaced *placed;
  uint32_t n_placed;
  Text *out; /* a letter: R(eplayed), N(ot), C(ontradicted), then why */
} Try;

static const char *block_name(Arena *texts, uint32_t number) {
  assert(number < 1u << 16);
  return arena_printf(texts, FE_DRIVER_BLOCK ".%u", number);
}

/* Is the error where the finding is? */
static bool is_at_place(const Try *t, const EvReplay *replay) {
  assert(replay->result.error < replay->original->errors.n);
  Text place;
  text_init(&place, t->mem);
  LocId loc = replay->original->errors.at[replay->result.error].loc;
  scan_put_place(&place, replay->original, loc);
  bool same = strcmp(text_get(&place), t->wanted->place) == 0;
  text_done(&place);
  return same;
}

/* Is it the library that fails, in the way the finding says?  The site is its
 * call then. */
static bool is_in_library(const Try *t, const EvReplay *replay) {
  const Program *p = replay->original;
  const ErrorSite *error = &p->errors.at[replay->result.error];
  PropertyKind kind = prog_property_by_name(error->property);
  return prog_func(p, replay->result.func)->origin == FUNC_MODEL &&
         kind != PROPERTY_COUNT &&
         (scan_check_kinds((ScanCheck)t->wanted->check) >> kind & 1) != 0;
}

static void report(const Try *t, char letter, const char *format, ...)
    BASE_PRINTF(3, 4);
static void report(const Try *t, char letter, const char *format, ...) {
  assert(letter == 'R' || letter == 'N' || letter == 'C');
  va_list args;
  char why[400];
  va_start(args, format);
  vsnprintf(why, sizeof why, format, args);
  va_end(args);
  text_clear(t->out);
  text_char(t->out, letter);
  text_add(t->out, why);
}

static void report_elsewhere(const Try *t, const EvReplay *replay) {
  Text place;
  text_init(&place, t->mem);
  prog_print_loc(&place, replay->original, replay->result.loc);
  report(t, 'N', "it fails before, at %s", text_get(&place));
  text_done(&place);
}

/* The library's own places are not the user's; its functions have names, but
 * for the helpers of its models. */
static void report_other_end(const Try *t, const EvReplay *replay) {
  const InterpResult *result = &replay->result;
  const Function *f = prog_func(replay->original, result->func);
  const char *name = prog_without_twin(f->name);
  Text place;
  text_init(&place, t->mem);
  if (f->origin != FUNC_MODEL && result->loc.id) {
    text_add(&place, "at ");
    prog_print_loc(&place, replay->original, result->loc);
  } else if (text_starts_with(name, "__") || text_starts_with(name, "model_")) {
    text_add(&place, "in the library");
  } else {
    text_printf(&place, "in %s()", name);
  }
  report(t, 'N', "the run ends otherwise: %s, %s",
         *result->text ? result->text : interp_end_name(result->end),
         text_get(&place));
  text_done(&place);
}

static void conclude(const Try *t, const EvReplay *replay) {
  assert(t->out != NULL);
  InterpEnd end = replay->result.end;
  bool ran = replay->original && replay->result.inst != NULL;
  if (ran && end == INTERP_ERROR && !is_at_place(t, replay) &&
      !is_in_library(t, replay))
    report_elsewhere(t, replay);
  else if (replay->status == EV_CONFIRMED)
    report(t, 'R', "%s", "");
  else if (replay->status == EV_REFUTED && end == INTERP_RETURNED &&
           replay->original && t->plan->leaves)
    report(t, 'N', "%s", SITE_LEAVES_TREE);
  else if (replay->status == EV_REFUTED && end == INTERP_RETURNED &&
           replay->original && t->plan->inside)
    report(t, 'N', "%s", SITE_INSIDE);
  else if (replay->status == EV_REFUTED && end == INTERP_RETURNED &&
           replay->original)
    report(t, 'C', "run with these values, '%s' returns without the fault",
           t->plan->callee);
  else if (ran && end != INTERP_ERROR && end != INTERP_RETURNED)
    report_other_end(t, replay);
  else
    report(t, 'N', "%s", replay->problem);
}

static void run_once(const Try *t, const FeDriver *driver) {
  require(t->wanted->check < SCAN_CHECK_COUNT);
  const ScanReplay *setup = t->stage->setup;
  Property property = {.kinds = scan_check_kinds((ScanCheck)t->wanted->check),
                       .entry = FE_DRIVER};
  Budget budget = {.deadline = clock_now() + seconds_run};
  EvGiver giver = {(void *)t->plan, scan_plan_give};
  EvReplaySetup request = {.mem = t->mem,
                           .giver = &giver,
                           .placed = t->placed,
                           .n_placed = t->n_placed,
                           .driver = driver,
                           .expect = EV_EXPECT_ERROR,
                           .linked = t->stage->linked,
                           .property = &property,
                           .compile = setup->compile,
                           .budget = &budget};
  request.compile.mem = t->mem;
  EvReplay replay;
  ev_replay(&replay, &request);
  conclude(t, &replay);
  ev_replay_done(&replay);
}

static void run_plan(Try *t) {
  const ScanPlan *plan = t->plan;
  FeDriver driver = {.callee = plan->callee,
                     .args = plan->args.at,
                     .n_args = plan->args.n,
                     .stores = plan->stores.at,
                     .n_stores = plan->stores.n,
                     .n_blocks = plan->n_blocks,
                     .filling = t->filled == FILLED_ZEROS ? FE_BLOCKS_ZERO
                                                          : FE_BLOCKS_POINTERS};
  EvPlaced placed[512];
  t->placed = placed;
  for (uint32_t i = 0; i < plan->n_blocks && i < 512; i++, t->n_placed++)
    placed[i] = (EvPlaced){block_name(plan->texts, i),
                           scan_plan_block(t->stage->setup->program, i),
                           FE_DRIVER_BYTES};
  run_once(t, &driver);
  assert(t->n_placed <= 512);
}

static void limit(const ScanReplay *setup) {
  uint64_t bytes = setup->memory > bytes_min ? setup->memory : bytes_min;
  child_limit(
      &(ChildLimit){RLIMIT_CPU, (uint64_t)seconds_all, CHILD_LIMIT_HARD});
#if !defined(__SANITIZE_ADDRESS__)
  child_limit(&(ChildLimit){RLIMIT_AS, bytes * 2, CHILD_LIMIT_HARD});
#else
  (void)bytes;
#endif
}

BASE_NORETURN static void run_alone(const Stage *stage, const Wanted *wanted,
                                    Filled filled, int to) {
  Mem mem;
  Arena texts;
  Text out;
  limit(stage->setup);
  mem_init(&mem, 0);
  arena_init(&texts, &mem);
  text_init(&out, &mem);
  ScanPlan plan;
  scan_plan_read(&plan, wanted->plan, &texts);
  Try try = {.stage = stage,
             .wanted = wanted,
             .plan = &plan,
             .filled = filled,
             .mem = &mem,
             .out = &out};
  run_plan(&try);
  pipe_send(to, text_get(&out), out.n);
  _exit(0);
}

/* ---- the process's parent ---- */

static void run_child(const Stage *stage, const Wanted *wanted, Filled filled,
                      Text *out) {
  int pipes[2];
  if (!pipe_open(pipes))
    die(EXIT_INTERNAL, "cannot make a pipe: %s", strerror(errno));
  pid_t pid = child_must_fork(CHILD_HELPER);
  if (pid == 0) {
    close(pipes[PIPE_READ]);
    run_alone(stage, wanted, filled, pipes[PIPE_WRITE]);
  }
  close(pipes[PIPE_WRITE]);
  double deadline = clock_now() + seconds_all;
  bool in_time = pipe_read_all(pipes[PIPE_READ], out, deadline) == PIPE_CLOSED;
  if (!in_time) kill(pid, SIGKILL);
  child_wait(pid);
  close(pipes[PIPE_READ]);
  if (in_time && out->n) return;
  text_clear(out);
  text_add(out, in_time ? "Nthe run cannot be prepared within its memory"
                        : "Nthe run takes too long");
}

/* ---- the stage ---- */

static void want(void *context, const ScanPending *row) {
  Stage *stage = context;
  const char *cause =
      *row->root ? arena_printf(&stage->texts, "%u %s", row->check, row->root)
                 : "";
  Wanted wanted = {.cause = cause,
                   .key = arena_strdup(&stage->texts, row->key),
                   .place = arena_strdup(&stage->texts, row->place),
                   .plan = arena_strdup(&stage->texts, row->plan),
                   .site = row->site,
                   .check = row->check};
  VEC_PUSH(stage->setup->mem, &stage->wanted, wanted);
}

static void store_answer(const Stage *stage, const Wanted *wanted,
                         const char *said) {
  assert(*said != 0);
  const char *why = said + (*said != 0);
  ScanReplayed row = {.answer = SITE_VIOLATED, .reason = "", .replay = why};
  switch (*said) {
  case 'R': row.replay = SCAN_REPLAYED; break;
  case 'C':
    row.answer = SITE_UNKNOWN;
    row.cause = SITE_CAUSE_RUN;
    row.reason = why;
    row.replay = "";
    break;
  default: break;
  }
  scan_store_set_replay(stage->setup->store, wanted->key, wanted->site, &row);
}

/* Zeros first; if that shows nothing, pointers.  Then the first says why. */
static void run_twice(Stage *stage, const Wanted *wanted, Text *out) {
  assert(stage->linked != NULL);
  Text second;
  text_init(&second, stage->setup->mem);
  run_child(stage, wanted, FILLED_ZEROS, out);
  if (*text_get(out) == 'N') {
    run_child(stage, wanted, FILLED_POINTERS, &second);
    if (*text_get(&second) != 'N') {
      text_clear(out);
      text_add(out, text_get(&second));
    }
  }
  text_done(&second);
}

static bool link_group(Stage *stage) {
  const FeFiles *files = stage->setup->files;
  FeDiag diag;
  if (stage->linked) return true;
  fe_diag_init(&diag, stage->setup->mem);
  stage->linked =
      fe_linked_new(stage->setup->mem, files->list.at, files->list.n, &diag);
  fe_diag_done(&diag);
  return stage->linked != NULL;
}

static void run_wanted(Stage *stage, const Wanted *wanted) {
  assert(wanted->plan != NULL);
  Text out;
  ScanPlan plan;
  text_init(&out, stage->setup->mem);
  scan_plan_read(&plan, wanted->plan, &stage->texts);
  if (names_find(&stage->shown, wanted->cause) != UINT32_MAX)
    text_add(&out, "Nanother finding of the same cause was");
  else if (wanted->check == SCAN_CHECK_LEAK)
    text_add(&out, "Na run does not fail by what it loses");
  else if (wanted->check == SCAN_CHECK_UNINIT)
    text_add(&out, "Na run gives every variable some value");
  else if (plan.cannot)
    text_printf(&out, "N%s", plan.cannot);
  else if (!link_group(stage))
    text_add(&out, "Nthe group cannot be linked again");
  else
    run_twice(stage, wanted, &out);
  scan_plan_done(&plan);
  if (*text_get(&out) == 'R' && *wanted->cause)
    names_add(&stage->shown, wanted->cause);
  store_answer(stage, wanted, text_get(&out));
  text_done(&out);
}

void scan_replay(const ScanReplay *setup) {
  require(setup->store && setup->program);
  Stage stage = {.setup = setup};
  RepProgress progress;
  arena_init(&stage.texts, setup->mem);
  scan_store_each_pending(setup->store, &stage, want);
  rep_progress_init(&progress);
  names_init(&stage.shown, setup->mem);
  double deadline = clock_now() + seconds_least + setup->searched;
  for (uint32_t i = 0; i < stage.wanted.n && clock_now() < deadline; i++) {
    rep_progress_part(&progress, "replaying", "findings", i, stage.wanted.n);
    run_wanted(&stage, &stage.wanted.at[i]);
  }
  names_done(&stage.shown);
  rep_progress_end(&progress);
  if (stage.linked) fe_linked_free(stage.linked);
  VEC_DONE(setup->mem, &stage.wanted);
  arena_done(&stage.texts);
}
