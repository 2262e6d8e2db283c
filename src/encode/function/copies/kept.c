/* SPDX-License-Identifier: MIT
 *
 * Which values go elsewhere.
 *
 * A value is kept if it, or an address in the same object, is stored where
 * others find it, returned, or handed to a function that keeps it; functions of
 * the library keep nothing, but some give back what they were given.  What is
 * made of a parameter that is not kept is *local*: nobody but this call has it.
 * Both grow until nothing changes. */
#include "encode/function/copies/copies_int.h"

void copies_for_users(Copies *c, CopyStep *step) {
  const Program *p = c->facts->program;
  for (uint32_t id = 1; id < c->facts->n_funcs; id++) {
    const Function *f = &p->funcs.at[id];
    if (f->state != FUNC_DEFINED || f->origin == FUNC_MODEL) continue;
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
        step(c, (FuncId){id}, f->blocks.at[b].insts.at[i]);
    enc_trim_bodies(c->facts);
  }
}

static void keep(Copies *c, FuncId func, Val v, uint8_t how) {
  if (!val_is_local(v)) return;
  uint8_t *kept = &c->is_kept[c->base[func.id] + val_index(v)];
  c->changed |= (how & ~*kept) != 0;
  *kept |= how;
}

bool copies_is_pointer(const Copies *c, TypeId type) {
  return type.id && prog_type(c->facts->program, type)->kind == TYPE_PTR;
}

bool copies_may_be_pointer(const Copies *c, FuncId func, Val v) {
  const Program *p = c->facts->program;
  TypeId type = prog_val_type(p, prog_func(p, func), v);
  return type.id && prog_type(p, type)->bits == p->pointer_bits;
}

bool copies_is_fresh(const Copies *c, FuncId func) {
  assert(func.id && func.id < c->facts->n_funcs);
  const Function *f = prog_func(c->facts->program, func);
  if (!prog_effects_is_fresh(c->facts->effects, func)) return false;
  for (uint32_t b = 0; b < f->blocks.n && f->origin != FUNC_MODEL; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    if (end->op == OP_RET && end->n_ops && val_is_local(end->ops[0]) &&
        c->is_kept[c->base[func.id] + val_index(end->ops[0])] & KEPT)
      return false;
  }
  return true;
}

FuncId copies_passed_function(const Program *p, const Inst *call) {
  for (uint32_t i = 1; i < call->n_ops; i++) {
    const Const *g =
        val_is_const(call->ops[i]) ? prog_const(p, call->ops[i]) : NULL;
    if (g && g->kind == CONST_FUNC &&
        prog_func(p, g->func)->state == FUNC_DEFINED)
      return g->func;
  }
  return (FuncId){0};
}

static void keep_arguments(Copies *c, FuncId func, uint32_t number,
                           FuncId callee) {
  assert(callee.id && callee.id < c->facts->n_funcs);
  const Program *p = c->facts->program;
  const Inst *call = &prog_func(p, func)->insts.at[number];
  const Function *g = prog_func(p, callee);
  bool is_library = g->origin == FUNC_MODEL;
  bool gives_back = is_library && !copies_is_fresh(c, callee) &&
                    copies_is_pointer(c, call->type) &&
                    c->is_kept[c->base[func.id] + number];
  if (is_library && copies_passed_function(p, call).id) gives_back = true;
  for (uint32_t i = 1; i < call->n_ops; i++)
    if (is_library
            ? gives_back
            : g->state == FUNC_DEFINED &&
                  (i > g->n_params || c->is_kept[c->base[callee.id] + i]))
      keep(c, func, call->ops[i], KEPT);
}

bool copies_is_copy(const Inst *inst) {
  return inst->op == OP_PHI || inst->op == OP_SELECT ||
         inst->op == OP_BITCAST || inst->op == OP_GEP;
}

uint32_t copies_first(const Inst *inst) {
  assert(copies_is_copy(inst));
  return inst->op == OP_SELECT;
}

uint32_t copies_end(const Inst *inst) {
  assert(copies_is_copy(inst));
  return inst->op == OP_GEP ? 1 : inst->n_ops;
}

/* Memory of the function's own: what is stored there goes where it is loaded
 * to. */
static void keep_local(Copies *c, FuncId func, uint32_t number, Val local) {
  assert(val_is_local(local));
  const Inst *inst = &prog_func(c->facts->program, func)->insts.at[number];
  uint8_t here = c->is_kept[c->base[func.id] + val_index(local)];
  if (inst->op == OP_LOAD) {
    uint8_t loaded = c->is_kept[c->base[func.id] + number];
    keep(c, func, local, (uint8_t)((loaded & (RETURNED | KEPT)) << 2));
  } else {
    keep(c, func, inst->ops[0], (uint8_t)(here >> 2 | (here & KEPT)));
  }
}

/* Values that are stored go elsewhere; pointers through which contents are
 * accessed that are no member of a struct, too. */
static void keep_access(Copies *c, FuncId func, uint32_t number) {
  const Function *f = prog_func(c->facts->program, func);
  const Inst *inst = &f->insts.at[number];
  bool is_store = inst->op == OP_STORE;
  Val value = is_store ? inst->ops[0] : val_local(number);
  Val address = inst->ops[is_store], root = prog_address_root(f, address);
  bool is_member = enc_facts_is_struct_known(c->facts, inst->aux);
  if (!copies_may_be_pointer(c, func, value)) return;
  if (!is_member && val_is_local(root) &&
      f->insts.at[val_index(root)].op == OP_ALLOCA) {
    keep_local(c, func, number, root);
    return;
  }
  if (is_store) keep(c, func, value, KEPT);
  if (!is_member) keep(c, func, address, KEPT);
}

/* Values that are stored, returned, or handed to who keeps them. */
static void keep_inst(Copies *c, FuncId func, uint32_t number) {
  const Program *p = c->facts->program;
  const Inst *inst = &prog_func(p, func)->insts.at[number];
  if (inst->op == OP_STORE || inst->op == OP_LOAD) keep_access(c, func, number);
  if (inst->op == OP_RET && inst->n_ops) keep(c, func, inst->ops[0], RETURNED);
  if (inst->op == OP_MEMCPY) keep(c, func, inst->ops[0], KEPT);
  if (copies_is_copy(inst))
    for (uint32_t i = copies_first(inst); i < copies_end(inst); i++)
      keep(c, func, inst->ops[i], c->is_kept[c->base[func.id] + number]);
  if (inst->op != OP_CALL) return;
  IndexVec callees = {0};
  prog_call_targets(c->facts->calls, p, c->facts->points, func, number,
                    &callees);
  for (uint32_t i = 0; i < callees.n; i++)
    keep_arguments(c, func, number, (FuncId){callees.at[i]});
  VEC_DONE(p->mem, &callees);
}

/* Backwards, as it is handed on: a chain of copies takes one round. */
static void keep_all(Copies *c) {
  const Program *p = c->facts->program;
  for (uint32_t id = 1; id < c->facts->n_funcs; id++) {
    const Function *f = &p->funcs.at[id];
    if (f->state != FUNC_DEFINED || f->origin == FUNC_MODEL) continue;
    for (uint32_t b = f->blocks.n; b-- > 0;)
      for (uint32_t i = f->blocks.at[b].insts.n; i-- > 0;)
        keep_inst(c, (FuncId){id}, f->blocks.at[b].insts.at[i]);
    enc_trim_bodies(c->facts);
  }
}

/* What is made of a parameter that is not kept is known to nobody else: no need
 * to know what is passed. */
static void localise(Copies *c, FuncId func, uint32_t number) {
  const Program *p = c->facts->program;
  const Inst *inst = &prog_func(p, func)->insts.at[number];
  uint32_t node = c->base[func.id] + number, from = 1, to = 0;
  if (c->is_kept[node]) return;
  FuncId callee = prog_callee(p, inst);
  if (copies_is_copy(inst)) {
    from = copies_first(inst);
    to = copies_end(inst);
  } else if (callee.id && prog_func(p, callee)->origin == FUNC_MODEL &&
             copies_is_pointer(c, inst->type) && !copies_is_fresh(c, callee)) {
    to = inst->n_ops;
  }
  for (uint32_t i = from; i < to && !c->is_local[node]; i++)
    if (val_is_local(inst->ops[i]) &&
        c->is_local[c->base[func.id] + val_index(inst->ops[i])]) {
      c->is_local[node] = 1;
      c->changed = true;
    }
}

static void localise_parameters(Copies *c) {
  const Program *p = c->facts->program;
  for (uint32_t f = 1; f < c->facts->n_funcs; f++)
    for (uint32_t i = 1; i <= p->funcs.at[f].n_params; i++)
      if (p->funcs.at[f].state == FUNC_DEFINED && !c->is_kept[c->base[f] + i])
        c->is_local[c->base[f] + i] = 1;
}

void copies_find_kept(Copies *c) {
  assert(c->is_kept != NULL && c->is_local != NULL);
  do {
    c->changed = false;
    keep_all(c);
  } while (c->changed);
  localise_parameters(c);
  do {
    c->changed = false;
    copies_for_users(c, localise);
  } while (c->changed);
}
