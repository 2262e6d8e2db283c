/* SPDX-License-Identifier: MIT
 *
 * The lengths of copies and fills: powers of two that divide them, and the most
 * that they can be. */
#include "analysis/lengths.h"
#include "analysis/points.h"

/* ---- what divides it: how many low bits are always 0 ----
 *
 * What wraps around keeps them, as the modulus is a power of two itself. */

enum { MOST_STEPS = 6, MOST_BITS = 16 };

static uint32_t at_most(uint32_t bits) {
  return bits < MOST_BITS ? bits : MOST_BITS;
}

static uint32_t zeros(const Program *p, const Function *f, Val v, int steps);

/* The fewest of the operands from `first` on. */
static uint32_t fewest(const Program *p, const Function *f, const Inst *inst,
                       uint32_t first, int steps) {
  uint32_t least = MOST_BITS;
  for (uint32_t i = first; i < inst->n_ops && least; i++) {
    uint32_t bits = zeros(p, f, inst->ops[i], steps);
    if (bits < least) least = bits;
  }
  return inst->n_ops > first ? least : 0;
}

static uint32_t zeros_of(const Program *p, const Function *f, const Inst *inst,
                         int steps) {
  uint64_t by = 0;
  switch ((int)inst->op) {
  case OP_ADD:
  case OP_SUB:
  case OP_OR:
  case OP_XOR:
  case OP_ZEXT:
  case OP_SEXT:
  case OP_TRUNC:
  case OP_PHI: return fewest(p, f, inst, 0, steps);
  case OP_SELECT: return fewest(p, f, inst, 1, steps);
  case OP_MUL:
    return at_most(zeros(p, f, inst->ops[0], steps) +
                   zeros(p, f, inst->ops[1], steps));
  case OP_AND: {
    uint32_t a = zeros(p, f, inst->ops[0], steps);
    uint32_t b = zeros(p, f, inst->ops[1], steps);
    return a < b ? b : a;
  }
  case OP_SHL:
    if (!prog_const_as_u64(p, inst->ops[1], &by) || by >= MOST_BITS) return 0;
    return at_most(zeros(p, f, inst->ops[0], steps) + (uint32_t)by);
  default: return 0;
  }
}

static uint32_t zeros(const Program *p, const Function *f, Val v, int steps) {
  uint64_t number;
  if (prog_const_as_u64(p, v, &number)) {
    uint32_t bits = 0;
    while (bits < MOST_BITS && !(number >> bits & 1)) bits++;
    return bits;
  }
  if (!val_is_local(v) || steps == 0) return 0;
  return zeros_of(p, f, &f->insts.at[val_index(v)], steps - 1);
}

int64_t prog_divisor(const Program *program, const Function *f, Val val) {
  return (int64_t)1 << zeros(program, f, val, MOST_STEPS);
}

/* ---- how long it can be ---- */

Val prog_length(const Inst *inst) {
  uint32_t at = inst->op == OP_HAVOC ? 1 : 2;
  return inst->n_ops > at ? inst->ops[at] : (Val){0};
}

static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

/* The size of the largest object that the pointer may lead to. */
static uint64_t largest_target(const PointsTo *points, FuncId f, Val pointer) {
  IndexVec objects = {0};
  unsigned elsewhere = prog_points_targets(points, f, pointer, &objects);
  uint64_t most = elsewhere || objects.n == 0 ? UINT64_MAX : 0;
  for (uint32_t i = 0; i < objects.n; i++) {
    uint64_t size = prog_points_object(points, objects.at[i])->size;
    if (size == 0) size = UINT64_MAX; /* not constant */
    if (most < size) most = size;
  }
  VEC_DONE(points->mem, &objects);
  return most;
}

uint64_t prog_longest(const PointsTo *points, const Ranges *ranges, FuncId f,
                      uint32_t inst, BlockId block) {
  const Function *function = prog_func(points->program, f);
  const Inst *range = &function->insts.at[inst];
  Val length = prog_length(range);
  uint64_t most = UINT64_MAX;
  if (val_is_none(length)) return most;
  if (prog_const_as_u64(points->program, length, &most)) return most;
  if (prog_val_bits(points->program, function, length) <= 64) {
    Range known = prog_range_at(ranges, length, block);
    most = range_is_empty(known) ? 0 : known.umax;
  }
  most = least(most, largest_target(points, f, range->ops[0]));
  if (range->op == OP_MEMCPY)
    most = least(most, largest_target(points, f, range->ops[1]));
  return most;
}
