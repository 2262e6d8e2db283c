/* SPDX-License-Identifier: MIT
 *
 * Values that go from block to block become locals in memory.
 *
 * Afterwards no block uses a value of another one, but for those of the first
 * block, and there are no PHIs: blocks can be copied and joined in any way that
 * control may go.  pass_memory makes values of the locals again.
 *
 * A value is stored behind its instruction and loaded before each use in
 * another block.  A PHI has two locals: one that the ways to it write, and one
 * as any other value has, since the first is written for the next round when
 * the value of this one may still be wanted. */
#include "pass/over/cells_int.h"
#include "pass/pass.h"

typedef struct Spiller {
  Program *p;
  Function *f;
  Edit edit;
  uint32_t n_insts, n_blocks; /* before */
  uint32_t *block_of;         /* instruction -> its block, or ANALYSIS_NONE */
  Val *out; /* instruction -> the local for other blocks, or none */
  Val *in;  /* PHI -> the local that ways to it write */
  Val *now; /* PHI -> its value in its block */
} Spiller;

/* Does the block need a local to see it? */
static bool is_foreign(const Spiller *s, Val v, uint32_t block) {
  if (!val_is_local(v)) return false;
  uint32_t home = s->block_of[val_index(v)];
  return home != ANALYSIS_NONE && home != 0 && home != block;
}

static Val new_local(Spiller *s, uint32_t value) {
  require(value < s->n_insts);
  s->edit.at = (BlockId){0};
  edit_like(&s->edit, value);
  return edit_variable(&s->edit, s->f->insts.at[value].type);
}

static void find_locals(Spiller *s, uint32_t block, uint32_t index) {
  bool is_phi = s->f->insts.at[index].op == OP_PHI;
  for (uint32_t k = 0; k < s->f->insts.at[index].n_ops; k++) {
    const Inst *inst = &s->f->insts.at[index];
    Val v = inst->ops[k];
    if (is_foreign(s, v, is_phi ? inst->blocks[k].id : block) &&
        val_is_none(s->out[val_index(v)]))
      s->out[val_index(v)] = new_local(s, val_index(v));
  }
  if (is_phi) s->in[index] = new_local(s, index);
}

/* The value as the block at hand sees it. */
static Val seen_from(Spiller *s, uint32_t block, Val v) {
  if (is_foreign(s, v, block)) {
    assert(!val_is_none(s->out[val_index(v)]));
    return edit_load(&s->edit, s->f->insts.at[val_index(v)].type,
                     s->out[val_index(v)]);
  }
  return val_is_local(v) && !val_is_none(s->now[val_index(v)])
             ? s->now[val_index(v)]
             : v;
}

/* What a PHI gets from a block. */
static void feed(Spiller *s, uint32_t block, uint32_t phi) {
  for (uint32_t k = 0; k < s->f->insts.at[phi].n_ops; k++) {
    if (s->f->insts.at[phi].blocks[k].id != block) continue;
    Val v = seen_from(s, block, s->f->insts.at[phi].ops[k]);
    edit_store(&s->edit, v, s->in[phi]);
    return;
  }
  unreachable_case();
}

static void feed_phis(Spiller *s, InstList *lists, uint32_t block,
                      uint32_t end) {
  for (uint32_t t = 0; t < s->f->insts.at[end].n_blocks; t++) {
    const InstList *next = &lists[s->f->insts.at[end].blocks[t].id];
    for (uint32_t i = 0; i < next->n; i++)
      if (!val_is_none(s->in[next->at[i]])) feed(s, block, next->at[i]);
  }
}

static void rewrite_inst(Spiller *s, uint32_t block, uint32_t index) {
  Val self = val_local(index);
  if (!val_is_none(s->in[index])) {
    self = s->now[index] =
        edit_load(&s->edit, s->f->insts.at[index].type, s->in[index]);
  } else {
    for (uint32_t k = 0; k < s->f->insts.at[index].n_ops; k++) {
      Val seen = seen_from(s, block, s->f->insts.at[index].ops[k]);
      s->f->insts.at[index].ops[k] = seen;
    }
    edit_keep(&s->edit, index);
  }
  if (!val_is_none(s->out[index])) edit_store(&s->edit, self, s->out[index]);
}

/* The locals come first in block 0; the rest of it follows. */
static void make_locals(Spiller *s, const InstList *lists) {
  for (uint32_t b = 0; b < s->n_blocks; b++)
    for (uint32_t i = 0; i < lists[b].n; i++) find_locals(s, b, lists[b].at[i]);
}

static void rewrite(Spiller *s, InstList *lists) {
  for (uint32_t b = 0; b < s->n_blocks; b++) {
    s->edit.at = (BlockId){b};
    for (uint32_t i = 0; i < lists[b].n; i++) {
      edit_like(&s->edit, lists[b].at[i]);
      if (i + 1 == lists[b].n) feed_phis(s, lists, b, lists[b].at[i]);
      rewrite_inst(s, b, lists[b].at[i]);
    }
  }
}

static void spill_init(Spiller *s, InstList *lists) {
  edit_init(&s->edit, s->p, s->f);
  s->block_of = MEM_ARRAY(s->p->mem, uint32_t, s->n_insts);
  s->out = MEM_ARRAY(s->p->mem, Val, s->n_insts);
  s->in = MEM_ARRAY(s->p->mem, Val, s->n_insts);
  s->now = MEM_ARRAY(s->p->mem, Val, s->n_insts);
  for (uint32_t i = 0; i < s->n_insts; i++) s->block_of[i] = ANALYSIS_NONE;
  for (uint32_t b = 0; b < s->n_blocks; b++) {
    lists[b] = edit_open(&s->edit, (BlockId){b});
    for (uint32_t i = 0; i < lists[b].n; i++) s->block_of[lists[b].at[i]] = b;
  }
}

void spill_values(Program *program, Function *f) {
  Spiller s = {
      .p = program, .f = f, .n_insts = f->insts.n, .n_blocks = f->blocks.n};
  Mem *mem = program->mem;
  InstList *lists = MEM_ARRAY(mem, InstList, s.n_blocks);
  spill_init(&s, lists);
  make_locals(&s, lists);
  rewrite(&s, lists);
  for (uint32_t b = 0; b < s.n_blocks; b++) VEC_DONE(mem, &lists[b]);
  VEC_DONE(mem, &s.edit.last);
  MEM_FREE_ARRAY(mem, s.block_of, s.n_insts);
  MEM_FREE_ARRAY(mem, s.out, s.n_insts);
  MEM_FREE_ARRAY(mem, s.in, s.n_insts);
  MEM_FREE_ARRAY(mem, s.now, s.n_insts);
  MEM_FREE_ARRAY(mem, lists, s.n_blocks);
}
