/* SPDX-License-Identifier: MIT
 *
 * Cleaning: what other passes leave behind goes away.
 *
 * Rounds until nothing changes (two or three in practice), each linear: fold
 * instructions in reverse post-order, cut constant branches and false
 * assumptions, drop unreachable blocks, merge straight lines.  At the end dead
 * instructions are dropped: those without a flag S or T that no live
 * instruction uses.  Debug instructions keep nothing alive and go with their
 * value.
 *
 * A division that may trap ends the run when it does (docs/SEMANTICS.md), so it
 * stays even if its value is not used.
 *
 * A folded value may be used by PHIs that were looked at before, so the
 * replacements are kept in a table with path compression and applied to all
 * operands at the end of each round. */
#include "pass/pass.h"
#include "pass/edit.h"

/* ---- replacing values ---- */

static Val resolve(Val *to, Val v) {
  Val end = v;
  while (val_is_local(end) && !val_is_none(to[val_index(end)]))
    end = to[val_index(end)];
  while (!val_same(v, end)) {
    Val next = to[val_index(v)];
    to[val_index(v)] = end;
    v = next;
  }
  return end;
}

static void replace_operands(Inst *inst, Val *to) {
  for (uint32_t k = 0; k < inst->n_ops; k++)
    if (val_is_local(inst->ops[k])) inst->ops[k] = resolve(to, inst->ops[k]);
}

void pass_replace_values(Function *f, Val *to) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      replace_operands(&f->insts.at[f->blocks.at[b].insts.at[i]], to);
}

/* ---- one round of folding ---- */

typedef struct Clean {
  Program *p;
  Function *f;
  Val *to; /* replacement of each instruction, or none */
  bool changed;
} Clean;

static void make_br(Clean *c, Inst *end, BlockId target) {
  assert(prog_op_has(end->op, 'T') && end->n_blocks > 0);
  end->op = OP_BR;
  end->n_ops = 0;
  end->blocks[0] = target;
  end->n_blocks = 1;
  c->changed = true;
}

static void fold_switch(Clean *c, Inst *end) {
  bool one_target = true;
  for (uint32_t k = 1; k < end->n_blocks; k++)
    one_target &= end->blocks[k].id == end->blocks[0].id;
  uint32_t chosen = 0;
  if (!one_target) {
    if (!val_is_const(end->ops[0]) ||
        prog_const(c->p, end->ops[0])->kind != CONST_BITS)
      return;
    for (uint32_t k = 1; k < end->n_blocks && !chosen; k++)
      if (val_same(end->ops[k], end->ops[0])) chosen = k;
  }
  make_br(c, end, end->blocks[chosen]);
}

static void fold_terminator(Clean *c, Inst *end) {
  uint64_t cond;
  if (end->op == OP_SWITCH) fold_switch(c, end);
  if (end->op != OP_CONDBR) return;
  if (end->blocks[0].id == end->blocks[1].id)
    make_br(c, end, end->blocks[0]);
  else if (prog_const_as_u64(c->p, end->ops[0], &cond))
    make_br(c, end, end->blocks[cond ? 0 : 1]);
}

/* `assume false` ends the block. */
static void end_block(Clean *c, uint32_t b, uint32_t at) {
  Inst *inst = &c->f->insts.at[c->f->blocks.at[b].insts.at[at]];
  inst->op = OP_STOP;
  inst->n_ops = 0;
  inst->name = names_add(&c->p->names, "assume");
  c->f->blocks.at[b].insts.n = at + 1;
  c->changed = true;
}

static void fold_block(Clean *c, uint32_t b) {
  Function *f = c->f;
  Block *block = &f->blocks.at[b];
  uint32_t kept = 0;
  for (uint32_t i = 0; i < block->insts.n; i++) {
    uint32_t index = block->insts.at[i];
    Inst *inst = &f->insts.at[index];
    replace_operands(inst, c->to);
    fold_terminator(c, inst);
    uint64_t cond;
    bool is_assume =
        inst->op == OP_ASSUME && prog_const_as_u64(c->p, inst->ops[0], &cond);
    block->insts.at[kept++] = index;
    if (is_assume && !cond) {
      end_block(c, b, kept - 1);
      return;
    }
    Val v = fold_inst(c->p, f, inst);
    if (val_is_none(v) && !is_assume) continue;
    c->to[index] = v;
    kept--;
    c->changed = true;
  }
  block->insts.n = kept;
}

/* ---- straight lines ---- */

/* One-entry PHIs of a block with one predecessor become their value. */
static void drop_phis(Clean *c, uint32_t b) {
  Block *block = &c->f->blocks.at[b];
  uint32_t kept = 0;
  for (uint32_t i = 0; i < block->insts.n; i++) {
    uint32_t index = block->insts.at[i];
    const Inst *inst = &c->f->insts.at[index];
    assert(inst->op != OP_PHI || inst->n_ops == 1);
    if (inst->op == OP_PHI)
      c->to[index] = inst->ops[0];
    else
      block->insts.at[kept++] = index;
  }
  block->insts.n = kept;
}

/* Moves the body of `from` to the end of `into`, whose BR leads there alone. */
static void append_block(Clean *c, uint32_t into, uint32_t from) {
  Mem *mem = c->p->mem;
  assert(from != into && from != 0);
  drop_phis(c, from);
  Block *a = &c->f->blocks.at[into], *b = &c->f->blocks.at[from];
  a->insts.n--;
  for (uint32_t i = 0; i < b->insts.n; i++)
    VEC_PUSH(mem, &a->insts, b->insts.at[i]);
  VEC_DONE(mem, &b->insts);
  if (a->name == UINT32_MAX) a->name = b->name;
}

/* All blocks are reachable.  Gives the number of merges; `now` takes a merged
 * block to the one that holds its end. */
static uint32_t merge_lines(Clean *c, const uint32_t *edges, uint32_t *now) {
  Function *f = c->f;
  uint32_t merged = 0;
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    if (!f->blocks.at[b].insts.n) continue;
    for (;;) {
      const Inst *end = flow_terminator(f, b);
      if (end->op != OP_BR) break;
      uint32_t next = end->blocks[0].id;
      if (next == b || edges[next] != 1) break;
      append_block(c, b, next);
      now[next] = b;
      merged++;
    }
  }
  return merged;
}

static void rename_preds(Function *f, uint32_t *now) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      Inst *phi = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (phi->op != OP_PHI) break;
      for (uint32_t k = 0; k < phi->n_blocks; k++) {
        uint32_t from = phi->blocks[k].id;
        while (now[from] != from) from = now[from] = now[now[from]];
        phi->blocks[k].id = from;
      }
    }
}

static void merge_blocks(Clean *c) {
  Mem *mem = c->p->mem;
  uint32_t n = c->f->blocks.n;
  uint32_t *edges = MEM_ARRAY(mem, uint32_t, n);
  uint32_t *now = MEM_ARRAY(mem, uint32_t, n);
  for (uint32_t b = 0; b < n; b++) {
    const Inst *end = flow_terminator(c->f, b);
    for (uint32_t k = 0; k < end->n_blocks; k++) edges[end->blocks[k].id]++;
    now[b] = b;
  }
  if (merge_lines(c, edges, now)) {
    c->changed = true;
    rename_preds(c->f, now);
  }
  MEM_FREE_ARRAY(mem, edges, n);
  MEM_FREE_ARRAY(mem, now, n);
}

static bool clean_round(Program *p, Function *f) {
  uint32_t n_insts = f->insts.n, n_blocks = f->blocks.n;
  Clean c = {.p = p, .f = f, .to = MEM_ARRAY(p->mem, Val, n_insts)};
  uint32_t *order = MEM_ARRAY(p->mem, uint32_t, n_blocks);
  uint32_t n = flow_order(p->mem, f, order);
  for (uint32_t i = 0; i < n; i++) fold_block(&c, order[i]);
  flow_remove_unreachable(p, f);
  flow_fix_phis(p, f);
  merge_blocks(&c);
  flow_remove_unreachable(p, f);
  assert(f->insts.n == n_insts); /* folding makes none */
  pass_replace_values(f, c.to);
  MEM_FREE_ARRAY(p->mem, order, n_blocks);
  MEM_FREE_ARRAY(p->mem, c.to, n_insts);
  return c.changed;
}

/* ---- dead instructions ---- */

static void mark_live(const Program *p, const Function *f, uint8_t *live) {
  Mem *mem = p->mem;
  Vec(uint32_t) work = {0};
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      uint32_t index = f->blocks.at[b].insts.at[i];
      const Inst *inst = &f->insts.at[index];
      if (!prog_op_has(inst->op, 'S') && !prog_op_has(inst->op, 'T') &&
          !flow_may_trap(p, inst) && !(inst->flags & INST_COUNTED))
        continue;
      live[index] = 1;
      VEC_PUSH(mem, &work, index);
    }
  while (work.n) {
    const Inst *inst = &f->insts.at[VEC_POP(&work)];
    for (uint32_t k = 0; k < inst->n_ops; k++) {
      uint32_t used = val_index(inst->ops[k]);
      if (!val_is_local(inst->ops[k]) || live[used]) continue;
      live[used] = 1;
      VEC_PUSH(mem, &work, used);
    }
  }
  VEC_DONE(mem, &work);
}

static bool stays(const Function *f, uint32_t index, const uint8_t *live) {
  const Inst *inst = &f->insts.at[index];
  if (inst->op != OP_DBG && inst->op != OP_DBG_ADDR) return live[index];
  return !val_is_local(inst->ops[0]) || live[val_index(inst->ops[0])] ||
         f->insts.at[val_index(inst->ops[0])].op == OP_PARAM;
}

static void remove_dead(Program *p, Function *f) {
  uint32_t n = f->insts.n;
  uint8_t *live = MEM_ARRAY(p->mem, uint8_t, n);
  mark_live(p, f, live);
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    Block *block = &f->blocks.at[b];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < block->insts.n; i++)
      if (stays(f, block->insts.at[i], live))
        block->insts.at[kept++] = block->insts.at[i];
    block->insts.n = kept;
  }
  MEM_FREE_ARRAY(p->mem, live, n);
}

void pass_clean_function(Program *p, FuncId func) {
  Function *f = prog_func(p, func);
  if (f->state != FUNC_DEFINED || !f->blocks.n) return;
  flow_remove_unreachable(p, f);
  do remove_dead(p, f);
  while (clean_round(p, f));
  remove_dead(p, f);
}

void pass_clean(Program *p) {
  for (uint32_t f = 1; f < p->funcs.n; f++) pass_clean_function(p, (FuncId){f});
}
