/* SPDX-License-Identifier: MIT
 *
 * Values of the old program as values of the new one: constants, or variables
 * in memory that pass_memory turns into values again. */
#include "pass/shape/shape_int.h"

/* ---- small things ---- */

Val shape_number(const Shape *w, int64_t value) {
  return prog_const_i64(w->p, w->word, value);
}

Val shape_bit(const Shape *w, bool value) {
  return prog_const_u64(w->p, w->bit, value);
}

Val shape_nondet(Shape *w, TypeId type) {
  return edit_nondet(&w->edit, type, INPUT_UNDEF, "shape");
}

bool shape_const(const Shape *w, Abs a, int64_t *value) {
  return a.kind == ABS_CONST && prog_const_as_i64(w->p, abs_val(a), value);
}

/* ---- variables ---- */

Part abs_part(Abs a) {
  assert(abs_has_variable(a));
  return a.kind == ABS_VAR ? PART_VALUE : PART_OFFSET;
}

Holder holder_reg(const Shape *w, uint32_t inst, Part part) {
  assert(inst > 0 && inst < w->n_insts && part != PART_SIZE);
  TypeId type = part == PART_OFFSET ? w->word : w->f->insts.at[inst].type;
  return (Holder){.inst = inst, .type = type, .part = part};
}

Holder holder_cell(const Shape *w, const Obj *o, const Cell *cell, Part part) {
  TypeId type = part == PART_OFFSET ? w->word : cell->type;
  return (Holder){.home = o->home, .at = cell->at, .type = type, .part = part};
}

Holder holder_size(const Shape *w, const Obj *o) {
  return (Holder){.home = o->home, .type = w->word, .part = PART_SIZE};
}

static bool same_holder(Holder a, Holder b) {
  return a.inst == b.inst && a.home == b.home && a.at == b.at &&
         a.type.id == b.type.id && a.part == b.part;
}

static uint64_t hash_holder(Holder h) {
  uint64_t hash = hash_mix(h.inst, h.home);
  hash = hash_mix(hash, (uint64_t)h.at);
  return hash_mix(hash, (uint64_t)h.type.id << 2 | h.part);
}

/* Its address; variables are made in the prologue. */
static Val variable(Shape *w, Holder holder) {
  assert(holder.type.id != 0 && (!holder.inst || !holder.home));
  uint64_t hash = hash_holder(holder);
  uint32_t first = (uint32_t)map_get(&w->variable_index, hash, 0);
  for (uint32_t i = first; i; i = w->variables.at[i - 1].next)
    if (same_holder(w->variables.at[i - 1].holder, holder))
      return w->variables.at[i - 1].address;
  BlockId at = w->edit.at;
  w->edit.at = w->prologue;
  Variable made = {holder, edit_variable(&w->edit, holder.type), first};
  w->edit.at = at;
  VEC_PUSH(w->mem, &w->variables, made);
  map_put(&w->variable_index, hash, w->variables.n);
  return made.address;
}

Val var_load(Shape *w, Holder holder) {
  return edit_load(&w->edit, holder.type, variable(w, holder));
}

void var_store(Shape *w, Holder holder, Val value) {
  edit_store(&w->edit, value, variable(w, holder));
}

/* ---- operands ---- */

Abs shape_abs(Shape *w, State *s, Val operand) {
  assert(s->n_regs <= w->n_insts);
  assert(!val_is_none(operand));
  if (!val_is_const(operand)) {
    const Abs *value = state_reg(s, val_index(operand));
    require(value);
    return *value;
  }
  const Const *c = prog_const(w->p, operand);
  if (c->kind != CONST_GLOBAL) return abs_const(operand);
  int64_t offset = c->offset;
  return abs_pointer(state_global(w, s, c->global), offset);
}

Val shape_use(Shape *w, State *s, Val operand) {
  Abs a = shape_abs(w, s, operand);
  if (a.kind == ABS_CONST) return abs_val(a);
  if (a.kind == ABS_VAR)
    return var_load(w, holder_reg(w, val_index(operand), PART_VALUE));
  return shape_nondet(w, prog_val_type(w->p, w->f, operand));
}

Val shape_offset(Shape *w, State *s, Val operand) {
  Abs a = shape_abs(w, s, operand);
  assert(a.kind == ABS_POINTER);
  if (!a.floats) return shape_number(w, a.offset);
  return var_load(w, holder_reg(w, val_index(operand), PART_OFFSET));
}

void shape_set(Shape *w, State *s, uint32_t inst, Val value) {
  if (val_is_const(value)) {
    state_set(w, s, inst, shape_abs(w, s, value));
    return;
  }
  var_store(w, holder_reg(w, inst, PART_VALUE), value);
  state_set(w, s, inst, abs_var());
}

void shape_set_any(Shape *w, State *s, uint32_t inst) {
  TypeId type = w->f->insts.at[inst].type;
  if (type.id == w->pointer.id)
    state_set(w, s, inst, abs_any());
  else
    shape_set(w, s, inst, shape_nondet(w, type));
}

Val shape_size(Shape *w, const Obj *o) {
  if (o->size.kind == ABS_CONST) return abs_val(o->size);
  assert(o->size.kind == ABS_VAR);
  return var_load(w, holder_size(w, o));
}
