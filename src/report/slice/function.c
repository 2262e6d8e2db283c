/* SPDX-License-Identifier: MIT
 *
 * What is known of a function before it runs: which branches decide about its
 * blocks, and from which blocks there is no way on. */
#include "report/slice/slice_int.h"

static bool ends_run(const Inst *last) {
  return last->op == OP_ERROR || last->op == OP_STOP ||
         last->op == OP_UNSUPPORTED;
}

/* Backwards from the ends; few rounds, for most successors come later. */
static void find_doomed(SliceFunction *info, const Function *f,
                        const Cfg *cfg) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t i = cfg->n_order; i > 0; i--) {
      uint32_t b = cfg->order[i - 1], n = rows_size(&cfg->succs, b);
      const uint32_t *next = rows_get(&cfg->succs, b);
      if (info->is_doomed[b]) continue;
      bool doomed = n > 0 || ends_run(prog_terminator(f, (BlockId){b}));
      for (uint32_t k = 0; k < n && doomed; k++)
        doomed = info->is_doomed[next[k]];
      info->is_doomed[b] = doomed;
      changed |= doomed;
    }
  }
}

static void note_insts(SliceFunction *info, const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      uint32_t index = f->blocks.at[b].insts.at[i];
      const Inst *inst = &f->insts.at[index];
      info->block_of[index] = b;
      if (inst->op == OP_DBG && val_is_local(inst->ops[0]))
        info->variable_of[val_index(inst->ops[0])] = inst->var;
    }
}

void slice_function_init(SliceFunction *info, Mem *mem, const Function *f) {
  require(f->state == FUNC_DEFINED && !info->is_ready);
  info->is_ready = true;
  info->n_insts = f->insts.n;
  info->n_blocks = f->blocks.n;
  info->block_of = MEM_ARRAY(mem, uint32_t, f->insts.n);
  info->variable_of = MEM_ARRAY(mem, VarId, f->insts.n);
  info->is_doomed = MEM_ARRAY(mem, uint8_t, f->blocks.n);
  note_insts(info, f);
  Cfg *whole = prog_cfg_new(mem, f);
  find_doomed(info, f, whole);
  if (info->is_doomed[0]) memset(info->is_doomed, 0, f->blocks.n);
  Cfg *cfg = prog_cfg_without(whole, info->is_doomed);
  DomTree *tree = prog_post_dominators(cfg);
  info->deciders = prog_control_dependence(cfg, tree);
  prog_dom_free(tree);
  prog_cfg_free(cfg);
  prog_cfg_free(whole);
}

void slice_function_done(SliceFunction *info, Mem *mem) {
  if (!info->is_ready) return;
  MEM_FREE_ARRAY(mem, info->block_of, info->n_insts);
  MEM_FREE_ARRAY(mem, info->variable_of, info->n_insts);
  MEM_FREE_ARRAY(mem, info->is_doomed, info->n_blocks);
  prog_rows_free(mem, &info->deciders);
}
