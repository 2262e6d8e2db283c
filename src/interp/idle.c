/* SPDX-License-Identifier: MIT
 *
 * Inputs that do not matter.
 *
 * printf() returns any number, and hardly anybody looks at it.  An input
 * matters if its value is used by an instruction that does something else than
 * compute a value, or by one whose value matters; a result matters if that of
 * some call does.  All functions are looked at together, from uses to
 * operands, until nothing new matters.
 *
 * An instruction that can trap counts as one that does something.  Where an
 * address of a function is taken, its result matters. */
#include "interp/interp.h"

struct InterpIdle {
  Mem *mem;
  const Program *p;
  uint8_t **matters; /* by function, by instruction; NULL: has no body */
  uint8_t *returns;  /* by function: its result matters */
  bool changed;
};

/* Only a value comes of it. */
static bool computes(Op op) {
  bool divides =
      op == OP_UDIV || op == OP_SDIV || op == OP_UREM || op == OP_SREM;
  return (op >= OP_ADD && op <= OP_SEXT && !divides) || op == OP_PHI ||
         op == OP_SELECT || op == OP_NONDET;
}

static void mark(InterpIdle *idle, uint8_t *bit) {
  idle->changed |= !*bit;
  *bit = 1;
}

static void mark_operand(InterpIdle *idle, uint32_t func, const Inst *inst,
                         uint32_t k) {
  Val v = inst->ops[k];
  if (val_is_none(v)) return;
  if (!val_is_const(v)) {
    mark(idle, &idle->matters[func][val_index(v)]);
    return;
  }
  const Const *c = prog_const(idle->p, v);
  bool is_callee = inst->op == OP_CALL && k == 0;
  if (c->kind == CONST_FUNC && !is_callee)
    mark(idle, &idle->returns[c->func.id]);
}

static void mark_result(InterpIdle *idle, const Inst *call) {
  FuncId callee = prog_callee(idle->p, call);
  if (callee.id) mark(idle, &idle->returns[callee.id]);
}

static void look_at(InterpIdle *idle, uint32_t func, uint32_t number) {
  const Inst *inst = &idle->p->funcs.at[func].insts.at[number];
  bool matters = idle->matters[func][number];
  if (inst->op == OP_DBG || inst->op == OP_DBG_ADDR) return;
  if (inst->op == OP_CALL && matters) mark_result(idle, inst);
  if (inst->op == OP_RET ? !idle->returns[func]
                         : computes(inst->op) && !matters)
    return;
  for (uint32_t k = 0; k < inst->n_ops; k++) mark_operand(idle, func, inst, k);
}

/* Addresses in memory. */
static void mark_globals(InterpIdle *idle) {
  for (uint32_t g = 1; g < idle->p->globals.n; g++)
    for (uint32_t i = 0; i < idle->p->globals.at[g].n_relocs; i++)
      idle->returns[idle->p->globals.at[g].relocs[i].func.id] = 1;
}

InterpIdle *interp_idle_new(Mem *mem, const Program *p) {
  InterpIdle *idle = mem_alloc(mem, sizeof *idle);
  *idle = (InterpIdle){.mem = mem,
                       .p = p,
                       .matters = MEM_ARRAY(mem, uint8_t *, p->funcs.n),
                       .returns = MEM_ARRAY(mem, uint8_t, p->funcs.n)};
  for (uint32_t f = 1; f < p->funcs.n; f++)
    if (p->funcs.at[f].state == FUNC_DEFINED)
      idle->matters[f] = MEM_ARRAY(mem, uint8_t, p->funcs.at[f].insts.n);
  mark_globals(idle);
  do {
    idle->changed = false;
    for (uint32_t f = 1; f < p->funcs.n; f++)
      for (uint32_t b = 0; idle->matters[f] && b < p->funcs.at[f].blocks.n; b++)
        for (uint32_t i = 0; i < p->funcs.at[f].blocks.at[b].insts.n; i++)
          look_at(idle, f, p->funcs.at[f].blocks.at[b].insts.at[i]);
  } while (idle->changed);
  return idle;
}

void interp_idle_free(InterpIdle *idle) {
  const Program *p = idle->p;
  for (uint32_t f = 1; f < p->funcs.n; f++)
    if (idle->matters[f])
      MEM_FREE_ARRAY(idle->mem, idle->matters[f], p->funcs.at[f].insts.n);
  MEM_FREE_ARRAY(idle->mem, idle->matters, p->funcs.n);
  MEM_FREE_ARRAY(idle->mem, idle->returns, p->funcs.n);
  mem_free(idle->mem, idle, sizeof *idle);
}

/* Which byte is watched (models/init.c) does not matter to a run that tracks
 * all of them, nor how much realloc keeps to one that knows. */
static bool is_known(const Program *p, const Inst *inst) {
  const char *name =
      inst->name != UINT32_MAX ? names_text(&p->names, inst->name) : "";
  return strcmp(name, "__cutpoint_nondet_watch") == 0 ||
         strcmp(name, PROG_KEPT) == 0;
}

bool interp_is_idle(const InterpIdle *idle, const InterpPlace *place) {
  const Inst *inst = place->inst;
  if (!inst || inst->op != OP_NONDET || !place->func.id) return false;
  const Function *f = prog_func(idle->p, place->func);
  require(inst >= f->insts.at && inst < f->insts.at + f->insts.n);
  return is_known(idle->p, inst) ||
         !idle->matters[place->func.id][inst - f->insts.at];
}
