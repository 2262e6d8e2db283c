/* SPDX-License-Identifier: MIT
 *
 * Collecting the story of a run. */
#include "report/story.h"

enum { FIRST_SEEN = 20000, LAST_SEEN = 60000 }; /* instructions */

void rep_story_init(RepStory *story, Mem *mem, RepStoryMode mode) {
  *story = (RepStory){.mem = mem, .mode = mode};
  arena_init(&story->texts, mem);
  text_init(&story->reproduce, mem);
  map_init(&story->vars, mem);
  map_init(&story->places, mem);
  map_init(&story->locals, mem);
}

void rep_story_done(RepStory *story) {
  arena_done(&story->texts);
  text_done(&story->reproduce);
  map_done(&story->vars);
  map_done(&story->places);
  map_done(&story->locals);
  VEC_DONE(story->mem, &story->steps);
  VEC_DONE(story->mem, &story->calls);
  VEC_DONE(story->mem, &story->arguments);
}

void rep_story_begin(RepStory *story, const Program *program, uint64_t length) {
  story->program = program;
  story->length = length;
  story->at = story->unseen = 0;
  story->seen_first = 0;
  story->input = NULL;
  story->here = (LocId){0};
  VEC_CLEAR(&story->steps);
  VEC_CLEAR(&story->calls);
  VEC_CLEAR(&story->arguments);
  map_clear(&story->locals);
}

/* ---- what matters ---- */

static uint64_t place_of(const Program *p, LocId loc) {
  const SrcLoc *at = &p->locs.at[loc.id];
  return hash_mix(hash_mix(at->file, at->line), at->col);
}

void rep_story_expect(RepStory *story, const Program *sliced) {
  const Function *f = prog_func(sliced, sliced->entry);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (inst->op == OP_DBG || inst->op == OP_DBG_ADDR)
        map_put(&story->vars, inst->var.id, 1);
      else if (inst->loc.id)
        map_put(&story->places, place_of(sliced, inst->loc), 1);
    }
}

static bool matters(const RepStory *story, LocId loc, VarId var) {
  if (story->mode == REP_STORY_FULL) return true;
  if (var.id) return map_find(&story->vars, var.id) != NULL;
  return map_find(&story->places, place_of(story->program, loc)) != NULL;
}

/* ---- values ---- */

static const char *float_text(RepStory *story, const BvWord *words,
                              uint32_t bits) {
  if (bits == 32) {
    float f;
    memcpy(&f, words, sizeof f);
    return arena_printf(&story->texts, "%.9g", (double)f);
  }
  double d;
  memcpy(&d, words, sizeof d);
  return arena_printf(&story->texts, bits == 64 ? "%.17g" : "(wide float)", d);
}

static const char *value_text(RepStory *story, TypeId type, CEncoding encoding,
                              const BvWord *words) {
  const Type *t = prog_type(story->program, type);
  Arena *texts = &story->texts;
  uint32_t bits = t->bits;
  unsigned long long word = words[0];
  if (t->kind == TYPE_FLOAT) return float_text(story, words, bits);
  if (t->kind == TYPE_PTR)
    return word ? arena_printf(texts, "0x%llx", word) : "NULL";
  if (bits == 0 || bits > 64) return arena_printf(texts, "0x%llx...", word);
  long long number = (long long)(word << (64 - bits)) >> (64 - bits);
  switch (encoding) {
  case CENC_SIGNED:
  case CENC_CHAR: return arena_printf(texts, "%lld", number);
  case CENC_POINTER: return arena_printf(texts, "0x%llx", word);
  case CENC_BOOL:
  case CENC_UNSIGNED:
  case CENC_FLOAT:
  case CENC_OTHER: break;
  }
  return arena_printf(texts, "%llu", word);
}

/* ---- steps ---- */

static void push(RepStory *story, RepStep step) {
  VEC_PUSH(story->mem, &story->steps, step);
}

/* The middle of a long run is not told; but where variables are is noted. */
static bool is_unseen(RepStory *story, const Inst *inst) {
  bool counts =
      inst->op != OP_PHI && inst->op != OP_DBG && inst->op != OP_DBG_ADDR;
  story->at += counts;
  if (story->at <= FIRST_SEEN || story->at + LAST_SEEN >= story->length)
    return false;
  if (story->unseen == 0) {
    story->seen_first = story->steps.n;
    story->input = NULL;
  }
  story->unseen += counts;
  return inst->op != OP_DBG_ADDR;
}

static const char *input_note(RepStory *story, const Inst *inst) {
  const Program *p = story->program;
  const char *name =
      inst->name == UINT32_MAX ? "" : names_text(&p->names, inst->name);
  if (inst->op == OP_CALL) return "result of an unknown function";
  switch ((InputKind)inst->imm) {
  case INPUT_NONDET:
  case INPUT_EXTERN: return arena_printf(&story->texts, "%s()", name);
  case INPUT_UNINIT: return "uninitialised";
  case INPUT_UNDEF: return "undefined value";
  case INPUT_ASM: return "inline assembly";
  }
  return name;
}

static void on_input(RepStory *story, const InterpPlace *place,
                     const BvWord *value) {
  const Inst *inst = place->inst;
  if (inst->flags & INST_MODEL) return;
  LocId loc = inst->loc;
  if (!matters(story, loc, (VarId){0})) return;
  story->input = inst;
  push(story,
       (RepStep){.kind = REP_STEP_INPUT,
                 .loc = loc,
                 .depth = place->depth,
                 .name = "input",
                 .value = value_text(story, inst->type, CENC_SIGNED, value),
                 .note = input_note(story, inst)});
}

/* ---- the arguments of main ---- */

/* A string of the run's memory as C writes it; long ones are cut. */
static void print_string(Text *out, Interp *run, uint64_t address) {
  enum { MOST = 60 };
  uint8_t c = 0;
  text_char(out, '"');
  for (uint32_t n = 0; interp_read(run, address + n, &c, 1) && c; n++) {
    if (n == MOST) {
      text_add(out, "\"...");
      return;
    }
    if (c == '"' || c == '\\')
      text_printf(out, "\\%c", c);
    else
      text_printf(out, c >= ' ' && c < 127 ? "%c" : "\\%03o", c);
  }
  text_char(out, '"');
}

static void tell_arguments(RepStory *story, const InterpPlace *place) {
  enum { MOST = 20 };
  Text list;
  text_init(&list, story->mem);
  for (uint32_t i = 0; i < story->arguments.n && i < MOST; i++) {
    text_add(&list, i ? ", " : "");
    print_string(&list, place->run, story->arguments.at[i]);
  }
  if (story->arguments.n > MOST) text_add(&list, ", ...");
  FuncId entry = prog_find_function(story->program, "main");
  push(story, (RepStep){.kind = REP_STEP_INPUT,
                        .loc = prog_func(story->program, entry)->loc,
                        .name = "input",
                        .value = arena_printf(&story->texts, "argv = {%s}",
                                              text_get(&list)),
                        .note = "arguments of main"});
  text_done(&list);
}

/* PROG_START stores the address of each string and NULL behind the last; a
 * second vector is the environment. */
static void on_start(RepStory *story, const InterpPlace *place,
                     const BvWord *value) {
  const Program *p = story->program;
  const Inst *inst = place->inst;
  if (inst->op != OP_STORE || story->steps.n > 0) return;
  TypeId type = prog_val_type(p, prog_func(p, place->func), inst->ops[0]);
  if (prog_type(p, type)->kind != TYPE_PTR) return;
  if (value[0])
    VEC_PUSH(story->mem, &story->arguments, value[0]);
  else
    tell_arguments(story, place);
}

/* ---- variables and branches ---- */

/* The same variable with the same value again tells nothing. */
static bool is_news(const RepStory *story, const RepStep *step) {
  for (uint32_t i = story->steps.n; i > 0; i--) {
    const RepStep *old = &story->steps.at[i - 1];
    if (story->steps.n - i > 64) break;
    if (old->kind == REP_STEP_ASSIGN && old->var.id == step->var.id &&
        old->depth == step->depth)
      return strcmp(old->value, step->value) != 0 || *step->note;
  }
  return true;
}

static void assign(RepStory *story, const InterpPlace *place, VarId var,
                   TypeId type, const Inst *source, const BvWord *value) {
  const CVar *v = &story->program->vars.at[var.id];
  if (!matters(story, story->here, var)) return;
  RepStep step = {.kind = REP_STEP_ASSIGN,
                  .loc = story->here.id ? story->here : v->decl,
                  .depth = place->depth,
                  .var = var,
                  .name = v->name,
                  .value = value_text(story, type, v->encoding, value),
                  .note = ""};
  RepStep *last = story->steps.n ? &VEC_LAST(&story->steps) : NULL;
  if (source && source == story->input && last &&
      last->kind == REP_STEP_INPUT) { /* the input goes to the variable */
    step.note = last->note;
    if (last->loc.id) step.loc = last->loc;
    *last = step;
    return;
  }
  if (is_news(story, &step)) push(story, step);
}

static const Inst *definition(const RepStory *story, FuncId func, Val v) {
  return val_is_local(v)
             ? &prog_func(story->program, func)->insts.at[val_index(v)]
             : NULL;
}

static void on_dbg(RepStory *story, const InterpPlace *place,
                   const BvWord *value) {
  const Inst *inst = place->inst;
  const Function *f = prog_func(story->program, place->func);
  const Inst *source = definition(story, place->func, inst->ops[0]);
  if (inst->op == OP_DBG)
    assign(story, place, inst->var,
           prog_val_type(story->program, f, inst->ops[0]), source, value);
  else if (source)
    map_put(&story->locals, (uint64_t)(uintptr_t)source, inst->var.id);
}

/* A store to a variable in memory, as far as it is the whole variable. */
static void on_store(RepStory *story, const InterpPlace *place,
                     const BvWord *value) {
  const Program *p = story->program;
  const Inst *inst = place->inst;
  const Function *f = prog_func(p, place->func);
  VarId var = {0};
  if (val_is_const(inst->ops[1])) {
    const Const *c = prog_const(p, inst->ops[1]);
    if (c->kind == CONST_GLOBAL && c->offset == 0)
      var = prog_global(p, c->global)->var;
  } else {
    const Inst *to = definition(story, place->func, inst->ops[1]);
    var.id = (uint32_t)map_get(&story->locals, (uint64_t)(uintptr_t)to, 0);
  }
  TypeId type = prog_val_type(p, f, inst->ops[0]);
  if (var.id && p->vars.at[var.id].size == prog_store_size(p, type))
    assign(story, place, var, type,
           definition(story, place->func, inst->ops[0]), value);
}

static void on_branch(RepStory *story, const InterpPlace *place,
                      const BvWord *value) {
  const Inst *inst = place->inst;
  if (!inst->loc.id || !matters(story, inst->loc, (VarId){0})) return;
  push(story, (RepStep){.kind = REP_STEP_BRANCH,
                        .loc = inst->loc,
                        .depth = place->depth,
                        .name = "condition",
                        .value = value[0] & 1 ? "true" : "false",
                        .note = ""});
}

/* Is main called by the model that makes its arguments? */
static bool is_started(const RepStory *story) {
  const Program *p = story->program;
  return strcmp(prog_func(p, p->entry)->name, PROG_START) == 0;
}

void rep_story_hook(void *context, const InterpPlace *place,
                    const BvWord *value) {
  RepStory *story = context;
  const Inst *inst = place->inst;
  bool debug = inst->op == OP_DBG || inst->op == OP_DBG_ADDR;
  if (is_unseen(story, inst)) return;
  if (place->depth == 0 && is_started(story)) on_start(story, place, value);
  if (inst->flags & INST_MODEL ||
      prog_func(story->program, place->func)->origin == FUNC_MODEL)
    return;
  if (!debug && story->program->locs.at[inst->loc.id].line)
    story->here = inst->loc;
  if (inst->op == OP_NONDET)
    on_input(story, place, value);
  else if (debug)
    on_dbg(story, place, value);
  else if (inst->op == OP_STORE)
    on_store(story, place, value);
  else if (inst->op == OP_CONDBR)
    on_branch(story, place, value);
}

/* An error inside of a library function is at the user's call of it. */
static LocId error_place(const RepStory *story, const Interp *run,
                         const InterpResult *result) {
  if (result->inst && result->inst->flags & INST_MODEL)
    for (uint32_t d = interp_depth(run); d > 0; d--) {
      const Inst *call = interp_caller(run, d);
      if (!(call->flags & INST_MODEL) && call->loc.id) return call->loc;
    }
  return result->loc.id ? result->loc : story->here;
}

void rep_story_end(RepStory *story, const Interp *run,
                   const InterpResult *result) {
  const ErrorSite *error = &story->program->errors.at[result->error];
  push(story, (RepStep){.kind = REP_STEP_ERROR,
                        .loc = error_place(story, run, result),
                        .depth = interp_depth(run),
                        .name = "error",
                        .value = "",
                        .note = arena_strdup(&story->texts, error->message)});
  for (uint32_t d = is_started(story) ? 2 : 1; d <= interp_depth(run); d++) {
    LocId loc = interp_caller(run, d)->loc;
    VEC_PUSH(story->mem, &story->calls, loc);
  }
}
