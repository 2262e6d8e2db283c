/* SPDX-License-Identifier: MIT
 *
 * Tools the passes share: see edit.h. */
#include "pass/edit.h"

/* ---- rewriting blocks ---- */

void edit_init(Edit *edit, Program *program, Function *f) {
  *edit = (Edit){.program = program, .f = f};
  for (uint32_t b = 0; b < f->blocks.n; b++)
    VEC_PUSH(program->mem, &edit->last, b);
}

void edit_done(Edit *edit) {
  Function *f = edit->f;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (inst->op != OP_PHI) continue;
      for (uint32_t k = 0; k < inst->n_blocks; k++) {
        require(inst->blocks[k].id < edit->last.n);
        inst->blocks[k].id = edit->last.at[inst->blocks[k].id];
      }
    }
  VEC_DONE(edit->program->mem, &edit->last);
  flow_remove_unreachable(edit->program, f);
}

InstList edit_open(Edit *edit, BlockId block) {
  require(block.id < edit->f->blocks.n && block.id < edit->last.n);
  Block *b = &edit->f->blocks.at[block.id];
  InstList list = {b->insts.at, b->insts.n, b->insts.cap};
  b->insts.at = NULL;
  b->insts.n = b->insts.cap = 0;
  edit->at = edit->opened = block;
  return list;
}

void edit_close(Edit *edit, InstList *list) {
  assert(edit->opened.id < edit->last.n && edit->at.id < edit->f->blocks.n);
  edit->last.at[edit->opened.id] = edit->at.id;
  VEC_DONE(edit->program->mem, list);
}

BlockId edit_block(Edit *edit, const char *name) {
  BlockId block = prog_add_block(edit->program, edit->f, name);
  VEC_PUSH(edit->program->mem, &edit->last, block.id);
  return block;
}

void edit_like(Edit *edit, uint32_t inst) {
  assert(inst != 0 && inst < edit->f->insts.n);
  const Inst *at = &edit->f->insts.at[inst];
  edit->loc = at->loc;
  edit->flags = at->flags & INST_MODEL;
  edit->context = at->context;
}

void edit_keep(Edit *edit, uint32_t inst) {
  assert(inst != 0 && inst < edit->f->insts.n);
  VEC_PUSH(edit->program->mem, &edit->f->blocks.at[edit->at.id].insts, inst);
}

uint32_t edit_add(Edit *edit, Op op, TypeId type, const Val *ops,
                  uint32_t n_ops, const BlockId *blocks, uint32_t n_blocks) {
  uint32_t index = prog_append(edit->program, edit->f, edit->at, op, type, ops,
                               n_ops, blocks, n_blocks);
  Inst *inst = &edit->f->insts.at[index];
  inst->loc = edit->loc;
  inst->flags = edit->flags;
  inst->context = edit->context;
  return index;
}

Val edit_op1(Edit *edit, Op op, TypeId type, Val a) {
  return val_local(edit_add(edit, op, type, &a, 1, NULL, 0));
}

Val edit_op2(Edit *edit, Op op, TypeId type, Val a, Val b) {
  return val_local(edit_add(edit, op, type, (Val[]){a, b}, 2, NULL, 0));
}

Val edit_select(Edit *edit, TypeId type, Val cond, Val yes, Val no) {
  return val_local(
      edit_add(edit, OP_SELECT, type, (Val[]){cond, yes, no}, 3, NULL, 0));
}

void edit_br(Edit *edit, BlockId to) {
  edit_add(edit, OP_BR, (TypeId){0}, NULL, 0, &to, 1);
}

static bool is_bit(const Edit *edit, Val val) {
  return prog_val_bits(edit->program, edit->f, val) == 1;
}

static bool is_pointer(const Edit *edit, Val val) {
  TypeId type = prog_val_type(edit->program, edit->f, val);
  return prog_type(edit->program, type)->kind == TYPE_PTR;
}

void edit_condbr(Edit *edit, Val cond, BlockId yes, BlockId no) {
  require(is_bit(edit, cond));
  edit_add(edit, OP_CONDBR, (TypeId){0}, &cond, 1, (BlockId[]){yes, no}, 2);
}

void edit_named(Edit *edit, Op op, const char *name) {
  uint32_t inst = edit_add(edit, op, (TypeId){0}, NULL, 0, NULL, 0);
  edit->f->insts.at[inst].name = names_add(&edit->program->names, name);
}

void edit_error(Edit *edit, const char *property, const char *message) {
  uint32_t inst = edit_add(edit, OP_ERROR, (TypeId){0}, NULL, 0, NULL, 0);
  edit->f->insts.at[inst].imm =
      prog_add_error(edit->program, property, message, edit->loc);
}

Val edit_nondet(Edit *edit, TypeId type, InputKind kind, const char *name) {
  uint32_t index = edit_add(edit, OP_NONDET, type, NULL, 0, NULL, 0);
  Inst *inst = &edit->f->insts.at[index];
  inst->imm = kind;
  inst->name = names_add(&edit->program->names, name);
  inst->site = prog_new_site(edit->program);
  return val_local(index);
}

Val edit_variable(Edit *edit, TypeId type) {
  Program *program = edit->program;
  require(prog_type(program, type)->size > 0);
  uint32_t index =
      edit_add(edit, OP_ALLOCA, prog_type_ptr(program), NULL, 0, NULL, 0);
  Inst *inst = &edit->f->insts.at[index];
  inst->imm = (int64_t)prog_type(program, type)->size;
  inst->aux = type;
  inst->site = prog_new_site(program);
  return val_local(index);
}

void edit_store(Edit *edit, Val value, Val to) {
  require(is_pointer(edit, to));
  edit_add(edit, OP_STORE, (TypeId){0}, (Val[]){value, to}, 2, NULL, 0);
}

Val edit_load(Edit *edit, TypeId type, Val from) {
  require(is_pointer(edit, from));
  return edit_op1(edit, OP_LOAD, type, from);
}

void edit_assume(Edit *edit, Val cond) {
  require(is_bit(edit, cond));
  edit_add(edit, OP_ASSUME, (TypeId){0}, &cond, 1, NULL, 0);
}

void edit_guard(Edit *edit, Val cond, const char *property,
                const char *message) {
  BlockId bad = edit_block(edit, ""), good = edit_block(edit, "");
  edit_condbr(edit, cond, bad, good);
  edit->at = bad;
  edit_error(edit, property, message);
  edit->at = good;
}

/* ---- whole functions ---- */

/* Marks what the entry reaches; gives the number of marked blocks. */
static uint32_t mark_reachable(Mem *mem, const Function *f, uint8_t *seen) {
  Vec(uint32_t) stack = {0};
  uint32_t n = 0;
  VEC_PUSH(mem, &stack, 0);
  seen[0] = 1;
  while (stack.n) {
    uint32_t b = VEC_POP(&stack);
    n++;
    const Inst *end = flow_terminator(f, b);
    for (uint32_t k = 0; k < end->n_blocks; k++) {
      uint32_t to = end->blocks[k].id;
      if (seen[to]) continue;
      seen[to] = 1;
      VEC_PUSH(mem, &stack, to);
    }
  }
  VEC_DONE(mem, &stack);
  return n;
}

/* Drops entries of blocks that went away (renumber[b] == UINT32_MAX) and
 * renumbers the rest. */
static void renumber_inst(Inst *inst, const uint32_t *renumber) {
  if (inst->op != OP_PHI) {
    for (uint32_t k = 0; k < inst->n_blocks; k++) {
      inst->blocks[k].id = renumber[inst->blocks[k].id];
      assert(inst->blocks[k].id != UINT32_MAX); /* it is reached from here */
    }
    return;
  }
  uint32_t kept = 0;
  for (uint32_t k = 0; k < inst->n_blocks; k++) {
    uint32_t to = renumber[inst->blocks[k].id];
    if (to == UINT32_MAX) continue;
    inst->blocks[kept].id = to;
    inst->ops[kept++] = inst->ops[k];
  }
  inst->n_blocks = inst->n_ops = kept;
}

void flow_remove_unreachable(Program *program, Function *f) {
  Mem *mem = program->mem;
  uint32_t n = f->blocks.n, kept = 0;
  if (!n) return;
  uint8_t *seen = MEM_ARRAY(mem, uint8_t, n);
  if (mark_reachable(mem, f, seen) == n) {
    MEM_FREE_ARRAY(mem, seen, n);
    return;
  }
  uint32_t *renumber = MEM_ARRAY(mem, uint32_t, n);
  for (uint32_t b = 0; b < n; b++) renumber[b] = seen[b] ? kept++ : UINT32_MAX;
  for (uint32_t b = 0; b < n; b++) {
    if (!seen[b]) {
      VEC_DONE(mem, &f->blocks.at[b].insts);
      continue;
    }
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      renumber_inst(&f->insts.at[f->blocks.at[b].insts.at[i]], renumber);
    f->blocks.at[renumber[b]] = f->blocks.at[b];
  }
  assert(kept > 0 && renumber[0] == 0);
  f->blocks.n = kept;
  MEM_FREE_ARRAY(mem, renumber, n);
  MEM_FREE_ARRAY(mem, seen, n);
}

/* Edges by target: preds of b are at[start[b] .. start[b+1][, one per edge. */
static uint32_t list_preds(const Function *f, uint32_t *start, uint32_t *at) {
  uint32_t n = f->blocks.n, total = 0;
  for (uint32_t b = 0; b < n; b++) {
    const Inst *end = flow_terminator(f, b);
    total += end->n_blocks;
    for (uint32_t k = 0; k < end->n_blocks; k++) start[end->blocks[k].id + 1]++;
  }
  for (uint32_t b = 0; b < n; b++) start[b + 1] += start[b];
  if (!at) return total;
  for (uint32_t b = n; b-- > 0;) {
    const Inst *end = flow_terminator(f, b);
    for (uint32_t k = 0; k < end->n_blocks; k++)
      at[--start[end->blocks[k].id + 1]] = b;
  }
  for (uint32_t b = 0; b < n; b++) start[b] = start[b + 1];
  start[n] = total;
  return total;
}

/* edges[p] holds the edges from p to the phi's block; it is used up here and
 * restored by the caller. */
static void fix_phi(Inst *phi, uint32_t *edges) {
  assert(phi->n_ops == phi->n_blocks);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < phi->n_blocks; k++) {
    if (!edges[phi->blocks[k].id]) continue;
    edges[phi->blocks[k].id]--;
    phi->blocks[kept] = phi->blocks[k];
    phi->ops[kept++] = phi->ops[k];
  }
  phi->n_blocks = phi->n_ops = kept;
}

static void fix_block_phis(Function *f, uint32_t b, const uint32_t *preds,
                           uint32_t n_preds, uint32_t *edges) {
  const Block *block = &f->blocks.at[b];
  for (uint32_t i = 0; i < block->insts.n; i++) {
    Inst *phi = &f->insts.at[block->insts.at[i]];
    if (phi->op != OP_PHI) break;
    for (uint32_t k = 0; k < n_preds; k++) edges[preds[k]] = 0;
    for (uint32_t k = 0; k < n_preds; k++) edges[preds[k]]++;
    fix_phi(phi, edges);
  }
  for (uint32_t k = 0; k < n_preds; k++) edges[preds[k]] = 0;
}

void flow_fix_phis(Program *program, Function *f) {
  Mem *mem = program->mem;
  uint32_t n = f->blocks.n;
  uint32_t *start = MEM_ARRAY(mem, uint32_t, n + 1);
  uint32_t total = list_preds(f, start, NULL);
  uint32_t *at = MEM_ARRAY(mem, uint32_t, total + 1);
  uint32_t *edges = MEM_ARRAY(mem, uint32_t, n);
  memset(start, 0, sizeof *start * (n + 1));
  list_preds(f, start, at);
  for (uint32_t b = 0; b < n; b++)
    fix_block_phis(f, b, at + start[b], start[b + 1] - start[b], edges);
  MEM_FREE_ARRAY(mem, start, n + 1);
  MEM_FREE_ARRAY(mem, at, total + 1);
  MEM_FREE_ARRAY(mem, edges, n);
}

void flow_drop_body(Program *program, Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    VEC_DONE(program->mem, &f->blocks.at[b].insts);
  VEC_DONE(program->mem, &f->blocks);
  f->insts.n = 1 + f->n_params;
}

uint32_t flow_order(Mem *mem, const Function *f, uint32_t *order) {
  uint32_t n = f->blocks.n, left = n;
  require(n > 0);
  uint8_t *seen = MEM_ARRAY(mem, uint8_t, n);
  uint32_t *next = MEM_ARRAY(mem, uint32_t, n);
  Vec(uint32_t) stack = {0};
  VEC_PUSH(mem, &stack, 0);
  seen[0] = 1;
  while (stack.n) {
    uint32_t b = VEC_LAST(&stack);
    const Inst *end = flow_terminator(f, b);
    if (next[b] == end->n_blocks) {
      order[--left] = b;
      stack.n--;
      continue;
    }
    uint32_t to = end->blocks[end->n_blocks - ++next[b]].id;
    if (seen[to]) continue;
    seen[to] = 1;
    VEC_PUSH(mem, &stack, to);
  }
  memmove(order, order + left, sizeof *order * (n - left));
  VEC_DONE(mem, &stack);
  MEM_FREE_ARRAY(mem, seen, n);
  MEM_FREE_ARRAY(mem, next, n);
  return n - left;
}

/* The one address in these bytes of a global, when there is no other; true:
 * there is one that is not it. */
static bool find_reloc(const Program *program, const Global *global,
                       uint64_t at, uint64_t bytes, const Reloc **found) {
  *found = NULL;
  for (uint32_t i = 0; i < global->n_relocs; i++) {
    const Reloc *reloc = &global->relocs[i];
    if (reloc->offset >= at + bytes ||
        at >= reloc->offset + program->pointer_bits / 8)
      continue;
    if (*found || reloc->offset != at) return true;
    *found = reloc;
  }
  return false;
}

Val flow_start_value(Program *program, GlobalId id, uint64_t offset,
                     TypeId type) {
  const Global *global = prog_global(program, id);
  uint64_t bytes = prog_store_size(program, type);
  uint32_t bits = prog_type(program, type)->bits;
  const Reloc *reloc;
  BvWord words[4] = {0};
  if (global->state == GLOBAL_EXTERNAL || !bits || bytes > sizeof words ||
      bytes > global->size || offset > global->size - bytes ||
      find_reloc(program, global, offset, bytes, &reloc))
    return (Val){0};
  if (reloc && prog_type(program, type)->kind != TYPE_PTR) return (Val){0};
  if (reloc && reloc->func.id)
    return reloc->addend ? (Val){0} : prog_const_func(program, reloc->func);
  if (reloc) return prog_const_global(program, reloc->global, reloc->addend);
  for (uint64_t i = 0; global->init && i < bytes; i++)
    words[i / 8] |= (BvWord)global->init[offset + i] << i % 8 * 8;
  if (bits % 64) words[bits / 64] &= ((BvWord)1 << bits % 64) - 1;
  return prog_const_bits(program, type, words);
}

bool flow_may_trap(const Program *program, const Inst *inst) {
  if (inst->op < OP_UDIV || inst->op > OP_SREM) return false;
  if (!val_is_const(inst->ops[1])) return true;
  const Const *c = prog_const(program, inst->ops[1]);
  if (c->kind != CONST_BITS) return true;
  uint32_t bits = prog_type(program, c->type)->bits;
  bool is_signed = inst->op == OP_SDIV || inst->op == OP_SREM;
  return bv_is_zero(c->words, bits) ||
         (is_signed && bv_is_ones(c->words, bits));
}

bool flow_is_used(const Function *f, Val v) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (inst->op == OP_DBG || inst->op == OP_DBG_ADDR) continue;
      for (uint32_t k = 0; k < inst->n_ops; k++)
        if (val_same(inst->ops[k], v)) return true;
    }
  return false;
}

bool flow_leads_to(Mem *mem, const Cfg *cfg, uint32_t block, uint32_t from,
                   FlowLook *look, const void *context) {
  require(block < cfg->n_blocks);
  FlowMet met = look(context, block, from);
  if (met != FLOW_NOTHING) return met == FLOW_TARGET;
  uint8_t *seen = MEM_ARRAY(mem, uint8_t, cfg->n_blocks);
  InstList work = {0};
  bool found = false;
  VEC_PUSH(mem, &work, block);
  while (work.n && !found) {
    uint32_t b = VEC_POP(&work);
    for (uint32_t k = 0; k < rows_size(&cfg->succs, b) && !found; k++) {
      uint32_t next = rows_get(&cfg->succs, b)[k];
      if (seen[next]) continue;
      seen[next] = 1;
      met = look(context, next, 0);
      found = met == FLOW_TARGET;
      if (met == FLOW_NOTHING) VEC_PUSH(mem, &work, next);
    }
  }
  VEC_DONE(mem, &work);
  MEM_FREE_ARRAY(mem, seen, cfg->n_blocks);
  return found;
}

/* ---- goals ---- */

bool flow_is_goal(Op op) {
  return op == OP_ERROR || op == OP_UNSUPPORTED;
}

bool flow_call_matters(const Program *p, const Inst *inst,
                       const uint8_t *matters) {
  if (inst->op != OP_CALL) return false;
  FuncId callee = prog_callee(p, inst);
  return !callee.id || matters[callee.id];
}

static bool function_matters(const Program *p, const Function *f,
                             const uint8_t *matters) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (flow_is_goal(inst->op) || flow_call_matters(p, inst, matters))
        return true;
    }
  return false;
}

void flow_find_goals(const Program *p, uint8_t *matters) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t f = 1; f < p->funcs.n; f++)
      if (!matters[f] && function_matters(p, &p->funcs.at[f], matters))
        matters[f] = 1, changed = true;
  }
}
