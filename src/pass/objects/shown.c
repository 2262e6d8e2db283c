/* SPDX-License-Identifier: MIT
 *
 * Which objects callers show.
 *
 * A function gets an object by a parameter, by memory that a parameter leads to
 * (`sink(&data)`, an array of pointers, a struct), or by a global that a caller
 * sets before the call.  How large the object is the caller knows, if it is a
 * variable or an allocation there, or if its own callers show it.  That is
 * followed from call to call until nothing changes; not so for constants
 * (mostly texts), whose end is rarely missed further down.
 *
 * Calls through pointers are left out: less is asked then. */
#include "pass/objects/objects_int.h"

static uint64_t bit(uint64_t i) {
  return i < 64 ? (uint64_t)1 << i : 0;
}

static FuncId id_of(const Facts *facts, const Function *f) {
  return (FuncId){(uint32_t)(f - facts->program->funcs.at)};
}

/* `of`: the number of a global, or of an instruction. */
static uint64_t shown_key(FuncId func, uint32_t of) {
  assert(func.id && of);
  return (uint64_t)func.id << 32 | of;
}

/* The global that the root is; none: it is something else. */
static GlobalId global_of(const Program *p, Val root) {
  if (!val_is_const(root)) return (GlobalId){0};
  const Const *c = prog_const(p, root);
  return c->kind == CONST_GLOBAL ? c->global : (GlobalId){0};
}

static bool holds_shown(const Facts *facts, const Function *f, Val memory);

static bool is_constant(const Program *p, Val root) {
  GlobalId global = global_of(p, root);
  return global.id && prog_global(p, global)->kind == GLOBAL_CONSTANT;
}

/* Does it lead to an object in sight that is no constant? */
static bool shows(const Facts *facts, const Function *f, Val root) {
  if (is_object(facts, f, root)) return !is_constant(facts->program, root);
  if (!val_is_local(root)) return false;
  const Inst *inst = &f->insts.at[val_index(root)];
  if (inst->op == OP_PARAM)
    return (facts->shown_on[id_of(facts, f).id] & bit(inst->imm)) != 0;
  return inst->op == OP_LOAD &&
         holds_shown(facts, f, prog_address_root(f, inst->ops[0]));
}

/* Is there a pointer to an object in sight in what the root leads to? */
static bool holds_shown(const Facts *facts, const Function *f, Val memory) {
  GlobalId global = global_of(facts->program, memory);
  FuncId self = id_of(facts, f);
  if (global.id)
    return map_find(&facts->shown_global, shown_key(self, global.id)) != NULL;
  if (!val_is_local(memory)) return false;
  const Inst *inst = &f->insts.at[val_index(memory)];
  if (inst->op == OP_PARAM)
    return (facts->shown_in[self.id] & bit(inst->imm)) != 0;
  return inst->op == OP_ALLOCA &&
         map_find(&facts->shown_local, shown_key(self, val_index(memory))) !=
             NULL;
}

bool is_shown(const Facts *facts, const Function *f, Val root) {
  if (!val_is_local(root) || is_object(facts, f, root)) return false;
  const Inst *inst = &f->insts.at[val_index(root)];
  if (inst->op == OP_PARAM)
    return (facts->shown[id_of(facts, f).id] & bit(inst->imm)) != 0;
  return shows(facts, f, root);
}

/* ---- calls ---- */

/* Calls through pointers are those of "function 0": of all whose address is
 * taken. */
static bool note_arguments(Facts *facts, const Function *f, const Inst *call) {
  assert(call->op == OP_CALL);
  FuncId callee = prog_callee(facts->program, call);
  uint64_t given = facts->given[callee.id], on = facts->shown_on[callee.id],
           in = facts->shown_in[callee.id];
  for (uint32_t k = 1; k < call->n_ops && k <= 64; k++) {
    TypeId type = prog_val_type(facts->program, f, call->ops[k]);
    if (prog_type(facts->program, type)->kind != TYPE_PTR) continue;
    Val root = prog_address_root(f, call->ops[k]);
    bool is_on = callee.id && shows(facts, f, root);
    if (is_on) facts->shown_on[callee.id] |= bit(k - 1);
    if (is_on || (callee.id && is_object(facts, f, root)))
      facts->shown[callee.id] |= bit(k - 1);
    if (callee.id && holds_shown(facts, f, root))
      facts->shown_in[callee.id] |= bit(k - 1);
    if (may_be_variable(facts, f, call->ops[k]))
      facts->given[callee.id] |= bit(k - 1);
  }
  return given != facts->given[callee.id] || on != facts->shown_on[callee.id] ||
         in != facts->shown_in[callee.id];
}

/* A variable that holds a pointer to an object in sight. */
static bool note_store(Facts *facts, const Function *f, const Inst *store) {
  assert(store->op == OP_STORE);
  Val memory = prog_address_root(f, store->ops[1]);
  if (!val_is_local(memory) || f->insts.at[val_index(memory)].op != OP_ALLOCA ||
      holds_shown(facts, f, memory) ||
      !shows(facts, f, prog_address_root(f, store->ops[0])))
    return false;
  map_put(&facts->shown_local, shown_key(id_of(facts, f), val_index(memory)),
          1);
  return true;
}

static bool note_uses(Facts *facts, const Function *f) {
  bool changed = false;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[k]];
      if (inst->op == OP_CALL) changed |= note_arguments(facts, f, inst);
      if (inst->op == OP_STORE) changed |= note_store(facts, f, inst);
    }
  return changed;
}

/* The function calls others that find the global as it left it. */
static void note_global(Facts *facts, const Function *f, GlobalId global) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
      const Inst *call = &f->insts.at[f->blocks.at[b].insts.at[k]];
      FuncId callee = prog_callee(facts->program, call);
      if (call->op == OP_CALL && callee.id)
        map_put(&facts->shown_global, shown_key(callee, global.id), 1);
    }
}

static void note_globals(Facts *facts, const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
      const Inst *store = &f->insts.at[f->blocks.at[b].insts.at[k]];
      if (store->op != OP_STORE) continue;
      GlobalId global =
          global_of(facts->program, prog_address_root(f, store->ops[1]));
      if (global.id && shows(facts, f, prog_address_root(f, store->ops[0])))
        note_global(facts, f, global);
    }
}

/* Until no parameter of a caller brings an object any further. */
void find_shown(Facts *facts) {
  require(facts->n > 0);
  uint8_t *is_taken = MEM_ARRAY(facts->program->mem, uint8_t, facts->n);
  prog_address_taken(facts->program, is_taken);
  const Program *p = facts->program;
  for (uint32_t i = 1; i < facts->n; i++)
    if (p->funcs.at[i].state == FUNC_DEFINED &&
        p->funcs.at[i].origin == FUNC_USER)
      note_globals(facts, &p->funcs.at[i]);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < facts->n; i++) {
      const Function *f = &p->funcs.at[i];
      if (is_taken[i]) facts->given[i] |= facts->given[0];
      if (f->state == FUNC_DEFINED && f->origin == FUNC_USER)
        changed |= note_uses(facts, f);
    }
  }
  MEM_FREE_ARRAY(facts->program->mem, is_taken, facts->n);
}
