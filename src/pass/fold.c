/* SPDX-License-Identifier: MIT
 *
 * Folding one instruction to a value that is already there.
 *
 * Constants here are real constants (there is no undef or poison), and the
 * arithmetic is the machine's (num/bv.h), so folding is exact.  Left alone:
 * division by a constant zero, because what it does is the interpreter's and
 * the encoder's to say, and everything about floats.
 *
 * Addresses: objects and functions have distinct addresses, none is null (C11
 * 6.3.2.3p3, 6.5.9p6); an address strictly inside one global differs from one
 * strictly inside another, unless both are constants: equal string literals may
 * share memory (C11 6.4.5p7). */
#include "pass/edit.h"

static TypeId type_of(const Program *p, const Function *f, Val v) {
  return prog_val_type(p, f, v);
}

static const Const *bits_of(const Program *p, Val v) {
  if (!val_is_const(v)) return NULL;
  const Const *c = prog_const(p, v);
  return c->kind == CONST_BITS ? c : NULL;
}

static Val fold_bool(Program *p, bool value) {
  return prog_const_u64(p, prog_type_int(p, 1), value);
}

static bool bv_op_of(Op op, BvOp *out) {
  if (op < OP_ADD || op > OP_XOR) return false;
  static const BvOp table[] = {
      [OP_ADD - OP_ADD] = BV_ADD,   [OP_SUB - OP_ADD] = BV_SUB,
      [OP_MUL - OP_ADD] = BV_MUL,   [OP_UDIV - OP_ADD] = BV_UDIV,
      [OP_SDIV - OP_ADD] = BV_SDIV, [OP_UREM - OP_ADD] = BV_UREM,
      [OP_SREM - OP_ADD] = BV_SREM, [OP_SHL - OP_ADD] = BV_SHL,
      [OP_LSHR - OP_ADD] = BV_LSHR, [OP_ASHR - OP_ADD] = BV_ASHR,
      [OP_AND - OP_ADD] = BV_AND,   [OP_OR - OP_ADD] = BV_OR,
      [OP_XOR - OP_ADD] = BV_XOR};
  *out = table[op - OP_ADD];
  return true;
}

/* Lengths whose product does not fit. */
static bool is_too_long(const Program *p, const Inst *inst) {
  uint32_t bits = prog_type(p, inst->type)->bits;
  uint64_t a, b, product;
  if (!(inst->flags & INST_ROOM) || inst->op != OP_MUL) return false;
  return !prog_const_as_u64(p, inst->ops[0], &a) ||
         !prog_const_as_u64(p, inst->ops[1], &b) ||
         __builtin_mul_overflow(a, b, &product) ||
         (bits < 64 && product >> bits);
}

/* Divisions that trap, shifts beyond the width, and arrays that are too long
 * keep their instruction. */
static bool has_plain_meaning(const Program *p, const Inst *inst) {
  const Const *b = bits_of(p, inst->ops[1]);
  uint32_t bits = prog_type(p, b->type)->bits;
  uint64_t amount;
  if (flow_may_trap(p, inst) || is_too_long(p, inst)) return false;
  if (inst->op >= OP_SHL && inst->op <= OP_ASHR)
    return bv_fits_u64(b->words, bits, &amount) && amount < bits;
  return true;
}

static Val fold_binary(Program *p, const Inst *inst) {
  BvOp op;
  const Const *a = bits_of(p, inst->ops[0]), *b = bits_of(p, inst->ops[1]);
  if (!a || !b || !bv_op_of(inst->op, &op)) return (Val){0};
  if (prog_type(p, a->type)->kind == TYPE_FLOAT) return (Val){0};
  if (!has_plain_meaning(p, inst)) return (Val){0};
  BvWord words[BV_MAX_WORDS];
  bv_binary(op, words, a->words, b->words, prog_type(p, a->type)->bits);
  return prog_const_bits(p, inst->type, words);
}

static bool is_symmetric(Op op) {
  return op == OP_ADD || op == OP_MUL || op == OP_AND || op == OP_OR ||
         op == OP_XOR;
}

/* x+0, x-0, x*1, x|0, x^0, x<<0, x&~0, x*0, x&0. */
static Val fold_neutral(Program *p, const Inst *given) {
  Inst turned = *given;
  Val ops[] = {given->ops[1], given->ops[0]};
  if (is_symmetric(given->op) && bits_of(p, ops[1])) turned.ops = ops;
  const Inst *inst = &turned;
  const Const *b = bits_of(p, inst->ops[1]);
  uint32_t bits = prog_type(p, inst->type)->bits;
  if (!b || inst->op < OP_ADD || inst->op > OP_XOR) return (Val){0};
  bool zero = bv_is_zero(b->words, bits), ones = bv_is_ones(b->words, bits);
  uint64_t one;
  if (zero &&
      (inst->op == OP_ADD || inst->op == OP_SUB || inst->op == OP_OR ||
       inst->op == OP_XOR || (inst->op >= OP_SHL && inst->op <= OP_ASHR)))
    return inst->ops[0];
  if (zero && (inst->op == OP_MUL || inst->op == OP_AND)) return inst->ops[1];
  if (ones && inst->op == OP_AND) return inst->ops[0];
  if (inst->op == OP_MUL && bv_fits_u64(b->words, bits, &one) && one == 1)
    return inst->ops[0];
  return (Val){0};
}

/* 1: equal, 0: different, -1: cannot say. */
static int same_address(const Program *p, Val va, Val vb) {
  const Const *a = prog_const(p, va), *b = prog_const(p, vb);
  if (a->kind == CONST_BITS) {
    const Const *swap = a;
    a = b;
    b = swap;
  }
  bool is_weak = a->kind == CONST_FUNC     ? prog_func(p, a->func)->is_weak
                 : a->kind == CONST_GLOBAL ? prog_global(p, a->global)->is_weak
                                           : false;
  if (is_weak && b->kind == CONST_BITS) return -1;
  if (a->kind == CONST_FUNC) {
    if (b->kind == CONST_FUNC) return a->func.id == b->func.id;
    if (b->kind == CONST_GLOBAL) return b->offset == 0 ? 0 : -1;
    return bv_is_zero(b->words, prog_type(p, b->type)->bits) ? 0 : -1;
  }
  if (a->kind != CONST_GLOBAL) return -1;
  uint64_t size = prog_global(p, a->global)->size;
  bool inside = a->offset >= 0 && (uint64_t)a->offset < size;
  if (b->kind == CONST_BITS)
    return inside && bv_is_zero(b->words, prog_type(p, b->type)->bits) ? 0 : -1;
  if (b->kind == CONST_GLOBAL && a->global.id == b->global.id)
    return a->offset == b->offset;
  if (b->kind != CONST_GLOBAL) return -1;
  const Global *ga = prog_global(p, a->global), *gb = prog_global(p, b->global);
  if (ga->kind == GLOBAL_CONSTANT && gb->kind == GLOBAL_CONSTANT) return -1;
  uint64_t other = gb->size;
  bool both = inside && b->offset >= 0 && (uint64_t)b->offset < other;
  return both ? 0 : -1;
}

static Val fold_bits_compare(Program *p, const Inst *inst) {
  static const BvCmp table[] = {
      [OP_EQ - OP_EQ] = BV_EQ,   [OP_NE - OP_EQ] = BV_EQ,
      [OP_ULT - OP_EQ] = BV_ULT, [OP_ULE - OP_EQ] = BV_ULE,
      [OP_SLT - OP_EQ] = BV_SLT, [OP_SLE - OP_EQ] = BV_SLE};
  const Const *a = bits_of(p, inst->ops[0]), *b = bits_of(p, inst->ops[1]);
  bool holds = bv_compare(table[inst->op - OP_EQ], a->words, b->words,
                          prog_type(p, a->type)->bits);
  return fold_bool(p, holds != (inst->op == OP_NE));
}

/* (ne (zext b:i1) 0) is b: how C turns a comparison into int and back. */
static Val fold_truth(const Program *p, const Function *f, const Inst *inst) {
  uint64_t zero;
  if (inst->op != OP_NE || !prog_const_as_u64(p, inst->ops[1], &zero) || zero)
    return (Val){0};
  Val v = inst->ops[0];
  while (val_is_local(v) && prog_val_bits(p, f, v) > 1) {
    const Inst *from = &f->insts.at[val_index(v)];
    if (from->op != OP_ZEXT && from->op != OP_SEXT) return (Val){0};
    v = from->ops[0];
  }
  bool is_bool = val_is_local(v) &&
                 prog_type(p, type_of(p, f, v))->kind == TYPE_INT &&
                 prog_val_bits(p, f, v) == 1;
  return is_bool ? v : (Val){0};
}

static Val fold_compare(Program *p, const Function *f, const Inst *inst) {
  Val a = inst->ops[0], b = inst->ops[1];
  if (val_same(a, b))
    return fold_bool(p, inst->op == OP_EQ || inst->op == OP_ULE ||
                            inst->op == OP_SLE);
  if (bits_of(p, a) && bits_of(p, b)) return fold_bits_compare(p, inst);
  if (inst->op != OP_EQ && inst->op != OP_NE) return (Val){0};
  if (!val_is_const(a) || !val_is_const(b)) return fold_truth(p, f, inst);
  int same = same_address(p, a, b);
  if (same < 0) return (Val){0};
  return fold_bool(p, (same == 1) == (inst->op == OP_EQ));
}

static Val fold_cast(Program *p, const Inst *inst) {
  const Const *a = bits_of(p, inst->ops[0]);
  if (!a) return (Val){0};
  uint32_t from = prog_type(p, a->type)->bits;
  uint32_t to = prog_type(p, inst->type)->bits;
  BvWord words[BV_MAX_WORDS];
  if (inst->op == OP_SEXT)
    bv_sext(words, to, a->words, from);
  else
    bv_zext(words, to, a->words, from);
  return prog_const_bits(p, inst->type, words);
}

static bool is_small(int64_t n) {
  return n > -((int64_t)1 << 31) && n < (int64_t)1 << 31;
}

static Val fold_gep(Program *p, const Inst *inst) {
  int64_t index = 0;
  if (inst->n_ops == 2 && !prog_const_as_i64(p, inst->ops[1], &index))
    return (Val){0};
  if (!is_small(index) || !is_small(inst->stride) || !is_small(inst->imm))
    return (Val){0};
  int64_t offset = inst->imm + index * inst->stride;
  if (offset == 0) return inst->ops[0];
  if (!val_is_const(inst->ops[0]) || !is_small(offset)) return (Val){0};
  Const c = *prog_const(p, inst->ops[0]);
  if (c.kind == CONST_BITS) { /* NULL + offset: how C computes offsetof */
    uint32_t bits = p->pointer_bits;
    uint64_t at = c.words[0] + (uint64_t)offset;
    return prog_const_u64(p, inst->type, at & (~(uint64_t)0 >> (64 - bits)));
  }
  if (c.kind != CONST_GLOBAL || !is_small(c.offset)) return (Val){0};
  return prog_const_global(p, c.global, c.offset + offset);
}

static Val fold_select(const Program *p, const Inst *inst) {
  uint64_t cond;
  if (val_same(inst->ops[1], inst->ops[2])) return inst->ops[1];
  if (!prog_const_as_u64(p, inst->ops[0], &cond)) return (Val){0};
  return inst->ops[cond ? 1 : 2];
}

/* All values but the phi itself are one. */
static Val fold_phi(const Function *f, const Inst *inst) {
  Val self = val_local((uint32_t)(inst - f->insts.at)), only = {0};
  for (uint32_t k = 0; k < inst->n_ops; k++) {
    if (val_same(inst->ops[k], self) || val_same(inst->ops[k], only)) continue;
    if (!val_is_none(only)) return (Val){0};
    only = inst->ops[k];
  }
  return only;
}

Val fold_inst(Program *p, const Function *f, const Inst *inst) {
  if (inst->op >= OP_ADD && inst->op <= OP_XOR) {
    Val v = fold_binary(p, inst);
    return val_is_none(v) ? fold_neutral(p, inst) : v;
  }
  if (inst->op >= OP_EQ && inst->op <= OP_SLE) return fold_compare(p, f, inst);
  if (inst->op >= OP_TRUNC && inst->op <= OP_INTTOPTR)
    return fold_cast(p, inst);
  if (inst->op == OP_GEP) return fold_gep(p, inst);
  if (inst->op == OP_SELECT) return fold_select(p, inst);
  if (inst->op == OP_PHI) return fold_phi(f, inst);
  return (Val){0};
}
