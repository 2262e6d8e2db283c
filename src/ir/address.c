/* SPDX-License-Identifier: MIT
 *
 * Addresses taken apart: see address.h. */
#include "ir/address.h"

static int64_t add_wrapping(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t multiply_wrapping(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a * (uint64_t)b);
}

/* The GEP that computes the value; NULL when there is none. */
static const Inst *find_gep(const Function *f, Val v) {
  if (!val_is_local(v)) return NULL;
  assert(val_index(v) < f->insts.n);
  const Inst *inst = &f->insts.at[val_index(v)];
  return inst->op == OP_GEP ? inst : NULL;
}

static void add_constant(Address *address, int64_t bytes) {
  int64_t sum;
  if (__builtin_add_overflow(address->offset, bytes, &sum))
    address->constant = ADDRESS_OFFSET_WRAPS;
  address->offset = add_wrapping(address->offset, bytes);
}

static void find_global(const Program *p, Address *address) {
  if (!val_is_const(address->root)) return;
  const Const *c = prog_const(p, address->root);
  if (c->kind != CONST_GLOBAL) return;
  address->global = c->global;
  address->start = c->offset;
}

Address prog_address(const Program *p, const Function *f, Val pointer,
                     AddressSteps steps) {
  Address address = {.root = pointer};
  const Inst *gep;
  require(!val_is_none(pointer));
  while ((gep = find_gep(f, address.root)) != NULL) {
    assert(gep->n_ops == 1 || gep->n_ops == 2);
    bool has_index = gep->n_ops == 2;
    if (has_index && (steps == ADDRESS_CONSTANT_STEPS ||
                      address.n_terms == ADDRESS_MOST_TERMS))
      break;
    if (has_index)
      address.terms[address.n_terms++] =
          (AddressTerm){gep->ops[1], gep->stride, gep->aux};
    add_constant(&address, gep->imm);
    address.root = gep->ops[0];
  }
  find_global(p, &address);
  return address;
}

void prog_address_fold(const Program *p, Address *address) {
  uint32_t n = 0;
  require(address->n_terms <= ADDRESS_MOST_TERMS);
  for (uint32_t i = 0; i < address->n_terms; i++) {
    const AddressTerm term = address->terms[i];
    int64_t index, bytes;
    if (!prog_const_as_i64(p, term.index, &index)) {
      address->terms[n++] = term;
      continue;
    }
    if (__builtin_mul_overflow(index, term.stride, &bytes))
      address->constant = ADDRESS_OFFSET_WRAPS;
    add_constant(address, multiply_wrapping(index, term.stride));
  }
  address->n_terms = n;
}

bool prog_address_offset(const Address *address, int64_t *offset) {
  return address->constant == ADDRESS_OFFSET_EXACT &&
         !__builtin_add_overflow(address->start, address->offset, offset);
}

Val prog_address_base(const Function *f, Val pointer) {
  const Inst *gep = find_gep(f, pointer);
  return gep ? gep->ops[0] : (Val){0};
}

Val prog_address_root(const Function *f, Val pointer) {
  const Inst *gep;
  while ((gep = find_gep(f, pointer)) != NULL) pointer = gep->ops[0];
  return pointer;
}

bool prog_address_is_fixed(const Program *p, const Function *f, Val pointer) {
  Val root = prog_address_root(f, pointer);
  if (val_is_const(root)) return prog_const(p, root)->kind == CONST_GLOBAL;
  const Inst *made = &f->insts.at[val_index(root)];
  return made->op == OP_ALLOCA && made->n_ops == 0;
}

void prog_add_root(AddressRoots *roots, const Function *f, Val pointer) {
  assert(roots->n <= ROOTS_MOST);
  Val root = prog_address_root(f, pointer);
  for (uint32_t i = 0; i < roots->n; i++)
    if (val_same(roots->at[i], root)) return;
  if (roots->n == ROOTS_MOST)
    roots->overflow = true;
  else
    roots->at[roots->n++] = root;
}

bool prog_gep_constant(const Program *p, const Inst *gep, int64_t *bytes) {
  int64_t index = 0;
  require(gep->op == OP_GEP && gep->n_ops <= 2);
  if (gep->n_ops == 2 && !prog_const_as_i64(p, gep->ops[1], &index))
    return false;
  *bytes = add_wrapping(gep->imm, multiply_wrapping(index, gep->stride));
  return true;
}

/* ---- wrapping ---- */

/* All signed numbers of a width. */
static IntegerRange signed_range(uint32_t bits) {
  if (bits > 64) bits = 64;
  require(bits > 0);
  int64_t low = bits == 64 ? INT64_MIN : -((int64_t)1 << (bits - 1));
  return (IntegerRange){low, -(low + 1)};
}

IntegerRange prog_index_range(const Program *p, const Function *f, Val index) {
  int64_t constant;
  if (prog_const_as_i64(p, index, &constant))
    return (IntegerRange){constant, constant};
  uint32_t bits = prog_val_bits(p, f, index);
  assert(bits > 0); /* an index is a scalar */
  if (val_is_local(index)) {
    const Inst *inst = &f->insts.at[val_index(index)];
    bool extends = inst->op == OP_SEXT || inst->op == OP_ZEXT;
    uint32_t from = extends ? prog_val_bits(p, f, inst->ops[0]) : bits;
    if (inst->op == OP_SEXT) return signed_range(from);
    if (inst->op == OP_ZEXT && from < 63)
      return (IntegerRange){0, ((int64_t)1 << from) - 1};
  }
  return signed_range(bits);
}

bool prog_address_may_wrap(const Program *p, const Address *address,
                           const IntegerRange *ranges) {
  IntegerRange room = signed_range(p->pointer_bits), wide = signed_range(64);
  int64_t offset;
  require(address->n_terms <= ADDRESS_MOST_TERMS);
  if (!prog_address_offset(address, &offset)) return true;
  IntegerRange sum = {offset, offset};
  for (uint32_t i = 0; i < address->n_terms; i++) {
    if (ranges[i].low > ranges[i].high) return false;
    require(range_is_within(ranges[i], wide)); /* so products fit 128 bits */
    sum = range_add(sum, range_scale(ranges[i], address->terms[i].stride));
    if (!range_is_within(sum, wide)) return true;
  }
  return !range_is_within(sum, room);
}

bool prog_is_weak(const Program *p, GlobalId global, FuncId func) {
  return (global.id && prog_global(p, global)->is_weak) ||
         (func.id && prog_func(p, func)->is_weak);
}

bool prog_const_is_address(const Program *p, Val v) {
  const Const *c = prog_const(p, v);
  return c->kind != CONST_BITS && !prog_is_weak(p, c->global, c->func);
}
