/* SPDX-License-Identifier: MIT
 *
 * Collecting a counterexample while the interpreter runs the program. */
#include "report/counterexample.h"

#include "report/source/source.h"

enum { FIRST_SEEN = 20000, LAST_SEEN = 60000 }; /* instructions */

void rep_counterexample_init(RepCounterexample *c, Mem *mem,
                             RepCounterexampleMode mode) {
  *c = (RepCounterexample){.mem = mem, .mode = mode, .line = ""};
  arena_init(&c->texts, mem);
  text_init(&c->reproduce, mem);
  map_init(&c->vars, mem);
  map_init(&c->places, mem);
  map_init(&c->locals, mem);
  map_init(&c->objects, mem);
}

void rep_counterexample_done(RepCounterexample *c) {
  arena_done(&c->texts);
  text_done(&c->reproduce);
  map_done(&c->vars);
  map_done(&c->places);
  map_done(&c->locals);
  map_done(&c->objects);
  VEC_DONE(c->mem, &c->steps);
  VEC_DONE(c->mem, &c->calls);
  VEC_DONE(c->mem, &c->arguments);
}

void rep_counterexample_begin(RepCounterexample *c, const Program *program,
                              uint64_t length) {
  c->program = program;
  c->length = length;
  c->at = c->unseen = 0;
  c->seen_first = 0;
  c->line = "";
  c->input = NULL;
  c->here = (LocId){0};
  VEC_CLEAR(&c->steps);
  VEC_CLEAR(&c->calls);
  VEC_CLEAR(&c->arguments);
  map_clear(&c->locals);
  map_clear(&c->objects);
}

/* ---- what matters ---- */

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

static bool matters(const RepCounterexample *c, LocId loc, VarId var) {
  if (c->mode == REP_COUNTEREXAMPLE_FULL) return true;
  if (var.id) return map_find(&c->vars, var.id) != NULL;
  return map_find(&c->places, rep_place_hash(c->program, loc)) != NULL;
}

/* ---- values ---- */

static const char *float_text(RepCounterexample *c, const BvWord *words,
                              uint32_t bits) {
  if (bits == 32) {
    float f;
    memcpy(&f, words, sizeof f);
    return arena_printf(&c->texts, "%.9g", (double)f);
  }
  double d;
  memcpy(&d, words, sizeof d);
  return arena_printf(&c->texts, bits == 64 ? "%.17g" : "(wide float)", d);
}

static const char *value_text(RepCounterexample *c, TypeId type,
                              CEncoding encoding, const BvWord *words) {
  assert(encoding <= CENC_OTHER);
  const Type *t = prog_type(c->program, type);
  Arena *texts = &c->texts;
  uint32_t bits = t->bits;
  unsigned long long word = words[0];
  if (t->kind == TYPE_FLOAT) return float_text(c, words, bits);
  if (t->kind == TYPE_PTR)
    return word ? arena_printf(texts, "0x%llx", word) : "NULL";
  if (bits == 0 || bits > 64) return arena_printf(texts, "0x%llx...", word);
  long long number = (long long)(word << (64 - bits)) >> (64 - bits);
  switch (encoding) {
  case CENC_CHAR:
  case CENC_SIGNED: return arena_printf(texts, "%lld", number);
  case CENC_POINTER: return arena_printf(texts, "0x%llx", word);
  case CENC_BOOL:
  case CENC_UNSIGNED:
  case CENC_FLOAT:
  case CENC_OTHER: break;
  }
  return arena_printf(texts, "%llu", word);
}

/* The character that a value stands for; 0: none that can be printed. */
static char letter_of(CEncoding encoding, const BvWord *words) {
  uint8_t c = (uint8_t)words[0];
  bool plain = c >= ' ' && c < 127 && c != '\'' && c != '\\';
  return encoding == CENC_CHAR && plain ? (char)c : 0;
}

/* ---- steps ---- */

static void push(RepCounterexample *c, RepStep step) {
  assert(step.name && step.value && step.note);
  assert(step.loc.id < c->program->locs.n);
  VEC_PUSH(c->mem, &c->steps, step);
}

/* The middle of a long run is left out; but where variables are is noted. */
static bool is_unseen(RepCounterexample *c, const Inst *inst) {
  bool counts =
      inst->op != OP_PHI && inst->op != OP_DBG && inst->op != OP_DBG_ADDR;
  c->at += counts;
  if (c->at <= FIRST_SEEN || c->at + LAST_SEEN >= c->length) return false;
  if (c->unseen == 0) {
    assert(c->at == FIRST_SEEN + 1);
    c->seen_first = c->steps.n;
    c->input = NULL;
  }
  c->unseen += counts;
  return inst->op != OP_DBG_ADDR;
}

static const char *input_note(RepCounterexample *c, const Inst *inst) {
  const Program *p = c->program;
  const char *name =
      inst->name == UINT32_MAX ? "" : names_text(&p->names, inst->name);
  if (inst->op == OP_CALL) return "result of an unknown function";
  switch ((InputKind)inst->imm) {
  case INPUT_NONDET:
  case INPUT_EXTERN: return arena_printf(&c->texts, "%s()", name);
  case INPUT_UNINIT: return "uninitialised";
  case INPUT_UNDEF: return "undefined value";
  case INPUT_ASM: return "inline assembly";
  }
  return name;
}

static void on_input(RepCounterexample *c, const InterpPlace *place,
                     const BvWord *value) {
  const Inst *inst = place->inst;
  if (inst->flags & INST_MODEL) return;
  LocId loc = inst->loc;
  if (!matters(c, loc, (VarId){0})) return;
  c->input = inst;
  push(c, (RepStep){.kind = REP_STEP_INPUT,
                    .loc = loc,
                    .depth = place->depth,
                    .name = "input",
                    .value = value_text(c, inst->type, CENC_SIGNED, value),
                    .note = input_note(c, inst)});
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

static void push_arguments(RepCounterexample *c, const InterpPlace *place) {
  enum { MOST = 20 };
  Text list;
  text_init(&list, c->mem);
  for (uint32_t i = 0; i < c->arguments.n && i < MOST; i++) {
    text_add(&list, i ? ", " : "");
    print_string(&list, place->run, c->arguments.at[i]);
  }
  if (c->arguments.n > MOST) text_add(&list, ", ...");
  FuncId entry = prog_find_function(c->program, "main");
  push(c, (RepStep){.kind = REP_STEP_INPUT,
                    .loc = prog_func(c->program, entry)->loc,
                    .name = "input",
                    .value =
                        arena_printf(&c->texts, "argv = {%s}", text_get(&list)),
                    .note = "arguments of main"});
  text_done(&list);
}

/* PROG_START stores the address of each string and NULL behind the last; a
 * second vector is the environment. */
static void on_start(RepCounterexample *c, const InterpPlace *place,
                     const BvWord *value) {
  const Program *p = c->program;
  const Inst *inst = place->inst;
  if (inst->op != OP_STORE || c->steps.n > 0) return;
  TypeId type = prog_val_type(p, prog_func(p, place->func), inst->ops[0]);
  if (prog_type(p, type)->kind != TYPE_PTR) return;
  if (value[0])
    VEC_PUSH(c->mem, &c->arguments, value[0]);
  else
    push_arguments(c, place);
}

/* ---- objects ---- */

/* The user's call that led into the library; 0: none did. */
static LocId user_call(const Interp *run) {
  for (uint32_t d = interp_depth(run); d > 0; d--) {
    const Inst *call = interp_caller(run, d);
    if (!(call->flags & INST_MODEL) && call->loc.id) return call->loc;
  }
  return (LocId){0};
}

enum { HEAP = 1 }; /* lowest bit of a note: a position, not a variable */

/* Notes which object is where: the variable, or where it was allocated. */
static void note_object(RepCounterexample *c, const InterpPlace *place,
                        const BvWord *value) {
  const Inst *inst = place->inst;
  if (inst->op != OP_ALLOC && inst->op != OP_ALLOCA && inst->op != OP_DBG_ADDR)
    return;
  uint64_t what = 0;
  if (inst->op == OP_DBG_ADDR) what = (uint64_t)inst->var.id << 1;
  if (inst->op == OP_ALLOC)
    what = (uint64_t)user_call(place->run).id << 1 | HEAP;
  if (value && value[0]) map_put(&c->objects, value[0], what);
}

/* "&x", "allocated at a.c:3:4"; "" if nothing is known of that address. */
static const char *object_note(RepCounterexample *c, uint64_t address) {
  uint64_t what = map_get(&c->objects, address, 0);
  uint32_t id = (uint32_t)(what >> 1);
  if (id == 0) return "";
  if (!(what & HEAP))
    return arena_printf(&c->texts, "&%s", c->program->vars.at[id].name);
  Text place;
  text_init(&place, c->mem);
  prog_print_loc(&place, c->program, (LocId){id});
  const char *note =
      arena_printf(&c->texts, "allocated at %s", text_get(&place));
  text_done(&place);
  return note;
}

/* ---- variables and branches ---- */

/* The same variable with the same value again is no news. */
static bool is_news(const RepCounterexample *c, const RepStep *step) {
  for (uint32_t i = c->steps.n; i > 0; i--) {
    const RepStep *old = &c->steps.at[i - 1];
    if (c->steps.n - i > 64) break;
    if (old->kind == REP_STEP_ASSIGN && old->var.id == step->var.id &&
        old->depth == step->depth)
      return strcmp(old->value, step->value) != 0 || *step->note;
  }
  return true;
}

/* Where a variable got a value.  Debug instructions have no line: it is what
 * ran last, or the declaration if nothing of the function ran yet. */
static LocId assign_place(const RepCounterexample *c, FuncId func,
                          const CVar *var) {
  FuncId here = c->program->locs.at[c->here.id].func;
  return c->here.id && here.id == func.id ? c->here : var->decl;
}

static void assign(RepCounterexample *c, const InterpPlace *place, VarId var,
                   TypeId type, const Inst *source, const BvWord *value) {
  assert(var.id < c->program->vars.n);
  const CVar *v = &c->program->vars.at[var.id];
  if (!matters(c, c->here, var)) return;
  RepStep step = {.kind = REP_STEP_ASSIGN,
                  .loc = assign_place(c, place->func, v),
                  .depth = place->depth,
                  .var = var,
                  .name = v->name,
                  .value = value_text(c, type, v->encoding, value),
                  .letter = letter_of(v->encoding, value),
                  .note = ""};
  RepStep *last = c->steps.n ? &VEC_LAST(&c->steps) : NULL;
  if (source && source == c->input && last &&
      last->kind == REP_STEP_INPUT) { /* the input goes to the variable */
    step.note = last->note;
    if (last->loc.id) step.loc = last->loc;
    *last = step;
    return;
  }
  if (!is_news(c, &step)) return;
  if (prog_type(c->program, type)->kind == TYPE_PTR)
    step.note = object_note(c, value[0]);
  push(c, step);
}

static const Inst *definition(const RepCounterexample *c, FuncId func, Val v) {
  return val_is_local(v) ? &prog_func(c->program, func)->insts.at[val_index(v)]
                         : NULL;
}

static void on_dbg(RepCounterexample *c, const InterpPlace *place,
                   const BvWord *value) {
  const Inst *inst = place->inst;
  const Function *f = prog_func(c->program, place->func);
  const Inst *source = definition(c, place->func, inst->ops[0]);
  if (inst->op == OP_DBG)
    assign(c, place, inst->var, prog_val_type(c->program, f, inst->ops[0]),
           source, value);
  else if (source)
    map_put(&c->locals, (uint64_t)(uintptr_t)source, inst->var.id);
}

/* A store to a variable in memory, as far as it is the whole variable. */
static void on_store(RepCounterexample *c, const InterpPlace *place,
                     const BvWord *value) {
  const Program *p = c->program;
  const Inst *inst = place->inst;
  const Function *f = prog_func(p, place->func);
  VarId var = {0};
  if (val_is_const(inst->ops[1])) {
    const Const *to = prog_const(p, inst->ops[1]);
    if (to->kind == CONST_GLOBAL && to->offset == 0)
      var = prog_global(p, to->global)->var;
  } else {
    const Inst *to = definition(c, place->func, inst->ops[1]);
    var.id = (uint32_t)map_get(&c->locals, (uint64_t)(uintptr_t)to, 0);
  }
  TypeId type = prog_val_type(p, f, inst->ops[0]);
  if (var.id && p->vars.at[var.id].size == prog_store_size(p, type))
    assign(c, place, var, type, definition(c, place->func, inst->ops[0]),
           value);
}

static void on_branch(RepCounterexample *c, const InterpPlace *place,
                      const BvWord *value) {
  const Inst *inst = place->inst;
  const Function *f = prog_func(c->program, place->func);
  if (!inst->loc.id || !matters(c, inst->loc, (VarId){0})) return;
  push(c, (RepStep){.kind = REP_STEP_BRANCH,
                    .loc = inst->loc,
                    .depth = place->depth,
                    .name = "",
                    .value = value[0] & 1 ? "true" : "false",
                    .note = "",
                    .aside = rep_is_check(c->program, f, inst)});
}

/* Is main called by the model that makes its arguments? */
static bool is_started(const RepCounterexample *c) {
  const Program *p = c->program;
  return strcmp(prog_func(p, p->entry)->name, PROG_START) == 0;
}

void rep_counterexample_hook(void *context, const InterpPlace *place,
                             const BvWord *value) {
  RepCounterexample *c = context;
  const Inst *inst = place->inst;
  bool debug = inst->op == OP_DBG || inst->op == OP_DBG_ADDR;
  note_object(c, place, value);
  if (is_unseen(c, inst)) return;
  if (place->depth == 0 && is_started(c)) on_start(c, place, value);
  if (inst->flags & INST_MODEL ||
      prog_func(c->program, place->func)->origin == FUNC_MODEL)
    return;
  if (!debug && c->program->locs.at[inst->loc.id].line) c->here = inst->loc;
  if (inst->op == OP_NONDET)
    on_input(c, place, value);
  else if (debug)
    on_dbg(c, place, value);
  else if (inst->op == OP_STORE)
    on_store(c, place, value);
  else if (inst->op == OP_CONDBR)
    on_branch(c, place, value);
}

/* An error inside of a library function is at the user's call of it. */
static LocId error_place(const RepCounterexample *c, const Interp *run,
                         const InterpResult *result) {
  LocId call = {0};
  if (result->inst && result->inst->flags & INST_MODEL) call = user_call(run);
  if (call.id) return call;
  return result->loc.id ? result->loc : c->here;
}

/* ---- the end ---- */

/* What the source says at the steps. */
static void quote(RepCounterexample *c) {
  RepSource source;
  Text words;
  Map known; /* position -> one of the steps there */
  rep_source_init(&source, c->mem, c->program);
  text_init(&words, c->mem);
  map_init(&known, c->mem);
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
  }
  text_clear(&words);
  if (rep_source_line(&words, &source, VEC_LAST(&c->steps).loc))
    c->line = arena_strdup(&c->texts, text_get(&words));
  map_done(&known);
  text_done(&words);
  rep_source_done(&source);
}

void rep_counterexample_end(RepCounterexample *c, const Interp *run,
                            const InterpResult *result) {
  const ErrorSite *error = &c->program->errors.at[result->error];
  push(c, (RepStep){.kind = REP_STEP_ERROR,
                    .loc = error_place(c, run, result),
                    .depth = interp_depth(run),
                    .name = "error",
                    .value = "",
                    .note = arena_strdup(&c->texts, error->message)});
  for (uint32_t d = is_started(c) ? 2 : 1; d <= interp_depth(run); d++) {
    LocId loc = interp_caller(run, d)->loc;
    VEC_PUSH(c->mem, &c->calls, loc);
  }
  quote(c);
}
