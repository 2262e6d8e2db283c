/* SPDX-License-Identifier: MIT
 *
 * Which values are still wanted: the textbook's backward sweep, until nothing
 * changes.  Those of a block are counted behind its PHIs. */
#include "pass/shape/shape_int.h"

static uint64_t *row(const Shape *w, uint32_t block) {
  assert(w->live && block < w->n_blocks);
  return w->live + (size_t)block * w->n_words;
}

static void mark(uint64_t *set, uint32_t inst) {
  set[inst / 64] |= (uint64_t)1 << inst % 64;
}

static void unmark(uint64_t *set, uint32_t inst) {
  set[inst / 64] &= ~((uint64_t)1 << inst % 64);
}

bool shape_is_live(const Shape *w, uint32_t block, uint32_t inst) {
  assert(block < w->n_blocks && inst < w->n_insts);
  return row(w, block)[inst / 64] >> inst % 64 & 1;
}

static bool is_phi(const Shape *w, const InstList *insts, uint32_t i) {
  return i < insts->n && w->f->insts.at[insts->at[i]].op == OP_PHI;
}

/* What a successor wants: not the results of its PHIs, but what they are made
 * from. */
static void add_successor(const Shape *w, uint32_t block, uint32_t succ,
                          uint64_t *set, uint64_t *more) {
  const InstList *insts = shape_insts(w, succ);
  memcpy(more, row(w, succ), w->n_words * sizeof *more);
  for (uint32_t i = 0; is_phi(w, insts, i); i++) unmark(more, insts->at[i]);
  for (uint32_t i = 0; is_phi(w, insts, i); i++) {
    const Inst *phi = &w->f->insts.at[insts->at[i]];
    for (uint32_t k = 0; k < phi->n_ops; k++)
      if (phi->blocks[k].id == block && val_is_local(phi->ops[k]))
        mark(more, val_index(phi->ops[k]));
  }
  for (uint32_t i = 0; i < w->n_words; i++) set[i] |= more[i];
}

static bool update(const Shape *w, uint32_t block, uint64_t *set,
                   uint64_t *more) {
  memset(set, 0, w->n_words * sizeof *set);
  for (uint32_t k = 0; k < rows_size(&w->cfg->succs, block); k++)
    add_successor(w, block, rows_get(&w->cfg->succs, block)[k], set, more);
  const InstList *insts = shape_insts(w, block);
  for (uint32_t i = insts->n; i-- > 0;) {
    const Inst *inst = &w->f->insts.at[insts->at[i]];
    if (inst->op == OP_PHI) break;
    unmark(set, insts->at[i]);
    if (inst->op == OP_DBG || inst->op == OP_DBG_ADDR) continue;
    for (uint32_t k = 0; k < inst->n_ops; k++)
      if (val_is_local(inst->ops[k])) mark(set, val_index(inst->ops[k]));
  }
  if (memcmp(row(w, block), set, w->n_words * sizeof *set) == 0) return false;
  memcpy(row(w, block), set, w->n_words * sizeof *set);
  return true;
}

void shape_find_live(Shape *w) {
  require(w->cfg && !w->live && w->n_insts > 0);
  w->n_words = w->n_insts / 64 + 1;
  w->live = MEM_ARRAY(w->mem, uint64_t, (size_t)w->n_blocks * w->n_words);
  uint64_t *set = MEM_ARRAY(w->mem, uint64_t, w->n_words);
  uint64_t *more = MEM_ARRAY(w->mem, uint64_t, w->n_words);
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t i = w->cfg->n_order; i-- > 0;)
      changed |= update(w, w->cfg->order[i], set, more);
  }
  MEM_FREE_ARRAY(w->mem, set, w->n_words);
  MEM_FREE_ARRAY(w->mem, more, w->n_words);
}
