/* SPDX-License-Identifier: MIT
 *
 * Arithmetic on ranges: what instructions and conditions do to them.
 *
 * A result is exact when no corner leaves the type's range; else it is unknown.
 * No undefined behaviour is used: `nsw` says nothing here.  The two readings of
 * a range, unsigned and signed, sharpen each other (reduce). */
#include "analysis/ranges_int.h"

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

Range ranges_top(uint32_t bits) {
  return (Range){0, mask_of(bits), smin_of(bits), smax_of(bits)};
}
Range ranges_empty(void) {
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
    if (range_is_empty(i)) return ranges_empty();
    if (i.umax <= half || i.umin > half) {
      i.smin = max_s(i.smin, as_signed(i.umin, bits));
      i.smax = min_s(i.smax, as_signed(i.umax, bits));
    }
    if (range_is_empty(i)) return ranges_empty();
    if (i.smin >= 0 || i.smax < 0) {
      i.umin = max_u(i.umin, (uint64_t)i.smin & mask);
      i.umax = min_u(i.umax, (uint64_t)i.smax & mask);
    }
  }
  return range_is_empty(i) ? ranges_empty() : i;
}

Range ranges_join(Range a, Range b) {
  if (range_is_empty(a)) return b;
  if (range_is_empty(b)) return a;
  return (Range){min_u(a.umin, b.umin), max_u(a.umax, b.umax),
                 min_s(a.smin, b.smin), max_s(a.smax, b.smax)};
}

Range ranges_meet(Range a, Range b, uint32_t bits) {
  return reduce((Range){max_u(a.umin, b.umin), min_u(a.umax, b.umax),
                        max_s(a.smin, b.smin), min_s(a.smax, b.smax)},
                bits);
}

bool ranges_same(Range a, Range b) {
  return a.umin == b.umin && a.umax == b.umax && a.smin == b.smin &&
         a.smax == b.smax;
}

static Range unsigned_range(uint64_t low, uint64_t high, uint32_t bits) {
  Range i = ranges_top(bits);
  i.umin = low;
  i.umax = high;
  return reduce(i, bits);
}

Range ranges_exactly(uint64_t v, uint32_t bits) {
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
  Range r = ranges_top(bits), u = r, s = r;
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
  Range r = ranges_top(bits);
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

static uint64_t all_below(uint64_t v) { /* smallest 2^k - 1 that is >= v */
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
  Range r = ranges_top(bits);
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
  return linear(OP_MUL, a, ranges_exactly((uint64_t)1 << k, bits), bits);
}

Range ranges_cast(Op op, Range a, uint32_t from, uint32_t to) {
  assert(op == OP_TRUNC ? to < from : from < to && to <= 64);
  Range r = ranges_top(to);
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
  if (!may_hold && !may_fail) return ranges_empty();
  return unsigned_range(may_fail ? 0 : 1, may_hold ? 1 : 0, 1);
}

Range ranges_compare(Op op, Range a, Range b, uint32_t bits) {
  assert(op >= OP_EQ && op <= OP_SLE && bits > 0 && bits <= 64);
  bool apart = range_is_empty(ranges_meet(a, b, bits));
  bool one = a.umin == a.umax && b.umin == b.umax && a.umin == b.umin;
  if (op == OP_EQ) return truth(!apart, !one);
  if (op == OP_NE) return truth(!one, !apart);
  if (op == OP_ULT) return truth(a.umin < b.umax, a.umax >= b.umin);
  if (op == OP_ULE) return truth(a.umin <= b.umax, a.umax > b.umin);
  if (op == OP_SLT) return truth(a.smin < b.smax, a.smax >= b.smin);
  return truth(a.smin <= b.smax, a.smax > b.smin);
}

/* ---- conditions ---- */

/* `i` sharpened by: i op other, where op is a comparison. */
Range ranges_below(Op op, Range i, Range other, uint32_t bits) {
  if (range_is_empty(i) || range_is_empty(other)) return ranges_empty();
  if (op == OP_ULT && other.umax == 0) return ranges_empty();
  if (op == OP_SLT && other.smax == smin_of(bits)) return ranges_empty();
  if (op == OP_ULT) i.umax = min_u(i.umax, other.umax - 1);
  if (op == OP_ULE) i.umax = min_u(i.umax, other.umax);
  if (op == OP_SLT) i.smax = min_s(i.smax, other.smax - 1);
  if (op == OP_SLE) i.smax = min_s(i.smax, other.smax);
  return reduce(i, bits);
}

/* `i` sharpened by: other op i. */
Range ranges_above(Op op, Range i, Range other, uint32_t bits) {
  if (range_is_empty(i) || range_is_empty(other)) return ranges_empty();
  if (op == OP_ULT && other.umin == mask_of(bits)) return ranges_empty();
  if (op == OP_SLT && other.smin == smax_of(bits)) return ranges_empty();
  if (op == OP_ULT) i.umin = max_u(i.umin, other.umin + 1);
  if (op == OP_ULE) i.umin = max_u(i.umin, other.umin);
  if (op == OP_SLT) i.smin = max_s(i.smin, other.smin + 1);
  if (op == OP_SLE) i.smin = max_s(i.smin, other.smin);
  return reduce(i, bits);
}

Range ranges_differs(Range i, Range other, uint32_t bits) {
  if (range_is_empty(i) || range_is_empty(other)) return ranges_empty();
  if (other.umin != other.umax) return i;
  if (i.umin == i.umax && i.umin == other.umin) return ranges_empty();
  if (i.umin == other.umin) i.umin++;
  if (i.umax == other.umin) i.umax--;
  if (i.smin == other.smin) i.smin++;
  if (i.smax == other.smin) i.smax--;
  return reduce(i, bits);
}

Range ranges_binary(Op op, Range a, Range b, uint32_t bits) {
  assert(op >= OP_ADD && op <= OP_XOR && bits > 0 && bits <= 64);
  assert(!range_is_empty(a) && !range_is_empty(b));
  if (op == OP_ADD || op == OP_SUB || op == OP_MUL)
    return linear(op, a, b, bits);
  if (op >= OP_UDIV && op <= OP_SREM) return divide(op, a, b, bits);
  if (op >= OP_SHL && op <= OP_ASHR) return shift(op, a, b, bits);
  return bitwise(op, a, b, bits);
}
