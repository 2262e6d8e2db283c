/* SPDX-License-Identifier: MIT
 *
 * Random programs in SSA with an explicit-state oracle. */
#include "unit/engine/tiny.h"

typedef struct Maker {
  Program *program;
  Function *f;
  Rng *rng;
  TinyShape shape;
  TypeId type, bit;
  Val ends[32][8]; /* value of each variable at the end of each block */
} Maker;

static Val add_inst(Maker *m, uint32_t b, Op op, TypeId type, const Val *ops,
                    uint32_t n) {
  return val_local(
      prog_append(m->program, m->f, (BlockId){b}, op, type, ops, n, NULL, 0));
}

static Val constant(Maker *m) {
  return prog_const_u64(m->program, m->type,
                        rng_below(m->rng, 1u << m->shape.bits));
}

static Val operand(Maker *m, const Val *now) {
  return rng_below(m->rng, 3) ? now[rng_below(m->rng, m->shape.vars)]
                              : constant(m);
}

static Val fresh(Maker *m, uint32_t b) {
  Val v = add_inst(m, b, OP_NONDET, m->type, NULL, 0);
  Inst *inst = &m->f->insts.at[val_index(v)];
  inst->imm = INPUT_NONDET;
  inst->name = names_add(&m->program->names, "__VERIFIER_nondet");
  inst->site = prog_new_site(m->program);
  return v;
}

static Val condition(Maker *m, uint32_t b, const Val *now) {
  static const Op compare[] = {OP_EQ, OP_NE, OP_ULT, OP_ULE, OP_SLT, OP_SLE};
  Val ops[2] = {now[rng_below(m->rng, m->shape.vars)], operand(m, now)};
  return add_inst(m, b, compare[rng_below(m->rng, 6)], m->bit, ops, 2);
}

/* One random assignment. */
static void assign(Maker *m, uint32_t b, Val *now) {
  static const Op ops[] = {OP_ADD, OP_SUB, OP_ADD, OP_SUB,  OP_MUL,
                           OP_AND, OP_OR,  OP_XOR, OP_UDIV, OP_SREM};
  uint32_t which = rng_below(m->rng, m->shape.vars);
  switch (rng_below(m->rng, 6)) {
  case 0: now[which] = operand(m, now); return;
  case 1: now[which] = fresh(m, b); return;
  case 2: {
    Val cond = condition(m, b, now);
    Val three[3] = {cond, operand(m, now), operand(m, now)};
    now[which] = add_inst(m, b, OP_SELECT, m->type, three, 3);
    return;
  }
  default: {
    Val two[2] = {operand(m, now), operand(m, now)};
    now[which] = add_inst(m, b, ops[rng_below(m->rng, 10)], m->type, two, 2);
    return;
  }
  }
}

static void finish_block(Maker *m, uint32_t b, const Val *now) {
  uint32_t n = m->shape.blocks;
  if (b == n - 1 || b == n - 2) {
    Op op = b == n - 1 ? OP_ERROR : OP_STOP;
    prog_append(m->program, m->f, (BlockId){b}, op, (TypeId){0}, NULL, 0, NULL,
                0);
    return;
  }
  BlockId to[2] = {{1 + rng_below(m->rng, n - 1)},
                   {1 + rng_below(m->rng, n - 1)}};
  if (rng_below(m->rng, 5) == 0)
    add_inst(m, b, OP_ASSUME, (TypeId){0}, (Val[]){condition(m, b, now)}, 1);
  if (to[0].id == to[1].id || rng_below(m->rng, 5) == 0) {
    prog_append(m->program, m->f, (BlockId){b}, OP_BR, (TypeId){0}, NULL, 0, to,
                1);
    return;
  }
  Val cond = condition(m, b, now);
  prog_append(m->program, m->f, (BlockId){b}, OP_CONDBR, (TypeId){0}, &cond, 1,
              to, 2);
}

/* Give the phis their operands, now that all ends are known. */
static void link_phis(Maker *m) {
  for (uint32_t b = 1; b < m->shape.blocks; b++) {
    Val ops[64];
    BlockId from[64];
    uint32_t n = 0;
    for (uint32_t p = 0; p < m->shape.blocks; p++) {
      const Inst *end = prog_terminator(m->f, (BlockId){p});
      for (uint32_t i = 0; i < end->n_blocks; i++)
        if (end->blocks[i].id == b) from[n++] = (BlockId){p};
    }
    for (uint32_t k = 0; k < m->shape.vars; k++) {
      for (uint32_t i = 0; i < n; i++) ops[i] = m->ends[from[i].id][k];
      Inst *phi = &m->f->insts.at[m->f->blocks.at[b].insts.at[k]];
      phi->n_ops = phi->n_blocks = n;
      phi->ops = ARENA_ARRAY(&m->program->arena, Val, n);
      phi->blocks = ARENA_ARRAY(&m->program->arena, BlockId, n);
      memcpy(phi->ops, ops, sizeof *ops * n);
      memcpy(phi->blocks, from, sizeof *from * n);
    }
  }
}

Program *tiny_program(Mem *mem, Rng *rng, TinyShape shape) {
  Program *p = prog_new(mem, 32);
  Maker m = {.program = p, .rng = rng, .shape = shape};
  m.type = prog_type_int(p, shape.bits);
  m.bit = prog_type_int(p, 1);
  p->entry = prog_add_function(p, "main", (TypeId){0}, NULL, 0);
  m.f = prog_func(p, p->entry);
  m.f->state = FUNC_DEFINED;
  prog_add_error(p, "unreach-call", "error", (LocId){0});
  for (uint32_t b = 0; b < shape.blocks; b++) prog_add_block(p, m.f, NULL);
  for (uint32_t b = 0; b < shape.blocks; b++) {
    Val *now = m.ends[b];
    for (uint32_t k = 0; k < shape.vars; k++) {
      if (b > 0)
        now[k] = add_inst(&m, b, OP_PHI, m.type, NULL, 0);
      else
        now[k] = rng_below(rng, 2) ? constant(&m) : fresh(&m, b);
    }
    for (uint32_t i = rng_below(rng, 3); i > 0; i--) assign(&m, b, now);
    finish_block(&m, b, now);
  }
  link_phis(&m);
  return p;
}

/* ---- the truth ---- */

typedef struct Explorer {
  const Program *program;
  const Function *f;
  TinyShape shape;
  Mem *mem;
  Map seen;
  Vec(uint64_t) work; /* block << 32 | packed phi values */
  uint64_t values[4096];
  bool unsafe;
} Explorer;

static uint64_t value_of(const Explorer *x, Val v) {
  if (val_is_const(v)) return prog_const(x->program, v)->words[0];
  return x->values[val_index(v)];
}

static void visit(Explorer *x, uint32_t from, uint32_t to) {
  uint64_t packed = 0;
  const Block *block = &x->f->blocks.at[to];
  for (uint32_t k = 0; k < x->shape.vars; k++) {
    const Inst *phi = &x->f->insts.at[block->insts.at[k]];
    for (uint32_t i = 0; i < phi->n_ops; i++)
      if (phi->blocks[i].id == from) {
        packed |= value_of(x, phi->ops[i]) << k * x->shape.bits;
        break;
      }
  }
  uint64_t state = (uint64_t)to << 32 | packed;
  if (map_find(&x->seen, state)) return;
  map_put(&x->seen, state, 1);
  VEC_PUSH(x->mem, &x->work, state);
}

static bool traps(Op op, uint64_t a, uint64_t b, uint32_t bits) {
  if (op == OP_UDIV) return b == 0;
  if (op != OP_SREM) return false;
  uint64_t ones = ((uint64_t)1 << bits) - 1, least = (uint64_t)1 << (bits - 1);
  return b == 0 || (a == least && b == ones);
}

static uint64_t compute(const Inst *inst, uint64_t a, uint64_t b,
                        uint32_t bits) {
  uint64_t r = 0;
  switch ((int)inst->op) {
  case OP_ADD: bv_binary(BV_ADD, &r, &a, &b, bits); return r;
  case OP_SUB: bv_binary(BV_SUB, &r, &a, &b, bits); return r;
  case OP_MUL: bv_binary(BV_MUL, &r, &a, &b, bits); return r;
  case OP_UDIV: bv_binary(BV_UDIV, &r, &a, &b, bits); return r;
  case OP_SREM: bv_binary(BV_SREM, &r, &a, &b, bits); return r;
  case OP_AND: return a & b;
  case OP_OR: return a | b;
  case OP_XOR: return a ^ b;
  case OP_EQ: return a == b;
  case OP_NE: return a != b;
  case OP_ULT: return bv_compare(BV_ULT, &a, &b, bits);
  case OP_ULE: return bv_compare(BV_ULE, &a, &b, bits);
  case OP_SLT: return bv_compare(BV_SLT, &a, &b, bits);
  case OP_SLE: return bv_compare(BV_SLE, &a, &b, bits);
  default: unreachable_case();
  }
}

static void end_block(Explorer *x, uint32_t b, const Inst *end) {
  switch ((int)end->op) {
  case OP_ERROR: x->unsafe = true; return;
  case OP_BR: visit(x, b, end->blocks[0].id); return;
  case OP_CONDBR:
    visit(x, b, end->blocks[value_of(x, end->ops[0]) ? 0 : 1].id);
    return;
  default: return;
  }
}

/* Run the block from instruction `at` on, for every answer to an input; the
 * depth of this recursion is the number of inputs in one block. */
static void run_from(Explorer *x, uint32_t b, uint32_t at) {
  const Block *block = &x->f->blocks.at[b];
  for (; at + 1 < block->insts.n; at++) {
    uint32_t number = block->insts.at[at];
    const Inst *inst = &x->f->insts.at[number];
    if (inst->op == OP_NONDET) {
      for (uint64_t v = 0; v < (uint64_t)1 << x->shape.bits; v++) {
        x->values[number] = v;
        run_from(x, b, at + 1);
      }
      return;
    }
    if (inst->op == OP_ASSUME) {
      if (!value_of(x, inst->ops[0])) return;
      continue;
    }
    uint64_t a = value_of(x, inst->ops[0]), c = value_of(x, inst->ops[1]);
    if (inst->op == OP_SELECT) {
      x->values[number] = a ? c : value_of(x, inst->ops[2]);
      continue;
    }
    if (traps(inst->op, a, c, x->shape.bits)) return;
    x->values[number] = compute(inst, a, c, x->shape.bits);
  }
  end_block(x, b, &x->f->insts.at[block->insts.at[at]]);
}

TinyTruth tiny_truth(Mem *mem, const Program *program, TinyShape shape) {
  static Explorer x;
  x = (Explorer){.program = program, .shape = shape, .mem = mem};
  x.f = prog_func(program, program->entry);
  require(x.f->insts.n <= 4096);
  map_init(&x.seen, mem);
  run_from(&x, 0, 0);
  while (x.work.n && !x.unsafe) {
    uint64_t state = VEC_POP(&x.work);
    uint32_t b = (uint32_t)(state >> 32);
    uint64_t mask = ((uint64_t)1 << shape.bits) - 1;
    for (uint32_t k = 0; k < shape.vars; k++)
      x.values[x.f->blocks.at[b].insts.at[k]] = state >> k * shape.bits & mask;
    run_from(&x, b, shape.vars);
  }
  map_done(&x.seen);
  VEC_DONE(mem, &x.work);
  return x.unsafe ? TINY_UNSAFE : TINY_SAFE;
}
