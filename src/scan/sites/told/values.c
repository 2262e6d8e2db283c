/* SPDX-License-Identifier: MIT
 *
 * What the variables of a violation are called, and their values.
 *
 * A variable stands for what nobody computes: a parameter, a cell of memory at
 * entry, the answer of a function.  People know it by the name that the source
 * has for it where it is met.  Where that is a place in memory, the source is
 * asked when the result is put into words (scan/words.c); here is what the
 * program itself knows: names of variables and functions, elements of constant
 * tables. */
#include "scan/sites/sites_int.h"

enum { HEX_FROM = 1 << 16, TERMS_MOST = 64 };

const char *sites_variable(const Program *p, const Function *f, Val value) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *dbg = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if ((dbg->op == OP_DBG || dbg->op == OP_DBG_ADDR) &&
          val_same(dbg->ops[0], value))
        return p->vars.at[dbg->var.id].name;
    }
  return NULL;
}

const char *sites_function(Sites *s, FuncId func) {
  static const char *const standards[] = {"__isoc99_", "__isoc23_"};
  const Function *f = prog_func(s->program, s->original[func.id]);
  const char *name = prog_without_twin(f->name);
  for (uint32_t i = 0; i < 2; i++)
    if (text_starts_with(name, standards[i])) name += strlen(standards[i]);
  return arena_strndup(&s->arena, name, prog_plain_length(name));
}

const char *sites_global(Sites *s, GlobalId global) {
  const Global *g = prog_global(s->program, global);
  assert(g->var.id < s->program->vars.n);
  if (g->var.id) return s->program->vars.at[g->var.id].name;
  return arena_strndup(&s->arena, g->name, prog_plain_length(g->name));
}

/* ---- objects ---- */

Term sites_object_of(Session *session, Term address) {
  require(address.id != 0);
  TermStore *store = session->store;
  TermList todo = {0};
  Term found = TERM_NONE;
  VEC_PUSH(term_store_mem(store), &todo, address);
  for (uint32_t left = TERMS_MOST; todo.n && left && !found.id; left--) {
    Term t = VEC_POP(&todo);
    if (term_is_var(store, t)) {
      const EncLeaf *leaf = enc_exec_leaf(session->exec, t);
      Term meaning = struct_meaning(session->engine, t);
      if (leaf && leaf->kind == ENC_LEAF_OBJECT)
        found = t;
      else if (meaning.id)
        VEC_PUSH(term_store_mem(store), &todo, meaning);
    } else if (term_kind(store, t) == TERM_ITE) {
      Term on = term_child(store, t, 0);
      bool holds = struct_value(session->engine, on).bits != 0;
      VEC_PUSH(term_store_mem(store), &todo,
               term_child(store, t, holds ? 1 : 2));
    } else if (term_kind(store, t) == TERM_ADD) {
      VEC_PUSH(term_store_mem(store), &todo, term_child(store, t, 1));
      VEC_PUSH(term_store_mem(store), &todo, term_child(store, t, 0));
    }
  }
  VEC_DONE(term_store_mem(store), &todo);
  return found;
}

uint64_t sites_number(Session *session, Term t) {
  TermValue value = struct_value(session->engine, t);
  return sort_kind(value.sort) == SORT_BOOL || sort_width(value.sort) <= 64
             ? value.bits
             : 0;
}

/* What the table holds there, in words; NULL: what the violation has. */
static const char *other_than(Session *session, const Global *g, uint64_t at,
                              uint32_t bytes, uint64_t number) {
  assert(bytes <= 8 && at + bytes <= g->size);
  uint64_t found = 0, unused = 64 - 8 * (uint64_t)bytes;
  for (uint32_t i = 0; i < g->n_relocs; i++)
    if (g->relocs[i].offset == at) return number ? NULL : "an address";
  for (uint32_t i = 0; g->init && i < bytes; i++)
    found |= (uint64_t)g->init[at + i] << (8 * i);
  if (found == number) return NULL;
  return arena_printf(&session->sites->arena, "%lld",
                      (long long)((int64_t)(found << unused) >> unused));
}

/* A cell in a table that nothing writes is told by its place in it:
 * "codes[3].bits".  Which of its elements is read is not always asked for, so
 * that the violation may have taken another one's value. */
static void tell_table(Session *session, const EncLeaf *leaf,
                       SiteValue *value) {
  Sites *s = session->sites;
  EncCell cell = enc_exec_cell(session->exec, leaf);
  Term object = sites_object_of(session, cell.address);
  GlobalId global =
      object.id ? enc_exec_object(session->exec, object).global : (GlobalId){0};
  const Global *g = global.id ? prog_global(s->program, global) : NULL;
  if (!g || !(enc_facts_global(s->facts, global) & ENC_GLOBAL_CONSTANT) ||
      g->state != GLOBAL_DEFINED || !g->var.id)
    return;
  uint64_t at =
      sites_number(session, cell.address) - sites_number(session, object);
  if (cell.bytes > 8 || at >= g->size || cell.bytes > g->size - at) return;
  Text path;
  text_init(&path, s->mem);
  text_add(&path, sites_global(s, global));
  prog_print_path(&path, s->program, s->program->vars.at[g->var.id].type, at,
                  cell.bytes, (CTypeId){0});
  const char *other =
      other_than(session, g, at, cell.bytes, sites_number(session, leaf->var));
  if (other)
    value->value =
        arena_printf(&s->arena, "%s (the source has %s)", value->value, other);
  value->origin = SITE_VALUE_NAMED;
  value->name = arena_strdup(&s->arena, text_get(&path));
  text_done(&path);
}

/* ---- names ---- */

/* "display" of a cell in a global, "p" of one behind a parameter; NULL. */
static const char *home_name(Session *session, const EncLeaf *leaf) {
  const Program *p = session->sites->program;
  Term home = sites_home(session, leaf);
  const EncLeaf *base = term_is_var(session->store, home)
                            ? enc_exec_leaf(session->exec, home)
                            : NULL;
  if (!base) return NULL;
  if (base->kind == ENC_LEAF_PARAM)
    return sites_variable(p, prog_func(p, base->func), val_local(base->inst));
  if (base->kind != ENC_LEAF_OBJECT) return NULL;
  GlobalId global = enc_exec_object(session->exec, home).global;
  if (global.id) return sites_global(session->sites, global);
  const EncActivation *act =
      enc_exec_activation(session->exec, base->activation);
  return sites_variable(p, prog_func(p, act->func), val_local(base->inst));
}

static const char *what_is_in(Session *session, const EncLeaf *leaf) {
  const char *home = home_name(session, leaf);
  return home ? arena_printf(&session->sites->arena, "what is in '%s'", home)
              : "a value in memory";
}

/* The instruction that a variable arises in. */
static const Inst *made_by(const Program *p, const EncLeaf *leaf) {
  const Function *f = prog_func(p, leaf->func);
  assert(leaf->func.id && leaf->inst < f->insts.n);
  return &f->insts.at[leaf->inst];
}

/* Is it what a function that was not looked into has left in memory? */
static bool is_left(const EncLeaf *leaf) {
  return leaf->is_memory &&
         (leaf->kind == ENC_LEAF_EXTERN || leaf->kind == ENC_LEAF_INDIRECT);
}

bool sites_is_scanned(const Program *p, const EncLeaf *leaf) {
  return leaf->kind == ENC_LEAF_INPUT && !leaf->is_length && leaf->inst &&
         prog_func(p, leaf->func)->insts.at[leaf->inst].op == OP_CALL;
}

/* The text is what the call there is given. */
static const char *length_name(Session *session, const EncLeaf *leaf) {
  Sites *s = session->sites;
  const Function *f = prog_func(
      s->program, enc_exec_activation(session->exec, leaf->activation)->func);
  for (uint32_t i = 1; i < f->insts.n; i++) {
    const Inst *inst = &f->insts.at[i];
    FuncId callee = prog_callee(s->program, inst);
    if (inst->loc.id == leaf->loc.id && inst->op == OP_CALL && callee.id)
      return arena_printf(&s->arena, "length of the text that %s() is given",
                          sites_function(s, callee));
  }
  return "length of the text";
}

/* What nobody computes, by what kind of input it is. */
static const char *input_name(Sites *s, const EncLeaf *leaf) {
  const Inst *inst = made_by(s->program, leaf);
  const char *name = inst->name == UINT32_MAX
                         ? NULL
                         : names_text(&s->program->names, inst->name);
  if (inst->op != OP_NONDET) return enc_leaf_text(leaf->kind);
  switch ((InputKind)inst->imm) {
  case INPUT_NONDET:
  case INPUT_EXTERN:
    return name ? arena_printf(&s->arena, "result of %s()", name)
                : enc_leaf_text(leaf->kind);
  case INPUT_UNINIT:
    return name
               ? arena_printf(&s->arena, "'%s', which was never written,", name)
               : "a variable that was never written";
  case INPUT_UNDEF: return "a value that is not defined";
  case INPUT_ASM: return "a result of inline assembly";
  }
  unreachable_case();
}

static const char *leaf_name(Session *session, const EncLeaf *leaf) {
  Sites *s = session->sites;
  const Program *p = s->program;
  const char *name = NULL;
  if (leaf->is_length) return length_name(session, leaf);
  if (sites_is_scanned(p, leaf))
    return leaf->is_memory ? "the number read"
                           : "the number of characters read";
  if (is_left(leaf)) return what_is_in(session, leaf);
  if (leaf->kind == ENC_LEAF_PARAM || leaf->kind == ENC_LEAF_LOOP)
    name = sites_variable(
        p,
        prog_func(p,
                  enc_exec_activation(session->exec, leaf->activation)->func),
        val_local(leaf->inst));
  if (name) return arena_strdup(&s->arena, name);
  if (leaf->kind == ENC_LEAF_PARAM)
    return arena_printf(&s->arena, "parameter %u", leaf->inst);
  if (leaf->kind == ENC_LEAF_LOOP) return "a counter of the loop";
  if (leaf->kind == ENC_LEAF_EXTERN && leaf->func.id)
    return arena_printf(&s->arena, "result of %s()",
                        sites_function(s, leaf->func));
  if (leaf->kind == ENC_LEAF_INDIRECT) return "result of a call by pointer";
  if (leaf->kind == ENC_LEAF_CONTEXT && leaf->is_memory)
    return arena_printf(&s->arena, "%s on entry", what_is_in(session, leaf));
  if (leaf->kind == ENC_LEAF_CONTEXT) return "a value in memory on entry";
  if (leaf->kind == ENC_LEAF_INPUT && leaf->is_memory)
    return what_is_in(session, leaf);
  if ((leaf->kind == ENC_LEAF_INPUT || leaf->kind == ENC_LEAF_UNINIT) &&
      leaf->func.id)
    return input_name(s, leaf);
  return enc_leaf_text(leaf->kind);
}

/* What is read behind a macro has a name of its own where it is a member. */
static const char *member_name(Session *session, const EncLeaf *leaf) {
  Sites *s = session->sites;
  if (!leaf->is_memory || leaf->is_length) return NULL;
  EncCell cell = enc_exec_cell(session->exec, leaf);
  const char *of = "";
  const CMember *m =
      cell.type.id ? enc_member_named(s->facts, cell.type, cell.member, &of)
                   : NULL;
  return m && *m->name && *of
             ? arena_printf(&s->arena, "member '%s' of a %s", m->name, of)
             : NULL;
}

/* ---- values ---- */

/* The instruction that does nothing but take bits out of the other's value, for
 * the same expression; or itself. */
static uint32_t next_of_bits(const Program *p, const Function *f,
                             uint32_t inst) {
  uint32_t users = 0, found = inst;
  LocId loc = f->insts.at[inst].loc;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      uint32_t at = f->blocks.at[b].insts.at[i];
      const Inst *user = &f->insts.at[at];
      for (uint32_t k = 0; k < user->n_ops; k++) {
        if (!val_same(user->ops[k], val_local(inst))) continue;
        users++;
        bool takes = user->op == OP_AND || user->op == OP_LSHR ||
                     user->op == OP_ASHR || user->op == OP_SHL;
        if (k == 0 && takes && user->loc.id == loc.id &&
            val_is_const(user->ops[1]) &&
            prog_const(p, user->ops[1])->kind == CONST_BITS)
          found = at;
      }
    }
  return users == 1 ? found : inst;
}

/* Of what a bit-field is read from: the value of the bit-field.  Others are
 * themselves. */
static Term value_read(Session *session, const EncLeaf *leaf) {
  const Program *p = session->sites->program;
  FuncId func = enc_exec_activation(session->exec, leaf->activation)->func;
  const Function *f = prog_func(p, func);
  if (!leaf->is_memory || leaf->is_pointer) return leaf->var;
  for (uint32_t i = 1; i < f->insts.n; i++) {
    if (f->insts.at[i].op != OP_LOAD || f->insts.at[i].loc.id != leaf->loc.id)
      continue;
    uint32_t at = i, next = next_of_bits(p, f, i);
    for (; next != at; next = next_of_bits(p, f, at)) at = next;
    Term value = at == i ? TERM_NONE
                         : enc_exec_value(session->exec, leaf->activation, at);
    return value.id ? value : leaf->var;
  }
  return leaf->var;
}

const char *sites_value_text(Session *session, Term var, bool is_pointer) {
  require(var.id != 0);
  Arena *arena = &session->sites->arena;
  TermValue value = struct_value(session->engine, var);
  if (sort_kind(value.sort) == SORT_BOOL) return value.bits ? "yes" : "no";
  uint32_t width = sort_width(value.sort);
  if (width > 64) return "...";
  if (is_pointer) return value.bits ? "not NULL" : "NULL";
  uint64_t sign = width < 64 ? ~(uint64_t)0 << (width - 1) : 0;
  int64_t number =
      (int64_t)(width < 64 && (value.bits & sign & -sign) ? value.bits | sign
                                                          : value.bits);
  if (number > HEX_FROM || number < -HEX_FROM)
    return arena_printf(arena, "%lld (0x%llx)", (long long)number,
                        (unsigned long long)value.bits);
  if (width == 8 && number > ' ' && number < 127)
    return arena_printf(arena, "%lld ('%c')", (long long)number, (char)number);
  return arena_printf(arena, "%lld", (long long)number);
}

uint32_t sites_outermost_call(const Session *session, uint32_t activation) {
  uint32_t found = 0;
  require(session->exec != NULL);
  for (uint32_t at = activation; at != 0;
       at = enc_exec_activation(session->exec, at)->parent) {
    FuncId func = enc_exec_activation(session->exec, at)->func;
    if (!sites_is_library(session->sites, func)) break;
    found = at;
  }
  return found;
}

uint32_t sites_library_call(Session *session, const EncLeaf *leaf) {
  bool is_input = leaf->kind == ENC_LEAF_INPUT || leaf->kind == ENC_LEAF_EXTERN;
  return is_input ? sites_outermost_call(session, leaf->activation) : 0;
}

LocId sites_call_place(const Session *session, uint32_t activation) {
  const EncActivation *act = enc_exec_activation(session->exec, activation);
  const EncActivation *caller = enc_exec_activation(session->exec, act->parent);
  return prog_func(session->sites->program, caller->func)
      ->insts.at[act->call]
      .loc;
}

SiteTold sites_library_told(Session *session, const EncLeaf *leaf,
                            uint32_t activation) {
  Sites *s = session->sites;
  const EncActivation *act = enc_exec_activation(session->exec, activation);
  const Function *f = prog_func(s->program, s->original[act->func.id]);
  bool is_errno = text_starts_with(f->name, "__cutpoint_errno");
  bool is_pointer =
      f->ret.id && prog_type(s->program, f->ret)->kind == TYPE_PTR;
  SiteTold told = {.var = leaf->var,
                   .activation = act->parent,
                   .inst = act->call,
                   .is_answer = true,
                   .value = {.loc = sites_call_place(session, activation)}};
  told.value.name = is_errno ? "errno"
                             : arena_printf(&s->arena, "result of %s()",
                                            sites_function(s, act->func));
  if (is_errno)
    told.value.value = sites_value_text(session, leaf->var, false);
  else if (act->result.id && sites_is_settled(session, act->result))
    told.value.value = sites_value_text(session, act->result, is_pointer);
  return told;
}

SiteTold sites_filled_told(Session *session, const EncLeaf *leaf,
                           uint32_t activation) {
  Sites *s = session->sites;
  const EncActivation *act = enc_exec_activation(session->exec, activation);
  assert(leaf->is_memory && activation != 0);
  return (SiteTold){
      .var = leaf->var,
      .activation = act->parent,
      .only_points = leaf->is_pointer && sites_number(session, leaf->var) != 0,
      .value = {.origin = SITE_VALUE_FILLED,
                .name = what_is_in(session, leaf),
                .member = member_name(session, leaf),
                .value = sites_value_text(session, leaf->var, leaf->is_pointer),
                .call = sites_call_place(session, activation),
                .callee = sites_function(s, act->func)}};
}

static SiteOrigin origin_of(const Program *p, const EncLeaf *leaf) {
  if (leaf->kind == ENC_LEAF_PARAM) return SITE_VALUE_PARAM;
  if (leaf->kind == ENC_LEAF_INPUT && !leaf->is_memory &&
      made_by(p, leaf)->op == OP_LOAD)
    return SITE_VALUE_INPUT;
  if (!leaf->is_memory || leaf->is_length || sites_is_scanned(p, leaf))
    return SITE_VALUE_NAMED;
  if (is_left(leaf)) return SITE_VALUE_LEFT;
  return leaf->kind == ENC_LEAF_CONTEXT ? SITE_VALUE_ENTRY : SITE_VALUE_INPUT;
}

/* Who has left a value in memory. */
static void tell_call(Sites *s, const EncLeaf *leaf, SiteValue *value) {
  const Inst *inst = made_by(s->program, leaf);
  FuncId callee =
      inst->op == OP_CALL ? prog_callee(s->program, inst) : (FuncId){0};
  value->call = leaf->loc;
  value->callee = callee.id ? sites_function(s, callee) : NULL;
}

/* "i is 12 in round 13 of the loop". */
static void tell_round(Session *session, const EncLeaf *leaf,
                       SiteValue *value) {
  const Program *p = session->sites->program;
  const Function *f =
      prog_func(p, enc_exec_activation(session->exec, leaf->activation)->func);
  assert(leaf->is_exact && leaf->start.id);
  uint32_t width = term_width(session->store, leaf->var);
  uint64_t now = sites_number(session, leaf->var);
  uint64_t first = sites_number(session, leaf->start);
  uint64_t unused = 64 - (width < 64 ? width : 64);
  int64_t gone = (int64_t)((now - first) << unused) >> unused;
  value->value = arena_printf(
      &session->sites->arena, "%s in round %llu of the loop", value->value,
      (unsigned long long)(gone < 0 ? -gone : gone) + 1);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      if (f->blocks.at[b].insts.at[i] == leaf->inst && f->blocks.at[b].loop.id)
        value->loc = f->blocks.at[b].loop;
}

SiteTold sites_told(Session *session, const EncLeaf *leaf) {
  require(leaf != NULL && leaf->activation < UINT32_MAX);
  Sites *s = session->sites;
  uint32_t call = sites_library_call(session, leaf);
  if (call) return sites_library_told(session, leaf, call);
  SiteTold told = {.var = leaf->var,
                   .activation = leaf->activation,
                   .inst = leaf->inst,
                   .value = {.origin = origin_of(s->program, leaf),
                             .name = leaf_name(session, leaf),
                             .member = member_name(session, leaf),
                             .loc = leaf->loc,
                             .indices = sites_indices_of(session, leaf)}};
  told.value.value =
      sites_value_text(session, value_read(session, leaf), leaf->is_pointer);
  if (leaf->kind == ENC_LEAF_LOOP) tell_round(session, leaf, &told.value);
  if (told.value.origin == SITE_VALUE_LEFT) tell_call(s, leaf, &told.value);
  if (leaf->is_memory && told.value.origin != SITE_VALUE_NAMED) told.inst = 0;
  told.only_points = leaf->is_pointer && sites_number(session, leaf->var) != 0;
  if (told.value.origin == SITE_VALUE_ENTRY)
    tell_table(session, leaf, &told.value);
  return told;
}
