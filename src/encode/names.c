/* SPDX-License-Identifier: MIT
 *
 * Which C variable is it?
 *
 * A DBG says that a variable gets a value, but by now many assignments have
 * been sliced away, so an old DBG may no longer be true.  Invariants are shown
 * to users and to other tools in C and must not name the wrong variable.  Two
 * cases are certain:
 *
 *   - the value is a phi of the very block, and a DBG among the phis names it:
 *     at the block's start the variable has just become it;
 *   - the variable is settled (assigned at one place only), the DBG of that
 *     place stands in the block that makes the value, and the block asked for
 *     is of the same activation: since then nothing else was assigned.
 *
 * In both cases the variable must be visible in the C function around. */
#include "encode/encode_int.h"

static const Inst *inst_of(const Enc *enc, uint32_t number) {
  return &enc->f->insts.at[number];
}

static bool is_uninitialised(const Inst *made) {
  return made->op == OP_NONDET && made->imm == INPUT_UNINIT;
}

void enc_note_name(Enc *enc, uint32_t block, uint32_t dbg) {
  const Inst *inst = inst_of(enc, dbg);
  assert(inst->op == OP_DBG && inst->var.id < enc->program->vars.n);
  if (!val_is_local(inst->ops[0])) return;
  uint32_t value = val_index(inst->ops[0]);
  bool settled = enc->program->vars.at[inst->var.id].life == CVAR_SETTLED;
  if (settled && enc->def_block[value] == block && !enc->settled[value] &&
      !is_uninitialised(inst_of(enc, value)))
    enc->settled[value] = dbg;
}

/* The DBG that names a phi of the block, or 0. */
static uint32_t name_of_phi(const Enc *enc, uint32_t block, uint32_t value) {
  const Block *b = &enc->f->blocks.at[block];
  for (uint32_t i = 0; i < b->insts.n; i++) {
    const Inst *inst = inst_of(enc, b->insts.at[i]);
    if (inst->op == OP_DBG && val_is_local(inst->ops[0]) &&
        val_index(inst->ops[0]) == value)
      return b->insts.at[i];
    if (inst->op != OP_PHI && inst->op != OP_DBG) break;
  }
  return 0;
}

const Inst *enc_first_with_place(const Enc *enc, uint32_t block) {
  const Block *b = &enc->f->blocks.at[block];
  for (uint32_t i = 0; i < b->insts.n; i++) {
    const Inst *inst = inst_of(enc, b->insts.at[i]);
    if (inst->op != OP_PHI && inst->op != OP_DBG && inst->loc.id) return inst;
  }
  return NULL;
}

uint32_t enc_name_at(const Enc *enc, uint32_t block, uint32_t value) {
  const Inst *here = enc_first_with_place(enc, block);
  if (!here) return 0;
  bool is_phi = inst_of(enc, value)->op == OP_PHI;
  bool own = is_phi && enc->def_block[value] == block;
  uint32_t dbg = own ? name_of_phi(enc, block, value) : enc->settled[value];
  if (!dbg) return 0;
  const Inst *named = inst_of(enc, dbg);
  assert(named->op == OP_DBG && val_index(named->ops[0]) == value);
  const CVar *var = &enc->program->vars.at[named->var.id];
  if (!var->func.id) return named->var.id;
  const SrcLoc *at = prog_loc_get(enc->program, here->loc);
  bool visible = at->func.id == var->func.id && named->context == here->context;
  return visible && var->scope_line <= at->line ? named->var.id : 0;
}
