/* SPDX-License-Identifier: MIT
 *
 * Making instructions: a thin layer over prog_append that fills in position
 * and site, and small integer expressions that fold when their operands are
 * constants.  The user's own arithmetic is not folded here (rd_emit). */
#include "frontend/read/reader.h"

static bool op_has_site(Op op) {
  return op == OP_NONDET || op == OP_CALL || op == OP_ALLOC ||
         op == OP_ALLOCA || op == OP_HAVOC;
}

static uint32_t append(Reader *r, Op op, TypeId type, const Val *ops,
                       uint32_t n_ops, const BlockId *blocks,
                       uint32_t n_blocks) {
  assert(r->f && r->at.id < r->f->blocks.n);
  uint32_t index =
      prog_append(r->p, r->f, r->at, op, type, ops, n_ops, blocks, n_blocks);
  Inst *inst = &r->f->insts.at[index];
  inst->loc = r->loc;
  inst->flags = r->flags;
  if (op_has_site(op)) inst->site = prog_new_site(r->p);
  return index;
}

Val rd_emit(Reader *r, Op op, TypeId type, const Val *ops, uint32_t n_ops) {
  assert(op != OP_NONE);
  return val_local(append(r, op, type, ops, n_ops, NULL, 0));
}

Val rd_emit1(Reader *r, Op op, TypeId type, Val a) {
  return rd_emit(r, op, type, &a, 1);
}

Val rd_emit2(Reader *r, Op op, TypeId type, Val a, Val b) {
  return rd_emit(r, op, type, (Val[]){a, b}, 2);
}

Val rd_emit3(Reader *r, Op op, TypeId type, Val a, Val b, Val c) {
  return rd_emit(r, op, type, (Val[]){a, b, c}, 3);
}

Inst *rd_inst(Reader *r, Val val) {
  assert(val_index(val) < r->f->insts.n);
  require(val_is_local(val));
  return &r->f->insts.at[val_index(val)];
}

Inst *rd_end(Reader *r, Op op, const Val *ops, uint32_t n_ops,
             const BlockId *blocks, uint32_t n_blocks) {
  assert(r->at.id < r->f->blocks.n);
  uint32_t index = append(r, op, (TypeId){0}, ops, n_ops, blocks, n_blocks);
  return &r->f->insts.at[index];
}

TypeId rd_int(Reader *r, uint32_t bits) {
  assert(bits >= 1 && bits <= BV_MAX_WIDTH);
  return prog_type_int(r->p, bits);
}

TypeId rd_word(Reader *r) {
  return prog_type_int(r->p, r->p->pointer_bits);
}

TypeId rd_type_of(Reader *r, Val val) {
  return prog_val_type(r->p, r->f, val);
}

uint32_t rd_bits(Reader *r, Val val) {
  return prog_type(r->p, rd_type_of(r, val))->bits;
}

Val rd_number(Reader *r, TypeId type, uint64_t value) {
  return prog_const_u64(r->p, type, value);
}

/* ---- folding ---- */

/* The words of a plain integer constant, or NULL. */
static const BvWord *words_of(Reader *r, Val val) {
  if (!val_is_const(val)) return NULL;
  const Const *c = prog_const(r->p, val);
  return c->kind == CONST_BITS ? c->words : NULL;
}

static bool fold_op(Op op, BvOp *out) {
  switch ((int)op) {
  case OP_ADD: *out = BV_ADD; return true;
  case OP_SUB: *out = BV_SUB; return true;
  case OP_MUL: *out = BV_MUL; return true;
  case OP_SHL: *out = BV_SHL; return true;
  case OP_LSHR: *out = BV_LSHR; return true;
  case OP_ASHR: *out = BV_ASHR; return true;
  case OP_AND: *out = BV_AND; return true;
  case OP_OR: *out = BV_OR; return true;
  case OP_XOR: *out = BV_XOR; return true;
  default: return false;
  }
}

/* Is the second operand one that leaves the first as it is? */
static bool is_neutral(Op op, const BvWord *b, uint32_t bits) {
  if (!b) return false;
  if (op == OP_AND) return bv_is_ones(b, bits);
  return op != OP_MUL && bv_is_zero(b, bits);
}

Val rd_arith(Reader *r, Op op, Val a, Val b) {
  assert(rd_type_of(r, a).id == rd_type_of(r, b).id);
  uint32_t bits = rd_bits(r, a);
  const BvWord *x = words_of(r, a), *y = words_of(r, b);
  BvOp fold;
  if (fold_op(op, &fold)) {
    if (x && y) {
      BvWord words[BV_MAX_WORDS];
      bv_binary(fold, words, x, y, bits);
      return prog_const_bits(r->p, rd_type_of(r, a), words);
    }
    if (is_neutral(op, y, bits)) return a;
  }
  return rd_emit2(r, op, rd_type_of(r, a), a, b);
}

Val rd_resize(Reader *r, Val a, uint32_t bits, Extend extend) {
  assert(prog_type(r->p, rd_type_of(r, a))->kind == TYPE_INT && bits >= 1);
  uint32_t from = rd_bits(r, a);
  assert(from <= BV_MAX_WIDTH);
  if (from == bits) return a;
  const BvWord *x = words_of(r, a);
  if (x) {
    BvWord words[BV_MAX_WORDS];
    if (extend == EXTEND_SIGN)
      bv_sext(words, bits, x, from);
    else
      bv_zext(words, bits, x, from);
    return prog_const_bits(r->p, rd_int(r, bits), words);
  }
  Op op = bits < from ? OP_TRUNC : extend == EXTEND_SIGN ? OP_SEXT : OP_ZEXT;
  return rd_emit1(r, op, rd_int(r, bits), a);
}

Val rd_reinterpret(Reader *r, Val a, TypeId to) {
  TypeId from = rd_type_of(r, a);
  if (from.id == to.id) return a;
  require(prog_type(r->p, from)->bits == prog_type(r->p, to)->bits);
  const BvWord *x = words_of(r, a);
  if (x) return prog_const_bits(r->p, to, x);
  TypeKind kind = prog_type(r->p, from)->kind;
  TypeKind wanted = prog_type(r->p, to)->kind;
  if (kind == TYPE_PTR) {
    Val number = rd_emit1(r, OP_PTRTOINT, rd_word(r), a);
    return wanted == TYPE_INT ? number : rd_emit1(r, OP_BITCAST, to, number);
  }
  if (wanted == TYPE_PTR)
    return rd_emit1(r, OP_INTTOPTR, to, rd_reinterpret(r, a, rd_word(r)));
  return rd_emit1(r, OP_BITCAST, to, a);
}

Val rd_as_int(Reader *r, Val a) {
  return rd_reinterpret(r, a, rd_int(r, rd_bits(r, a)));
}

Val rd_extract(Reader *r, Val aggregate, uint64_t low_bit, TypeId type) {
  uint32_t bits = prog_type(r->p, type)->bits;
  assert(low_bit + bits <= rd_bits(r, aggregate));
  Val whole = rd_as_int(r, aggregate);
  Val low = rd_number(r, rd_type_of(r, whole), low_bit);
  Val part = rd_resize(r, rd_arith(r, OP_LSHR, whole, low), bits, EXTEND_ZERO);
  return rd_reinterpret(r, part, type);
}

Val rd_insert(Reader *r, Val aggregate, uint64_t low_bit, Val part) {
  TypeId type = rd_type_of(r, aggregate);
  Val whole = rd_as_int(r, aggregate);
  TypeId wide = rd_type_of(r, whole);
  uint32_t bits = rd_bits(r, whole), n = rd_bits(r, part);
  assert(low_bit + n <= bits);
  if (n == bits) return rd_reinterpret(r, part, type);
  BvWord mask[BV_MAX_WORDS], shift[BV_MAX_WORDS];
  BvWord ones[BV_MAX_WORDS];
  bv_set_ones(ones, n);
  bv_zext(mask, bits, ones, n);
  bv_set_u64(shift, low_bit, bits);
  bv_binary(BV_SHL, mask, mask, shift, bits);
  bv_not(mask, mask, bits);
  Val rest = rd_arith(r, OP_AND, whole, prog_const_bits(r->p, wide, mask));
  Val wider = rd_resize(r, rd_as_int(r, part), bits, EXTEND_ZERO);
  Val placed = rd_arith(r, OP_SHL, wider, rd_number(r, wide, low_bit));
  return rd_reinterpret(r, rd_arith(r, OP_OR, placed, rest), type);
}

Val rd_not(Reader *r, Val a) {
  return rd_arith(r, OP_XOR, a, prog_const_i64(r->p, rd_type_of(r, a), -1));
}

Val rd_compare(Reader *r, Op op, Val a, Val b) {
  assert(rd_type_of(r, a).id == rd_type_of(r, b).id);
  return rd_emit2(r, op, rd_int(r, 1), a, b);
}

Val rd_is_nonzero(Reader *r, Val a) {
  if (rd_bits(r, a) == 1) return rd_as_int(r, a);
  return rd_compare(r, OP_NE, a, rd_number(r, rd_type_of(r, a), 0));
}

Val rd_select(Reader *r, Val cond, Val a, Val b) {
  assert(rd_bits(r, cond) == 1 && rd_type_of(r, a).id == rd_type_of(r, b).id);
  return rd_emit3(r, OP_SELECT, rd_type_of(r, a), cond, a, b);
}

/* Offsets are modulo the pointer's width, told as signed numbers. */
static int64_t wrap_offset(Reader *r, int64_t offset) {
  return r->p->pointer_bits == 32 ? (int64_t)(int32_t)(uint32_t)offset : offset;
}

Val rd_gep(Reader *r, Val base, int64_t offset, Val index, int64_t stride) {
  assert(val_is_none(index) || rd_bits(r, index) == r->p->pointer_bits);
  assert(prog_type(r->p, rd_type_of(r, base))->kind == TYPE_PTR);
  offset = wrap_offset(r, offset);
  if (val_is_none(index)) {
    if (offset == 0) return base;
    if (val_is_const(base)) {
      const Const *c = prog_const(r->p, base);
      if (c->kind == CONST_GLOBAL) {
        uint64_t sum = (uint64_t)c->offset + (uint64_t)offset;
        return prog_const_global(r->p, c->global, wrap_offset(r, (int64_t)sum));
      }
    }
  }
  Val ops[2] = {base, index};
  Val gep =
      rd_emit(r, OP_GEP, prog_type_ptr(r->p), ops, val_is_none(index) ? 1 : 2);
  rd_inst(r, gep)->imm = offset;
  rd_inst(r, gep)->stride = wrap_offset(r, stride);
  return gep;
}

/* ---- inputs, memory, ends ---- */

void rd_note_place(Reader *r, LLVMValueRef origin, Val made) {
  ReadPlace place = {origin, rd_inst(r, made)->site};
  assert(place.site > 0);
  VEC_PUSH(r->mem, &r->places, place);
}

Val rd_input(Reader *r, TypeId type, InputKind kind, const char *name) {
  assert(type.id != 0);
  Val input = rd_emit(r, OP_NONDET, type, NULL, 0);
  rd_inst(r, input)->imm = kind;
  if (name) rd_inst(r, input)->name = names_add(&r->p->names, name);
  return input;
}

Val rd_load(Reader *r, TypeId type, Val pointer) {
  assert(type.id != 0 &&
         prog_type(r->p, rd_type_of(r, pointer))->kind == TYPE_PTR);
  return rd_emit1(r, OP_LOAD, type, pointer);
}

void rd_store(Reader *r, Val value, Val pointer) {
  assert(prog_type(r->p, rd_type_of(r, pointer))->kind == TYPE_PTR);
  rd_emit2(r, OP_STORE, (TypeId){0}, value, pointer);
}

/* What follows a terminator in the middle of a block is dead code, which goes
 * to a block of its own until rd_prune removes it. */
static void end_here(Reader *r, Op op, const char *name) {
  Inst *end = rd_end(r, op, NULL, 0, NULL, 0);
  end->name = names_add(&r->p->names, name);
  r->at = prog_add_block(r->p, r->f, NULL);
}

void rd_stop(Reader *r, const char *why) {
  end_here(r, OP_STOP, why);
}

void rd_error(Reader *r, const char *property, const char *message) {
  Inst *end = rd_end(r, OP_ERROR, NULL, 0, NULL, 0);
  end->imm = prog_add_error(r->p, property, message, r->loc);
  r->at = prog_add_block(r->p, r->f, NULL);
}

void rd_unsupported(Reader *r, const char *format, ...) {
  char what[256];
  if (rd_goes_on(r)) {
    rd_do_anything(r);
    return;
  }
  va_list args;
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  /* The user must be told a place; the function's is better than none. */
  LocId at = r->loc;
  if (!prog_loc_get(r->p, at)->line) r->loc = r->f->loc;
  end_here(r, OP_UNSUPPORTED, what);
  r->loc = at;
}

/* ---- dropping dead blocks ---- */

/* reached[b] is 1 + the new number of block b, in the old order; 0 dead. */
static uint32_t number_reached(Reader *r, uint32_t *reached) {
  assert(r->f->blocks.n > 0);
  Function *f = r->f;
  Vec(uint32_t) stack = {0};
  VEC_PUSH(r->mem, &stack, 0);
  reached[0] = 1;
  while (stack.n) {
    uint32_t block = VEC_POP(&stack);
    const Inst *end = prog_terminator(f, (BlockId){block});
    for (uint32_t i = 0; i < end->n_blocks; i++) {
      uint32_t to = end->blocks[i].id;
      if (reached[to]) continue;
      reached[to] = 1;
      VEC_PUSH(r->mem, &stack, to);
    }
  }
  VEC_DONE(r->mem, &stack);
  uint32_t n = 0;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    if (reached[b]) reached[b] = ++n;
  return n;
}

/* Does the edge a phi speaks of exist? */
static bool leads_to(const Function *f, BlockId from, uint32_t to) {
  const Inst *end = prog_terminator(f, from);
  for (uint32_t i = 0; i < end->n_blocks; i++)
    if (end->blocks[i].id == to) return true;
  return false;
}

/* Drops the phis' operands of edges that are gone. */
static void clean_phis(Reader *r, const uint32_t *reached) {
  Function *f = r->f;
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    if (!reached[b]) continue;
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
      Inst *phi = &f->insts.at[f->blocks.at[b].insts.at[k]];
      if (phi->op != OP_PHI) break;
      uint32_t kept = 0;
      for (uint32_t i = 0; i < phi->n_ops; i++) {
        BlockId from = phi->blocks[i];
        if (!reached[from.id]) continue;
        if (r->edges_moved && !leads_to(f, from, b)) continue;
        phi->ops[kept] = phi->ops[i];
        phi->blocks[kept++] = from;
      }
      phi->n_ops = phi->n_blocks = kept;
    }
  }
}

static void renumber_inst(Inst *inst, const uint32_t *reached) {
  assert(inst->n_blocks == 0 || inst->blocks);
  for (uint32_t i = 0; i < inst->n_blocks; i++) {
    require(reached[inst->blocks[i].id]);
    inst->blocks[i].id = reached[inst->blocks[i].id] - 1;
  }
}

void rd_prune(Reader *r) {
  Function *f = r->f;
  uint32_t n = f->blocks.n, kept = 0;
  uint32_t *reached = MEM_ARRAY(r->mem, uint32_t, n);
  uint32_t live = number_reached(r, reached);
  clean_phis(r, reached);
  for (uint32_t b = 0; b < n; b++) {
    Block *block = &f->blocks.at[b];
    if (!reached[b]) {
      VEC_DONE(r->mem, &block->insts);
      continue;
    }
    for (uint32_t i = 0; i < block->insts.n; i++)
      renumber_inst(&f->insts.at[block->insts.at[i]], reached);
    Block moved = *block;
    f->blocks.at[kept++] = moved;
  }
  require(kept == live);
  f->blocks.n = kept;
  MEM_FREE_ARRAY(r->mem, reached, n);
  assert(f->blocks.n > 0);
}
