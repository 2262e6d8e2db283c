/* SPDX-License-Identifier: MIT
 *
 * Powers of two that divide a value: how many low bits are always 0.  What
 * wraps around keeps them, as the modulus is a power of two itself. */
#include "analysis/ranges.h"

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
