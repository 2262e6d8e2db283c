/* SPDX-License-Identifier: MIT
 *
 * Interval analysis, sparse on SSA.
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
#include "program/interval.h"
#include "program/analysis.h"
#include "program/pass_int.h"

enum { WIDEN_AFTER = 3, LAST_CLIMB = 40, DESCENTS = 2, MOST_CONDITIONS = 40 };

struct Intervals {
  Mem *mem;
  const Program *p;
  const Function *f;
  Cfg *cfg;
  DomTree *dom;
  uint32_t n_insts;
  Interval *at;     /* [0..n_insts[ */
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

static Interval top(uint32_t bits) {
  return (Interval){0, mask_of(bits), smin_of(bits), smax_of(bits)};
}
static Interval empty(void) {
  return (Interval){1, 0, 1, 0};
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
static Interval reduce(Interval i, uint32_t bits) {
  uint64_t mask = mask_of(bits), half = mask >> 1;
  for (int round = 0; round < 2; round++) {
    if (interval_is_empty(i)) return empty();
    if (i.umax <= half || i.umin > half) {
      i.smin = max_s(i.smin, as_signed(i.umin, bits));
      i.smax = min_s(i.smax, as_signed(i.umax, bits));
    }
    if (interval_is_empty(i)) return empty();
    if (i.smin >= 0 || i.smax < 0) {
      i.umin = max_u(i.umin, (uint64_t)i.smin & mask);
      i.umax = min_u(i.umax, (uint64_t)i.smax & mask);
    }
  }
  return interval_is_empty(i) ? empty() : i;
}

static Interval join(Interval a, Interval b) {
  if (interval_is_empty(a)) return b;
  if (interval_is_empty(b)) return a;
  return (Interval){min_u(a.umin, b.umin), max_u(a.umax, b.umax),
                    min_s(a.smin, b.smin), max_s(a.smax, b.smax)};
}

static Interval meet(Interval a, Interval b, uint32_t bits) {
  return reduce((Interval){max_u(a.umin, b.umin), min_u(a.umax, b.umax),
                           max_s(a.smin, b.smin), min_s(a.smax, b.smax)},
                bits);
}

static bool same(Interval a, Interval b) {
  return a.umin == b.umin && a.umax == b.umax && a.smin == b.smin &&
         a.smax == b.smax;
}

static Interval unsigned_range(uint64_t low, uint64_t high, uint32_t bits) {
  Interval i = top(bits);
  i.umin = low;
  i.umax = high;
  return reduce(i, bits);
}

static Interval exactly(uint64_t v, uint32_t bits) {
  return (Interval){v, v, as_signed(v, bits), as_signed(v, bits)};
}

/* ---- arithmetic without wrapping ---- */

/* True: the result does not fit in 64 bits. */
static bool add_over(int64_t a, int64_t b, int64_t *out) {
  *out = (int64_t)((uint64_t)a + (uint64_t)b);
  return (b > 0 && a > INT64_MAX - b) || (b < 0 && a < INT64_MIN - b);
}
static bool sub_over(int64_t a, int64_t b, int64_t *out) {
  *out = (int64_t)((uint64_t)a - (uint64_t)b);
  return (b < 0 && a > INT64_MAX + b) || (b > 0 && a < INT64_MIN + b);
}
static bool mul_over(int64_t a, int64_t b, int64_t *out) {
  *out = (int64_t)((uint64_t)a * (uint64_t)b);
  if (a == 0 || b == 0) return false;
  if ((a == -1 && b == INT64_MIN) || (b == -1 && a == INT64_MIN)) return true;
  return a == -1 || b == -1 ? false : *out / b != a;
}

typedef bool SignedOp(int64_t a, int64_t b, int64_t *out);

/* Signed range of a monotone operation by its four corners; false when one
 * leaves the type. */
static bool signed_corners(SignedOp *op, Interval a, Interval b, uint32_t bits,
                           Interval *out) {
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

static bool unsigned_add(Interval a, Interval b, uint32_t bits, Interval *out) {
  out->umin = a.umin + b.umin;
  out->umax = a.umax + b.umax;
  return a.umax <= mask_of(bits) - b.umax;
}
static bool unsigned_sub(Interval a, Interval b, Interval *out) {
  out->umin = a.umin - b.umax;
  out->umax = a.umax - b.umin;
  return a.umin >= b.umax;
}
static bool unsigned_mul(Interval a, Interval b, uint32_t bits, Interval *out) {
  out->umin = a.umin * b.umin;
  out->umax = a.umax * b.umax;
  return b.umax == 0 || a.umax <= mask_of(bits) / b.umax;
}

/* ADD, SUB and MUL; gives the wrap flags that certainly hold. */
static unsigned linear(Op op, Interval a, Interval b, uint32_t bits,
                       Interval *out) {
  Interval r = top(bits), u = r, s = r;
  unsigned holds = 0;
  SignedOp *signed_op = op == OP_ADD   ? add_over
                        : op == OP_SUB ? sub_over
                                       : mul_over;
  bool fits = op == OP_ADD   ? unsigned_add(a, b, bits, &u)
              : op == OP_SUB ? unsigned_sub(a, b, &u)
                             : unsigned_mul(a, b, bits, &u);
  if (fits) r.umin = u.umin, r.umax = u.umax, holds = INTERVAL_NO_UNSIGNED_WRAP;
  if (signed_corners(signed_op, a, b, bits, &s))
    r.smin = s.smin, r.smax = s.smax, holds |= INTERVAL_NO_SIGNED_WRAP;
  *out = reduce(r, bits);
  return holds;
}

static Interval divide(Op op, Interval a, Interval b, uint32_t bits) {
  if (op == OP_UDIV && b.umin > 0)
    return unsigned_range(a.umin / b.umax, a.umax / b.umin, bits);
  if (op == OP_UREM && b.umin > 0)
    return unsigned_range(a.umax < b.umin ? a.umin : 0,
                          min_u(a.umax, b.umax - 1), bits);
  Interval r = top(bits);
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

static Interval bitwise(Op op, Interval a, Interval b, uint32_t bits) {
  if (op == OP_AND) return unsigned_range(0, min_u(a.umax, b.umax), bits);
  uint64_t high = all_below(a.umax | b.umax);
  uint64_t low = op == OP_OR ? max_u(a.umin, b.umin) : 0;
  return unsigned_range(low, high, bits);
}

/* Shifts by a known amount below the width; gives wrap flags for SHL. */
static unsigned shift(Op op, Interval a, Interval b, uint32_t bits,
                      Interval *out) {
  *out = top(bits);
  if (op == OP_LSHR && b.umin != b.umax) {
    *out = unsigned_range(0, a.umax, bits);
    return 0;
  }
  if (b.umin != b.umax || b.umax >= bits) return 0;
  uint32_t k = (uint32_t)b.umax;
  if (op == OP_LSHR) *out = unsigned_range(a.umin >> k, a.umax >> k, bits);
  if (op == OP_ASHR) {
    out->smin = a.smin >= 0 ? a.smin >> k : ~(~a.smin >> k);
    out->smax = a.smax >= 0 ? a.smax >> k : ~(~a.smax >> k);
    *out = reduce(*out, bits);
  }
  if (op != OP_SHL || k + 1 >= bits) return 0;
  return linear(OP_MUL, a, exactly((uint64_t)1 << k, bits), bits, out);
}

static Interval cast(Op op, Interval a, uint32_t from, uint32_t to) {
  Interval r = top(to);
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

static Interval truth(bool may_hold, bool may_fail) {
  if (!may_hold && !may_fail) return empty();
  return unsigned_range(may_fail ? 0 : 1, may_hold ? 1 : 0, 1);
}

static Interval compare(Op op, Interval a, Interval b, uint32_t bits) {
  bool apart = interval_is_empty(meet(a, b, bits));
  bool one = a.umin == a.umax && b.umin == b.umax && a.umin == b.umin;
  if (op == OP_EQ) return truth(!apart, !one);
  if (op == OP_NE) return truth(!one, !apart);
  if (op == OP_ULT) return truth(a.umin < b.umax, a.umax >= b.umin);
  if (op == OP_ULE) return truth(a.umin <= b.umax, a.umax > b.umin);
  if (op == OP_SLT) return truth(a.smin < b.smax, a.smax >= b.smin);
  return truth(a.smin <= b.smax, a.smax > b.smin);
}

/* ---- values ---- */

bool prog_interval_has(const Intervals *iv, Val v) {
  const Type *type = prog_type(iv->p, prog_val_type(iv->p, iv->f, v));
  return type->kind == TYPE_INT && type->bits <= 64;
}

Interval prog_interval_of(const Intervals *iv, Val v) {
  require(prog_interval_has(iv, v));
  uint32_t bits = prog_val_bits(iv->p, iv->f, v);
  uint64_t value;
  if (val_is_local(v)) return iv->at[val_index(v)];
  return prog_const_as_u64(iv->p, v, &value) ? exactly(value, bits) : top(bits);
}

/* ---- conditions ---- */

/* `i` sharpened by: i op other, where op is a comparison. */
static Interval below(Op op, Interval i, Interval other, uint32_t bits) {
  if (interval_is_empty(i) || interval_is_empty(other)) return empty();
  if (op == OP_ULT && other.umax == 0) return empty();
  if (op == OP_SLT && other.smax == smin_of(bits)) return empty();
  if (op == OP_ULT) i.umax = min_u(i.umax, other.umax - 1);
  if (op == OP_ULE) i.umax = min_u(i.umax, other.umax);
  if (op == OP_SLT) i.smax = min_s(i.smax, other.smax - 1);
  if (op == OP_SLE) i.smax = min_s(i.smax, other.smax);
  return reduce(i, bits);
}

/* `i` sharpened by: other op i. */
static Interval above(Op op, Interval i, Interval other, uint32_t bits) {
  if (interval_is_empty(i) || interval_is_empty(other)) return empty();
  if (op == OP_ULT && other.umin == mask_of(bits)) return empty();
  if (op == OP_SLT && other.smin == smax_of(bits)) return empty();
  if (op == OP_ULT) i.umin = max_u(i.umin, other.umin + 1);
  if (op == OP_ULE) i.umin = max_u(i.umin, other.umin);
  if (op == OP_SLT) i.smin = max_s(i.smin, other.smin + 1);
  if (op == OP_SLE) i.smin = max_s(i.smin, other.smin);
  return reduce(i, bits);
}

static Interval differs(Interval i, Interval other, uint32_t bits) {
  if (interval_is_empty(i) || interval_is_empty(other)) return empty();
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
static Interval by_compare(const Intervals *iv, const Inst *cmp, int side,
                           bool holds, Interval i) {
  uint32_t bits = prog_val_bits(iv->p, iv->f, cmp->ops[0]);
  Interval other = prog_interval_of(iv, cmp->ops[1 - side]);
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
static Interval by_operand(const Intervals *iv, const Inst *cmp, int side,
                           bool holds, Val v, Interval i) {
  Val x = cmp->ops[side];
  if (val_same(x, v)) return by_compare(iv, cmp, side, holds, i);
  if (!val_is_local(x) || !val_is_local(v)) return i;
  const Inst *ext = &iv->f->insts.at[val_index(x)];
  if ((ext->op != OP_ZEXT && ext->op != OP_SEXT) || !val_same(ext->ops[0], v))
    return i;
  uint32_t narrow = prog_val_bits(iv->p, iv->f, v);
  uint32_t wide = prog_val_bits(iv->p, iv->f, x);
  Interval w = by_compare(iv, cmp, side, holds, cast(ext->op, i, narrow, wide));
  if (interval_is_empty(w)) return empty();
  return meet(i, cast(OP_TRUNC, w, wide, narrow), narrow);
}

static Interval by_condition(const Intervals *iv, Val cond, bool holds, Val v,
                             Interval i, int depth) {
  if (!val_is_local(cond) || interval_is_empty(i)) return i;
  if (val_same(cond, v)) return meet(i, exactly(holds, 1), 1);
  const Inst *inst = &iv->f->insts.at[val_index(cond)];
  uint64_t one;
  if (inst->op == OP_XOR && depth > 0 &&
      prog_const_as_u64(iv->p, inst->ops[1], &one) && one == 1)
    return by_condition(iv, inst->ops[0], !holds, v, i, depth - 1);
  if (depth > 0 && inst->op == (holds ? OP_AND : OP_OR))
    for (int k = 0; k < 2; k++)
      i = by_condition(iv, inst->ops[k], holds, v, i, depth - 1);
  if (inst->op < OP_EQ || inst->op > OP_SLE) return i;
  if (!prog_interval_has(iv, inst->ops[0])) return i;
  for (int side = 0; side < 2; side++)
    i = by_operand(iv, inst, side, holds, v, i);
  return i;
}

/* What taking the edge says about v: `from` ends in a branch to `to`. */
static Interval by_edge(const Intervals *iv, uint32_t from, uint32_t to, Val v,
                        Interval i) {
  const Inst *end = flow_terminator(iv->f, from);
  if (end->op == OP_CONDBR && end->blocks[0].id != end->blocks[1].id)
    return by_condition(iv, end->ops[0], end->blocks[0].id == to, v, i, 4);
  if (end->op != OP_SWITCH || !val_same(end->ops[0], v)) return i;
  uint32_t only = 0;
  for (uint32_t k = 0; k < end->n_blocks; k++) {
    if (end->blocks[k].id != to) continue;
    if (k == 0 || only) return i;
    only = k;
  }
  uint64_t value;
  if (!only || !prog_const_as_u64(iv->p, end->ops[only], &value)) return i;
  uint32_t bits = prog_val_bits(iv->p, iv->f, v);
  return meet(i, exactly(value, bits), bits);
}

/* The edge that leads into `b` alone, or ANALYSIS_NONE. */
static uint32_t only_pred(const Intervals *iv, uint32_t b) {
  if (rows_size(&iv->cfg->preds, b) != 1) return ANALYSIS_NONE;
  return rows_get(&iv->cfg->preds, b)[0];
}

Interval prog_interval_at(const Intervals *iv, Val v, BlockId block) {
  Interval i = prog_interval_of(iv, v);
  uint32_t b = block.id;
  for (uint32_t n = 0; n < MOST_CONDITIONS && b != ANALYSIS_NONE; n++) {
    if (!val_is_local(v) || interval_is_empty(i)) return i;
    uint32_t from = only_pred(iv, b);
    if (from != ANALYSIS_NONE) i = by_edge(iv, from, b, v, i);
    if (iv->home[val_index(v)] == b) break; /* no condition above knows v */
    b = iv->dom->parent[b];
  }
  return i;
}

bool prog_interval_may_reach(const Intervals *iv, BlockId block) {
  for (uint32_t b = block.id; b != ANALYSIS_NONE; b = iv->dom->parent[b]) {
    uint32_t from = only_pred(iv, b);
    if (from == ANALYSIS_NONE) continue;
    const Inst *end = flow_terminator(iv->f, from);
    if (end->op != OP_CONDBR && end->op != OP_SWITCH) continue;
    if (!prog_interval_has(iv, end->ops[0])) continue;
    Interval i = prog_interval_at(iv, end->ops[0], (BlockId){from});
    if (interval_is_empty(by_edge(iv, from, b, end->ops[0], i))) return false;
    if (end->op == OP_CONDBR && end->blocks[0].id != end->blocks[1].id &&
        interval_is_empty(meet(i, exactly(end->blocks[0].id == b, 1), 1)))
      return false;
  }
  return true;
}

/* ---- instructions ---- */

static Interval phi_range(const Intervals *iv, const Inst *phi, uint32_t b) {
  Interval r = empty();
  for (uint32_t k = 0; k < phi->n_ops; k++) {
    uint32_t from = phi->blocks[k].id;
    if (!prog_cfg_reachable(iv->cfg, (BlockId){from})) continue;
    Interval i = prog_interval_at(iv, phi->ops[k], (BlockId){from});
    r = join(r, by_edge(iv, from, b, phi->ops[k], i));
  }
  return r;
}

static unsigned binary_range(const Inst *inst, Interval a, Interval b,
                             uint32_t bits, Interval *out) {
  *out = top(bits);
  if (inst->op == OP_ADD || inst->op == OP_SUB || inst->op == OP_MUL)
    return linear(inst->op, a, b, bits, out);
  if (inst->op >= OP_UDIV && inst->op <= OP_SREM)
    *out = divide(inst->op, a, b, bits);
  if (inst->op >= OP_SHL && inst->op <= OP_ASHR)
    return shift(inst->op, a, b, bits, out);
  if (inst->op >= OP_AND && inst->op <= OP_XOR)
    *out = bitwise(inst->op, a, b, bits);
  return 0;
}

static Interval select_range(const Intervals *iv, const Inst *inst,
                             BlockId block) {
  Interval cond = prog_interval_at(iv, inst->ops[0], block), r = empty();
  if (interval_is_empty(cond)) return r;
  for (int k = 1; k <= 2; k++) {
    bool yes = k == 1;
    if (yes ? cond.umax == 0 : cond.umin == 1) continue;
    Interval i = prog_interval_at(iv, inst->ops[k], block);
    r = join(r, by_condition(iv, inst->ops[0], yes, inst->ops[k], i, 4));
  }
  return r;
}

static Interval inst_range(const Intervals *iv, uint32_t index, uint32_t b) {
  const Inst *inst = &iv->f->insts.at[index];
  BlockId block = {b};
  uint32_t bits = prog_type(iv->p, inst->type)->bits;
  if (inst->op == OP_PHI) return phi_range(iv, inst, b);
  if (inst->op == OP_SELECT) return select_range(iv, inst, block);
  bool is_binary = inst->op >= OP_ADD && inst->op <= OP_SLE;
  bool is_cast = inst->op >= OP_TRUNC && inst->op <= OP_SEXT;
  if (!is_binary && !is_cast) return top(bits);
  if (!prog_interval_has(iv, inst->ops[0])) return top(bits);
  Interval x = prog_interval_at(iv, inst->ops[0], block), r;
  uint32_t from = prog_val_bits(iv->p, iv->f, inst->ops[0]);
  if (interval_is_empty(x)) return x;
  if (is_cast) return cast(inst->op, x, from, bits);
  Interval y = prog_interval_at(iv, inst->ops[1], block);
  if (interval_is_empty(y)) return y;
  if (inst->op >= OP_EQ) return compare(inst->op, x, y, from);
  binary_range(inst, x, y, bits, &r);
  return r;
}

unsigned prog_interval_wraps(const Intervals *iv, uint32_t index) {
  const Inst *inst = &iv->f->insts.at[index];
  if (inst->op < OP_ADD || inst->op > OP_XOR) return 0;
  if (!prog_interval_has(iv, inst->ops[0])) return 0;
  BlockId block = {iv->home[index]};
  Interval a = prog_interval_at(iv, inst->ops[0], block);
  Interval b = prog_interval_at(iv, inst->ops[1], block), r;
  if (interval_is_empty(a) || interval_is_empty(b))
    return INTERVAL_NO_SIGNED_WRAP | INTERVAL_NO_UNSIGNED_WRAP;
  return binary_range(inst, a, b, prog_type(iv->p, inst->type)->bits, &r);
}

/* ---- fixpoint ---- */

/* Bounds that still move go to the type's limit. */
static Interval widen(Interval old, Interval new, uint32_t bits) {
  Interval t = top(bits), r = new;
  if (interval_is_empty(old)) return new;
  if (new.umin < old.umin) r.umin = t.umin;
  if (new.umax > old.umax) r.umax = t.umax;
  if (new.smin < old.smin) r.smin = t.smin;
  if (new.smax > old.smax) r.smax = t.smax;
  return r;
}

static bool climb_inst(Intervals *iv, uint32_t index, uint32_t b,
                       uint32_t sweep) {
  const Inst *inst = &iv->f->insts.at[index];
  uint32_t bits = prog_type(iv->p, inst->type)->bits;
  Interval old = iv->at[index];
  Interval new = join(old, inst_range(iv, index, b));
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

static bool sweep_all(Intervals *iv, Phase phase, uint32_t sweep) {
  bool changed = false;
  for (uint32_t k = 0; k < iv->cfg->n_order; k++) {
    uint32_t b = iv->cfg->order[k];
    const Block *block = &iv->f->blocks.at[b];
    for (uint32_t i = 0; i < block->insts.n; i++) {
      uint32_t index = block->insts.at[i];
      if (!iv->f->insts.at[index].type.id) continue;
      if (!prog_interval_has(iv, val_local(index))) continue;
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

static void start(Intervals *iv) {
  for (uint32_t i = 0; i < iv->n_insts; i++) iv->at[i] = empty();
  for (uint32_t i = 1; i <= iv->f->n_params; i++)
    if (prog_interval_has(iv, val_local(i)))
      iv->at[i] = top(prog_type(iv->p, iv->f->insts.at[i].type)->bits);
  for (uint32_t b = 0; b < iv->f->blocks.n; b++)
    for (uint32_t i = 0; i < iv->f->blocks.at[b].insts.n; i++)
      iv->home[iv->f->blocks.at[b].insts.at[i]] = b;
}

Intervals *prog_intervals_new(Mem *mem, const Program *p, FuncId func) {
  Intervals *iv = MEM_NEW(mem, Intervals);
  iv->mem = mem;
  iv->p = p;
  iv->f = prog_func(p, func);
  iv->cfg = prog_cfg_new(mem, iv->f);
  iv->dom = prog_dominators(iv->cfg);
  iv->n_insts = iv->f->insts.n;
  iv->at = MEM_ARRAY(mem, Interval, iv->n_insts);
  iv->changes = MEM_ARRAY(mem, uint8_t, iv->n_insts);
  iv->home = MEM_ARRAY(mem, uint32_t, iv->n_insts);
  start(iv);
  uint32_t sweep = 0;
  while (sweep_all(iv, CLIMB, sweep)) sweep++;
  for (int k = 0; k < DESCENTS; k++) (void)sweep_all(iv, DESCEND, 0);
  return iv;
}

void prog_intervals_free(Intervals *iv) {
  Mem *mem = iv->mem;
  MEM_FREE_ARRAY(mem, iv->at, iv->n_insts);
  MEM_FREE_ARRAY(mem, iv->changes, iv->n_insts);
  MEM_FREE_ARRAY(mem, iv->home, iv->n_insts);
  prog_dom_free(iv->dom);
  prog_cfg_free(iv->cfg);
  MEM_DELETE(mem, iv);
}
