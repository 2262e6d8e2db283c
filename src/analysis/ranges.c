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
 * second phase is sound.
 *
 * Arithmetic: a result is exact when no corner leaves the type's range; else
 * it is unknown.  No undefined behaviour is used: `nsw` says nothing here. */
#include "analysis/ranges.h"
#include "analysis/analysis.h"

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

/* ---- the domain ---- */

static uint64_t mask_of(uint32_t bits) {
  return bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
}
static int64_t smax_of(uint32_t bits) {
  return (int64_t)(mask_of(bits) >> 1);
}
static int64_t smin_of(uint32_t bits) {
  return -smax_of(bits) - 1;
}
static int64_t as_signed(uint64_t v, uint32_t bits) {
  uint64_t sign = (uint64_t)1 << (bits - 1);
  return (int64_t)((v ^ sign) - sign);
}

static Range top(uint32_t bits) {
  return (Range){0, mask_of(bits), smin_of(bits), smax_of(bits)};
}
static Range empty(void) {
  return (Range){1, 0, 1, 0};
}

static uint64_t min_u(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}
static uint64_t max_u(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}
static int64_t min_s(int64_t a, int64_t b) {
  return a < b ? a : b;
}
static int64_t max_s(int64_t a, int64_t b) {
  return a > b ? a : b;
}

/* One reading bounds the other where the sign is known. */
static Range reduce(Range i, uint32_t bits) {
  uint64_t mask = mask_of(bits), half = mask >> 1;
  for (int round = 0; round < 2; round++) {
    if (range_is_empty(i)) return empty();
    if (i.umax <= half || i.umin > half) {
      i.smin = max_s(i.smin, as_signed(i.umin, bits));
      i.smax = min_s(i.smax, as_signed(i.umax, bits));
    }
    if (range_is_empty(i)) return empty();
    if (i.smin >= 0 || i.smax < 0) {
      i.umin = max_u(i.umin, (uint64_t)i.smin & mask);
      i.umax = min_u(i.umax, (uint64_t)i.smax & mask);
    }
  }
  return range_is_empty(i) ? empty() : i;
}

static Range join(Range a, Range b) {
  if (range_is_empty(a)) return b;
  if (range_is_empty(b)) return a;
  return (Range){min_u(a.umin, b.umin), max_u(a.umax, b.umax),
                 min_s(a.smin, b.smin), max_s(a.smax, b.smax)};
}

static Range meet(Range a, Range b, uint32_t bits) {
  return reduce((Range){max_u(a.umin, b.umin), min_u(a.umax, b.umax),
                        max_s(a.smin, b.smin), min_s(a.smax, b.smax)},
                bits);
}

static bool same(Range a, Range b) {
  return a.umin == b.umin && a.umax == b.umax && a.smin == b.smin &&
         a.smax == b.smax;
}

static Range unsigned_range(uint64_t low, uint64_t high, uint32_t bits) {
  Range i = top(bits);
  i.umin = low;
  i.umax = high;
  return reduce(i, bits);
}

static Range exactly(uint64_t v, uint32_t bits) {
  return (Range){v, v, as_signed(v, bits), as_signed(v, bits)};
}

/* ---- arithmetic without wrapping ---- */

/* True: the result does not fit in 64 bits. */
static bool add_over(int64_t a, int64_t b, int64_t *out) {
  return __builtin_add_overflow(a, b, out);
}
static bool sub_over(int64_t a, int64_t b, int64_t *out) {
  return __builtin_sub_overflow(a, b, out);
}
static bool mul_over(int64_t a, int64_t b, int64_t *out) {
  return __builtin_mul_overflow(a, b, out);
}

typedef bool SignedOp(int64_t a, int64_t b, int64_t *out);

/* Signed range of a monotone operation by its four corners; false when one
 * leaves the type. */
static bool signed_corners(SignedOp *op, Range a, Range b, uint32_t bits,
                           Range *out) {
  int64_t xs[2] = {a.smin, a.smax}, ys[2] = {b.smin, b.smax}, r;
  out->smin = INT64_MAX;
  out->smax = INT64_MIN;
  for (int k = 0; k < 4; k++) {
    if (op(xs[k & 1], ys[k >> 1], &r)) return false;
    out->smin = min_s(out->smin, r);
    out->smax = max_s(out->smax, r);
  }
  return out->smin >= smin_of(bits) && out->smax <= smax_of(bits);
}

static bool unsigned_add(Range a, Range b, uint32_t bits, Range *out) {
  out->umin = a.umin + b.umin;
  out->umax = a.umax + b.umax;
  return a.umax <= mask_of(bits) - b.umax;
}
static bool unsigned_sub(Range a, Range b, Range *out) {
  out->umin = a.umin - b.umax;
  out->umax = a.umax - b.umin;
  return a.umin >= b.umax;
}
static bool unsigned_mul(Range a, Range b, uint32_t bits, Range *out) {
  out->umin = a.umin * b.umin;
  out->umax = a.umax * b.umax;
  return b.umax == 0 || a.umax <= mask_of(bits) / b.umax;
}

/* ADD, SUB and MUL. */
static Range linear(Op op, Range a, Range b, uint32_t bits) {
  Range r = top(bits), u = r, s = r;
  SignedOp *signed_op = op == OP_ADD   ? add_over
                        : op == OP_SUB ? sub_over
                                       : mul_over;
  bool fits = op == OP_ADD   ? unsigned_add(a, b, bits, &u)
              : op == OP_SUB ? unsigned_sub(a, b, &u)
                             : unsigned_mul(a, b, bits, &u);
  if (fits) r.umin = u.umin, r.umax = u.umax;
  if (signed_corners(signed_op, a, b, bits, &s))
    r.smin = s.smin, r.smax = s.smax;
  return reduce(r, bits);
}

static Range divide(Op op, Range a, Range b, uint32_t bits) {
  if (op == OP_UDIV && b.umin > 0)
    return unsigned_range(a.umin / b.umax, a.umax / b.umin, bits);
  if (op == OP_UREM && b.umin > 0)
    return unsigned_range(a.umax < b.umin ? a.umin : 0,
                          min_u(a.umax, b.umax - 1), bits);
  Range r = top(bits);
  if (op == OP_SDIV && b.smin > 0) {
    r.smin = a.smin < 0 ? a.smin / b.smin : a.smin / b.smax;
    r.smax = a.smax < 0 ? a.smax / b.smax : a.smax / b.smin;
  }
  if (op == OP_SREM && b.smin > 0) {
    r.smin = a.smin < 0 ? max_s(a.smin, -(b.smax - 1)) : 0;
    r.smax = a.smax > 0 ? min_s(a.smax, b.smax - 1) : 0;
  }
  return reduce(r, bits);
}

static uint64_t all_below(uint64_t v) { /* least 2^k - 1 that is >= v */
  for (uint32_t k = 1; k < 64; k *= 2) v |= v >> k;
  return v;
}

static Range bitwise(Op op, Range a, Range b, uint32_t bits) {
  if (op == OP_AND) return unsigned_range(0, min_u(a.umax, b.umax), bits);
  uint64_t high = all_below(a.umax | b.umax);
  uint64_t low = op == OP_OR ? max_u(a.umin, b.umin) : 0;
  return unsigned_range(low, high, bits);
}

/* Shifts by a known amount below the width. */
static Range shift(Op op, Range a, Range b, uint32_t bits) {
  Range r = top(bits);
  if (op == OP_LSHR && b.umin != b.umax) return unsigned_range(0, a.umax, bits);
  if (b.umin != b.umax || b.umax >= bits) return r;
  uint32_t k = (uint32_t)b.umax;
  if (op == OP_LSHR) return unsigned_range(a.umin >> k, a.umax >> k, bits);
  if (op == OP_ASHR) {
    r.smin = a.smin >= 0 ? a.smin >> k : ~(~a.smin >> k);
    r.smax = a.smax >= 0 ? a.smax >> k : ~(~a.smax >> k);
    return reduce(r, bits);
  }
  if (op != OP_SHL || k + 1 >= bits) return r;
  return linear(OP_MUL, a, exactly((uint64_t)1 << k, bits), bits);
}

static Range cast(Op op, Range a, uint32_t from, uint32_t to) {
  Range r = top(to);
  if (op == OP_ZEXT) return unsigned_range(a.umin, a.umax, to);
  if (op == OP_SEXT) {
    r.smin = a.smin;
    r.smax = a.smax;
    return reduce(r, to);
  }
  if (op != OP_TRUNC || to >= from) return r;
  if (a.umax <= mask_of(to)) r.umin = a.umin, r.umax = a.umax;
  if (a.smin >= smin_of(to) && a.smax <= smax_of(to))
    r.smin = a.smin, r.smax = a.smax;
  return reduce(r, to);
}

static Range truth(bool may_hold, bool may_fail) {
  if (!may_hold && !may_fail) return empty();
  return unsigned_range(may_fail ? 0 : 1, may_hold ? 1 : 0, 1);
}

static Range compare(Op op, Range a, Range b, uint32_t bits) {
  bool apart = range_is_empty(meet(a, b, bits));
  bool one = a.umin == a.umax && b.umin == b.umax && a.umin == b.umin;
  if (op == OP_EQ) return truth(!apart, !one);
  if (op == OP_NE) return truth(!one, !apart);
  if (op == OP_ULT) return truth(a.umin < b.umax, a.umax >= b.umin);
  if (op == OP_ULE) return truth(a.umin <= b.umax, a.umax > b.umin);
  if (op == OP_SLT) return truth(a.smin < b.smax, a.smax >= b.smin);
  return truth(a.smin <= b.smax, a.smax > b.smin);
}

/* ---- values ---- */

/* Is there a range: an integer of at most 64 bits. */
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
  return prog_const_as_u64(iv->p, v, &value) ? exactly(value, bits) : top(bits);
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

/* `i` sharpened by: i op other, where op is a comparison. */
static Range below(Op op, Range i, Range other, uint32_t bits) {
  if (range_is_empty(i) || range_is_empty(other)) return empty();
  if (op == OP_ULT && other.umax == 0) return empty();
  if (op == OP_SLT && other.smax == smin_of(bits)) return empty();
  if (op == OP_ULT) i.umax = min_u(i.umax, other.umax - 1);
  if (op == OP_ULE) i.umax = min_u(i.umax, other.umax);
  if (op == OP_SLT) i.smax = min_s(i.smax, other.smax - 1);
  if (op == OP_SLE) i.smax = min_s(i.smax, other.smax);
  return reduce(i, bits);
}

/* `i` sharpened by: other op i. */
static Range above(Op op, Range i, Range other, uint32_t bits) {
  if (range_is_empty(i) || range_is_empty(other)) return empty();
  if (op == OP_ULT && other.umin == mask_of(bits)) return empty();
  if (op == OP_SLT && other.smin == smax_of(bits)) return empty();
  if (op == OP_ULT) i.umin = max_u(i.umin, other.umin + 1);
  if (op == OP_ULE) i.umin = max_u(i.umin, other.umin);
  if (op == OP_SLT) i.smin = max_s(i.smin, other.smin + 1);
  if (op == OP_SLE) i.smin = max_s(i.smin, other.smin);
  return reduce(i, bits);
}

static Range differs(Range i, Range other, uint32_t bits) {
  if (range_is_empty(i) || range_is_empty(other)) return empty();
  if (other.umin != other.umax) return i;
  if (i.umin == i.umax && i.umin == other.umin) return empty();
  if (i.umin == other.umin) i.umin++;
  if (i.umax == other.umin) i.umax--;
  if (i.smin == other.smin) i.smin++;
  if (i.smax == other.smin) i.smax--;
  return reduce(i, bits);
}

static Op negated(Op op) { /* of the ordering with swapped operands */
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
    return (cmp->op == OP_EQ) == holds ? meet(i, other, bits)
                                       : differs(i, other, bits);
  if (holds)
    return side == 0 ? below(cmp->op, i, other, bits)
                     : above(cmp->op, i, other, bits);
  Op op = negated(cmp->op); /* not (a < b) is b <= a */
  return side == 0 ? above(op, i, other, bits) : below(op, i, other, bits);
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
  Range w = by_compare(k, cmp, side, holds, cast(ext->op, i, narrow, wide));
  if (range_is_empty(w)) return empty();
  return meet(i, cast(OP_TRUNC, w, wide, narrow), narrow);
}

static Range by_phi(const Known *k, uint32_t phi, bool holds, Val v, Range i,
                    int depth);

static Range by_condition(const Known *k, Val cond, bool holds, Val v, Range i,
                          int depth) {
  const Ranges *iv = k->ranges;
  if (!val_is_local(cond) || range_is_empty(i)) return i;
  if (val_same(cond, v)) return meet(i, exactly(holds, 1), 1);
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
  return meet(i, exactly(value, bits), bits);
}

/* C's `a && b` is a PHI of false and b.  Where it holds, control came by the
 * one edge whose value can be true, and all that is known there is known here.
 */
static Range by_phi(const Known *k, uint32_t index, bool holds, Val v, Range i,
                    int depth) {
  const Ranges *iv = k->ranges;
  const Inst *phi = &iv->f->insts.at[index];
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
  i = meet(i, range_at(iv, v, there.block, there.depth), bits);
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
  Range r = empty();
  for (uint32_t k = 0; k < phi->n_ops; k++) {
    uint32_t from = phi->blocks[k].id;
    if (!prog_cfg_reachable(iv->cfg, (BlockId){from})) continue;
    Range i = prog_range_at(iv, phi->ops[k], (BlockId){from});
    Known known = {iv, phi->blocks[k], BOUND_DEPTH};
    r = join(r, by_edge(&known, b, phi->ops[k], i));
  }
  return r;
}

static Range binary_range(const Inst *inst, Range a, Range b, uint32_t bits) {
  if (inst->op == OP_ADD || inst->op == OP_SUB || inst->op == OP_MUL)
    return linear(inst->op, a, b, bits);
  if (inst->op >= OP_UDIV && inst->op <= OP_SREM)
    return divide(inst->op, a, b, bits);
  if (inst->op >= OP_SHL && inst->op <= OP_ASHR)
    return shift(inst->op, a, b, bits);
  return bitwise(inst->op, a, b, bits);
}

static Range select_range(const Ranges *iv, const Inst *inst, BlockId block) {
  Range cond = prog_range_at(iv, inst->ops[0], block), r = empty();
  if (range_is_empty(cond)) return r;
  for (int k = 1; k <= 2; k++) {
    bool yes = k == 1;
    if (yes ? cond.umax == 0 : cond.umin == 1) continue;
    Range i = prog_range_at(iv, inst->ops[k], block);
    Known known = {iv, block, BOUND_DEPTH};
    r = join(r, by_condition(&known, inst->ops[0], yes, inst->ops[k], i,
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
  if (!is_binary && !is_cast) return top(bits);
  if (!has_range(iv, inst->ops[0])) return top(bits);
  Range x = prog_range_at(iv, inst->ops[0], block);
  uint32_t from = prog_val_bits(iv->p, iv->f, inst->ops[0]);
  if (range_is_empty(x)) return x;
  if (is_cast) return cast(inst->op, x, from, bits);
  Range y = prog_range_at(iv, inst->ops[1], block);
  if (range_is_empty(y)) return y;
  if (inst->op >= OP_EQ) return compare(inst->op, x, y, from);
  return binary_range(inst, x, y, bits);
}

/* ---- fixpoint ---- */

/* Bounds that still move go to the type's limit. */
static Range widen(Range old, Range new, uint32_t bits) {
  Range t = top(bits), r = new;
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
  Range new = join(old, inst_range(iv, index, b));
  if (same(old, new)) return false;
  if (sweep >= LAST_CLIMB) {
    new = top(bits);
  } else if (inst->op == OP_PHI && iv->cfg->cutpoint[b]) {
    if (iv->changes[index] >= WIDEN_AFTER) new = widen(old, new, bits);
    if (iv->changes[index] < WIDEN_AFTER) iv->changes[index]++;
  }
  iv->at[index] = new;
  return !same(old, new);
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
        iv->at[index] = meet(iv->at[index], inst_range(iv, index, b), bits);
      }
    }
  }
  return changed;
}

static void start(Ranges *iv) {
  for (uint32_t i = 0; i < iv->n_insts; i++) iv->at[i] = empty();
  for (uint32_t i = 1; i <= iv->f->n_params; i++)
    if (has_range(iv, val_local(i)))
      iv->at[i] = top(prog_type(iv->p, iv->f->insts.at[i].type)->bits);
  for (uint32_t b = 0; b < iv->f->blocks.n; b++)
    for (uint32_t i = 0; i < iv->f->blocks.at[b].insts.n; i++)
      iv->home[iv->f->blocks.at[b].insts.at[i]] = b;
}

Ranges *prog_ranges_new(Mem *mem, const Program *p, FuncId func) {
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
