/* SPDX-License-Identifier: MIT
 *
 * Intrinsic functions of LLVM: a table from name to meaning.
 *
 * Bit tricks are spelled out in plain integer operations, so that nothing
 * behind the reader needs to know them.  Elementwise ones work lane by lane on
 * vectors.  An intrinsic that is not in the table is UNSUPPORTED by name. */
#include "frontend/read/reader.h"
#include "ir/property.h"

typedef struct IntrinsicRow IntrinsicRow;

/* The call's operands are in `ops`; the result has type `type`. */
typedef struct Use {
  LLVMValueRef call;
  const IntrinsicRow *row;
  const char *name;
  Val ops[8];
  uint32_t n_ops;
  TypeId type;
} Use;

typedef Val Meaning(Reader *r, const Use *use);

struct IntrinsicRow {
  const char *name; /* behind "llvm."; a suffix ".type" may follow */
  Meaning *meaning;
  int64_t extra;                       /* for the meaning to read */
  enum { WHOLE, ELEMENTWISE } vectors; /* lane by lane? */
};

/* ---- nothing, constants, inputs ---- */

static Val ignore(Reader *r, const Use *use) {
  (void)r, (void)use;
  return (Val){0};
}

static Val life(Reader *r, const Use *use) {
  if (LLVMIsAAllocaInst(LLVMGetOperand(use->call, 1)))
    rd_emit1(r, (Op)use->row->extra, (TypeId){0}, use->ops[1]);
  return (Val){0};
}

static Val first_operand(Reader *r, const Use *use) {
  (void)r;
  return use->ops[0];
}

static Val fixed_number(Reader *r, const Use *use) {
  return rd_number(r, use->type, (uint64_t)use->row->extra);
}

static Val outside_value(Reader *r, const Use *use) {
  prog_ledger(r->p, LEDGER_OVER, r->loc, "%s: any result", use->name);
  return rd_input(r, use->type, INPUT_EXTERN, use->name);
}

static Val trap(Reader *r, const Use *use) {
  (void)use;
  rd_stop(r, "abort");
  return (Val){0};
}

/* A check that clang made has failed; of all its checks only those for the
 * overflow of signed operations are switched on (clang.c). */
static Val failed_check(Reader *r, const Use *use) {
  static const struct {
    uint64_t kind; /* clang's number of the check */
    const char *message;
  } rows[] = {{0, "signed overflow in an addition"},
              {3, "signed overflow in a division"},
              {12, "signed overflow in a multiplication"},
              {13, "signed overflow in a negation"},
              {20, "signed overflow in a left shift"},
              {21, "signed overflow in a subtraction"}};
  uint64_t kind = UINT64_MAX;
  const char *message = "signed overflow";
  (void)prog_const_as_u64(r->p, use->ops[0], &kind);
  for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].kind == kind) message = rows[i].message;
  rd_error(r, prog_property_name(PROPERTY_NO_OVERFLOW), message);
  return (Val){0};
}

static Val assume(Reader *r, const Use *use) {
  uint64_t known;
  if (prog_const_as_u64(r->p, use->ops[0], &known) && known) return (Val){0};
  prog_ledger(r->p, LEDGER_PREMISE, r->loc, "__builtin_assume holds");
  rd_emit1(r, OP_ASSUME, (TypeId){0}, use->ops[0]);
  return (Val){0};
}

/* LangRef "llvm.objectsize": what it may always answer, "unknown". */
static Val object_size(Reader *r, const Use *use) {
  uint64_t min = 0;
  prog_const_as_u64(r->p, use->ops[1], &min);
  return prog_const_i64(r->p, use->type, min ? 0 : -1);
}

/* ---- integers ---- */

static Val number_like(Reader *r, Val like, uint64_t value) {
  return rd_number(r, rd_type_of(r, like), value);
}

static Val smallest(Reader *r, TypeId type) {
  Val one = rd_number(r, type, 1);
  uint32_t bits = prog_type(r->p, type)->bits;
  return rd_arith(r, OP_SHL, one, rd_number(r, type, bits - 1));
}

static Val min_max(Reader *r, const Use *use) {
  Val less = rd_compare(r, (Op)use->row->extra, use->ops[0], use->ops[1]);
  bool max = strstr(use->row->name, "max") != NULL;
  return max ? rd_select(r, less, use->ops[1], use->ops[0])
             : rd_select(r, less, use->ops[0], use->ops[1]);
}

static Val absolute(Reader *r, const Use *use) {
  Val a = use->ops[0], zero = number_like(r, a, 0);
  Val minus = rd_arith(r, OP_SUB, zero, a);
  return rd_select(r, rd_compare(r, OP_SLT, a, zero), minus, a);
}

static Val three_way(Reader *r, const Use *use) {
  Op less = (Op)use->row->extra;
  Val below = rd_compare(r, less, use->ops[0], use->ops[1]);
  Val above = rd_compare(r, less, use->ops[1], use->ops[0]);
  Val one = rd_number(r, use->type, 1), zero = rd_number(r, use->type, 0);
  Val rest = rd_select(r, above, one, zero);
  return rd_select(r, below, prog_const_i64(r->p, use->type, -1), rest);
}

/* i1: does `op` on a and b leave the range?  `result` is what wraps out. */
static Val overflows(Reader *r, Op op, Extend extend, Val a, Val b,
                     Val result) {
  uint32_t bits = rd_bits(r, a);
  if (op == OP_MUL) {
    Val wide = rd_arith(r, OP_MUL, rd_resize(r, a, 2 * bits, extend),
                        rd_resize(r, b, 2 * bits, extend));
    return rd_compare(r, OP_NE, wide, rd_resize(r, result, 2 * bits, extend));
  }
  if (extend == EXTEND_ZERO)
    return op == OP_ADD ? rd_compare(r, OP_ULT, result, a)
                        : rd_compare(r, OP_ULT, a, b);
  /* Signed: the result's sign differs from both (sum), or from the first
   * while the second's differs too (difference). */
  Val x = rd_arith(r, OP_XOR, a, result);
  Val y = rd_arith(r, OP_XOR, op == OP_ADD ? b : a, op == OP_ADD ? result : b);
  return rd_compare(r, OP_SLT, rd_arith(r, OP_AND, x, y), number_like(r, a, 0));
}

static Op arithmetic_of(const char *name) {
  return strstr(name, "add") ? OP_ADD : strstr(name, "sub") ? OP_SUB : OP_MUL;
}

static Val with_overflow(Reader *r, const Use *use) {
  Op op = arithmetic_of(use->row->name);
  Extend extend = use->row->name[0] == 's' ? EXTEND_SIGN : EXTEND_ZERO;
  Val a = use->ops[0], b = use->ops[1];
  Val result = rd_emit2(r, op, rd_type_of(r, a), a, b);
  Val over = overflows(r, op, extend, a, b, result);
  map_put(&r->pairs, key_of(use->call), (uint64_t)result.id << 32 | over.id);
  return (Val){0};
}

static Val saturating(Reader *r, const Use *use) {
  Op op = arithmetic_of(use->row->name);
  Extend extend = use->row->name[0] == 's' ? EXTEND_SIGN : EXTEND_ZERO;
  Val a = use->ops[0], b = use->ops[1], zero = number_like(r, a, 0);
  Val result = rd_emit2(r, op, use->type, a, b);
  Val over = overflows(r, op, extend, a, b, result), limit;
  if (extend == EXTEND_ZERO) {
    limit = op == OP_ADD ? rd_not(r, zero) : zero;
  } else {
    Val low = smallest(r, use->type);
    limit = rd_select(r, rd_compare(r, OP_SLT, a, zero), low, rd_not(r, low));
  }
  return rd_select(r, over, limit, result);
}

static Val byte_swap(Reader *r, const Use *use) {
  uint32_t bits = rd_bits(r, use->ops[0]);
  Val a = use->ops[0], all = number_like(r, a, 0);
  for (uint32_t i = 0; i < bits; i += 8) {
    Val byte =
        rd_resize(r, rd_extract(r, a, i, rd_int(r, 8)), bits, EXTEND_ZERO);
    Val up = number_like(r, a, bits - 8 - i);
    all = rd_arith(r, OP_OR, rd_arith(r, OP_SHL, byte, up), all);
  }
  return all;
}

static Val bit_reverse(Reader *r, const Use *use) {
  uint32_t bits = rd_bits(r, use->ops[0]);
  Val a = use->ops[0], all = number_like(r, a, 0);
  for (uint32_t i = 0; i < bits; i++) {
    Val bit =
        rd_resize(r, rd_extract(r, a, i, rd_int(r, 1)), bits, EXTEND_ZERO);
    Val up = number_like(r, a, bits - 1 - i);
    all = rd_arith(r, OP_OR, rd_arith(r, OP_SHL, bit, up), all);
  }
  return all;
}

/* Bits i with (i / step) even: 0101.., 00110011.., as wide as `like`. */
static Val step_mask(Reader *r, Val like, uint32_t step) {
  uint32_t bits = rd_bits(r, like);
  BvWord words[BV_MAX_WORDS] = {0};
  for (uint32_t i = 0; i < bits; i++)
    if (i / step % 2 == 0) words[i / 64] |= 1ull << i % 64;
  return prog_const_bits(r->p, rd_type_of(r, like), words);
}

/* Number of set bits: sums of neighbours, twice as wide at each step. */
static Val count_ones(Reader *r, Val a) {
  uint32_t bits = rd_bits(r, a);
  for (uint32_t step = 1; step < bits; step *= 2) {
    Val mask = step_mask(r, a, step);
    Val down = rd_arith(r, OP_LSHR, a, number_like(r, a, step));
    Val odd = rd_arith(r, OP_AND, down, mask);
    a = rd_arith(r, OP_ADD, rd_arith(r, OP_AND, a, mask), odd);
  }
  return a;
}

static Val population(Reader *r, const Use *use) {
  return count_ones(r, use->ops[0]);
}

/* LangRef: with the flag set, zero gives poison: any value. */
static Val unless_zero(Reader *r, const Use *use, Val result) {
  uint64_t flag = 0;
  prog_const_as_u64(r->p, use->ops[1], &flag);
  if (!flag) return result;
  Val zero = rd_compare(r, OP_EQ, use->ops[0], number_like(r, result, 0));
  return rd_select(r, zero, rd_input(r, use->type, INPUT_UNDEF, NULL), result);
}

/* Width minus the number of bits below and at the highest set one. */
static Val leading_zeros(Reader *r, const Use *use) {
  Val a = use->ops[0];
  uint32_t bits = rd_bits(r, a);
  for (uint32_t step = 1; step < bits; step *= 2) {
    Val down = rd_arith(r, OP_LSHR, a, number_like(r, a, step));
    a = rd_arith(r, OP_OR, a, down);
  }
  Val ones = count_ones(r, a);
  return unless_zero(r, use,
                     rd_arith(r, OP_SUB, number_like(r, a, bits), ones));
}

/* The bits below the lowest set one are the ones of ~a & (a - 1). */
static Val trailing_zeros(Reader *r, const Use *use) {
  Val a = use->ops[0];
  Val less = rd_arith(r, OP_SUB, a, number_like(r, a, 1));
  Val below = rd_arith(r, OP_AND, rd_not(r, a), less);
  return unless_zero(r, use, count_ones(r, below));
}

/* LangRef "llvm.fshl": the amount n is modulo the width w.  The other half
 * moves by w - n, in two steps (1, then w - 1 - n), so that no step is as wide
 * as the value. */
static Val funnel_shift(Reader *r, const Use *use) {
  Val hi = use->ops[0], lo = use->ops[1], one = number_like(r, hi, 1);
  uint32_t bits = rd_bits(r, hi);
  if (bits == 1) return use->row->extra == 0 ? hi : lo;
  Val width = number_like(r, hi, bits), last = number_like(r, hi, bits - 1);
  Val amount = rd_emit2(r, OP_UREM, use->type, use->ops[2], width);
  Val rest = rd_arith(r, OP_SUB, last, amount), a, b;
  if (use->row->extra == 0) {
    a = rd_arith(r, OP_SHL, hi, amount);
    b = rd_arith(r, OP_LSHR, rd_arith(r, OP_LSHR, lo, one), rest);
  } else {
    a = rd_arith(r, OP_SHL, rd_arith(r, OP_SHL, hi, one), rest);
    b = rd_arith(r, OP_LSHR, lo, amount);
  }
  return rd_arith(r, OP_OR, a, b);
}

/* ---- floats ---- */

static bool is_float(Reader *r, Val val) {
  return prog_type(r->p, rd_type_of(r, val))->kind == TYPE_FLOAT;
}

static Val float_math_of(Reader *r, FMath math, const Val *ops, uint32_t n) {
  Val made = rd_emit(r, OP_FMATH, rd_type_of(r, ops[0]), ops, n);
  rd_inst(r, made)->imm = math;
  return made;
}

static Val float_math(Reader *r, const Use *use) {
  if (!is_float(r, use->ops[0])) {
    rd_unsupported(r, "floating-point format");
    return (Val){0};
  }
  return float_math_of(r, (FMath)use->row->extra, use->ops, use->n_ops);
}

/* LangRef "llvm.fmuladd" may fuse or not; the machines we model have no fused
 * instruction, so compilers do not. */
static Val multiply_add(Reader *r, const Use *use) {
  Val product = rd_emit2(r, OP_FMUL, use->type, use->ops[0], use->ops[1]);
  return rd_emit2(r, OP_FADD, use->type, product, use->ops[2]);
}

static Val round_to_int(Reader *r, const Use *use) {
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
  return bits == 16 ? 10 : bits == 32 ? 23 : bits == 64 ? 52 : 112;
}

static Val power_of_two(Reader *r, Val like, uint32_t exponent) {
  return rd_arith(r, OP_SHL, number_like(r, like, 1),
                  number_like(r, like, exponent));
}

static FloatBits float_bits(Reader *r, Val value) {
  FloatBits f;
  Val whole = rd_as_int(r, value);
  uint32_t bits = rd_bits(r, whole), fraction = fraction_bits(bits);
  Val sign = power_of_two(r, whole, bits - 1);
  Val one = number_like(r, whole, 1);
  Val all = rd_arith(r, OP_SUB, sign, one);
  f.normal = power_of_two(r, whole, fraction);
  f.quiet = power_of_two(r, whole, fraction - 1);
  f.infinity =
      rd_arith(r, OP_AND, all, rd_not(r, rd_arith(r, OP_SUB, f.normal, one)));
  f.magnitude = rd_arith(r, OP_AND, whole, all);
  f.negative = rd_compare(r, OP_SLT, whole, number_like(r, whole, 0));
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
  Val one = number_like(r, m, 1);
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
    any = add_signed_class(r, &f, any, equal(r, m, number_like(r, m, 0)),
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

static Val float_class(Reader *r, const Use *use) {
  uint64_t mask = 0;
  prog_const_as_u64(r->p, use->ops[1], &mask);
  if (!is_float(r, use->ops[0])) {
    rd_unsupported(r, "floating-point format");
    return (Val){0};
  }
  if (rd_bits(r, use->ops[0]) == 80) return class_of_x87(r, use->ops[0], mask);
  return class_of_bits(r, use->ops[0], mask);
}

/* ---- memory ---- */

static Val size_operand(Reader *r, Val size) {
  return rd_resize(r, size, r->p->pointer_bits, EXTEND_ZERO);
}

static Val copy_memory(Reader *r, const Use *use) {
  Val size = size_operand(r, use->ops[2]);
  rd_emit3(r, OP_MEMCPY, (TypeId){0}, use->ops[0], use->ops[1], size);
  return (Val){0};
}

static Val fill_memory(Reader *r, const Use *use) {
  Val size = size_operand(r, use->ops[2]);
  rd_emit3(r, OP_MEMSET, (TypeId){0}, use->ops[0], use->ops[1], size);
  return (Val){0};
}

/* p & mask, as a step from p, so that it still points into p's object. */
static Val mask_pointer(Reader *r, const Use *use) {
  Val address = rd_emit1(r, OP_PTRTOINT, rd_word(r), use->ops[0]);
  Val mask = rd_resize(r, use->ops[1], r->p->pointer_bits, EXTEND_ZERO);
  Val masked = rd_arith(r, OP_AND, address, mask);
  Val step = rd_arith(r, OP_SUB, masked, address);
  return rd_gep(r, use->ops[0], 0, step, 1);
}

/* System V ABI, AMD64 3.5.7: registers are said to be used up, so that every
 * argument is fetched from the overflow area.  i386: a plain pointer. */
static Val start_list(Reader *r, const Use *use) {
  if (r->f->arity != FUNC_VARIADIC) {
    rd_unsupported(r, "va_start in a function without variable arguments");
    return (Val){0};
  }
  Val area = rd_emit(r, OP_VA_AREA, prog_type_ptr(r->p), NULL, 0);
  Val list = use->ops[0], none = {0};
  if (r->p->pointer_bits == 32) {
    rd_store(r, area, list);
    return (Val){0};
  }
  rd_store(r, rd_number(r, rd_int(r, 32), 48), list);
  rd_store(r, rd_number(r, rd_int(r, 32), 176), rd_gep(r, list, 4, none, 0));
  rd_store(r, area, rd_gep(r, list, 8, none, 0));
  rd_store(r, rd_number(r, prog_type_ptr(r->p), 0),
           rd_gep(r, list, 16, none, 0));
  return (Val){0};
}

static Val copy_list(Reader *r, const Use *use) {
  uint64_t size = r->p->pointer_bits == 32 ? 4 : 24;
  rd_emit3(r, OP_MEMCPY, (TypeId){0}, use->ops[0], use->ops[1],
           rd_number(r, rd_word(r), size));
  return (Val){0};
}

/* ---- vectors to scalars ---- */

static Val reduce(Reader *r, const Use *use) {
  LLVMTypeRef vector = LLVMTypeOf(LLVMGetOperand(use->call, 0));
  uint32_t n = rd_element_count(vector);
  const char *name = use->row->name;
  bool choice = strstr(name, "max") || strstr(name, "min");
  Val all = rd_lane(r, vector, use->ops[0], 0);
  for (uint32_t i = 1; i < n; i++) {
    Val lane = rd_lane(r, vector, use->ops[0], i);
    if (!choice) {
      all = rd_arith(r, (Op)use->row->extra, all, lane);
      continue;
    }
    Val less = rd_compare(r, (Op)use->row->extra, all, lane);
    all = strstr(name, "max") ? rd_select(r, less, lane, all)
                              : rd_select(r, less, all, lane);
  }
  return all;
}

// clang-format off
static const IntrinsicRow rows[] = {
  {"lifetime.start", life, OP_BEGIN, WHOLE},
  {"lifetime.end", life, OP_END, WHOLE},
  {"invariant.end", ignore, 0, WHOLE},
  {"stackrestore", ignore, 0, WHOLE},
  {"var.annotation", ignore, 0, WHOLE},
  {"prefetch", ignore, 0, WHOLE},
  {"donothing", ignore, 0, WHOLE},
  {"sideeffect", ignore, 0, WHOLE},
  {"pseudoprobe", ignore, 0, WHOLE},
  {"va_end", ignore, 0, WHOLE},
  {"experimental.noalias.scope.decl", ignore, 0, WHOLE},
  {"stacksave", fixed_number, 0, WHOLE},
  {"invariant.start", fixed_number, 0, WHOLE},
  {"is.constant", fixed_number, 0, WHOLE},
  {"get.rounding", fixed_number, 1, WHOLE},
  {"expect.with.probability", first_operand, 0, WHOLE},
  {"expect", first_operand, 0, WHOLE},
  {"ptr.annotation", first_operand, 0, WHOLE},
  {"annotation", first_operand, 0, WHOLE},
  {"launder.invariant.group", first_operand, 0, WHOLE},
  {"strip.invariant.group", first_operand, 0, WHOLE},
  {"threadlocal.address", first_operand, 0, WHOLE},
  {"ssa.copy", first_operand, 0, WHOLE},
  {"arithmetic.fence", first_operand, 0, WHOLE},
  {"returnaddress", outside_value, 0, WHOLE},
  {"addressofreturnaddress", outside_value, 0, WHOLE},
  {"frameaddress", outside_value, 0, WHOLE},
  {"sponentry", outside_value, 0, WHOLE},
  {"thread.pointer", outside_value, 0, WHOLE},
  {"readcyclecounter", outside_value, 0, WHOLE},
  {"readsteadycounter", outside_value, 0, WHOLE},
  {"x86.rdtsc", outside_value, 0, WHOLE},
  {"sin", outside_value, 0, ELEMENTWISE},
  {"cos", outside_value, 0, ELEMENTWISE},
  {"tan", outside_value, 0, ELEMENTWISE},
  {"exp", outside_value, 0, ELEMENTWISE},
  {"exp2", outside_value, 0, ELEMENTWISE},
  {"exp10", outside_value, 0, ELEMENTWISE},
  {"log", outside_value, 0, ELEMENTWISE},
  {"log2", outside_value, 0, ELEMENTWISE},
  {"log10", outside_value, 0, ELEMENTWISE},
  {"pow", outside_value, 0, ELEMENTWISE},
  {"powi", outside_value, 0, ELEMENTWISE},
  {"ldexp", outside_value, 0, ELEMENTWISE},
  {"trap", trap, 0, WHOLE},
  {"debugtrap", trap, 0, WHOLE},
  {"ubsantrap", failed_check, 0, WHOLE},
  {"assume", assume, 0, WHOLE},
  {"objectsize", object_size, 0, WHOLE},
  {"smax", min_max, OP_SLT, ELEMENTWISE},
  {"smin", min_max, OP_SLT, ELEMENTWISE},
  {"umax", min_max, OP_ULT, ELEMENTWISE},
  {"umin", min_max, OP_ULT, ELEMENTWISE},
  {"abs", absolute, 0, ELEMENTWISE},
  {"scmp", three_way, OP_SLT, ELEMENTWISE},
  {"ucmp", three_way, OP_ULT, ELEMENTWISE},
  {"sadd.with.overflow", with_overflow, 0, WHOLE},
  {"ssub.with.overflow", with_overflow, 0, WHOLE},
  {"smul.with.overflow", with_overflow, 0, WHOLE},
  {"uadd.with.overflow", with_overflow, 0, WHOLE},
  {"usub.with.overflow", with_overflow, 0, WHOLE},
  {"umul.with.overflow", with_overflow, 0, WHOLE},
  {"sadd.sat", saturating, 0, ELEMENTWISE},
  {"ssub.sat", saturating, 0, ELEMENTWISE},
  {"uadd.sat", saturating, 0, ELEMENTWISE},
  {"usub.sat", saturating, 0, ELEMENTWISE},
  {"bswap", byte_swap, 0, ELEMENTWISE},
  {"bitreverse", bit_reverse, 0, ELEMENTWISE},
  {"ctpop", population, 0, ELEMENTWISE},
  {"ctlz", leading_zeros, 0, ELEMENTWISE},
  {"cttz", trailing_zeros, 0, ELEMENTWISE},
  {"fshl", funnel_shift, 0, ELEMENTWISE},
  {"fshr", funnel_shift, 1, ELEMENTWISE},
  {"fabs", float_math, FMATH_FABS, ELEMENTWISE},
  {"sqrt", float_math, FMATH_SQRT, ELEMENTWISE},
  {"floor", float_math, FMATH_FLOOR, ELEMENTWISE},
  {"ceil", float_math, FMATH_CEIL, ELEMENTWISE},
  {"trunc", float_math, FMATH_TRUNC, ELEMENTWISE},
  {"round", float_math, FMATH_ROUND, ELEMENTWISE},
  {"roundeven", float_math, FMATH_ROUNDEVEN, ELEMENTWISE},
  {"rint", float_math, FMATH_ROUNDEVEN, ELEMENTWISE},
  {"nearbyint", float_math, FMATH_ROUNDEVEN, ELEMENTWISE},
  {"fma", float_math, FMATH_FMA, ELEMENTWISE},
  {"copysign", float_math, FMATH_COPYSIGN, ELEMENTWISE},
  {"minnum", float_math, FMATH_FMIN, ELEMENTWISE},
  {"maxnum", float_math, FMATH_FMAX, ELEMENTWISE},
  {"canonicalize", first_operand, 0, ELEMENTWISE},
  {"fmuladd", multiply_add, 0, ELEMENTWISE},
  {"lround", round_to_int, FMATH_ROUND, ELEMENTWISE},
  {"llround", round_to_int, FMATH_ROUND, ELEMENTWISE},
  {"lrint", round_to_int, FMATH_ROUNDEVEN, ELEMENTWISE},
  {"llrint", round_to_int, FMATH_ROUNDEVEN, ELEMENTWISE},
  {"is.fpclass", float_class, 0, ELEMENTWISE},
  {"memcpy", copy_memory, 0, WHOLE},
  {"memcpy.inline", copy_memory, 0, WHOLE},
  {"memmove", copy_memory, 0, WHOLE},
  {"memset", fill_memory, 0, WHOLE},
  {"memset.inline", fill_memory, 0, WHOLE},
  {"ptrmask", mask_pointer, 0, WHOLE},
  {"va_start", start_list, 0, WHOLE},
  {"va_copy", copy_list, 0, WHOLE},
  {"vector.reduce.add", reduce, OP_ADD, WHOLE},
  {"vector.reduce.mul", reduce, OP_MUL, WHOLE},
  {"vector.reduce.and", reduce, OP_AND, WHOLE},
  {"vector.reduce.or", reduce, OP_OR, WHOLE},
  {"vector.reduce.xor", reduce, OP_XOR, WHOLE},
  {"vector.reduce.smax", reduce, OP_SLT, WHOLE},
  {"vector.reduce.smin", reduce, OP_SLT, WHOLE},
  {"vector.reduce.umax", reduce, OP_ULT, WHOLE},
  {"vector.reduce.umin", reduce, OP_ULT, WHOLE},
};
// clang-format on

/* The row with the longest name that is a whole-word prefix. */
static const IntrinsicRow *find_row(const char *name) {
  const IntrinsicRow *best = NULL;
  size_t best_n = 0;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    size_t n = strlen(rows[i].name);
    if (strncmp(rows[i].name, name, n) != 0) continue;
    if (name[n] != 0 && name[n] != '.') continue;
    if (n > best_n) best = &rows[i], best_n = n;
  }
  return best;
}

/* Lane by lane; operands that are no vectors go to each lane. */
static Val each_lane(Reader *r, Use *use) {
  LLVMTypeRef type = LLVMTypeOf(use->call);
  uint32_t n = rd_element_count(type);
  Val *lanes = MEM_ARRAY(r->mem, Val, n), whole = {0};
  Use lane = *use;
  lane.type = rd_value_type(r, LLVMGetElementType(type));
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t k = 0; k < use->n_ops; k++) {
      LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(use->call, k));
      lane.ops[k] =
          rd_is_vector(from) ? rd_lane(r, from, use->ops[k], i) : use->ops[k];
    }
    lanes[i] = use->row->meaning(r, &lane);
    if (val_is_none(lanes[i]))
      lanes[i] = rd_input(r, lane.type, INPUT_UNDEF, NULL);
  }
  whole = rd_pack(r, type, lanes);
  MEM_FREE_ARRAY(r->mem, lanes, n);
  return whole;
}

static bool overflow_of_vectors(LLVMValueRef call) {
  return LLVMGetNumArgOperands(call) &&
         rd_is_vector(LLVMTypeOf(LLVMGetOperand(call, 0)));
}

static bool operands_are_fine(Reader *r, LLVMValueRef call) {
  uint32_t n = LLVMGetNumArgOperands(call);
  for (uint32_t i = 0; i < n; i++)
    if (!rd_type_is_fine(r, LLVMTypeOf(LLVMGetOperand(call, i)))) return false;
  return n <= 8;
}

void rd_intrinsic(Reader *r, LLVMValueRef call, const char *name) {
  if (strncmp(name, "llvm.dbg.", 9) == 0) {
    rd_debug_intrinsic(r, call);
    return;
  }
  const IntrinsicRow *row = find_row(name + strlen("llvm."));
  bool vectors = overflow_of_vectors(call);
  if (!row || (row->meaning == with_overflow && vectors)) {
    rd_unsupported(r, "intrinsic %s", name);
    return;
  }
  if (row->meaning == ignore) return;
  if (!operands_are_fine(r, call)) {
    rd_unsupported(r, "intrinsic %s", name);
    return;
  }
  Use use = {.call = call, .row = row, .name = name};
  use.n_ops = LLVMGetNumArgOperands(call);
  use.type = rd_value_type(r, LLVMTypeOf(call));
  for (uint32_t i = 0; i < use.n_ops; i++)
    use.ops[i] = rd_value(r, LLVMGetOperand(call, i));
  Val val = row->vectors == ELEMENTWISE && rd_is_vector(LLVMTypeOf(call))
                ? each_lane(r, &use)
                : row->meaning(r, &use);
  if (!val_is_none(val)) rd_set_value(r, call, val);
}
