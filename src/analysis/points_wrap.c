/* SPDX-License-Identifier: MIT
 *
 * Points-to, indices so large that addresses wrap.
 *
 * Problem.  Offsets in an array of structs count modulo the struct's size, so
 * that fields stay apart.  The machine computes base + index * size modulo
 * 2^width; with 12 bytes and 32 bits, index 0xAAAAAAAB leads from a[0].x to
 * a[0].y.  By the rules of C that is an access outside of the array, which is
 * excluded by premise where accesses are not what is checked; but a program
 * whose index is any input does reach the other field when it is run.
 *
 * Idea.  Where an index is made from inputs alone and nothing bounds it from
 * above, the offset counts modulo the largest power of two that divides the
 * size: this holds with and without wrapping.  An index that was compared with
 * an unknown number, or was read from memory, is taken to fit: the premise is
 * left for it.
 *
 * Cost: the ranges of a function that has such an index. */
#include "analysis/points_int.h"
#include "analysis/ranges.h"

enum { MOST_STEPS = 8 };

/* Is the value made from inputs and constants, and from an input at all?
 * Steps are counted down. */
static bool is_from_input(const Function *f, Val v, uint32_t *steps) {
  if (!val_is_local(v) || *steps == 0) return false;
  --*steps;
  const Inst *inst = &f->insts.at[val_index(v)];
  switch ((int)inst->op) {
  case OP_NONDET: return true;
  case OP_ZEXT:
  case OP_SEXT:
  case OP_TRUNC: return is_from_input(f, inst->ops[0], steps);
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_SHL:
    return (val_is_const(inst->ops[1]) ||
            is_from_input(f, inst->ops[1], steps)) &&
           is_from_input(f, inst->ops[0], steps);
  default: return false;
  }
}

/* May index * stride leave the machine's addresses although nothing unknown
 * bounds the index?  Behind `index < n` it is at most the greatest number but
 * one. */
static bool is_unbounded(Range index, uint32_t bits, int64_t stride) {
  uint64_t most = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
  int64_t greatest = (int64_t)(most >> 1);
  uint64_t fits = most / (uint64_t)stride;
  require(bits >= 1 && bits <= 64 && stride > 1);
  if (range_is_empty(index) || index.umax <= fits) return false;
  if (index.smin >= -(int64_t)(fits / 2) && index.smax <= (int64_t)(fits / 2))
    return false;
  return index.umax != most - 1 && index.smax != greatest - 1;
}

/* The step counts as one by which no wrapping is seen. */
static void widen(PointsTo *p, FuncId f, const Inst *gep) {
  Ref base = points_ref(p, f, gep->ops[0]);
  if (!base.node) return;
  points_restride(p, points_find(p, base).node, gep->stride & -gep->stride);
  points_drain(p);
}

static bool is_candidate(const Function *f, const Inst *inst) {
  uint32_t steps = MOST_STEPS;
  return inst->op == OP_GEP && inst->n_ops > 1 && inst->stride > 1 &&
         (inst->stride & (inst->stride - 1)) != 0 &&
         is_from_input(f, inst->ops[1], &steps);
}

void points_widen_wrapping(PointsTo *p, FuncId f) {
  const Function *function = prog_func(p->program, f);
  Ranges *ranges = NULL;
  for (uint32_t b = 0; b < function->blocks.n; b++) {
    const Block *block = &function->blocks.at[b];
    for (uint32_t i = 0; i < block->insts.n; i++) {
      const Inst *inst = &function->insts.at[block->insts.at[i]];
      if (!is_candidate(function, inst)) continue;
      uint32_t bits = prog_val_bits(p->program, function, inst->ops[1]);
      if (bits < p->program->pointer_bits || bits > 64) continue;
      if (!ranges) ranges = prog_ranges_new(p->mem, p->program, f);
      Range index = prog_range_at(ranges, inst->ops[1], (BlockId){b});
      if (is_unbounded(index, bits, inst->stride)) widen(p, f, inst);
    }
  }
  if (ranges) prog_ranges_free(ranges);
}
