/* SPDX-License-Identifier: MIT
 *
 * Which C variables are given a value at one place only.
 *
 * Later passes drop assignments that do not matter, so a DBG that is left does
 * not say for how long it holds.  For a variable assigned once it holds from
 * there on; this is found out while all assignments are still there.  The
 * uninitialised value at its declaration is no assignment: whatever is live
 * later was assigned. */
#include "ir/program.h"

static bool is_uninitialised(const Function *f, const Inst *dbg) {
  assert(dbg->op == OP_DBG && dbg->n_ops == 1);
  if (!val_is_local(dbg->ops[0])) return false;
  const Inst *made = &f->insts.at[val_index(dbg->ops[0])];
  return made->op == OP_NONDET && made->imm == INPUT_UNINIT;
}

static void count_assignments(const Function *f, uint8_t *times, uint32_t n) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      require(inst->var.id < n);
      uint8_t *count = &times[inst->var.id];
      if (inst->op == OP_DBG_ADDR)
        *count = 2;
      else if (inst->op == OP_DBG && !is_uninitialised(f, inst) && *count < 2)
        ++*count;
    }
}

void prog_settle_names(Program *p) {
  uint32_t n = p->vars.n;
  uint8_t *times = MEM_ARRAY(p->mem, uint8_t, n);
  for (uint32_t f = 1; f < p->funcs.n; f++)
    count_assignments(&p->funcs.at[f], times, n);
  for (uint32_t v = 1; v < n; v++)
    p->vars.at[v].life =
        times[v] == 1 && p->vars.at[v].func.id ? CVAR_SETTLED : CVAR_CHANGES;
  MEM_FREE_ARRAY(p->mem, times, n);
}
