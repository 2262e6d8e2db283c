/* SPDX-License-Identifier: MIT
 *
 * Copies of some blocks of a function, behind all others.
 *
 * Needs no care for values: each block uses its own, those of the first block,
 * and locals in memory (spill.c). */
#include "pass/over/cells_int.h"

void copy_init(Copy *copy, Mem *mem, uint32_t n_blocks, uint32_t n_insts) {
  *copy = (Copy){.block = MEM_ARRAY(mem, uint32_t, n_blocks),
                 .value = MEM_ARRAY(mem, Val, n_insts),
                 .n_blocks = n_blocks,
                 .n_insts = n_insts};
  for (uint32_t b = 0; b < n_blocks; b++) copy->block[b] = b;
}

static uint32_t copy_inst(const Copy *copy, Program *program, Function *f,
                          uint32_t index) {
  Inst inst = f->insts.at[index];
  Val *ops = inst.ops;
  BlockId *blocks = inst.blocks;
  assert(inst.op != OP_PHI); /* spilled */
  inst.ops = ARENA_ARRAY(&program->arena, Val, inst.n_ops + 1);
  inst.blocks = ARENA_ARRAY(&program->arena, BlockId, inst.n_blocks + 1);
  for (uint32_t k = 0; k < inst.n_ops; k++) {
    Val there = val_is_local(ops[k]) ? copy->value[val_index(ops[k])] : ops[k];
    inst.ops[k] = val_is_none(there) ? ops[k] : there;
  }
  for (uint32_t k = 0; k < inst.n_blocks; k++)
    inst.blocks[k].id = copy->block[blocks[k].id];
  VEC_PUSH(program->mem, &f->insts, inst);
  return f->insts.n - 1;
}

static void copy_block(const Copy *copy, Program *program, Function *f,
                       uint32_t from) {
  uint32_t to = copy->block[from];
  f->blocks.at[to].loop = f->blocks.at[from].loop;
  for (uint32_t i = 0; i < f->blocks.at[from].insts.n; i++) {
    uint32_t index = f->blocks.at[from].insts.at[i];
    require(index < copy->n_insts);
    uint32_t made = copy_inst(copy, program, f, index);
    copy->value[index] = val_local(made);
    VEC_PUSH(program->mem, &f->blocks.at[to].insts, made);
  }
}

void copy_blocks(Copy *copy, Program *program, Function *f,
                 const uint8_t *inside) {
  assert(copy->n_blocks <= f->blocks.n && copy->n_insts <= f->insts.n);
  for (uint32_t b = 0; b < copy->n_blocks; b++)
    if (inside[b]) copy->block[b] = prog_add_block(program, f, "").id;
  for (uint32_t b = 0; b < copy->n_blocks; b++)
    if (inside[b]) copy_block(copy, program, f, b);
}

void copy_done(Copy *copy, Mem *mem) {
  MEM_FREE_ARRAY(mem, copy->block, copy->n_blocks);
  MEM_FREE_ARRAY(mem, copy->value, copy->n_insts);
}
