/* SPDX-License-Identifier: MIT
 *
 * Copies of functions; and those whose loops are unrolled a given number of
 * times: see unroll.c, "Bounded". */
#include "pass/unroll_int.h"

static Inst copy_of_inst(Program *p, const Inst *from) {
  Inst inst = *from;
  if (inst.n_ops) {
    inst.ops = ARENA_ARRAY(&p->arena, Val, inst.n_ops);
    memcpy(inst.ops, from->ops, sizeof *inst.ops * inst.n_ops);
  }
  if (inst.n_blocks) {
    inst.blocks = ARENA_ARRAY(&p->arena, BlockId, inst.n_blocks);
    memcpy(inst.blocks, from->blocks, sizeof *inst.blocks * inst.n_blocks);
  }
  return inst;
}

FuncId pass_copy_function(Program *p, FuncId func, const char *suffix) {
  const Function *from = prog_func(p, func);
  require(from->state == FUNC_DEFINED);
  const char *name = arena_printf(&p->arena, "%s%s", from->name, suffix);
  FuncId id =
      prog_add_function(p, name, from->ret, from->params, from->n_params);
  from = prog_func(p, func);
  Function *to = prog_func(p, id);
  to->arity = from->arity;
  to->state = FUNC_DEFINED;
  to->origin = FUNC_MODEL;
  to->copy_of = from->copy_of.id ? from->copy_of : func;
  to->loc = from->loc;
  to->first_site = from->first_site;
  to->n_sites = from->n_sites;
  for (uint32_t i = 1; i <= from->n_params; i++)
    to->insts.at[i] = copy_of_inst(p, &from->insts.at[i]);
  for (uint32_t i = from->n_params + 1; i < from->insts.n; i++)
    VEC_PUSH(p->mem, &to->insts, copy_of_inst(p, &from->insts.at[i]));
  for (uint32_t b = 0; b < from->blocks.n; b++) {
    const Block *block = &from->blocks.at[b];
    BlockId made = prog_add_block(p, to, "");
    to->blocks.at[made.id].name = block->name;
    to->blocks.at[made.id].loop = block->loop;
    for (uint32_t i = 0; i < block->insts.n; i++)
      VEC_PUSH(p->mem, &to->blocks.at[made.id].insts, block->insts.at[i]);
  }
  return id;
}

void pass_redirect_calls(Program *p, Function *f, const FuncId *copies,
                         uint32_t n) {
  for (uint32_t i = 1; i < f->insts.n; i++) {
    Inst *inst = &f->insts.at[i];
    if (inst->op != OP_CALL || !val_is_const(inst->ops[0])) continue;
    const Const *c = prog_const(p, inst->ops[0]);
    if (c->kind != CONST_FUNC || c->func.id >= n || !copies[c->func.id].id)
      continue;
    inst->ops[0] = prog_const_func(p, copies[c->func.id]);
  }
}

/* A copy that tells what it comes from, before anything in it is changed. */
static FuncId copy_rolled(Program *p, FuncId func) {
  FuncId id = pass_copy_function(p, func, PASS_COPY_SUFFIX);
  Function *to = prog_func(p, id);
  assert(!prog_func(p, func)->rolled.id);
  to->rolled = func;
  for (uint32_t i = 1; i < to->insts.n; i++) to->insts.at[i].rolled = i;
  return id;
}

void pass_unroll_copies(Program *p, uint32_t rounds, uint32_t max_insts) {
  uint32_t n = p->funcs.n;
  FuncId *copies = MEM_ARRAY(p->mem, FuncId, n);
  require(rounds > 0);
  for (uint32_t f = 1; f < n; f++)
    if (p->funcs.at[f].state == FUNC_DEFINED)
      copies[f] = copy_rolled(p, (FuncId){f});
  for (uint32_t f = 1; f < n; f++) {
    if (!copies[f].id) continue;
    pass_redirect_calls(p, prog_func(p, copies[f]), copies, n);
    Unroller u = {.p = p,
                  .f = prog_func(p, copies[f]),
                  .max = prog_func_size(prog_func(p, copies[f])) + max_insts,
                  .rounds = rounds};
    while (unroll_one(&u)) {
      flow_remove_unreachable(p, u.f);
      u.f = prog_func(p, copies[f]);
    }
  }
  MEM_FREE_ARRAY(p->mem, copies, n);
}
