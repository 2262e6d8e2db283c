/* SPDX-License-Identifier: MIT
 *
 * The steps that the instructions of a run give. */
#include "report/trace/trace_int.h"

void trace_push(RepCounterexample *c, RepStep step) {
  if (!step.number) step.number = "";
  if (!c->slice) step.matters = true;
  assert(step.name && step.value && step.note);
  assert(step.loc.id < c->program->locs.n);
  VEC_PUSH(c->mem, &c->steps, step);
}

/* Does the program that was decided still have it?  All that is known without
 * a slice. */
static bool is_kept(const RepCounterexample *c, LocId loc, VarId var) {
  if (c->mode == REP_COUNTEREXAMPLE_FULL || c->slice) return true;
  if (var.id) return map_find(&c->vars, var.id) != NULL;
  return map_find(&c->places, rep_place_hash(c->program, loc)) != NULL;
}

static const Inst *definition(const RepCounterexample *c, FuncId func, Val v) {
  return val_is_local(v) ? &prog_func(c->program, func)->insts.at[val_index(v)]
                         : NULL;
}

/* ---- values ---- */

/* A value in a register; where its C type says nothing, its own type does. */
static void print_word(Text *out, const RepCounterexample *c, CTypeId as,
                       TypeId type, const BvWord *value) {
  const Type *t = prog_type(c->program, type);
  const CType *known = prog_ctype(c->program, as);
  uint64_t n = prog_store_size(c->program, type);
  bool fits = as.id && (known->size == n || (known->size > n && n >= 8));
  if (fits || t->kind == TYPE_INT)
    rep_print_value(out, &c->memory, fits ? as : (CTypeId){0},
                    (const uint8_t *)value, n);
  else if (t->kind == TYPE_PTR)
    rep_print_address(out, &c->memory, value[0], (CTypeId){0});
  else
    rep_print_float(out, (const uint8_t *)value, n);
}

const char *trace_keep(RepCounterexample *c, Text *text) {
  const char *copy = arena_strdup(&c->texts, text_get(text));
  text_done(text);
  return copy;
}

static const char *word_text(RepCounterexample *c, CTypeId as, TypeId type,
                             const BvWord *value) {
  Text text;
  text_init(&text, c->mem);
  print_word(&text, c, as, type, value);
  return trace_keep(c, &text);
}

/* Digits of an integer variable, for tools. */
static const char *number_text(RepCounterexample *c, const CVar *var,
                               TypeId type, const BvWord *value) {
  const Type *t = prog_type(c->program, type);
  if (t->kind != TYPE_INT || t->bits > 64) return "";
  unsigned long long word = value[0];
  uint32_t rest = 64 - t->bits;
  switch (var->encoding) {
  case CENC_CHAR:
  case CENC_SIGNED:
    return arena_printf(&c->texts, "%lld", (long long)(word << rest) >> rest);
  case CENC_BOOL:
  case CENC_UNSIGNED: return arena_printf(&c->texts, "%llu", word);
  case CENC_POINTER:
  case CENC_FLOAT:
  case CENC_OTHER: break;
  }
  return "";
}

/* Of a pointer to a heap object: where that comes from, once. */
static const char *object_note(RepCounterexample *c, uint64_t address) {
  const RepObject *object = rep_memory_find(&c->memory, address);
  if (!object || object->kind != REP_HEAP || object->start != address ||
      map_find(&c->told, object->number))
    return "";
  map_put(&c->told, object->number, 1);
  Text place;
  text_init(&place, c->mem);
  text_printf(&place, "%llu byte%s, allocated at ",
              (unsigned long long)object->size, object->size == 1 ? "" : "s");
  prog_print_loc(&place, c->program, object->made);
  return trace_keep(c, &place);
}

/* ---- inputs ---- */

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
                     const BvWord *value, uint32_t event) {
  const Inst *inst = place->inst;
  if (!is_kept(c, inst->loc, (VarId){0})) return;
  c->input = inst;
  trace_push(c,
             (RepStep){.kind = REP_STEP_INPUT,
                       .loc = inst->loc,
                       .depth = place->depth,
                       .name = "input",
                       .value = word_text(c, (CTypeId){0}, inst->type, value),
                       .note = input_note(c, inst),
                       .event = event});
}

/* ---- the arguments of main ---- */

static void push_arguments(RepCounterexample *c, const InterpPlace *place) {
  enum { MOST = 20 };
  Text list;
  text_init(&list, c->mem);
  text_add(&list, "{");
  for (uint32_t i = 0; i < c->arguments.n && i < MOST; i++) {
    text_add(&list, i ? ", " : "");
    trace_string(&list, place->run, c->arguments.at[i]);
  }
  text_add(&list, c->arguments.n > MOST ? ", ...}" : "}");
  FuncId entry = prog_find_function(c->program, "main");
  trace_push(c, (RepStep){.kind = REP_STEP_ASSIGN,
                          .loc = prog_func(c->program, entry)->loc,
                          .depth = 1,
                          .name = "argv",
                          .value = trace_keep(c, &list),
                          .note = "arguments of main",
                          .origin = REP_ARGUMENTS});
}

/* PROG_START stores the address of each string and NULL behind the last; a
 * second vector is the environment. */
void trace_start(RepCounterexample *c, const InterpPlace *place,
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

/* ---- calls ---- */

/* The variable that is at that address from the start; 0: none is. */
static VarId variable_at(const Function *f, Val address) {
  for (uint32_t k = 0; k < f->blocks.at[0].insts.n; k++) {
    const Inst *inst = &f->insts.at[f->blocks.at[0].insts.at[k]];
    if (inst->op == OP_DBG_ADDR && val_same(inst->ops[0], address))
      return inst->var;
  }
  return (VarId){0};
}

/* The C variable of a parameter; 0: not known. */
static VarId parameter(const Function *f, uint32_t i) {
  VarId found = {0};
  for (uint32_t k = 0; k < f->blocks.at[0].insts.n && !found.id; k++) {
    const Inst *inst = &f->insts.at[f->blocks.at[0].insts.at[k]];
    if (inst->op == OP_DBG && val_same(inst->ops[0], prog_param(i)))
      found = inst->var;
    if (inst->op == OP_STORE && val_same(inst->ops[0], prog_param(i)))
      found = variable_at(f, inst->ops[1]);
  }
  return found;
}

/* The library's own variable that the argument was read from, as stdin; NULL:
 * it was not. */
static const char *library_variable(const RepCounterexample *c,
                                    const Interp *run, uint32_t depth,
                                    Val value) {
  const Program *p = c->program;
  const Inst *made = definition(c, interp_function(run, depth - 1), value);
  if (!made || made->op != OP_LOAD || !val_is_const(made->ops[0])) return NULL;
  const Const *from = prog_const(p, made->ops[0]);
  const Global *global =
      from->kind == CONST_GLOBAL ? prog_global(p, from->global) : NULL;
  return global && global->state == GLOBAL_EXTERNAL ? global->name : NULL;
}

static const char *arguments_text(RepCounterexample *c, const Interp *run,
                                  uint32_t depth) {
  const Program *p = c->program;
  const Inst *call = interp_caller(run, depth);
  const Function *f = prog_func(p, interp_function(run, depth));
  Text text;
  text_init(&text, c->mem);
  for (uint32_t i = 0; i < f->n_params && i + 1 < call->n_ops; i++) {
    VarId var = parameter(f, i);
    text_add(&text, i ? ", " : "");
    if (var.id && f->origin == FUNC_USER)
      text_printf(&text, "%s = ", p->vars.at[var.id].name);
    const char *known = library_variable(c, run, depth, call->ops[i + 1]);
    if (known) {
      text_add(&text, known);
      continue;
    }
    print_word(&text, c, p->vars.at[var.id].type, f->params[i],
               interp_value(run, depth, prog_param(i)));
  }
  return trace_keep(c, &text);
}

void trace_call(RepCounterexample *c, const Interp *run, uint32_t depth) {
  const Inst *call = interp_caller(run, depth);
  const Function *f = prog_func(c->program, interp_function(run, depth));
  const SrcLoc *at = prog_loc_get(c->program, call->loc);
  if (call->flags & INST_MODEL || !at->line ||
      (depth == 1 && trace_is_started(c)) ||
      strncmp(f->name, "__cutpoint_", 11) == 0)
    return;
  trace_push(
      c, (RepStep){.kind = REP_STEP_CALL,
                   .loc = call->loc,
                   .depth = depth - 1,
                   .name = f->name,
                   .value = arguments_text(c, run, depth),
                   .note = "",
                   .event = c->slice ? rep_slice_call(c->slice, depth) : 0});
}

static void on_return(RepCounterexample *c, const InterpPlace *place,
                      const BvWord *value, uint32_t event) {
  const Function *f = prog_func(c->program, place->func);
  if (!value || place->depth <= trace_is_started(c)) return;
  trace_push(c, (RepStep){.kind = REP_STEP_RETURN,
                          .loc = c->here,
                          .depth = place->depth,
                          .name = f->name,
                          .value = word_text(c, f->returns, f->ret, value),
                          .note = "",
                          .event = event});
}

/* The newest step, not counting checks; NULL: there is none. */
static RepStep *newest(const RepCounterexample *c) {
  uint32_t n = c->steps.n;
  while (n > 0 && c->steps.at[n - 1].aside) n--;
  return n ? &c->steps.at[n - 1] : NULL;
}

/* The step of the library function that just returned. */
static RepStep *library_call(const RepCounterexample *c, const Inst *call) {
  RepStep *last = newest(c);
  if (!call || call->op != OP_CALL || !last || last->kind != REP_STEP_CALL ||
      last->loc.id != call->loc.id)
    return NULL;
  FuncId callee = prog_find_function(c->program, last->name);
  bool library =
      callee.id && prog_func(c->program, callee)->origin == FUNC_MODEL;
  return library ? last : NULL;
}

static void on_result(RepCounterexample *c, const InterpPlace *place,
                      const BvWord *value) {
  RepStep *step = library_call(c, place->inst);
  if (!step || !value) return;
  FuncId callee = prog_find_function(c->program, step->name);
  const Function *f = prog_func(c->program, callee);
  step->note = trace_result_note(c, step, place->run, value[0]);
  if (*step->note) return;
  step->note = arena_printf(&c->texts, "returns %s",
                            word_text(c, f->returns, f->ret, value));
}

/* ---- variables ---- */

/* The same variable with the same value again is no news. */
static bool is_news(const RepCounterexample *c, const RepStep *step) {
  for (uint32_t i = c->steps.n; i > 0; i--) {
    const RepStep *old = &c->steps.at[i - 1];
    if (c->steps.n - i > 64) break;
    if (old->depth < step->depth) break;
    if (old->kind == REP_STEP_ASSIGN && strcmp(old->name, step->name) == 0 &&
        old->depth == step->depth)
      return strcmp(old->value, step->value) != 0;
  }
  return true;
}

/* Where a variable got a value.  Debug instructions have no line: it is what
 * ran last, or the declaration if nothing of the function ran yet. */
static LocId assign_place(const RepCounterexample *c, FuncId func,
                          const CVar *var) {
  const SrcLoc *here = prog_loc_get(c->program, c->here);
  const SrcLoc *decl = prog_loc_get(c->program, var->decl);
  bool is_new = decl->file == here->file && decl->line > here->line;
  return c->here.id && here->func.id == func.id && !is_new ? c->here
                                                           : var->decl;
}

void trace_assign(RepCounterexample *c, RepStep step, const Inst *source) {
  RepStep *last = newest(c);
  if (!step.number) step.number = "";
  step.matters = !c->slice;
  if (source && source == c->input && last && last->kind == REP_STEP_INPUT) {
    step.note = last->note;
    step.origin =
        source->imm == INPUT_UNINIT ? REP_UNWRITTEN_VALUE : REP_INPUT_VALUE;
    if (last->loc.id) step.loc = last->loc;
    *last = step;
  } else if (library_call(c, source)) {
    const char *letter = trace_character(c, last->name, step.number);
    step.note = arena_printf(&c->texts, "%s(%s)", last->name, last->value);
    if (letter) step.value = letter;
    *last = step;
  } else if (is_news(c, &step)) {
    trace_push(c, step);
  }
}

static bool is_parameter(const Function *f, Val value) {
  return val_is_local(value) && val_index(value) <= f->n_params;
}

static void on_debug(RepCounterexample *c, const InterpPlace *place,
                     const BvWord *value, uint32_t event) {
  const Inst *inst = place->inst;
  const Program *p = c->program;
  const Function *f = prog_func(p, place->func);
  const CVar *var = &p->vars.at[inst->var.id];
  if (!is_kept(c, c->here, inst->var)) return;
  TypeId type = prog_val_type(p, f, inst->ops[0]);
  bool is_vector = prog_type(p, type)->kind == TYPE_PTR;
  if (is_parameter(f, inst->ops[0]) &&
      (place->depth > trace_is_started(c) || is_vector))
    return; /* the call tells, or the arguments of main do */
  uint32_t given = c->slice ? rep_slice_operand(c->slice, inst->ops[0]) : 0;
  RepStep step = {.kind = REP_STEP_ASSIGN,
                  .loc = assign_place(c, place->func, var),
                  .depth = place->depth,
                  .var = inst->var,
                  .name = var->name,
                  .value = word_text(c, var->type, type, value),
                  .number = number_text(c, var, type, value),
                  .note = "",
                  .event = given ? given : event};
  if (prog_type(p, type)->kind == TYPE_PTR)
    step.note = object_note(c, value[0]);
  trace_assign(c, step, definition(c, place->func, inst->ops[0]));
}

/* ---- memory ---- */

void trace_written(RepCounterexample *c, const InterpPlace *place,
                   uint64_t address, uint64_t n, const Inst *source,
                   RepStep step) {
  enum { MOST = 4096 };
  uint8_t bytes[MOST];
  CTypeId type;
  Text name, text;
  const RepObject *object = rep_memory_find(&c->memory, address);
  if (n == 0 || n > MOST || !object ||
      (object->kind == REP_LOCAL && !object->var.id) ||
      !interp_peek(place->run, address, bytes, n))
    return;
  const CVar *var = &c->program->vars.at[object->var.id];
  text_init(&name, c->mem);
  text_init(&text, c->mem);
  if (object->var.id && address == object->start && n == object->size) {
    text_add(&name, var->name);
    type = object->type;
    step.var = object->var;
  } else if (!rep_print_place(&name, &c->memory, address, n, &type)) {
    text_add(&name, "?");
  }
  if (type.id || n <= 8) rep_print_value(&text, &c->memory, type, bytes, n);
  step.name = trace_keep(c, &name);
  step.value = trace_keep(c, &text);
  if (*step.value && is_kept(c, step.loc, step.var))
    trace_assign(c, step, source);
}

static void on_store(RepCounterexample *c, const InterpPlace *place,
                     const BvWord *value, uint32_t event) {
  const Program *p = c->program;
  const Inst *inst = place->inst;
  const Function *f = prog_func(p, place->func);
  TypeId type = prog_val_type(p, f, inst->ops[0]);
  uint64_t address = interp_value(place->run, place->depth, inst->ops[1])[0];
  const RepObject *object = rep_memory_find(&c->memory, address);
  RepStep step = {.kind = REP_STEP_ASSIGN,
                  .loc = inst->loc.id ? inst->loc : c->here,
                  .depth = place->depth,
                  .note = "",
                  .event = event};
  if (!object) return;
  if (is_parameter(f, inst->ops[0]) && object->kind == REP_LOCAL &&
      object->var.id && object->depth == place->depth &&
      parameter(f, val_index(inst->ops[0]) - 1).id == object->var.id)
    return; /* the call tells */
  if (object->var.id && object->start == address)
    step.number = number_text(c, &p->vars.at[object->var.id], type, value);
  if (prog_type(p, type)->kind == TYPE_PTR)
    step.note = object_note(c, value[0]);
  trace_written(c, place, address, prog_store_size(p, type),
                definition(c, place->func, inst->ops[0]), step);
}

/* Structs are assigned, arrays initialised. */
static void on_copy(RepCounterexample *c, const InterpPlace *place,
                    uint32_t event) {
  const Inst *inst = place->inst;
  trace_written(c, place,
                interp_value(place->run, place->depth, inst->ops[0])[0],
                interp_value(place->run, place->depth, inst->ops[2])[0], NULL,
                (RepStep){.kind = REP_STEP_ASSIGN,
                          .loc = inst->loc.id ? inst->loc : c->here,
                          .depth = place->depth,
                          .note = "",
                          .event = event});
}

/* ---- branches ---- */

static void on_branch(RepCounterexample *c, const InterpPlace *place,
                      const BvWord *value, uint32_t event) {
  const Inst *inst = place->inst;
  const Function *f = prog_func(c->program, place->func);
  if (!inst->loc.id || !is_kept(c, inst->loc, (VarId){0})) return;
  trace_push(c, (RepStep){.kind = REP_STEP_BRANCH,
                          .loc = inst->loc,
                          .depth = place->depth,
                          .name = "",
                          .value = value[0] & 1 ? "true" : "false",
                          .note = "",
                          .aside = rep_is_check(c->program, f, inst),
                          .event = event});
}

void trace_steps(RepCounterexample *c, const InterpPlace *place,
                 const BvWord *value, uint32_t event) {
  switch ((int)place->inst->op) {
  case OP_NONDET: on_input(c, place, value, event); break;
  case OP_DBG: on_debug(c, place, value, event); break;
  case OP_STORE: on_store(c, place, value, event); break;
  case OP_MEMCPY:
  case OP_MEMSET: on_copy(c, place, event); break;
  case OP_CONDBR: on_branch(c, place, value, event); break;
  case OP_RET: on_return(c, place, value, event); break;
  case OP_CALL: on_result(c, place, value); break;
  default: break;
  }
}
