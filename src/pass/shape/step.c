/* SPDX-License-Identifier: MIT
 *
 * One block executed on a state: what is known is computed, the rest is copied
 * to the new program. */
#include "pass/shape/shape_int.h"

uint32_t shape_number_of(const Shape *w, Item here) {
  return shape_insts(w, here.block)->at[here.index];
}

void shape_push(Shape *w, State *s, uint32_t block, uint32_t index,
                BlockId at) {
  assert(block < w->n_blocks && at.id >= w->n_blocks);
  Item item = {s, block, index, at};
  VEC_PUSH(w->mem, &w->work, item);
}

/* ---- numbers ---- */

static void copy_input(Shape *w, State *s, const Inst *inst, uint32_t result) {
  assert(inst->op == OP_NONDET && result < w->n_insts);
  if (inst->type.id == w->pointer.id) {
    state_set(w, s, result, abs_any());
    return;
  }
  uint32_t made = edit_add(&w->edit, OP_NONDET, inst->type, NULL, 0, NULL, 0);
  Inst *copy = &w->f->insts.at[made];
  copy->imm = inst->imm;
  copy->name = inst->name;
  copy->site = inst->site;
  copy->context = inst->context;
  copy->stride = inst->stride;
  copy->flags = inst->flags | INST_COUNTED;
  shape_set(w, s, result, val_local(made));
}

static Step compute(Shape *w, State *s, const Inst *inst, Item here) {
  Step step;
  uint32_t result = shape_number_of(w, here);
  if (inst->op == OP_NONDET) {
    copy_input(w, s, inst, result);
    return STEP_NEXT;
  }
  if (pointer_step(w, s, inst, here, &step)) return step;
  Inst plain = *inst;
  Val ops[4];
  require(inst->n_ops >= 1 && inst->n_ops <= 4);
  for (uint32_t k = 0; k < inst->n_ops; k++)
    ops[k] = shape_use(w, s, inst->ops[k]);
  plain.ops = ops;
  Val known = fold_inst(w->p, w->f, &plain);
  if (!val_is_none(known)) {
    shape_set(w, s, result, known);
    return STEP_NEXT;
  }
  uint32_t made =
      edit_add(&w->edit, inst->op, inst->type, ops, inst->n_ops, NULL, 0);
  Inst *copy = &w->f->insts.at[made];
  copy->imm = inst->imm;
  copy->stride = inst->stride;
  copy->flags = inst->flags;
  copy->name = inst->name;
  shape_set(w, s, result, val_local(made));
  return STEP_NEXT;
}

static Step assume(Shape *w, State *s, const Inst *inst) {
  assert(inst->op == OP_ASSUME);
  Abs cond = shape_abs(w, s, inst->ops[0]);
  int64_t bit;
  if (!shape_const(w, cond, &bit)) {
    edit_assume(&w->edit, shape_use(w, s, inst->ops[0]));
    return STEP_NEXT;
  }
  if (bit) return STEP_NEXT;
  edit_named(&w->edit, OP_STOP, "assume");
  return STEP_END;
}

/* ---- ends of blocks ---- */

static void end_run(Shape *w, const Inst *inst) {
  assert(prog_op_has(inst->op, 'T'));
  if (inst->op == OP_RET) {
    edit_named(&w->edit, OP_STOP, "return");
    return;
  }
  uint32_t made = edit_add(&w->edit, inst->op, (TypeId){0}, NULL, 0, NULL, 0);
  w->f->insts.at[made].imm = inst->imm;
  w->f->insts.at[made].name = inst->name;
}

/* A way that is taken where the value is the constant. */
static void go(Shape *w, State *s, uint32_t from, BlockId to, BlockId at,
               Val operand, Val value) {
  State *copy = state_copy(w, s);
  if (val_is_local(operand) && !val_is_none(value))
    state_set(w, copy, val_index(operand), abs_const(value));
  w->edit.at = at;
  shape_enter(w, copy, from, to.id);
}

static void branch(Shape *w, State *s, uint32_t block, const Inst *inst) {
  assert(inst->op == OP_CONDBR && inst->n_blocks == 2);
  int64_t bit;
  if (shape_const(w, shape_abs(w, s, inst->ops[0]), &bit)) {
    shape_enter(w, s, block, inst->blocks[bit ? 0 : 1].id);
    return;
  }
  BlockId yes = edit_block(&w->edit, ""), no = edit_block(&w->edit, "");
  edit_condbr(&w->edit, shape_use(w, s, inst->ops[0]), yes, no);
  go(w, s, block, inst->blocks[0], yes, inst->ops[0], shape_bit(w, true));
  go(w, s, block, inst->blocks[1], no, inst->ops[0], shape_bit(w, false));
}

static void switch_over(Shape *w, State *s, uint32_t block, const Inst *inst) {
  assert(inst->op == OP_SWITCH && inst->n_blocks == inst->n_ops);
  Abs value = shape_abs(w, s, inst->ops[0]);
  if (value.kind == ABS_CONST) {
    uint32_t way = 0;
    for (uint32_t k = 1; k < inst->n_ops; k++)
      if (val_same(inst->ops[k], abs_val(value))) way = k;
    shape_enter(w, s, block, inst->blocks[way].id);
    return;
  }
  uint32_t n = inst->n_ops;
  Val *ops = ARENA_ARRAY(&w->arena, Val, n);
  BlockId *at = ARENA_ARRAY(&w->arena, BlockId, n);
  for (uint32_t k = 0; k < n; k++) {
    ops[k] = k ? inst->ops[k] : shape_use(w, s, inst->ops[0]);
    at[k] = edit_block(&w->edit, "");
  }
  edit_add(&w->edit, OP_SWITCH, (TypeId){0}, ops, n, at, n);
  for (uint32_t k = 0; k < n; k++)
    go(w, s, block, inst->blocks[k], at[k], inst->ops[0],
       k ? inst->ops[k] : (Val){0});
}

static Step step(Shape *w, State *s, const Inst *inst, Item here) {
  switch ((int)inst->op) {
  case OP_DBG:
  case OP_DBG_ADDR: return STEP_NEXT;
  case OP_ALLOCA:
  case OP_ALLOC:
  case OP_FREE:
  case OP_BEGIN:
  case OP_END:
  case OP_VALID:
  case OP_LOAD:
  case OP_STORE:
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC: return memory_step(w, s, inst, here);
  case OP_ASSUME: return assume(w, s, inst);
  case OP_CALL:
  case OP_VA_AREA: shape_unsupported(w, "a call"); return STEP_END;
  case OP_BR:
    shape_enter(w, s, here.block, inst->blocks[0].id);
    return STEP_END;
  case OP_CONDBR: branch(w, s, here.block, inst); return STEP_END;
  case OP_SWITCH: switch_over(w, s, here.block, inst); return STEP_END;
  case OP_RET:
  case OP_STOP:
  case OP_ERROR:
  case OP_UNSUPPORTED: end_run(w, inst); return STEP_END;
  default: return compute(w, s, inst, here);
  }
}

void shape_execute(Shape *w, Item item) {
  require(item.state && item.block < w->n_blocks);
  const InstList *list = shape_insts(w, item.block);
  w->edit.at = item.at;
  for (; item.index < list->n && !w->gave_up; item.index++) {
    uint32_t number = list->at[item.index];
    Inst inst = w->f->insts.at[number]; /* a copy: the vector grows */
    if (inst.op == OP_PHI) continue;
    edit_like(&w->edit, number);
    if (step(w, item.state, &inst, item) == STEP_END) return;
    list = shape_insts(w, item.block);
  }
}
