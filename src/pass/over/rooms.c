/* SPDX-License-Identifier: MIT
 *
 * Arrays that no run gets.
 *
 * The length of a local array of variable length is a product.  If it wraps,
 * the array has more elements than there are addresses, and no run goes on
 * behind its declaration: that is a premise, as it is for an array whose bytes
 * are too many (cells.c).  pass_clean leaves such a product as it is, since the
 * wrapped number would say that the array is small. */
#include "pass/over/cells_int.h"
#include "pass/pass.h"

enum { MOST_FACTORS = 8 };

/* A product of constants is there only if it wraps. */
static bool wraps(const Function *f, Val length) {
  for (uint32_t i = 0; i < MOST_FACTORS && val_is_local(length); i++) {
    const Inst *inst = &f->insts.at[val_index(length)];
    if (inst->op != OP_MUL || !(inst->flags & INST_ROOM)) return false;
    if (val_is_const(inst->ops[0]) && val_is_const(inst->ops[1])) return true;
    length = inst->ops[0];
  }
  return false;
}

uint32_t pass_rooms(Program *program) {
  Function *f = prog_func(program, program->entry);
  uint32_t n = 0, n_blocks = f->blocks.n;
  Edit edit;
  edit_init(&edit, program, f);
  for (uint32_t b = 0; b < n_blocks; b++) {
    InstList list = edit_open(&edit, (BlockId){b});
    for (uint32_t i = 0; i < list.n; i++) {
      Inst inst = f->insts.at[list.at[i]];
      if (inst.op == OP_ALLOCA && inst.n_ops && wraps(f, inst.ops[0])) {
        edit_like(&edit, list.at[i]);
        edit_assume(&edit,
                    prog_const_u64(program, prog_type_int(program, 1), 0));
        prog_ledger(program, LEDGER_PREMISE, inst.loc,
                    "an array of variable length fits into memory");
        n++;
      }
      edit_keep(&edit, list.at[i]);
    }
    edit_close(&edit, &list);
  }
  edit_done(&edit);
  if (n) pass_clean(program);
  return n;
}
