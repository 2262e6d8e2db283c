/* SPDX-License-Identifier: MIT
 *
 * Addresses taken apart: the parts are those of the chain, and an address that
 * is said not to wrap is the same with and without wrapping. */
#include "unit/unit.h"
#include "ir/address.h"

typedef struct Chain {
  Mem mem;
  Program *p;
  Function *f;
  BlockId block;
  Val at;
} Chain;

static void chain_init(Chain *c, uint32_t pointer_bits) {
  mem_init(&c->mem, 0);
  c->p = prog_new(&c->mem, pointer_bits);
  TypeId params[] = {prog_type_ptr(c->p), prog_type_int(c->p, pointer_bits),
                     prog_type_int(c->p, 16)};
  FuncId id = prog_add_function(c->p, "f", (TypeId){0}, params, 3);
  c->f = prog_func(c->p, id);
  c->block = prog_add_block(c->p, c->f, "entry");
  c->at = prog_param(0);
}

static void chain_done(Chain *c) {
  prog_free(c->p);
  mem_done(&c->mem);
}

static TypeId word(const Chain *c) {
  return prog_type_int(c->p, c->p->pointer_bits);
}

/* One step; `index` may be none. */
static void step(Chain *c, int64_t imm, Val index, int64_t stride) {
  Val ops[] = {c->at, index};
  uint32_t gep = prog_append(c->p, c->f, c->block, OP_GEP, prog_type_ptr(c->p),
                             ops, val_is_none(index) ? 1 : 2, NULL, 0);
  c->f->insts.at[gep].imm = imm;
  c->f->insts.at[gep].stride = stride;
  c->at = val_local(gep);
}

static Val extended(Chain *c, Op op) {
  Val narrow = prog_param(2);
  return val_local(
      prog_append(c->p, c->f, c->block, op, word(c), &narrow, 1, NULL, 0));
}

static Address whole(const Chain *c) {
  return prog_address(c->p, c->f, c->at, ADDRESS_ALL_STEPS);
}

static bool may_wrap(const Chain *c) {
  Address a = whole(c);
  IntegerRange ranges[ADDRESS_MOST_TERMS];
  for (uint32_t i = 0; i < a.n_terms; i++)
    ranges[i] = prog_index_range(c->p, c->f, a.terms[i].index);
  return prog_address_may_wrap(c->p, &a, ranges);
}

TEST(ir_address_parts) {
  Chain c;
  chain_init(&c, 32);
  GlobalId g =
      prog_add_global(c.p, "g", prog_type_array(c.p, prog_type_int(c.p, 8), 9));
  c.at = prog_const_global(c.p, g, 5);
  step(&c, 4, (Val){0}, 0);
  step(&c, 0, prog_const_i64(c.p, word(&c), -3), 8);
  step(&c, 2, prog_param(1), 12);
  step(&c, 1, (Val){0}, 0);
  Address a = whole(&c);
  CHECK(val_same(a.root, prog_const_global(c.p, g, 5)));
  CHECK_INT(a.global.id, g.id);
  CHECK_INT(a.start, 5);
  CHECK_INT(a.offset, 7);
  CHECK_INT(a.n_terms, 2);
  CHECK(val_same(a.terms[0].index, prog_param(1)) && a.terms[0].stride == 12);
  prog_address_fold(c.p, &a);
  CHECK_INT(a.n_terms, 1);
  CHECK_INT(a.offset, 7 - 24);
  Address fixed = prog_address(c.p, c.f, c.at, ADDRESS_CONSTANT_STEPS);
  CHECK_INT(fixed.offset, 1);
  CHECK_INT(fixed.n_terms, 0);
  CHECK(val_same(prog_address_base(c.f, c.at), fixed.root));
  CHECK(val_same(prog_address_root(c.f, c.at), a.root));
  chain_done(&c);
}

/* A long chain keeps its inner part as the root. */
TEST(ir_address_long) {
  Chain c;
  chain_init(&c, 64);
  for (uint32_t i = 0; i <= ADDRESS_MOST_TERMS; i++)
    step(&c, 1, prog_param(1), 4);
  Address a = whole(&c);
  CHECK_INT(a.n_terms, ADDRESS_MOST_TERMS);
  CHECK_INT(a.offset, ADDRESS_MOST_TERMS);
  CHECK(val_same(prog_address_base(c.f, a.root), prog_param(0)));
  CHECK(val_same(prog_address_root(c.f, c.at), prog_param(0)));
  chain_done(&c);
}

TEST(ir_address_may_wrap) {
  Chain c;
  chain_init(&c, 32);
  CHECK(!may_wrap(&c));
  step(&c, 0, extended(&c, OP_SEXT), 1 << 15);
  CHECK(!may_wrap(&c)); /* from -2^30 to 2^30 - 2^15 */
  step(&c, 1 << 30, (Val){0}, 0);
  CHECK(!may_wrap(&c));
  step(&c, 1 << 15, (Val){0}, 0);
  CHECK(may_wrap(&c)); /* 2^31 is too much */
  c.at = prog_param(0);
  step(&c, 0, prog_param(1), 1);
  CHECK(!may_wrap(&c));
  step(&c, 1, (Val){0}, 0);
  CHECK(may_wrap(&c));
  c.at = prog_param(0);
  step(&c, 0, prog_param(1), -1);
  CHECK(may_wrap(&c)); /* 2^31 again */
  c.at = prog_param(0);
  step(&c, INT64_MAX, (Val){0}, 0);
  step(&c, 2, (Val){0}, 0);
  CHECK_INT(whole(&c).constant, ADDRESS_OFFSET_WRAPS);
  CHECK(may_wrap(&c));
  chain_done(&c);
}

/* Random chains over a 16-bit index, all of whose extremes are tried. */
TEST(ir_address_may_wrap_random) {
  Rng rng = {7};
  for (uint32_t round = 0; round < unit_rounds(2000); round++) {
    Chain c;
    int64_t sum[2] = {0, 0};
    chain_init(&c, 32);
    for (uint32_t i = 0; i < 3; i++) {
      bool is_signed = rng_below(&rng, 2) != 0;
      int64_t stride = (int64_t)rng_below(&rng, 1 << 16) - (1 << 15);
      int64_t imm = (int64_t)rng_below(&rng, 1 << 30) - (1 << 29);
      int64_t ends[2] = {is_signed ? INT16_MIN : 0,
                         is_signed ? INT16_MAX : UINT16_MAX};
      step(&c, imm, extended(&c, is_signed ? OP_SEXT : OP_ZEXT), stride);
      sum[0] += imm + ends[stride < 0] * stride;
      sum[1] += imm + ends[stride >= 0] * stride;
    }
    CHECK_INT(may_wrap(&c), sum[0] < INT32_MIN || sum[1] > INT32_MAX);
    chain_done(&c);
  }
}
