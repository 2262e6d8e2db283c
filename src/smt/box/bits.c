/* SPDX-License-Identifier: MIT
 *
 * Bit-vector operators on ranges: both readings are followed as long as nothing
 * wraps; where something may, that reading knows nothing.  On points every
 * operator is exact. */
#include "smt/box/box_int.h"

static uint64_t mask_of(uint32_t width) {
  assert(width >= 1 && width <= 64);
  return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* A signed reading, when the exact result fits. */
static void put_signed(BoxRange *r, uint32_t width, Integer lo, Integer hi) {
  BoxRange top = box_bits_top(width);
  if (lo < top.lo || hi > top.hi) return;
  r->lo = (int64_t)lo;
  r->hi = (int64_t)hi;
}

static void put_unsigned(BoxRange *r, uint32_t width, Integer lo, Integer hi) {
  if (lo < 0 || hi > (Integer)mask_of(width)) return;
  r->ulo = (uint64_t)lo;
  r->uhi = (uint64_t)hi;
}

static Integer least(const Integer *v, int n) {
  Integer r = v[0];
  for (int i = 1; i < n; i++) r = v[i] < r ? v[i] : r;
  return r;
}

static Integer most(const Integer *v, int n) {
  Integer r = v[0];
  for (int i = 1; i < n; i++) r = v[i] > r ? v[i] : r;
  return r;
}

static void mul_into(BoxRange *r, uint32_t width, const BoxRange *a,
                     const BoxRange *b) {
  Integer v[4] = {(Integer)a->lo * b->lo, (Integer)a->lo * b->hi,
                  (Integer)a->hi * b->lo, (Integer)a->hi * b->hi};
  put_signed(r, width, least(v, 4), most(v, 4));
  unsigned __int128 top = (unsigned __int128)a->uhi * b->uhi;
  if (top <= mask_of(width))
    put_unsigned(r, width, (Integer)a->ulo * (Integer)b->ulo, (Integer)top);
}

/* Divisions by a range of positive divisors. */
static void div_into(BoxRange *r, const BoxNode *node, const BoxRange *a,
                     const BoxRange *b) {
  uint32_t width = node->width;
  switch ((int)node->op) {
  case TERM_UDIV:
    if (b->ulo > 0) put_unsigned(r, width, a->ulo / b->uhi, a->uhi / b->ulo);
    return;
  case TERM_UREM:
    if (b->ulo == 0) return;
    if (a->uhi < b->ulo)
      put_unsigned(r, width, a->ulo, a->uhi);
    else
      put_unsigned(r, width, 0, b->uhi - 1);
    return;
  case TERM_SDIV:
    if (b->lo > 0) {
      Integer v[4] = {a->lo / b->lo, a->lo / b->hi, a->hi / b->lo,
                      a->hi / b->hi};
      put_signed(r, width, least(v, 4), most(v, 4));
    }
    return;
  default:
    assert(node->op == TERM_SREM);
    if (b->lo > 0)
      put_signed(r, width, a->lo >= 0 ? 0 : -((Integer)b->hi - 1),
                 a->hi <= 0 ? 0 : (Integer)b->hi - 1);
  }
}

static void shift_into(BoxRange *r, const BoxNode *node, const BoxRange *a,
                       const BoxRange *b) {
  uint32_t width = node->width;
  if (b->ulo != b->uhi || b->ulo >= width) return;
  uint32_t by = (uint32_t)b->ulo;
  switch ((int)node->op) {
  case TERM_SHL:
    if (by > 62) return;
    put_signed(r, width, (Integer)a->lo * ((Integer)1 << by),
               (Integer)a->hi * ((Integer)1 << by));
    put_unsigned(r, width, (Integer)a->ulo << by, (Integer)a->uhi << by);
    return;
  case TERM_LSHR: put_unsigned(r, width, a->ulo >> by, a->uhi >> by); return;
  default: put_signed(r, width, a->lo >> by, a->hi >> by);
  }
}

/* ---- points ---- */

static uint64_t divide(TermKind op, uint64_t a, uint64_t b, int64_t sa,
                       int64_t sb, uint32_t width) {
  switch ((int)op) {
  case TERM_UDIV: return b ? a / b : mask_of(width);
  case TERM_UREM: return b ? a % b : a;
  case TERM_SDIV:
    if (sb == 0) return sa < 0 ? 1 : mask_of(width);
    return (uint64_t)(int64_t)((Integer)sa / sb);
  default:
    if (sb == 0) return a;
    return (uint64_t)(int64_t)((Integer)sa % sb);
  }
}

static uint64_t shift(TermKind op, uint64_t a, uint64_t b, int64_t sa,
                      uint32_t width) {
  if (op == TERM_ASHR) return (uint64_t)(b >= width ? sa >> 63 : sa >> b);
  if (b >= width) return 0;
  return op == TERM_SHL ? a << b : a >> b;
}

/* The value on points; false: not an operator of this kind. */
static bool on_points(const BoxNode *node, const BoxRange *a, uint64_t *out) {
  uint64_t x = a[0].ulo, y = node->n > 1 ? a[1].ulo : 0;
  int64_t sx = a[0].lo, sy = node->n > 1 ? a[1].lo : 0;
  switch ((int)node->op) {
  case TERM_BVNOT: *out = ~x; break;
  case TERM_NEG: *out = 0 - x; break;
  case TERM_ADD: *out = x + y; break;
  case TERM_SUB: *out = x - y; break;
  case TERM_MUL: *out = x * y; break;
  case TERM_BVAND: *out = x & y; break;
  case TERM_BVOR: *out = x | y; break;
  case TERM_BVXOR: *out = x ^ y; break;
  case TERM_UDIV:
  case TERM_UREM:
  case TERM_SDIV:
  case TERM_SREM: *out = divide(node->op, x, y, sx, sy, node->width); break;
  case TERM_SHL:
  case TERM_LSHR:
  case TERM_ASHR: *out = shift(node->op, x, y, sx, node->width); break;
  case TERM_EXTRACT: *out = x >> node->low; break;
  case TERM_ZEXT: *out = x; break;
  case TERM_SEXT: *out = (uint64_t)sx; break;
  default: return false;
  }
  *out &= mask_of(node->width);
  return true;
}

/* ---- between sorts ---- */

/* Out of range the value is open. */
static BoxRange from_float(const BoxNode *node, const BoxNode *kid,
                           const BoxRange *a) {
  BoxRange top = box_bits_top(node->width);
  if (!box_is_float(kid->sort) || !box_is_finite(kid->sort, a) ||
      node->mode == TERM_RNA)
    return top;
  double lo = box_integral(node->mode, box_value(kid->sort, a->lo));
  double hi = box_integral(node->mode, box_value(kid->sort, a->hi));
  bool is_signed = node->op == TERM_FP_TO_SINT;
  double end = ldexp(1, (int)node->width - is_signed);
  if (lo < (is_signed ? -end : 0) || hi >= end) return top;
  if (is_signed) return box_bits_signed((int64_t)lo, (int64_t)hi, node->width);
  return box_bits_unsigned((uint64_t)lo, (uint64_t)hi, node->width);
}

static BoxRange of_float(const BoxNode *node, const BoxNode *kid,
                         const BoxRange *a) {
  if (!box_is_float(kid->sort) || a->nan) return box_bits_top(node->width);
  if (a->lo < 0 && a->hi >= 0) return box_bits_top(node->width);
  uint64_t x = box_float_bits(kid->sort, a->lo);
  uint64_t y = box_float_bits(kid->sort, a->hi);
  return box_bits_unsigned(x < y ? x : y, x < y ? y : x, node->width);
}

static BoxRange concat(const BoxNode *node, const BoxNode *const *kids,
                       const BoxRange *a) {
  uint32_t by = kids[1]->width;
  if (by >= 64) return box_bits_top(node->width);
  return box_bits_unsigned(a[0].ulo << by | a[1].ulo, a[0].uhi << by | a[1].uhi,
                           node->width);
}

static BoxRange extract(const BoxNode *node, const BoxRange *a) {
  assert(node->width == node->high - node->low + 1);
  BoxRange r = box_bits_top(node->width);
  uint64_t mask = mask_of(node->width);
  if (a->ulo >> node->low >> (node->width - 1) >> 1 ==
      a->uhi >> node->low >> (node->width - 1) >> 1) {
    r.ulo = a->ulo >> node->low & mask; /* what is cut off is the same */
    r.uhi = a->uhi >> node->low & mask;
  }
  if (node->low == 0) put_signed(&r, node->width, a->lo, a->hi);
  return r;
}

static BoxRange bitwise(const BoxNode *node, const BoxRange *a) {
  BoxRange r = box_bits_top(node->width);
  if (node->op == TERM_BVAND) {
    r.uhi = a[0].uhi < a[1].uhi ? a[0].uhi : a[1].uhi;
    return r;
  }
  uint64_t all = a[0].uhi | a[1].uhi; /* no bit above the highest is set */
  for (uint32_t s = 1; s < 64; s *= 2) all |= all >> s;
  r.uhi = all;
  if (node->op == TERM_BVOR) r.ulo = a[0].ulo > a[1].ulo ? a[0].ulo : a[1].ulo;
  return r;
}

static bool are_points(const BoxNode *node, const BoxNode *const *kids,
                       const BoxRange *a) {
  for (uint32_t i = 0; i < node->n; i++)
    if (kids[i]->sort != BOX_BITS || !box_is_point(BOX_BITS, &a[i]))
      return false;
  return node->n > 0;
}

static bool are_bits(const BoxNode *node, const BoxNode *const *kids) {
  for (uint32_t i = 0; i < node->n; i++)
    if (kids[i]->sort != BOX_BITS) return false;
  return true;
}

static BoxRange operator_range(const BoxNode *node, const BoxNode *const *kids,
                               const BoxRange *a) {
  uint32_t width = node->width;
  BoxRange r = box_bits_top(width);
  switch ((int)node->op) {
  case TERM_ADD:
    put_signed(&r, width, (Integer)a[0].lo + a[1].lo,
               (Integer)a[0].hi + a[1].hi);
    put_unsigned(&r, width, (Integer)a[0].ulo + a[1].ulo,
                 (Integer)a[0].uhi + a[1].uhi);
    break;
  case TERM_SUB:
    put_signed(&r, width, (Integer)a[0].lo - a[1].hi,
               (Integer)a[0].hi - a[1].lo);
    put_unsigned(&r, width, (Integer)a[0].ulo - a[1].uhi,
                 (Integer)a[0].uhi - a[1].ulo);
    break;
  case TERM_NEG:
    put_signed(&r, width, -(Integer)a[0].hi, -(Integer)a[0].lo);
    break;
  case TERM_BVNOT: r = box_bits_signed(~a[0].hi, ~a[0].lo, width); break;
  case TERM_MUL: mul_into(&r, width, &a[0], &a[1]); break;
  case TERM_UDIV:
  case TERM_UREM:
  case TERM_SDIV:
  case TERM_SREM: div_into(&r, node, &a[0], &a[1]); break;
  case TERM_SHL:
  case TERM_LSHR:
  case TERM_ASHR: shift_into(&r, node, &a[0], &a[1]); break;
  case TERM_BVAND:
  case TERM_BVOR:
  case TERM_BVXOR: r = bitwise(node, a); break;
  case TERM_CONCAT: return concat(node, kids, a);
  case TERM_EXTRACT: r = extract(node, &a[0]); break;
  case TERM_ZEXT: r = box_bits_unsigned(a[0].ulo, a[0].uhi, width); break;
  case TERM_SEXT: r = box_bits_signed(a[0].lo, a[0].hi, width); break;
  default: break;
  }
  return r;
}

BoxRange box_bits_forward(const BoxNode *node, const BoxNode *const *kids,
                          const BoxRange *a) {
  assert(node->sort == BOX_BITS);
  if (node->op == TERM_FP_TO_SINT || node->op == TERM_FP_TO_UINT)
    return from_float(node, kids[0], &a[0]);
  if (node->op == TERM_FP_TO_BITS) return of_float(node, kids[0], &a[0]);
  if (!are_bits(node, kids)) return box_bits_top(node->width);
  uint64_t value;
  if (are_points(node, kids, a) && on_points(node, a, &value))
    return box_bits_point(value, node->width);
  BoxRange r = operator_range(node, kids, a);
  (void)box_bits_reduce(&r, node->width);
  return r;
}

/* Sums with what is known on the other side, where nothing wraps. */
BoxRange box_bits_backward(const BoxNode *node, const BoxNode *const *kids,
                           const BoxRange *a, const BoxRange *r, uint32_t i) {
  BoxRange top = box_bits_top(kids[i]->width);
  if (kids[i]->sort != BOX_BITS || node->kid[0] == node->kid[1]) return top;
  BoxRange limits = box_bits_top(node->width);
  switch ((int)node->op) {
  case TERM_ADD: {
    const BoxRange *other = &a[1 - i];
    if ((Integer)a[0].lo + a[1].lo < limits.lo ||
        (Integer)a[0].hi + a[1].hi > limits.hi)
      return top;
    put_signed(&top, kids[i]->width, (Integer)r->lo - other->hi,
               (Integer)r->hi - other->lo);
    break;
  }
  case TERM_ZEXT:
    put_unsigned(&top, kids[i]->width, r->ulo,
                 r->uhi < top.uhi ? r->uhi : top.uhi);
    break;
  case TERM_SEXT:
    put_signed(&top, kids[i]->width, r->lo > top.lo ? r->lo : top.lo,
               r->hi < top.hi ? r->hi : top.hi);
    break;
  default: break;
  }
  if (box_bits_reduce(&top, kids[i]->width)) top.lo = 1, top.hi = 0;
  return top;
}
