/* SPDX-License-Identifier: MIT
 *
 * Ranges of values: interval analysis, sparse on SSA.
 *
 * Every value has one pair of ranges (unsigned, signed; each sharpens the
 * other), valid wherever the value is defined.  Where a block is dominated by
 * an edge of a branch, the branch's condition holds for the values it
 * compares, so a *use* is sharper than the definition: operands are read
 * through the conditions on the way up the dominator tree.  (Between the
 * evaluation of the condition and the use the compared value cannot have been
 * computed anew, else the condition would not dominate the use.)
 *
 * Fixpoint: sweeps in reverse post-order from "no value", upwards; PHIs at
 * cutpoints of cycles are widened to the type's limits from their fourth
 * change on, which ends the climb; then two sweeps downwards give back what
 * the widening lost where conditions bound it [Cousot, Cousot 1977].  Both
 * phases apply monotone functions to a whole solution, so every state of the
 * second phase is sound. */
#include "analysis/ranges.h"
#include "analysis/analysis.h"
#include "analysis/ranges_int.h"

enum {
  WIDEN_AFTER = 3,
  LAST_CLIMB = 40,
  DESCENTS = 2,
  MOST_CONDITIONS = 40,
  CONDITION_DEPTH = 4, /* of "and", "or" and "not" */
  BOUND_DEPTH = 2
};

struct Ranges {
  Mem *mem;
  const Program *p;
  const Function *f;
  Cfg *cfg;
  DomTree *dom;
  uint32_t n_insts;
  Range *at;        /* [0..n_insts[ */
  uint8_t *changes; /* of PHIs, up to WIDEN_AFTER */
  uint32_t *home;   /* inst -> block */
};

/* ---- values ---- */

/* Does the value have a range: is it an integer of at most 64 bits? */
static bool has_range(const Ranges *iv, Val v) {
  const Type *type = prog_type(iv->p, prog_val_type(iv->p, iv->f, v));
  return type->kind == TYPE_INT && type->bits <= 64;
}

/* The range of the value wherever it is defined. */
static Range range_of(const Ranges *iv, Val v) {
  assert(has_range(iv, v));
  assert(!val_is_local(v) || val_index(v) < iv->n_insts);
  uint32_t bits = prog_val_bits(iv->p, iv->f, v);
  uint64_t value;
  if (val_is_local(v)) return iv->at[val_index(v)];
  return prog_const_as_u64(iv->p, v, &value) ? ranges_exactly(value, bits)
                                             : ranges_top(bits);
}

/* ---- conditions ---- */

/* Where a condition is looked at: at the end of the block.  From there on
 * others are looked at, `depth` times: in i < n, n may be bounded. */
typedef struct Known {
  const Ranges *ranges;
  BlockId block;
  int depth;
} Known;

static Range range_at(const Ranges *iv, Val v, BlockId block, int depth);

static Op negated(Op op) { /* of the ordering with swapped operands */
  assert(op >= OP_ULT && op <= OP_SLE);
  if (op == OP_ULT) return OP_ULE;
  if (op == OP_ULE) return OP_ULT;
  return op == OP_SLT ? OP_SLE : OP_SLT;
}

/* Comparison `cmp` holds or fails, and its operand `side` has range `i`. */
static Range by_compare(const Known *k, const Inst *cmp, int side, bool holds,
                        Range i) {
  const Ranges *iv = k->ranges;
  uint32_t bits = prog_val_bits(iv->p, iv->f, cmp->ops[0]);
  Val v = cmp->ops[1 - side];
  Range other =
      k->depth ? range_at(iv, v, k->block, k->depth - 1) : range_of(iv, v);
  if (cmp->op == OP_EQ || cmp->op == OP_NE)
    return (cmp->op == OP_EQ) == holds ? ranges_meet(i, other, bits)
                                       : ranges_differs(i, other, bits);
  if (holds)
    return side == 0 ? ranges_below(cmp->op, i, other, bits)
                     : ranges_above(cmp->op, i, other, bits);
  Op op = negated(cmp->op); /* not (a < b) is b <= a */
  return side == 0 ? ranges_above(op, i, other, bits)
                   : ranges_below(op, i, other, bits);
}

/* `i` is the range of v; x is an operand of a comparison.  When x is v, or v
 * extended, gives what the comparison says about v. */
static Range by_operand(const Known *k, const Inst *cmp, int side, bool holds,
                        Val v, Range i) {
  const Ranges *iv = k->ranges;
  Val x = cmp->ops[side];
  if (val_same(x, v)) return by_compare(k, cmp, side, holds, i);
  if (!val_is_local(x) || !val_is_local(v)) return i;
  const Inst *ext = &iv->f->insts.at[val_index(x)];
  if ((ext->op != OP_ZEXT && ext->op != OP_SEXT) || !val_same(ext->ops[0], v))
    return i;
  uint32_t narrow = prog_val_bits(iv->p, iv->f, v);
  uint32_t wide = prog_val_bits(iv->p, iv->f, x);
  Range w =
      by_compare(k, cmp, side, holds, ranges_cast(ext->op, i, narrow, wide));
  if (range_is_empty(w)) return ranges_empty();
  return ranges_meet(i, ranges_cast(OP_TRUNC, w, wide, narrow), narrow);
}

static Range by_phi(const Known *k, uint32_t phi, bool holds, Val v, Range i,
                    int depth);

static Range by_condition(const Known *k, Val cond, bool holds, Val v, Range i,
                          int depth) {
  const Ranges *iv = k->ranges;
  if (!val_is_local(cond) || !val_is_local(v) || range_is_empty(i)) return i;
  if (val_same(cond, v)) return ranges_meet(i, ranges_exactly(holds, 1), 1);
  const Inst *inst = &iv->f->insts.at[val_index(cond)];
  uint64_t one;
  if (inst->op == OP_XOR && depth > 0 &&
      prog_const_as_u64(iv->p, inst->ops[1], &one) && one == 1)
    return by_condition(k, inst->ops[0], !holds, v, i, depth - 1);
  if (inst->op == OP_PHI && depth > 0)
    return by_phi(k, val_index(cond), holds, v, i, depth - 1);
  if (depth > 0 && inst->op == (holds ? OP_AND : OP_OR))
    for (int side = 0; side < 2; side++)
      i = by_condition(k, inst->ops[side], holds, v, i, depth - 1);
  if (inst->op < OP_EQ || inst->op > OP_SLE) return i;
  if (!has_range(iv, inst->ops[0])) return i;
  for (int side = 0; side < 2; side++)
    i = by_operand(k, inst, side, holds, v, i);
  return i;
}

/* What taking the edge says about v: the block ends in a branch to `to`. */
static Range by_edge(const Known *k, uint32_t to, Val v, Range i) {
  const Ranges *iv = k->ranges;
  const Inst *end = prog_terminator(iv->f, k->block);
  if (end->op == OP_CONDBR && end->blocks[0].id != end->blocks[1].id)
    return by_condition(k, end->ops[0], end->blocks[0].id == to, v, i,
                        CONDITION_DEPTH);
  if (end->op != OP_SWITCH || !val_same(end->ops[0], v)) return i;
  uint32_t only = 0;
  for (uint32_t n = 0; n < end->n_blocks; n++) {
    if (end->blocks[n].id != to) continue;
    if (n == 0 || only) return i;
    only = n;
  }
  uint64_t value;
  if (!only || !prog_const_as_u64(iv->p, end->ops[only], &value)) return i;
  uint32_t bits = prog_val_bits(iv->p, iv->f, v);
  return ranges_meet(i, ranges_exactly(value, bits), bits);
}

/* C's `a && b` is a PHI of false and b.  Where it holds, control came by the
 * one edge whose value can be true, and all that is known there is known here.
 */
static Range by_phi(const Known *k, uint32_t index, bool holds, Val v, Range i,
                    int depth) {
  const Ranges *iv = k->ranges;
  const Inst *phi = &iv->f->insts.at[index];
  assert(phi->op == OP_PHI && prog_type(iv->p, phi->type)->bits == 1);
  uint32_t only = ANALYSIS_NONE, home = iv->home[val_index(v)];
  for (uint32_t n = 0; n < phi->n_ops; n++) {
    uint64_t value;
    if (prog_const_as_u64(iv->p, phi->ops[n], &value) && value != holds)
      continue;
    if (only != ANALYSIS_NONE) return i;
    only = n;
  }
  if (only == ANALYSIS_NONE || !k->depth || home == iv->home[index]) return i;
  Known there = {iv, phi->blocks[only], k->depth - 1};
  if (!prog_dominates(iv->dom, home, there.block.id)) return i;
  uint32_t bits = prog_val_bits(iv->p, iv->f, v);
  i = ranges_meet(i, range_at(iv, v, there.block, there.depth), bits);
  i = by_edge(&there, iv->home[index], v, i);
  return by_condition(&there, phi->ops[only], holds, v, i, depth);
}

/* The one block that control comes to `b` from, other than from behind it (the
 * edges back to a loop's head), or ANALYSIS_NONE. */
static uint32_t only_pred(const Ranges *iv, uint32_t b) {
  uint32_t only = ANALYSIS_NONE;
  for (uint32_t n = 0; n < rows_size(&iv->cfg->preds, b); n++) {
    uint32_t from = rows_get(&iv->cfg->preds, b)[n];
    if (prog_dominates(iv->dom, b, from)) continue;
    if (only != ANALYSIS_NONE) return ANALYSIS_NONE;
    only = from;
  }
  return only;
}

static Range range_at(const Ranges *iv, Val v, BlockId block, int depth) {
  Range i = range_of(iv, v);
  uint32_t b = block.id;
  for (uint32_t n = 0; n < MOST_CONDITIONS && b != ANALYSIS_NONE; n++) {
    if (!val_is_local(v) || range_is_empty(i)) return i;
    uint32_t from = only_pred(iv, b);
    Known known = {iv, {from}, depth};
    if (from != ANALYSIS_NONE) i = by_edge(&known, b, v, i);
    if (iv->home[val_index(v)] == b) break; /* no condition above knows v */
    b = iv->dom->parent[b];
  }
  return i;
}

Range prog_range_at(const Ranges *iv, Val v, BlockId block) {
  require(has_range(iv, v) && block.id < iv->f->blocks.n);
  return range_at(iv, v, block, BOUND_DEPTH);
}

/* ---- instructions ---- */

static Range phi_range(const Ranges *iv, const Inst *phi, uint32_t b) {
  Range r = ranges_empty();
  for (uint32_t k = 0; k < phi->n_ops; k++) {
    uint32_t from = phi->blocks[k].id;
    if (!prog_cfg_reachable(iv->cfg, (BlockId){from})) continue;
    Range i = prog_range_at(iv, phi->ops[k], (BlockId){from});
    Known known = {iv, phi->blocks[k], BOUND_DEPTH};
    r = ranges_join(r, by_edge(&known, b, phi->ops[k], i));
  }
  return r;
}

static Range select_range(const Ranges *iv, const Inst *inst, BlockId block) {
  Range cond = prog_range_at(iv, inst->ops[0], block), r = ranges_empty();
  if (range_is_empty(cond)) return r;
  for (int k = 1; k <= 2; k++) {
    bool yes = k == 1;
    if (yes ? cond.umax == 0 : cond.umin == 1) continue;
    Range i = prog_range_at(iv, inst->ops[k], block);
    Known known = {iv, block, BOUND_DEPTH};
    r = ranges_join(r, by_condition(&known, inst->ops[0], yes, inst->ops[k], i,
                                    CONDITION_DEPTH));
  }
  return r;
}

static Range inst_range(const Ranges *iv, uint32_t index, uint32_t b) {
  const Inst *inst = &iv->f->insts.at[index];
  BlockId block = {b};
  uint32_t bits = prog_type(iv->p, inst->type)->bits;
  if (inst->op == OP_PHI) return phi_range(iv, inst, b);
  if (inst->op == OP_SELECT) return select_range(iv, inst, block);
  bool is_binary = inst->op >= OP_ADD && inst->op <= OP_SLE;
  bool is_cast = inst->op >= OP_TRUNC && inst->op <= OP_SEXT;
  if (!is_binary && !is_cast) return ranges_top(bits);
  if (!has_range(iv, inst->ops[0])) return ranges_top(bits);
  Range x = prog_range_at(iv, inst->ops[0], block);
  uint32_t from = prog_val_bits(iv->p, iv->f, inst->ops[0]);
  if (range_is_empty(x)) return x;
  if (is_cast) return ranges_cast(inst->op, x, from, bits);
  Range y = prog_range_at(iv, inst->ops[1], block);
  if (range_is_empty(y)) return y;
  if (inst->op >= OP_EQ) return ranges_compare(inst->op, x, y, from);
  return ranges_binary(inst->op, x, y, bits);
}

/* ---- fixpoint ---- */

/* Bounds that still move go to the type's limit. */
static Range widen(Range old, Range new, uint32_t bits) {
  Range t = ranges_top(bits), r = new;
  if (range_is_empty(old)) return new;
  if (new.umin < old.umin) r.umin = t.umin;
  if (new.umax > old.umax) r.umax = t.umax;
  if (new.smin < old.smin) r.smin = t.smin;
  if (new.smax > old.smax) r.smax = t.smax;
  return r;
}

static bool climb_inst(Ranges *iv, uint32_t index, uint32_t b, uint32_t sweep) {
  const Inst *inst = &iv->f->insts.at[index];
  uint32_t bits = prog_type(iv->p, inst->type)->bits;
  Range old = iv->at[index];
  Range new = ranges_join(old, inst_range(iv, index, b));
  if (ranges_same(old, new)) return false;
  if (sweep >= LAST_CLIMB) {
    new = ranges_top(bits);
  } else if (inst->op == OP_PHI && iv->cfg->cutpoint[b]) {
    if (iv->changes[index] >= WIDEN_AFTER) new = widen(old, new, bits);
    if (iv->changes[index] < WIDEN_AFTER) iv->changes[index]++;
  }
  assert(ranges_same(ranges_join(old, new), new)); /* upwards */
  iv->at[index] = new;
  return !ranges_same(old, new);
}

typedef enum Phase { CLIMB, DESCEND } Phase;

static bool sweep_all(Ranges *iv, Phase phase, uint32_t sweep) {
  bool changed = false;
  for (uint32_t k = 0; k < iv->cfg->n_order; k++) {
    uint32_t b = iv->cfg->order[k];
    const Block *block = &iv->f->blocks.at[b];
    for (uint32_t i = 0; i < block->insts.n; i++) {
      uint32_t index = block->insts.at[i];
      if (!iv->f->insts.at[index].type.id) continue;
      if (!has_range(iv, val_local(index))) continue;
      if (phase == CLIMB) {
        changed |= climb_inst(iv, index, b, sweep);
      } else {
        uint32_t bits = prog_type(iv->p, iv->f->insts.at[index].type)->bits;
        iv->at[index] =
            ranges_meet(iv->at[index], inst_range(iv, index, b), bits);
      }
    }
  }
  return changed;
}

static void start(Ranges *iv) {
  for (uint32_t i = 0; i < iv->n_insts; i++) iv->at[i] = ranges_empty();
  for (uint32_t i = 1; i <= iv->f->n_params; i++)
    if (has_range(iv, val_local(i)))
      iv->at[i] = ranges_top(prog_type(iv->p, iv->f->insts.at[i].type)->bits);
  for (uint32_t b = 0; b < iv->f->blocks.n; b++)
    for (uint32_t i = 0; i < iv->f->blocks.at[b].insts.n; i++)
      iv->home[iv->f->blocks.at[b].insts.at[i]] = b;
}

Ranges *prog_ranges_new(Mem *mem, const Program *p, FuncId func) {
  require(prog_func(p, func)->state == FUNC_DEFINED);
  Ranges *iv = MEM_NEW(mem, Ranges);
  iv->mem = mem;
  iv->p = p;
  iv->f = prog_func(p, func);
  iv->cfg = prog_cfg_new(mem, iv->f);
  iv->dom = prog_dominators(iv->cfg);
  iv->n_insts = iv->f->insts.n;
  iv->at = MEM_ARRAY(mem, Range, iv->n_insts);
  iv->changes = MEM_ARRAY(mem, uint8_t, iv->n_insts);
  iv->home = MEM_ARRAY(mem, uint32_t, iv->n_insts);
  start(iv);
  uint32_t sweep = 0;
  while (sweep_all(iv, CLIMB, sweep)) sweep++;
  for (int k = 0; k < DESCENTS; k++) (void)sweep_all(iv, DESCEND, 0);
  return iv;
}

void prog_ranges_free(Ranges *iv) {
  Mem *mem = iv->mem;
  MEM_FREE_ARRAY(mem, iv->at, iv->n_insts);
  MEM_FREE_ARRAY(mem, iv->changes, iv->n_insts);
  MEM_FREE_ARRAY(mem, iv->home, iv->n_insts);
  prog_dom_free(iv->dom);
  prog_cfg_free(iv->cfg);
  MEM_DELETE(mem, iv);
}
