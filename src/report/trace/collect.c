/* SPDX-License-Identifier: MIT
 *
 * Collecting a counterexample while the interpreter runs the program. */
#include "report/trace/trace_int.h"

#include <ctype.h>

enum { FIRST_SEEN = 20000, LAST_SEEN = 60000 }; /* instructions */

void rep_counterexample_init(RepCounterexample *c, Mem *mem,
                             RepCounterexampleMode mode) {
  *c = (RepCounterexample){.mem = mem, .mode = mode, .line = ""};
  arena_init(&c->texts, mem);
  text_init(&c->reproduce, mem);
  rep_memory_init(&c->memory, mem, NULL);
  map_init(&c->told, mem);
  map_init(&c->vars, mem);
  map_init(&c->places, mem);
}

static void drop_slice(RepCounterexample *c) {
  if (c->slice) rep_slice_free(c->slice);
  c->slice = NULL;
}

void rep_counterexample_done(RepCounterexample *c) {
  arena_done(&c->texts);
  text_done(&c->reproduce);
  rep_memory_done(&c->memory);
  drop_slice(c);
  map_done(&c->told);
  map_done(&c->vars);
  map_done(&c->places);
  VEC_DONE(c->mem, &c->steps);
  VEC_DONE(c->mem, &c->calls);
  VEC_DONE(c->mem, &c->notes);
  VEC_DONE(c->mem, &c->boxes);
  VEC_DONE(c->mem, &c->cells);
  VEC_DONE(c->mem, &c->arguments);
}

void rep_counterexample_begin(RepCounterexample *c, const Program *program,
                              uint64_t length) {
  c->program = program;
  c->length = length;
  c->at = c->unseen = 0;
  c->seen_first = c->depth = 0;
  c->line = "";
  c->input = c->branch = NULL;
  c->here = (LocId){0};
  VEC_CLEAR(&c->steps);
  VEC_CLEAR(&c->calls);
  VEC_CLEAR(&c->notes);
  VEC_CLEAR(&c->arguments);
  VEC_CLEAR(&c->boxes);
  VEC_CLEAR(&c->cells);
  map_clear(&c->told);
  rep_memory_clear(&c->memory, program);
  drop_slice(c);
  if (length <= REP_SLICE_MOST) c->slice = rep_slice_new(c->mem, program);
}

void rep_counterexample_expect(RepCounterexample *c, const Program *sliced) {
  const Function *f = prog_func(sliced, sliced->entry);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (inst->op == OP_DBG || inst->op == OP_DBG_ADDR)
        map_put(&c->vars, inst->var.id, 1);
      else if (inst->loc.id)
        map_put(&c->places, rep_place_hash(sliced, inst->loc), 1);
    }
}

bool trace_is_started(const RepCounterexample *c) {
  const Program *p = c->program;
  return strcmp(prog_func(p, p->entry)->name, PROG_START) == 0;
}

/* ---- the hook ---- */

/* The middle of a long run is left out. */
static bool is_unseen(RepCounterexample *c, const Inst *inst) {
  bool counts = inst->op != OP_PHI && inst->op != OP_DBG &&
                inst->op != OP_DBG_ADDR && inst->op != OP_RET;
  c->at += counts;
  if (c->at <= FIRST_SEEN || c->at + LAST_SEEN >= c->length) return false;
  if (c->unseen == 0) {
    c->seen_first = c->steps.n;
    c->input = NULL;
  }
  c->unseen += counts;
  return true;
}

static bool is_users(const RepCounterexample *c, const InterpPlace *place) {
  return !(place->inst->flags & INST_MODEL) &&
         prog_func(c->program, place->func)->origin != FUNC_MODEL;
}

void rep_counterexample_hook(void *context, const InterpPlace *place,
                             const BvWord *value) {
  RepCounterexample *c = context;
  const Inst *inst = place->inst;
  bool debug = inst->op == OP_DBG || inst->op == OP_DBG_ADDR;
  rep_memory_attach(&c->memory, place->run);
  uint32_t event = c->slice ? rep_slice_step(c->slice, &c->memory, place) : 0;
  bool unseen = is_unseen(c, inst);
  for (uint32_t d = c->depth + 1; d <= place->depth && !unseen; d++)
    trace_call(c, place->run, d);
  c->depth = place->depth;
  rep_memory_step(&c->memory, place, value, event);
  if (inst->op == OP_CONDBR) {
    c->branch = inst;
    c->branch_func = place->func;
  }
  if (unseen) return;
  if (place->depth == 0 && trace_is_started(c)) trace_start(c, place, value);
  if (!is_users(c, place)) {
    trace_library(c, place, event);
    return;
  }
  if (!debug && c->program->locs.at[inst->loc.id].line) c->here = inst->loc;
  trace_steps(c, place, value, event);
}

/* ---- the end ---- */

/* An error inside of a library function is at the user's call of it. */
static LocId error_place(const RepCounterexample *c, const Interp *run,
                         const InterpResult *result) {
  LocId call = {0};
  if (result->inst && result->inst->flags & INST_MODEL)
    call = rep_user_call(run);
  if (call.id) return call;
  return result->loc.id ? result->loc : c->here;
}

/* What the source says at the steps. */
static void quote(RepCounterexample *c) {
  RepSource source;
  Text words;
  Map known; /* position -> one of the steps there */
  rep_source_init(&source, c->mem, c->program);
  text_init(&words, c->mem);
  map_init(&known, c->mem);
  LocId error = VEC_LAST(&c->steps).loc;
  uint64_t end = rep_place_hash(c->program, error);
  for (uint32_t i = 0; i < c->steps.n; i++) {
    RepStep *step = &c->steps.at[i];
    if (step->kind != REP_STEP_BRANCH || step->aside) continue;
    const uint64_t *other = map_find(&known, step->loc.id);
    text_clear(&words);
    if (other)
      step->name = c->steps.at[*other].name;
    else if (rep_source_condition(&words, &source, step->loc))
      step->name = arena_strdup(&c->texts, text_get(&words));
    map_put(&known, step->loc.id, i);
    step->aside = !*step->name && rep_place_hash(c->program, step->loc) == end;
  }
  text_clear(&words);
  if (rep_source_line(&words, &source, error))
    c->line = arena_strdup(&c->texts, text_get(&words));
  map_done(&known);
  text_done(&words);
  rep_source_done(&source);
}

/* ---- what matters ---- */

/* Is the name a word of the text? */
static bool mentions(const char *text, const char *name) {
  size_t n = strlen(name);
  for (const char *at = text; n && (at = strstr(at, name)); at += n) {
    bool before = at > text && (isalnum((unsigned char)at[-1]) ||
                                at[-1] == '_' || at[-1] == '.');
    bool behind = isalnum((unsigned char)at[n]) || at[n] == '_';
    if (!before && !behind) return true;
  }
  return false;
}

static bool says(const RepCounterexample *c, uint32_t i, const char *name) {
  const RepStep *step = &c->steps.at[i];
  if (step->kind == REP_STEP_ERROR) return mentions(c->line, name);
  return step->kind == REP_STEP_BRANCH && mentions(step->name, name);
}

/* Where a variable that a quoted condition names got its value: if that is a
 * constant, the compiler put it into the condition itself. */
static void mark_named(RepCounterexample *c) {
  enum { FARTHEST = 500 };
  for (uint32_t i = 0; i < c->steps.n; i++) {
    const RepStep *step = &c->steps.at[i];
    if (step->kind != REP_STEP_ASSIGN || !step->event || step->matters ||
        !step->var.id)
      continue;
    for (uint32_t k = i + 1; k < c->steps.n && k - i < FARTHEST; k++) {
      const RepStep *later = &c->steps.at[k];
      if (later->depth < step->depth) break;
      if (later->depth > step->depth) continue;
      if (later->kind == REP_STEP_ASSIGN && later->var.id == step->var.id)
        break;
      if (!later->matters || !says(c, k, step->name)) continue;
      rep_slice_mark(c->slice, step->event);
      break;
    }
  }
}

/* The arguments of main are no event. */
static void set_matters(RepCounterexample *c) {
  assert(c->slice && c->steps.n > 0);
  for (uint32_t i = 0; i < c->steps.n; i++) {
    RepStep *step = &c->steps.at[i];
    if (step->kind != REP_STEP_ERROR)
      step->matters =
          step->origin == REP_ARGUMENTS || rep_slice_has(c->slice, step->event);
  }
}

/* A step that is shown is inside of a call that is shown. */
static void show_calls(RepCounterexample *c) {
  assert(c->steps.n > 0);
  Vec(bool) shown = {0}; /* by depth: something of that call */
  for (uint32_t i = c->steps.n; i > 0; i--) {
    RepStep *step = &c->steps.at[i - 1];
    uint32_t inside = step->depth + 1;
    while (shown.n <= inside) VEC_PUSH(c->mem, &shown, false);
    if (step->kind == REP_STEP_CALL) {
      step->matters |= shown.at[inside];
      shown.at[inside] = false;
    }
    if (step->matters && !step->aside) shown.at[step->depth] = true;
  }
  VEC_DONE(c->mem, &shown);
}

static void slice(RepCounterexample *c) {
  if (!c->slice) return;
  rep_slice_end(c->slice);
  rep_slice_close(c->slice);
  set_matters(c);
  mark_named(c);
  rep_slice_close(c->slice);
  set_matters(c);
  show_calls(c);
  drop_slice(c);
}

/* The calls of the user's functions that are open; gives how deep they are. */
static uint32_t collect_calls(RepCounterexample *c, const Interp *run) {
  uint32_t first = trace_is_started(c) ? 2 : 1, users = first - 1;
  for (uint32_t d = first; d <= interp_depth(run); d++) {
    FuncId callee = interp_function(run, d);
    if (prog_func(c->program, callee)->origin == FUNC_MODEL) continue;
    VEC_PUSH(c->mem, &c->calls, interp_caller(run, d)->loc);
    users = d;
  }
  return users;
}

void rep_counterexample_end(RepCounterexample *c, const Interp *run,
                            const InterpResult *result) {
  const ErrorSite *error = &c->program->errors.at[result->error];
  LocId loc = error_place(c, run, result);
  c->is_shortened = result->jumps > 0;
  trace_push(c, (RepStep){.kind = REP_STEP_ERROR,
                          .loc = loc,
                          .depth = collect_calls(c, run),
                          .name = "error",
                          .value = "",
                          .note = arena_strdup(&c->texts, error->message),
                          .matters = true});
  quote(c);
  trace_explain(c, run, result);
  trace_picture(c, run);
  slice(c);
  c->memory.run = NULL; /* it ends */
}
