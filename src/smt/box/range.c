/* SPDX-License-Identifier: MIT
 *
 * Ranges of the box solver: making, meeting and joining them. */
#include "smt/box/box_int.h"

/* ---- floats ---- */

static int64_t key_of_single(float v) {
  uint32_t bits;
  memcpy(&bits, &v, sizeof bits);
  int64_t magnitude = bits & 0x7fffffffu;
  return bits >> 31 ? -magnitude - 1 : magnitude;
}

double box_value(BoxSort sort, int64_t key) {
  assert(-box_inf(sort) - 1 <= key && key <= box_inf(sort));
  if (sort == BOX_DOUBLE) return box_double_of_key(key);
  uint32_t bits = (uint32_t)box_float_bits(BOX_SINGLE, key);
  float v;
  memcpy(&v, &bits, sizeof v);
  return (double)v;
}

int64_t box_key(BoxSort sort, double v) {
  assert(!isnan(v));
  if (sort == BOX_DOUBLE) return box_key_of_double(v);
  assert((double)(float)v == v);
  return key_of_single((float)v);
}

int64_t box_key_up(BoxSort sort, double v) {
  assert(box_is_float(sort) && !isnan(v));
  if (v == 0) return 0;
  if (sort == BOX_DOUBLE) return box_key_of_double(v);
  float near = (float)v;
  int64_t key = key_of_single(near);
  return (double)near < v ? key + 1 : key;
}

int64_t box_key_down(BoxSort sort, double v) {
  return -box_key_up(sort, -v) - 1;
}

uint64_t box_float_bits(BoxSort sort, int64_t key) {
  assert(box_is_float(sort));
  uint64_t sign = sort == BOX_SINGLE ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
  return key < 0 ? (uint64_t)(-(key + 1)) | sign : (uint64_t)key;
}

double box_integral(TermRounding mode, double v) {
  switch (mode) {
  case TERM_RNE: return rint(v);
  case TERM_RTP: return ceil(v);
  case TERM_RTN: return floor(v);
  case TERM_RTZ: return trunc(v);
  case TERM_RNA: break;
  }
  unreachable_case();
}

BoxRange box_float_top(BoxSort sort) {
  return (BoxRange){.lo = -box_inf(sort) - 1, .hi = box_inf(sort), .nan = true};
}

BoxRange box_float_point(BoxSort sort, uint64_t bits) {
  assert(sort == BOX_DOUBLE || bits >> 32 == 0);
  uint64_t sign = sort == BOX_SINGLE ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
  int64_t magnitude = (int64_t)(bits & (sign - 1));
  if (magnitude > box_inf(sort))
    return (BoxRange){.lo = 1, .hi = 0, .nan = true};
  int64_t key = bits & sign ? -magnitude - 1 : magnitude;
  return (BoxRange){.lo = key, .hi = key};
}

BoxRange box_float_between(BoxSort sort, double lo, double hi) {
  /* the least number not below lo, with -0 for zero, and the other way */
  int64_t least = box_key_up(sort, lo), most = box_key_down(sort, hi);
  if (least == 0) least = -1;
  if (most == -1) most = 0;
  return (BoxRange){.lo = least, .hi = most};
}

bool box_is_finite(BoxSort sort, const BoxRange *r) {
  return !r->nan && r->lo <= r->hi && r->lo > -box_inf(sort) - 1 &&
         r->hi < box_inf(sort);
}

/* ---- bits ---- */

static int64_t least_signed(uint32_t width) {
  assert(width >= 1 && width <= 64);
  return width == 64 ? INT64_MIN : -(INT64_C(1) << (width - 1));
}
static int64_t most_signed(uint32_t width) {
  return -(least_signed(width) + 1);
}
static uint64_t most_unsigned(uint32_t width) {
  assert(width >= 1 && width <= 64);
  return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static int64_t as_signed(uint64_t value, uint32_t width) {
  assert(value <= most_unsigned(width));
  if (width == 64) return (int64_t)value;
  uint64_t half = UINT64_C(1) << (width - 1);
  return (int64_t)(value >= half ? value - half * 2 : value);
}

BoxRange box_bits_top(uint32_t width) {
  return (BoxRange){.lo = least_signed(width),
                    .hi = most_signed(width),
                    .ulo = 0,
                    .uhi = most_unsigned(width)};
}

BoxRange box_bits_point(uint64_t value, uint32_t width) {
  int64_t s = as_signed(value, width);
  return (BoxRange){.lo = s, .hi = s, .ulo = value, .uhi = value};
}

bool box_bits_reduce(BoxRange *r, uint32_t width) {
  if (r->lo > r->hi || r->ulo > r->uhi) return true;
  uint64_t mask = most_unsigned(width);
  if (r->lo >= 0 || r->hi < 0) { /* one sign: the readings move together */
    uint64_t lo = (uint64_t)r->lo & mask, hi = (uint64_t)r->hi & mask;
    if (lo > r->ulo) r->ulo = lo;
    if (hi < r->uhi) r->uhi = hi;
    if (r->ulo > r->uhi) return true;
  }
  int64_t slo = as_signed(r->ulo, width), shi = as_signed(r->uhi, width);
  if ((slo >= 0) == (shi >= 0)) {
    if (slo > r->lo) r->lo = slo;
    if (shi < r->hi) r->hi = shi;
  }
  return r->lo > r->hi;
}

BoxRange box_bits_signed(int64_t lo, int64_t hi, uint32_t width) {
  assert(least_signed(width) <= lo && hi <= most_signed(width));
  BoxRange r = box_bits_top(width);
  r.lo = lo;
  r.hi = hi;
  (void)box_bits_reduce(&r, width);
  return r;
}

BoxRange box_bits_unsigned(uint64_t lo, uint64_t hi, uint32_t width) {
  assert(lo <= most_unsigned(width) && hi <= most_unsigned(width));
  BoxRange r = box_bits_top(width);
  r.ulo = lo;
  r.uhi = hi;
  (void)box_bits_reduce(&r, width);
  return r;
}

/* ---- all sorts ---- */

bool box_is_empty(BoxSort sort, const BoxRange *r) {
  if (sort == BOX_OPAQUE) return false;
  if (sort == BOX_BITS && r->ulo > r->uhi) return true;
  return r->lo > r->hi && !r->nan;
}

bool box_is_point(BoxSort sort, const BoxRange *r) {
  if (sort == BOX_OPAQUE) return false;
  return r->nan ? r->lo > r->hi : r->lo == r->hi;
}

bool box_same(BoxSort sort, const BoxRange *a, const BoxRange *b) {
  if (sort == BOX_BITS && (a->ulo != b->ulo || a->uhi != b->uhi)) return false;
  bool no_numbers = a->lo > a->hi && b->lo > b->hi;
  return a->nan == b->nan && (no_numbers || (a->lo == b->lo && a->hi == b->hi));
}

BoxRange box_meet(BoxSort sort, uint32_t width, BoxRange a, BoxRange b) {
  if (b.lo > a.lo) a.lo = b.lo;
  if (b.hi < a.hi) a.hi = b.hi;
  a.nan = a.nan && b.nan;
  if (sort != BOX_BITS) return a;
  if (b.ulo > a.ulo) a.ulo = b.ulo;
  if (b.uhi < a.uhi) a.uhi = b.uhi;
  if (box_bits_reduce(&a, width)) a.lo = 1, a.hi = 0;
  return a;
}

BoxRange box_join(BoxSort sort, BoxRange a, BoxRange b) {
  bool nan = a.nan || b.nan;
  if (a.lo > a.hi) {
    b.nan = nan;
    return b;
  }
  a.nan = nan;
  if (b.lo > b.hi) return a;
  if (b.lo < a.lo) a.lo = b.lo;
  if (b.hi > a.hi) a.hi = b.hi;
  if (sort == BOX_BITS && b.ulo < a.ulo) a.ulo = b.ulo;
  if (sort == BOX_BITS && b.uhi > a.uhi) a.uhi = b.uhi;
  return a;
}
