/* SPDX-License-Identifier: MIT
 *
 * Instructions with floats, by the host's arithmetic: single, double and x87
 * extended, rounding to nearest even.  Half and quad are not supported.  What
 * conversions out of range give is what x86 gives (docs/SEMANTICS.md). */
#include "interp/interp_int.h"

#include <float.h>
#include <math.h>
#include <tgmath.h>

static_assert(LDBL_MANT_DIG == 64, "the host has no x87 extended floats");

static bool unsupported(Interp *run, const Code *code) {
  return interp_end(run, INTERP_UNSUPPORTED, code->inst,
                    "a float of this width, or a conversion out of range");
}

/* ---- bits ---- */

#define DEFINE_BITS(T, NAME, BYTES)                                            \
  static T get_##NAME(const uint64_t *words) {                                 \
    T x = 0;                                                                   \
    memcpy(&x, words, BYTES);                                                  \
    return x;                                                                  \
  }                                                                            \
  static void put_##NAME(uint64_t *words, T x) {                               \
    words[(BYTES - 1) / 8] = 0; /* bits above the value */                     \
    memcpy(words, &x, BYTES);                                                  \
  }

DEFINE_BITS(float, f32, 4)
DEFINE_BITS(double, f64, 8)
DEFINE_BITS(long double, f80, 10)

/* Exact: extended floats hold all of the narrower ones. */
static bool get_any(const uint64_t *words, uint32_t bits, long double *x) {
  if (bits == 32) *x = get_f32(words);
  if (bits == 64) *x = get_f64(words);
  if (bits == 80) *x = get_f80(words);
  return bits == 32 || bits == 64 || bits == 80;
}

/* ---- arithmetic, once for each type ---- */

#define DEFINE_MATH(T, NAME)                                                   \
  static T NAME##_math(int64_t what, const T *x) {                             \
    switch (what) {                                                            \
    case FMATH_FABS: return fabs(x[0]);                                        \
    case FMATH_SQRT: return sqrt(x[0]);                                        \
    case FMATH_FLOOR: return floor(x[0]);                                      \
    case FMATH_CEIL: return ceil(x[0]);                                        \
    case FMATH_TRUNC: return trunc(x[0]);                                      \
    case FMATH_ROUND: return round(x[0]);                                      \
    case FMATH_ROUNDEVEN: return rint(x[0]);                                   \
    case FMATH_FMA: return fma(x[0], x[1], x[2]);                              \
    case FMATH_COPYSIGN: return copysign(x[0], x[1]);                          \
    case FMATH_FMIN: return x[0] != x[0] || x[1] < x[0] ? x[1] : x[0];         \
    case FMATH_FMAX: return x[0] != x[0] || x[1] > x[0] ? x[1] : x[0];         \
    default: unreachable_case();                                               \
    }                                                                          \
  }                                                                            \
  static T NAME##_arith(const Inst *inst, const T *x) {                        \
    switch ((int)inst->op) {                                                   \
    case OP_FADD: return x[0] + x[1];                                          \
    case OP_FSUB: return x[0] - x[1];                                          \
    case OP_FMUL: return x[0] * x[1];                                          \
    case OP_FDIV: return x[0] / x[1];                                          \
    case OP_FREM: return fmod(x[0], x[1]);                                     \
    case OP_FMATH: return NAME##_math(inst->imm, x);                           \
    default: unreachable_case();                                               \
    }                                                                          \
  }                                                                            \
  static void NAME##_run(Interp *run, const Code *code) {                      \
    Operand at[3] = {code->a, code->b, code->c};                               \
    T x[3] = {0, 0, 0};                                                        \
    assert(code->inst->n_ops <= 3);                                            \
    for (uint32_t i = 0; i < code->inst->n_ops; i++)                           \
      x[i] = get_##NAME(operand_at(run, at[i]));                               \
    put_##NAME(run->r + code->dst, NAME##_arith(code->inst, x));               \
  }

DEFINE_MATH(float, f32)
DEFINE_MATH(double, f64)
DEFINE_MATH(long double, f80)

static bool arithmetic(Interp *run, const Code *code) {
  switch (code->bits) {
  case 32: f32_run(run, code); return true;
  case 64: f64_run(run, code); return true;
  case 80: f80_run(run, code); return true;
  default: return unsupported(run, code);
  }
}

static bool compare(Interp *run, const Code *code) {
  long double a, b;
  assert(code->inst->imm >= 0 && code->inst->imm <= 15); /* a set of FCmp */
  if (!get_any(operand_at(run, code->a), code->bits, &a) ||
      !get_any(operand_at(run, code->b), code->bits, &b))
    return unsupported(run, code);
  int outcome = a != a || b != b ? FCMP_UNORDERED
                : a == b         ? FCMP_EQUAL
                : a > b          ? FCMP_GREATER
                                 : FCMP_LESS;
  run->r[code->dst] = (code->inst->imm & outcome) != 0;
  return true;
}

/* ---- conversions ---- */

static bool put_any(Interp *run, const Code *code, long double x) {
  uint64_t *to = run->r + code->dst;
  switch (bits_of(run, code->inst->type)) {
  case 32: put_f32(to, (float)x); return true;
  case 64: put_f64(to, (double)x); return true;
  case 80: put_f80(to, x); return true;
  default: return unsupported(run, code);
  }
}

static bool between_floats(Interp *run, const Code *code) {
  long double x;
  if (!get_any(operand_at(run, code->a), code->bits, &x))
    return unsupported(run, code);
  return put_any(run, code, x);
}

/* cvttsd2si, fistp and their kin: the "integer indefinite" when it does not
 * fit. */
static int64_t to_int16(long double x) {
  return x > -32769.0L && x < 32768.0L ? (int64_t)x : INT16_MIN;
}

static int64_t to_int32(long double x) {
  return x > -2147483649.0L && x < 2147483648.0L ? (int64_t)x : INT32_MIN;
}

static int64_t to_int64(long double x) {
  return x >= -0x1p63L && x < 0x1p63L ? (int64_t)x : INT64_MIN;
}

/* x - by, rounded to the type of x. */
static long double less(long double x, long double by, uint32_t from) {
  if (from == 32) return (float)(x - by);
  return from == 64 ? (double)(x - by) : x - by;
}

/* Unsigned conversions to the widest register are made of two signed ones:
 * both are done and joined (SSE), or one of them is chosen (x87). */
static uint64_t join32(long double x, uint32_t from) {
  uint32_t low = (uint32_t)to_int32(x);
  uint32_t high = (uint32_t)to_int32(less(x, 0x1p31L, from));
  return low >> 31 ? low | high : low;
}

static uint64_t join64(long double x, uint32_t from) {
  uint64_t low = (uint64_t)to_int64(x);
  uint64_t high = (uint64_t)to_int64(less(x, 0x1p63L, from));
  return low >> 63 ? low | high : low;
}

static uint64_t choose64(long double x) {
  if (x < 0x1p63L) return (uint64_t)to_int64(x);
  return (uint64_t)to_int64(x - 0x1p63L) ^ (uint64_t)1 << 63;
}

static uint64_t to_signed(long double x, uint32_t from, uint32_t to) {
  if (to <= 16 && from == 80) return (uint64_t)to_int16(x);
  return (uint64_t)(to <= 32 ? to_int32(x) : to_int64(x));
}

static uint64_t to_unsigned(long double x, uint32_t from, uint32_t to,
                            uint32_t registers) {
  if (to <= 8 && from == 80) return (uint64_t)to_int16(x);
  if (to <= 16) return (uint64_t)to_int32(x);
  if (to <= 32 && (registers == 64 || from == 80)) return (uint64_t)to_int64(x);
  if (to <= 32) return join32(x, from);
  return from == 80 || registers == 32 ? choose64(x) : join64(x, from);
}

static bool to_wide_int(Interp *run, const Code *code, long double x,
                        uint32_t bits) {
  uint64_t *to = run->r + code->dst;
  bool is_signed = code->inst->op == OP_FPTOSI;
  assert(bits > 64);
  long double whole = truncl(x), most = ldexpl(1, (int)bits - is_signed);
  if (bits > 128 || !(whole < most) || !(whole >= (is_signed ? -most : 0)))
    return unsupported(run, code);
  unsigned __int128 value =
      is_signed ? (unsigned __int128)(__int128)whole : (unsigned __int128)whole;
  to[0] = (uint64_t)value;
  to[1] = (uint64_t)(value >> 64) & mask_of(bits - 64);
  return true;
}

static bool float_to_int(Interp *run, const Code *code) {
  uint32_t bits = bits_of(run, code->inst->type);
  long double x;
  if (!get_any(operand_at(run, code->a), code->bits, &x))
    return unsupported(run, code);
  if (bits > 64) return to_wide_int(run, code, x, bits);
  uint64_t value = code->inst->op == OP_FPTOSI
                       ? to_signed(x, code->bits, bits)
                       : to_unsigned(x, code->bits, bits, run->p->pointer_bits);
  run->r[code->dst] = value & code->mask;
  return true;
}

/* Rounded once: 64-bit integers are exact in extended floats, wider ones go
 * straight to the target type. */
static bool int_to_float(Interp *run, const Code *code) {
  const uint64_t *a = operand_at(run, code->a);
  bool is_signed = code->inst->op == OP_SITOFP;
  uint32_t bits = code->bits, to = bits_of(run, code->inst->type);
  uint64_t wide[2] = {0, 0};
  if (bits > 128) return unsupported(run, code);
  if (is_signed)
    bv_sext(wide, 128, a, bits);
  else
    bv_zext(wide, 128, a, bits);
  unsigned __int128 value = (unsigned __int128)wide[1] << 64 | wide[0];
  uint64_t *out = run->r + code->dst;
  if (to == 32)
    put_f32(out, is_signed ? (float)(__int128)value : (float)value);
  else if (to == 64)
    put_f64(out, is_signed ? (double)(__int128)value : (double)value);
  else if (to == 80)
    put_f80(out, is_signed ? (long double)(__int128)value : (long double)value);
  else
    return unsupported(run, code);
  return true;
}

/* Only the sign bit changes, whatever the rest is. */
static bool negate(Interp *run, const Code *code) {
  uint64_t *to = run->r + code->dst;
  assert(code->bits >= 16 && code->bits == bits_of(run, code->inst->type));
  bv_copy(to, operand_at(run, code->a), code->bits);
  to[(code->bits - 1) / 64] ^= (uint64_t)1 << (code->bits - 1) % 64;
  return true;
}

bool interp_float(Interp *run, const Code *code) {
  switch ((int)code->inst->op) {
  case OP_FNEG: return negate(run, code);
  case OP_FCMP: return compare(run, code);
  case OP_FPTRUNC:
  case OP_FPEXT: return between_floats(run, code);
  case OP_FPTOUI:
  case OP_FPTOSI: return float_to_int(run, code);
  case OP_UITOFP:
  case OP_SITOFP: return int_to_float(run, code);
  default: return arithmetic(run, code);
  }
}
