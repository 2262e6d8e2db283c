/* SPDX-License-Identifier: MIT
 *
 * Intrinsic functions on floats: what the program form has as an operation, and
 * classes of numbers by their bits. */
#include "frontend/read/intrinsics.h"

#include <string.h>

static bool is_float(Reader *r, Val val) {
  return prog_type(r->p, rd_type_of(r, val))->kind == TYPE_FLOAT;
}

static Val float_math_of(Reader *r, FMath math, const Val *ops, uint32_t n) {
  assert(is_float(r, ops[0]) && n >= 1 && n <= 3);
  Val made = rd_emit(r, OP_FMATH, rd_type_of(r, ops[0]), ops, n);
  rd_inst(r, made)->imm = math;
  return made;
}

Val rd_float_math(Reader *r, const IntrinsicUse *use) {
  if (!is_float(r, use->ops[0])) {
    rd_unsupported(r, "floating-point format");
    return (Val){0};
  }
  FMath which = (FMath)use->row->extra;
  if (which == FMATH_FMIN || which == FMATH_FMAX) /* C11 F.10.9.2, 3 */
    prog_ledger(r->p, LEDGER_PREMISE, r->loc,
                "fmin and fmax of two zeros give the first");
  return float_math_of(r, which, use->ops, use->n_ops);
}

/* Is the function compiled for machines with a fused instruction (-mfma)? */
static bool may_fuse(Reader *r) {
  LLVMAttributeRef features = LLVMGetStringAttributeAtIndex(
      r->function, LLVMAttributeFunctionIndex, "target-features", 15);
  unsigned n;
  return features &&
         strstr(LLVMGetStringAttributeValue(features, &n), "+fma") != NULL;
}

/* LangRef "llvm.fmuladd" may fuse or not.  The machines we model have no fused
 * instruction, so compilers do not; for others it is left open. */
Val rd_multiply_add(Reader *r, const IntrinsicUse *use) {
  assert(use->n_ops == 3);
  Val product = rd_emit2(r, OP_FMUL, use->type, use->ops[0], use->ops[1]);
  Val sum = rd_emit2(r, OP_FADD, use->type, product, use->ops[2]);
  if (!may_fuse(r)) return sum;
  Val is_fused = rd_input(r, prog_type_int(r->p, 1), INPUT_UNDEF, "fused");
  Val fused = float_math_of(r, FMATH_FMA, use->ops, 3);
  return rd_emit3(r, OP_SELECT, use->type, is_fused, fused, sum);
}

Val rd_round_to_int(Reader *r, const IntrinsicUse *use) {
  Val whole = float_math_of(r, (FMath)use->row->extra, use->ops, 1);
  return rd_emit1(r, OP_FPTOSI, use->type, whole);
}

/* i1: the integers a and b are equal, a is below b. */
static Val equal(Reader *r, Val a, Val b) {
  return rd_compare(r, OP_EQ, a, b);
}

/* An IEEE interchange format as a bit string. */
typedef struct FloatBits {
  Val magnitude; /* without the sign, as an integer */
  Val negative;  /* i1 */
  Val infinity;  /* magnitude of infinity */
  Val normal;    /* smallest magnitude of a normal number */
  Val quiet;     /* the bit that makes a NaN quiet */
} FloatBits;

static uint32_t fraction_bits(uint32_t bits) {
  assert(bits == 16 || bits == 32 || bits == 64 || bits == 128);
  return bits == 16 ? 10 : bits == 32 ? 23 : bits == 64 ? 52 : 112;
}

static Val power_of_two(Reader *r, Val like, uint32_t exponent) {
  assert(exponent < rd_bits(r, like));
  return rd_arith(r, OP_SHL, rd_number_like(r, like, 1),
                  rd_number_like(r, like, exponent));
}

static FloatBits float_bits(Reader *r, Val value) {
  FloatBits f;
  Val whole = rd_as_int(r, value);
  uint32_t bits = rd_bits(r, whole), fraction = fraction_bits(bits);
  Val sign = power_of_two(r, whole, bits - 1);
  Val one = rd_number_like(r, whole, 1);
  Val all = rd_arith(r, OP_SUB, sign, one);
  f.normal = power_of_two(r, whole, fraction);
  f.quiet = power_of_two(r, whole, fraction - 1);
  f.infinity =
      rd_arith(r, OP_AND, all, rd_not(r, rd_arith(r, OP_SUB, f.normal, one)));
  f.magnitude = rd_arith(r, OP_AND, whole, all);
  f.negative = rd_compare(r, OP_SLT, whole, rd_number_like(r, whole, 0));
  return f;
}

enum { /* classes of LangRef "llvm.is.fpclass" */
       CLASS_SNAN = 1,
       CLASS_QNAN = 2,
       CLASS_NEG_INF = 4,
       CLASS_NEG_NORMAL = 8,
       CLASS_NEG_SUBNORMAL = 16,
       CLASS_NEG_ZERO = 32,
       CLASS_POS_ZERO = 64,
       CLASS_POS_SUBNORMAL = 128,
       CLASS_POS_NORMAL = 256,
       CLASS_POS_INF = 512
};

static Val both(Reader *r, Val a, Val b) {
  return rd_arith(r, OP_AND, a, b);
}

/* i1: magnitude in [low, high[. */
static Val in_range(Reader *r, Val magnitude, Val low, Val high) {
  Val above = rd_compare(r, OP_ULE, low, magnitude);
  return both(r, above, rd_compare(r, OP_ULT, magnitude, high));
}

/* Adds "of this magnitude class, with a sign the mask wants" to `any`. */
static Val add_signed_class(Reader *r, const FloatBits *f, Val any, Val is,
                            bool negative, bool positive) {
  if (!negative && !positive) return any;
  if (!positive) is = both(r, is, f->negative);
  if (!negative) is = both(r, is, rd_not(r, f->negative));
  return rd_arith(r, OP_OR, is, any);
}

static Val class_of_bits(Reader *r, Val value, uint64_t mask) {
  FloatBits f = float_bits(r, value);
  Val any = rd_number(r, rd_int(r, 1), 0), m = f.magnitude;
  Val one = rd_number_like(r, m, 1);
  Val quiet = rd_arith(r, OP_OR, f.infinity, f.quiet);
  if (mask & CLASS_SNAN) {
    Val above = rd_compare(r, OP_ULT, f.infinity, m);
    any = rd_arith(r, OP_OR, both(r, above, rd_compare(r, OP_ULT, m, quiet)),
                   any);
  }
  if (mask & CLASS_QNAN)
    any = rd_arith(r, OP_OR, rd_compare(r, OP_ULE, quiet, m), any);
  if (mask & (CLASS_NEG_INF | CLASS_POS_INF))
    any = add_signed_class(r, &f, any, equal(r, m, f.infinity),
                           mask & CLASS_NEG_INF, mask & CLASS_POS_INF);
  if (mask & (CLASS_NEG_NORMAL | CLASS_POS_NORMAL))
    any = add_signed_class(r, &f, any, in_range(r, m, f.normal, f.infinity),
                           mask & CLASS_NEG_NORMAL, mask & CLASS_POS_NORMAL);
  if (mask & (CLASS_NEG_SUBNORMAL | CLASS_POS_SUBNORMAL))
    any = add_signed_class(r, &f, any, in_range(r, m, one, f.normal),
                           mask & CLASS_NEG_SUBNORMAL,
                           mask & CLASS_POS_SUBNORMAL);
  if (mask & (CLASS_NEG_ZERO | CLASS_POS_ZERO))
    any = add_signed_class(r, &f, any, equal(r, m, rd_number_like(r, m, 0)),
                           mask & CLASS_NEG_ZERO, mask & CLASS_POS_ZERO);
  return any;
}

static Val float_compare(Reader *r, int64_t outcomes, Val a, Val b) {
  Val made = rd_emit2(r, OP_FCMP, rd_int(r, 1), a, b);
  rd_inst(r, made)->imm = outcomes;
  return made;
}

/* x87 numbers by comparison: NaN, infinite, finite. */
static Val class_of_x87(Reader *r, Val value, uint64_t mask) {
  assert(rd_bits(r, value) == 80);
  const uint64_t nan = CLASS_SNAN | CLASS_QNAN;
  const uint64_t inf = CLASS_NEG_INF | CLASS_POS_INF;
  BvWord words[2] = {1ull << 63, 0x7fff};
  Val infinity = prog_const_bits(r->p, rd_type_of(r, value), words);
  Val size = float_math_of(r, FMATH_FABS, &value, 1);
  if (mask == nan) return float_compare(r, FCMP_UNORDERED, value, value);
  if (mask == inf) return float_compare(r, FCMP_EQUAL, size, infinity);
  if (mask == (0x3ff & ~(nan | inf)))
    return float_compare(r, FCMP_LESS, size, infinity);
  rd_unsupported(r, "class of a long double");
  return (Val){0};
}

Val rd_float_class(Reader *r, const IntrinsicUse *use) {
  uint64_t mask = 0;
  prog_const_as_u64(r->p, use->ops[1], &mask);
  if (!is_float(r, use->ops[0])) {
    rd_unsupported(r, "floating-point format");
    return (Val){0};
  }
  if (rd_bits(r, use->ops[0]) == 80) return class_of_x87(r, use->ops[0], mask);
  return class_of_bits(r, use->ops[0], mask);
}
