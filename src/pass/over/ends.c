/* SPDX-License-Identifier: MIT
 *
 * Ways that end at once.
 *
 * An error counts only where the access that is watched was at the cell that is
 * followed (cells.c): the block of the error begins by assuming a flag.  When
 * loops are split (split.c) the flag is known on most ways to that block, but
 * it is a PHI there, so the ways stay, and with them everything that decides
 * about them.  A way on which what is assumed is false leads to a STOP
 * instead. */
#include "pass/over/cells_int.h"
#include "pass/pass.h"

/* The PHI of the block that is assumed before anything else, or NULL. */
static const Inst *assumed(const Function *f, uint32_t b) {
  const Block *block = &f->blocks.at[b];
  uint32_t i = 0;
  while (f->insts.at[block->insts.at[i]].op == OP_PHI ||
         f->insts.at[block->insts.at[i]].op == OP_DBG)
    i++;
  const Inst *inst = &f->insts.at[block->insts.at[i]];
  if (inst->op != OP_ASSUME || !val_is_local(inst->ops[0])) return NULL;
  uint32_t phi = val_index(inst->ops[0]);
  for (uint32_t k = 0; k < i; k++)
    if (block->insts.at[k] == phi && f->insts.at[phi].op == OP_PHI)
      return &f->insts.at[phi];
  return NULL;
}

static uint32_t edges_to(const Inst *end, uint32_t block) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < end->n_blocks; k++) n += end->blocks[k].id == block;
  return n;
}

/* From that predecessor of the PHI, control ends. */
static bool ends(const Program *program, const Function *f, const Inst *phi,
                 uint32_t k, uint32_t block) {
  uint64_t value;
  return prog_const_as_u64(program, phi->ops[k], &value) && value == 0 &&
         edges_to(prog_terminator(f, phi->blocks[k]), block) == 1;
}

static void end_way(Function *f, uint32_t from, uint32_t block, uint32_t stop) {
  const Block *source = &f->blocks.at[from];
  Inst *end = &f->insts.at[VEC_LAST(&source->insts)];
  for (uint32_t k = 0; k < end->n_blocks; k++)
    if (end->blocks[k].id == block) end->blocks[k].id = stop;
}

void pass_ends(Program *program) {
  Function *f = prog_func(program, program->entry);
  uint32_t n_blocks = f->blocks.n;
  Edit edit;
  edit_init(&edit, program, f);
  edit.at = edit_block(&edit, "");
  uint32_t stop = edit.at.id;
  edit_named(&edit, OP_STOP, "way");
  VEC_DONE(program->mem, &edit.last);
  for (uint32_t b = 0; b < n_blocks; b++) {
    const Inst *phi = assumed(f, b);
    for (uint32_t k = 0; phi && k < phi->n_ops; k++)
      if (ends(program, f, phi, k, b)) end_way(f, phi->blocks[k].id, b, stop);
  }
  flow_fix_phis(program, f);
  flow_remove_unreachable(program, f);
}
