/* SPDX-License-Identifier: MIT
 *
 * Intrinsic functions of LLVM: a table from name to meaning.
 *
 * Bit tricks are spelled out in plain integer operations, so that nothing
 * behind the reader needs to know them.  Elementwise ones work lane by lane on
 * vectors.  An intrinsic that is not in the table is UNSUPPORTED by name. */
#include "frontend/read/intrinsics.h"
#include "ir/property.h"

/* ---- nothing, constants, inputs ---- */

static Val ignore(Reader *r, const IntrinsicUse *use) {
  (void)r, (void)use;
  return (Val){0};
}

/* The lifetime of a local begins or ends. */
static Val lifetime(Reader *r, const IntrinsicUse *use) {
  assert(use->row->extra == OP_BEGIN || use->row->extra == OP_END);
  if (LLVMIsAAllocaInst(LLVMGetOperand(use->call, 1)))
    rd_emit1(r, (Op)use->row->extra, (TypeId){0}, use->ops[1]);
  return (Val){0};
}

static Val first_operand(Reader *r, const IntrinsicUse *use) {
  (void)r;
  return use->ops[0];
}

static Val fixed_number(Reader *r, const IntrinsicUse *use) {
  return rd_number(r, use->type, (uint64_t)use->row->extra);
}

static Val outside_value(Reader *r, const IntrinsicUse *use) {
  prog_ledger(r->p, LEDGER_OVER, r->loc, "%s: any result", use->name);
  return rd_input(r, use->type, INPUT_EXTERN, use->name);
}

static Val trap(Reader *r, const IntrinsicUse *use) {
  (void)use;
  rd_stop(r, "abort");
  return (Val){0};
}

/* A check that clang made has failed; of all its checks those for the overflow
 * of signed operations may be switched on, or those for operands (clang.c). */
static Val failed_check(Reader *r, const IntrinsicUse *use) {
  assert(use->n_ops >= 1);
  static const struct {
    uint64_t kind; /* clang's number of the check */
    const char *message;
    PropertyKind property;
  } rows[] = {{0, "signed overflow in an addition", PROPERTY_NO_OVERFLOW},
              {3, "signed overflow in a division", PROPERTY_NO_OVERFLOW},
              {12, "signed overflow in a multiplication", PROPERTY_NO_OVERFLOW},
              {13, "signed overflow in a negation", PROPERTY_NO_OVERFLOW},
              {20, "signed overflow in a left shift", PROPERTY_NO_OVERFLOW},
              {21, "signed overflow in a subtraction", PROPERTY_NO_OVERFLOW},
              {FE_BAD_DIVISOR, "division by zero", PROPERTY_NO_DIV_ZERO},
              {FE_BAD_AMOUNT,
               "shift by a negative amount or by the width or more",
               PROPERTY_NO_BAD_SHIFT}};
  uint64_t kind = UINT64_MAX;
  const char *message = "signed overflow";
  PropertyKind property = PROPERTY_NO_OVERFLOW;
  (void)prog_const_as_u64(r->p, use->ops[0], &kind);
  for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].kind == kind)
      message = rows[i].message, property = rows[i].property;
  rd_error(r, prog_property_name(property), message);
  return (Val){0};
}

static Val assume(Reader *r, const IntrinsicUse *use) {
  uint64_t known;
  if (prog_const_as_u64(r->p, use->ops[0], &known) && known) return (Val){0};
  prog_ledger(r->p, LEDGER_PREMISE, r->loc, "__builtin_assume holds");
  rd_emit1(r, OP_ASSUME, (TypeId){0}, use->ops[0]);
  return (Val){0};
}

/* LangRef "llvm.objectsize": what it may always answer, "unknown". */
static Val object_size(Reader *r, const IntrinsicUse *use) {
  uint64_t min = 0;
  prog_const_as_u64(r->p, use->ops[1], &min);
  return prog_const_i64(r->p, use->type, min ? 0 : -1);
}

/* ---- memory ---- */

static Val size_operand(Reader *r, Val size) {
  return rd_resize(r, size, r->p->pointer_bits, EXTEND_ZERO);
}

static Val copy_memory(Reader *r, const IntrinsicUse *use) {
  assert(use->n_ops >= 3);
  Val size = size_operand(r, use->ops[2]);
  Val copy =
      rd_emit3(r, OP_MEMCPY, (TypeId){0}, use->ops[0], use->ops[1], size);
  if (fe_is_realloc(
          LLVMGetBasicBlockParent(LLVMGetInstructionParent(use->call))))
    rd_inst(r, copy)->flags |= INST_MOVES;
  return (Val){0};
}

static Val fill_memory(Reader *r, const IntrinsicUse *use) {
  assert(use->n_ops >= 3);
  Val size = size_operand(r, use->ops[2]);
  rd_emit3(r, OP_MEMSET, (TypeId){0}, use->ops[0], use->ops[1], size);
  return (Val){0};
}

/* p & mask, as a step from p, so that it still points into p's object. */
static Val mask_pointer(Reader *r, const IntrinsicUse *use) {
  assert(use->n_ops == 2);
  Val address = rd_emit1(r, OP_PTRTOINT, rd_word(r), use->ops[0]);
  Val mask = rd_resize(r, use->ops[1], r->p->pointer_bits, EXTEND_ZERO);
  Val masked = rd_arith(r, OP_AND, address, mask);
  Val step = rd_arith(r, OP_SUB, masked, address);
  return rd_gep(r, use->ops[0], 0, step, 1);
}

/* System V ABI, AMD64 3.5.7: registers are said to be used up, so that every
 * argument is fetched from the overflow area.  i386: a plain pointer. */
static Val start_list(Reader *r, const IntrinsicUse *use) {
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

static Val copy_list(Reader *r, const IntrinsicUse *use) {
  uint64_t size = r->p->pointer_bits == 32 ? 4 : 24;
  rd_emit3(r, OP_MEMCPY, (TypeId){0}, use->ops[0], use->ops[1],
           rd_number(r, rd_word(r), size));
  return (Val){0};
}

/* ---- vectors to scalars ---- */

static Val reduce(Reader *r, const IntrinsicUse *use) {
  assert(rd_is_vector(LLVMTypeOf(LLVMGetOperand(use->call, 0))));
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
  {"lifetime.start", lifetime, OP_BEGIN, WHOLE},
  {"lifetime.end", lifetime, OP_END, WHOLE},
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
  {"smax", rd_min_max, OP_SLT, ELEMENTWISE},
  {"smin", rd_min_max, OP_SLT, ELEMENTWISE},
  {"umax", rd_min_max, OP_ULT, ELEMENTWISE},
  {"umin", rd_min_max, OP_ULT, ELEMENTWISE},
  {"abs", rd_absolute, 0, ELEMENTWISE},
  {"scmp", rd_three_way, OP_SLT, ELEMENTWISE},
  {"ucmp", rd_three_way, OP_ULT, ELEMENTWISE},
  {"sadd.with.overflow", rd_with_overflow, 0, WHOLE},
  {"ssub.with.overflow", rd_with_overflow, 0, WHOLE},
  {"smul.with.overflow", rd_with_overflow, 0, WHOLE},
  {"uadd.with.overflow", rd_with_overflow, 0, WHOLE},
  {"usub.with.overflow", rd_with_overflow, 0, WHOLE},
  {"umul.with.overflow", rd_with_overflow, 0, WHOLE},
  {"sadd.sat", rd_saturating, 0, ELEMENTWISE},
  {"ssub.sat", rd_saturating, 0, ELEMENTWISE},
  {"uadd.sat", rd_saturating, 0, ELEMENTWISE},
  {"usub.sat", rd_saturating, 0, ELEMENTWISE},
  {"bswap", rd_byte_swap, 0, ELEMENTWISE},
  {"bitreverse", rd_bit_reverse, 0, ELEMENTWISE},
  {"ctpop", rd_population, 0, ELEMENTWISE},
  {"ctlz", rd_leading_zeros, 0, ELEMENTWISE},
  {"cttz", rd_trailing_zeros, 0, ELEMENTWISE},
  {"fshl", rd_funnel_shift, 0, ELEMENTWISE},
  {"fshr", rd_funnel_shift, 1, ELEMENTWISE},
  {"fabs", rd_float_math, FMATH_FABS, ELEMENTWISE},
  {"sqrt", rd_float_math, FMATH_SQRT, ELEMENTWISE},
  {"floor", rd_float_math, FMATH_FLOOR, ELEMENTWISE},
  {"ceil", rd_float_math, FMATH_CEIL, ELEMENTWISE},
  {"trunc", rd_float_math, FMATH_TRUNC, ELEMENTWISE},
  {"round", rd_float_math, FMATH_ROUND, ELEMENTWISE},
  {"roundeven", rd_float_math, FMATH_ROUNDEVEN, ELEMENTWISE},
  {"rint", rd_float_math, FMATH_ROUNDEVEN, ELEMENTWISE},
  {"nearbyint", rd_float_math, FMATH_ROUNDEVEN, ELEMENTWISE},
  {"fma", rd_float_math, FMATH_FMA, ELEMENTWISE},
  {"copysign", rd_float_math, FMATH_COPYSIGN, ELEMENTWISE},
  {"minnum", rd_float_math, FMATH_FMIN, ELEMENTWISE},
  {"maxnum", rd_float_math, FMATH_FMAX, ELEMENTWISE},
  {"canonicalize", first_operand, 0, ELEMENTWISE},
  {"fmuladd", rd_multiply_add, 0, ELEMENTWISE},
  {"lround", rd_round_to_int, FMATH_ROUND, ELEMENTWISE},
  {"llround", rd_round_to_int, FMATH_ROUND, ELEMENTWISE},
  {"lrint", rd_round_to_int, FMATH_ROUNDEVEN, ELEMENTWISE},
  {"llrint", rd_round_to_int, FMATH_ROUNDEVEN, ELEMENTWISE},
  {"is.fpclass", rd_float_class, 0, ELEMENTWISE},
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
static Val each_lane(Reader *r, IntrinsicUse *use) {
  assert(use->row->vectors == ELEMENTWISE);
  LLVMTypeRef type = LLVMTypeOf(use->call);
  uint32_t n = rd_element_count(type);
  Val *lanes = MEM_ARRAY(r->mem, Val, n), whole = {0};
  IntrinsicUse lane = *use;
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
  require(strncmp(name, "llvm.", 5) == 0);
  if (strncmp(name, "llvm.dbg.", 9) == 0) {
    rd_debug_intrinsic(r, call);
    return;
  }
  const IntrinsicRow *row = find_row(name + strlen("llvm."));
  bool vectors = overflow_of_vectors(call);
  if (!row || (row->meaning == rd_with_overflow && vectors)) {
    rd_unsupported(r, "intrinsic %s", name);
    return;
  }
  if (row->meaning == ignore) return;
  if (!operands_are_fine(r, call)) {
    rd_unsupported(r, "intrinsic %s", name);
    return;
  }
  IntrinsicUse use = {.call = call, .row = row, .name = name};
  use.n_ops = LLVMGetNumArgOperands(call);
  use.type = rd_value_type(r, LLVMTypeOf(call));
  assert(use.n_ops <= sizeof use.ops / sizeof *use.ops);
  for (uint32_t i = 0; i < use.n_ops; i++)
    use.ops[i] = rd_value(r, LLVMGetOperand(call, i));
  Val val = row->vectors == ELEMENTWISE && rd_is_vector(LLVMTypeOf(call))
                ? each_lane(r, &use)
                : row->meaning(r, &use);
  if (!val_is_none(val)) rd_set_value(r, call, val);
}
