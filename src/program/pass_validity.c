/* SPDX-License-Identifier: MIT
 *
 * VALID and END in plain instructions. */
#include "program/pass.h"
#include "program/pass_int.h"

static void lower_function(Program *p, Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    Block *block = &f->blocks.at[b];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < block->insts.n; i++) {
      Inst *inst = &f->insts.at[block->insts.at[i]];
      if (inst->op == OP_VALID) {
        inst->op = OP_NONDET;
        inst->imm = INPUT_UNDEF;
        inst->n_ops = 0;
        inst->site = prog_new_site(p);
      }
      if (inst->op != OP_END) block->insts.at[kept++] = block->insts.at[i];
    }
    block->insts.n = kept;
  }
}

void pass_validity(Program *p) {
  for (uint32_t f = 1; f < p->funcs.n; f++) lower_function(p, &p->funcs.at[f]);
}
