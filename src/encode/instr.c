/* SPDX-License-Identifier: MIT
 *
 * What an instruction means as a term.  docs/SEMANTICS.md has the decisions;
 * the interpreter (interp/interp.c) has the same ones, and tests compare the
 * two.
 *
 * An i1 is a bit-vector of one bit; a float is a term of float sort; a pointer
 * is its address.  Every term is total, so nothing here needs a guard, except
 * what ends the execution (a trapping division, a failed assumption): that is
 * a constraint of the block. */
#include "encode/encode_int.h"

Sort enc_sort(const Enc *enc, TypeId id) {
  const Type *type = prog_type(enc->program, id);
  require(type->bits > 0); /* values are scalars */
  if (type->kind != TYPE_FLOAT) return sort_bv(type->bits);
  switch (type->bits) {
  case 16: return sort_float(TERM_FLOAT_HALF);
  case 32: return sort_float(TERM_FLOAT_SINGLE);
  case 64: return sort_float(TERM_FLOAT_DOUBLE);
  case 80: return sort_float(TERM_FLOAT_X87);
  default: require(type->bits == 128); return sort_float(TERM_FLOAT_QUAD);
  }
}

Term enc_to_bool(Enc *enc, Term bit) {
  assert(term_width(enc->store, bit) == 1);
  return term_eq(enc->store, bit, term_u64(enc->store, 1, 1));
}

static Term of_bool(Enc *enc, Term truth) {
  return term_ite(enc->store, truth, term_u64(enc->store, 1, 1),
                  term_u64(enc->store, 0, 1));
}

/* Terms have one NaN, memory has many, and moving one keeps its bits: any NaN
 * pattern, then.  `bits` are those of the one NaN; all have `fraction` bits at
 * the bottom, not all zero, and agree with it in what is between them and the
 * sign. */
static Term any_nan(Enc *enc, Term bits, uint32_t fraction) {
  TermStore *store = enc->store;
  uint32_t width = term_width(store, bits);
  assert(fraction >= 1 && fraction <= width - 2);
  Term open = term_fresh(store, "nan", sort_bv(width));
  Term low = term_extract(store, open, fraction - 1, 0);
  Term middle = term_extract(store, bits, width - 2, fraction);
  Term sign = term_extract(store, open, width - 1, width - 1);
  Term made = term_concat(store, sign, term_concat(store, middle, low));
  return term_ite(store, term_eq(store, low, term_u64(store, 0, fraction)),
                  bits, made);
}

Term enc_to_bits(Enc *enc, Term value) {
  TermStore *store = enc->store;
  Sort sort = term_sort(store, value);
  if (sort_kind(sort) != SORT_FLOAT) return value;
  Term bits = sort_format(sort) == TERM_FLOAT_X87
                  ? term_fp_to_x87_bits(store, value)
                  : term_fp_to_bits(store, value);
  Term is_nan = term_unary(store, TERM_FP_IS_NAN, value);
  if (term_same(is_nan, term_false())) return bits;
  return term_ite(store, is_nan,
                  any_nan(enc, bits, sort_significand_bits(sort) - 1), bits);
}

Term enc_from_bits(Enc *enc, TypeId type, Term bits) {
  Sort sort = enc_sort(enc, type);
  assert(term_width(enc->store, bits) == prog_type(enc->program, type)->bits);
  if (sort_kind(sort) != SORT_FLOAT) return bits;
  return term_fp_from_bits(enc->store, sort, bits);
}

void enc_assume(Frame *frame, Term condition) {
  assert(term_is_bool(frame->enc->store, condition));
  frame->constraint = term_and(frame->enc->store, frame->constraint, condition);
}

static Term const_term(Enc *enc, const Const *constant) {
  if (constant->kind != CONST_BITS) return enc->address(enc, constant);
  uint32_t bits = prog_type(enc->program, constant->type)->bits;
  return enc_from_bits(enc, constant->type,
                       term_const(enc->store, constant->words, bits));
}

Term enc_value(Frame *frame, Val val) {
  if (val_is_const(val))
    return const_term(frame->enc, prog_const(frame->enc->program, val));
  uint64_t inst = val_index(val);
  const uint64_t *slot = map_find(frame->carried, inst);
  if (slot) return frame->slots[*slot];
  const uint64_t *term = map_find(frame->values, inst);
  if (!term) term = map_find(frame->source_vars, inst);
  require(term);
  return (Term){(uint32_t)*term};
}

bool enc_has_value(const Frame *frame, Val val) {
  uint64_t inst = val_index(val);
  return map_find(frame->carried, inst) || map_find(frame->values, inst) ||
         map_find(frame->source_vars, inst);
}

void enc_define(Frame *frame, uint32_t inst, Term value) {
  assert(sort_same(term_sort(frame->enc->store, value),
                   enc_sort(frame->enc, frame->enc->f->insts.at[inst].type)));
  map_put(frame->values, inst, value.id);
  const uint64_t *slot = map_find(frame->carried, inst);
  if (slot) frame->slots[*slot] = value;
}

void enc_add_input(Frame *frame, TsInput input) {
  VEC_PUSH(frame->enc->mem, &frame->inputs, input);
}

/* ---- integers ---- */

/* The processor takes the amount modulo 32, or modulo the least power of two
 * that is as wide as the operand; C leaves larger amounts undefined (C11
 * 6.5.7p3). */
static Term shift(Enc *enc, TermKind kind, Term a, Term amount) {
  uint32_t width = term_width(enc->store, a), modulus = 32;
  while (modulus < width) modulus *= 2;
  if (width >= 5) /* else every amount is below 32 anyway */
    amount = term_bvand(enc->store, amount,
                        term_u64(enc->store, modulus - 1, width));
  return term_binary(enc->store, kind, a, amount);
}

/* A division by zero traps: the run ends.  So does the one that overflows, up
 * to 64 bits; the library routine for wider ones wraps. */
static Term divide(Frame *frame, TermKind kind, Term a, Term b) {
  Enc *enc = frame->enc;
  TermStore *store = enc->store;
  uint32_t width = term_width(store, a);
  enc_assume(frame, term_ne(store, b, term_u64(store, 0, width)));
  if ((kind == TERM_SDIV || kind == TERM_SREM) && width <= 64)
    enc_assume(frame, term_not(term_sdiv_overflows(store, a, b)));
  return term_binary(store, kind, a, b);
}

TermKind enc_binary_kind(Op op) {
  switch ((int)op) {
  case OP_ADD: return TERM_ADD;
  case OP_SUB: return TERM_SUB;
  case OP_MUL: return TERM_MUL;
  case OP_UDIV: return TERM_UDIV;
  case OP_SDIV: return TERM_SDIV;
  case OP_UREM: return TERM_UREM;
  case OP_SREM: return TERM_SREM;
  case OP_SHL: return TERM_SHL;
  case OP_LSHR: return TERM_LSHR;
  case OP_ASHR: return TERM_ASHR;
  case OP_AND: return TERM_BVAND;
  case OP_OR: return TERM_BVOR;
  case OP_XOR: return TERM_BVXOR;
  case OP_EQ:
  case OP_NE: return TERM_EQ;
  case OP_ULT: return TERM_ULT;
  case OP_ULE: return TERM_ULE;
  case OP_SLT: return TERM_SLT;
  case OP_SLE: return TERM_SLE;
  case OP_FADD: return TERM_FP_ADD;
  case OP_FSUB: return TERM_FP_SUB;
  case OP_FMUL: return TERM_FP_MUL;
  case OP_FDIV: return TERM_FP_DIV;
  default: return TERM_NO_KIND;
  }
}

static Term int_binary(Frame *frame, const Inst *inst) {
  Enc *enc = frame->enc;
  Term a = enc_value(frame, inst->ops[0]), b = enc_value(frame, inst->ops[1]);
  TermKind kind = enc_binary_kind(inst->op);
  if (kind == TERM_UDIV || kind == TERM_SDIV || kind == TERM_UREM ||
      kind == TERM_SREM)
    return divide(frame, kind, a, b);
  if (kind == TERM_SHL || kind == TERM_LSHR || kind == TERM_ASHR)
    return shift(enc, kind, a, b);
  Term result = term_binary(enc->store, kind, a, b);
  if (inst->op == OP_NE) result = term_not(result);
  return term_is_bool(enc->store, result) ? of_bool(enc, result) : result;
}

static Term gep(Frame *frame, const Inst *inst) {
  TermStore *store = frame->enc->store;
  uint32_t bits = frame->enc->program->pointer_bits;
  Term at = term_add(store, enc_value(frame, inst->ops[0]),
                     term_i64(store, inst->imm, bits));
  if (inst->n_ops < 2) return at;
  Term index = term_resize_signed(store, enc_value(frame, inst->ops[1]), bits);
  return term_add(store, at,
                  term_mul(store, index, term_i64(store, inst->stride, bits)));
}

/* ---- floats ---- */

static Term is_equal(TermStore *store, Term a, Term b) {
  return term_binary(store, TERM_FP_EQ, a, b);
}

static Term is_less(TermStore *store, Term a, Term b) {
  return term_binary(store, TERM_FP_LT, a, b);
}

static Term float_compare(Enc *enc, int64_t outcomes, Term a, Term b) {
  TermStore *store = enc->store;
  Term nan = term_or(store, term_unary(store, TERM_FP_IS_NAN, a),
                     term_unary(store, TERM_FP_IS_NAN, b));
  Term some = term_false();
  if (outcomes & FCMP_EQUAL) some = term_or(store, some, is_equal(store, a, b));
  if (outcomes & FCMP_GREATER)
    some = term_or(store, some, is_less(store, b, a));
  if (outcomes & FCMP_LESS) some = term_or(store, some, is_less(store, a, b));
  if (outcomes & FCMP_UNORDERED) some = term_or(store, some, nan);
  return of_bool(enc, some);
}

static Term copy_sign(Enc *enc, Term a, Term sign) {
  TermStore *store = enc->store;
  Term bits = term_fp_to_bits(store, sign);
  uint32_t top = term_width(store, bits) - 1;
  Term minus = enc_to_bool(enc, term_extract(store, bits, top, top));
  Term positive = term_unary(store, TERM_FP_ABS, a);
  return term_ite(store, minus, term_unary(store, TERM_FP_NEG, positive),
                  positive);
}

/* fmin and fmax: the other operand of a NaN; the second if it is better. */
static Term choose_float(TermStore *store, Term a, Term b, Term second) {
  Term a_nan = term_unary(store, TERM_FP_IS_NAN, a);
  Term b_nan = term_unary(store, TERM_FP_IS_NAN, b);
  Term best = term_ite(store, second, b, a);
  return term_ite(store, a_nan, b, term_ite(store, b_nan, a, best));
}

static Term float_math(Frame *frame, const Inst *inst) {
  Enc *enc = frame->enc;
  TermStore *store = enc->store;
  Term a = enc_value(frame, inst->ops[0]), none = TERM_NONE;
  Term b = inst->n_ops > 1 ? enc_value(frame, inst->ops[1]) : none;
  switch ((FMath)inst->imm) {
  case FMATH_FABS: return term_unary(store, TERM_FP_ABS, a);
  case FMATH_SQRT: return term_fp_op(store, TERM_FP_SQRT, TERM_RNE, a, none);
  case FMATH_FLOOR: return term_fp_op(store, TERM_FP_ROUND, TERM_RTN, a, none);
  case FMATH_CEIL: return term_fp_op(store, TERM_FP_ROUND, TERM_RTP, a, none);
  case FMATH_TRUNC: return term_fp_op(store, TERM_FP_ROUND, TERM_RTZ, a, none);
  case FMATH_ROUND: return term_fp_op(store, TERM_FP_ROUND, TERM_RNA, a, none);
  case FMATH_ROUNDEVEN:
    return term_fp_op(store, TERM_FP_ROUND, TERM_RNE, a, none);
  case FMATH_FMA:
    return term_fp_fma(store, TERM_RNE, a, b, enc_value(frame, inst->ops[2]));
  case FMATH_COPYSIGN: return copy_sign(enc, a, b);
  case FMATH_FMIN: return choose_float(store, a, b, is_less(store, b, a));
  case FMATH_FMAX: return choose_float(store, a, b, is_less(store, a, b));
  }
  unreachable_case();
}

/* 2^exponent as a float of the sort. */
static Term power_of_two(TermStore *store, Sort sort, uint32_t exponent) {
  Term one = term_u64(store, 1, exponent + 2);
  Term shifted = term_shl(store, one, term_u64(store, exponent, exponent + 2));
  return term_fp_from_uint(store, sort, TERM_RNE, shifted);
}

/* How wide the machine converts to a signed integer of `bits` bits. */
static uint32_t convert_width(Sort from, uint32_t bits) {
  if (bits <= 16 && sort_format(from) == TERM_FLOAT_X87) return 16;
  return bits <= 32 ? 32 : bits <= 64 ? 64 : bits;
}

/* Conversion to an integer truncates (C11 6.3.1.4p1).  What does not fit is
 * undefined in C; to a signed type the machine then gives its least integer, to
 * an unsigned or very wide one we say nothing: any value. */
static Term float_to_int(Frame *frame, uint32_t number, const Inst *inst) {
  Enc *enc = frame->enc;
  TermStore *store = enc->store;
  Term value = enc_value(frame, inst->ops[0]);
  Sort sort = term_sort(store, value);
  uint32_t bits = prog_type(enc->program, inst->type)->bits;
  bool is_signed = inst->op == OP_FPTOSI;
  uint32_t width = is_signed ? convert_width(sort, bits) : bits;
  assert(width >= bits);
  Term whole = term_fp_op(store, TERM_FP_ROUND, TERM_RTZ, value, TERM_NONE);
  Term above = power_of_two(store, sort, is_signed ? width - 1 : width);
  Term zero = term_fp_from_uint(store, sort, TERM_RNE, term_u64(store, 0, 1));
  Term least = is_signed ? term_unary(store, TERM_FP_NEG, above) : zero;
  Term fits = term_and(store, is_less(store, whole, above),
                       term_binary(store, TERM_FP_LE, least, whole));
  Term result = is_signed ? term_fp_to_sint(store, width, TERM_RTZ, value)
                          : term_fp_to_uint(store, width, TERM_RTZ, value);
  Term other;
  if (is_signed && width <= 64) {
    other = term_u64(store, (uint64_t)1 << (width - 1), width);
  } else {
    other = enc_fresh(frame, "out_of_range", number, sort_bv(width));
    enc_ledger(enc, LEDGER_OVER, inst->loc,
               "a float out of range converts to any integer");
  }
  return term_resize_unsigned(store, term_ite(store, fits, result, other),
                              bits);
}

/* C's fmod has no counterpart in the theory of floats. */
static Term float_remainder(Frame *frame, uint32_t number, const Inst *inst) {
  enc_ledger(frame->enc, LEDGER_OVER, inst->loc,
             "the remainder of floats (fmod) may be any value");
  return enc_fresh(frame, "fmod", number, enc_sort(frame->enc, inst->type));
}

/* ---- one instruction ---- */

static Term convert(Frame *frame, uint32_t number, const Inst *inst) {
  Enc *enc = frame->enc;
  TermStore *store = enc->store;
  Term a = enc_value(frame, inst->ops[0]);
  uint32_t bits = prog_type(enc->program, inst->type)->bits;
  Sort sort = enc_sort(enc, inst->type);
  switch ((int)inst->op) {
  case OP_SEXT: return term_resize_signed(store, a, bits);
  case OP_FPTRUNC:
  case OP_FPEXT: return term_fp_convert(store, sort, TERM_RNE, a);
  case OP_UITOFP: return term_fp_from_uint(store, sort, TERM_RNE, a);
  case OP_SITOFP: return term_fp_from_sint(store, sort, TERM_RNE, a);
  case OP_FPTOUI:
  case OP_FPTOSI: return float_to_int(frame, number, inst);
  case OP_BITCAST: return enc_from_bits(enc, inst->type, enc_to_bits(enc, a));
  default: return term_resize_unsigned(store, a, bits);
  }
}

static void nondet(Frame *frame, uint32_t number, const Inst *inst) {
  Term input = enc_fresh(frame, "in", number, enc_sort(frame->enc, inst->type));
  enc_define(frame, number, input);
  enc_add_input(frame, (TsInput){.kind = TS_INPUT_VALUE,
                                 .value = input,
                                 .inst = number,
                                 .site = inst->site,
                                 .context = inst->context});
}

/* What the instruction sees of addresses may be anything (addresses.c). */
static void see_anything(Frame *frame, uint32_t number, const Inst *inst) {
  assert(inst->type.id);
  Sort sort = enc_sort(frame->enc, inst->type);
  enc_define(frame, number, enc_fresh(frame, "seen", number, sort));
}

void enc_inst(Frame *frame, uint32_t number) {
  Enc *enc = frame->enc;
  const Inst *inst = &enc->f->insts.at[number];
  TermStore *store = enc->store;
  Term value = TERM_NONE;
  if (enc->open && enc->open[number]) {
    see_anything(frame, number, inst);
    return;
  }
  switch (inst->op) {
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM:
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
  case OP_AND:
  case OP_OR:
  case OP_XOR:
  case OP_EQ:
  case OP_NE:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: value = int_binary(frame, inst); break;
  case OP_FADD:
  case OP_FSUB:
  case OP_FMUL:
  case OP_FDIV:
    value = term_fp_op(store, enc_binary_kind(inst->op), TERM_RNE,
                       enc_value(frame, inst->ops[0]),
                       enc_value(frame, inst->ops[1]));
    break;
  case OP_FREM: value = float_remainder(frame, number, inst); break;
  case OP_FNEG:
    value = term_unary(store, TERM_FP_NEG, enc_value(frame, inst->ops[0]));
    break;
  case OP_FCMP:
    value = float_compare(enc, inst->imm, enc_value(frame, inst->ops[0]),
                          enc_value(frame, inst->ops[1]));
    break;
  case OP_FMATH: value = float_math(frame, inst); break;
  case OP_TRUNC:
  case OP_ZEXT:
  case OP_SEXT:
  case OP_PTRTOINT:
  case OP_INTTOPTR:
  case OP_BITCAST:
  case OP_FPTRUNC:
  case OP_FPEXT:
  case OP_FPTOUI:
  case OP_FPTOSI:
  case OP_UITOFP:
  case OP_SITOFP: value = convert(frame, number, inst); break;
  case OP_SELECT:
    value = term_ite(store, enc_to_bool(enc, enc_value(frame, inst->ops[0])),
                     enc_value(frame, inst->ops[1]),
                     enc_value(frame, inst->ops[2]));
    break;
  case OP_GEP: value = gep(frame, inst); break;
  case OP_NONDET: nondet(frame, number, inst); return;
  case OP_ASSUME:
    enc_assume(frame, enc_to_bool(enc, enc_value(frame, inst->ops[0])));
    return;
  case OP_ALLOCA:
  case OP_ALLOC:
  case OP_FREE:
  case OP_LOAD:
  case OP_STORE:
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC: enc_memory_inst(frame, number); return;
  case OP_DBG:
  case OP_DBG_ADDR:
  case OP_PHI: return;
  case OP_BEGIN:
  case OP_END:
  case OP_VALID:
  case OP_NONE:
  case OP_PARAM:
  case OP_CALL:
  case OP_VA_AREA:
  case OP_BR:
  case OP_CONDBR:
  case OP_SWITCH:
  case OP_RET:
  case OP_STOP:
  case OP_ERROR:
  case OP_UNSUPPORTED:
  case OP_COUNT: unreachable_case();
  }
  enc_define(frame, number, value);
}
