/* SPDX-License-Identifier: MIT
 *
 * Properties other than reached calls, in replay bitcode.
 *
 * pass_property puts a test that leads to ERROR in front of each operation
 * that may break a rule of C.  Here the same operations of the compiler's own
 * code get a test that calls the harness, which ends the run when the test
 * says so.  The tests are written anew, with LLVM's checked arithmetic, and
 * evaluated by the machine: a run that is stopped by one confirms what the
 * interpreter found through the other.  A test too few costs a verdict, never
 * its truth; so operations on vectors, which C code hardly has, get none.
 *
 * A test is one call without a branch, so no block is split. */
#include "replay/bitcode/bitcode_int.h"

static bool checks(const Writer *w, PropertyKind kind) {
  return (w->replay->property->kinds >> kind & 1) != 0;
}

/* Ends the run as a violation of `kind` when `bad` (an i1) holds. */
static void check(Writer *w, LLVMValueRef bad, PropertyKind kind) {
  assert(LLVMGetIntTypeWidth(LLVMTypeOf(bad)) == 1);
  LLVMValueRef wide = LLVMBuildZExt(w->builder, bad, w->i32, "");
  rw_call(w, w->check,
          (LLVMValueRef[]){wide, LLVMConstInt(w->i32, (uint64_t)kind, 0)}, 2);
}

static LLVMValueRef is_equal(Writer *w, LLVMValueRef a, LLVMValueRef b) {
  assert(LLVMTypeOf(a) == LLVMTypeOf(b));
  return LLVMBuildICmp(w->builder, LLVMIntEQ, a, b, "");
}

/* ---- arithmetic ---- */

/* The overflow bit of an operation formed by an intrinsic. */
static LLVMValueRef overflow_bit(Writer *w, const char *intrinsic,
                                 LLVMValueRef a, LLVMValueRef b) {
  assert(LLVMTypeOf(a) == LLVMTypeOf(b));
  LLVMTypeRef type = LLVMTypeOf(a);
  unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
  assert(id != 0);
  LLVMValueRef f = LLVMGetIntrinsicDeclaration(w->module, id, &type, 1);
  LLVMValueRef both = rw_call(w, f, (LLVMValueRef[]){a, b}, 2);
  return LLVMBuildExtractValue(w->builder, both, 1, "");
}

/* INT_MIN of an integer type. */
static LLVMValueRef int_min(Writer *w, LLVMTypeRef type) {
  assert(LLVMGetTypeKind(type) == LLVMIntegerTypeKind);
  unsigned bits = LLVMGetIntTypeWidth(type);
  LLVMValueRef one = LLVMConstInt(type, 1, 0);
  return LLVMBuildShl(w->builder, one, LLVMConstInt(type, bits - 1, 0), "");
}

/* C11 6.5.7p4: a is negative, or a * 2^b is not representable. */
static LLVMValueRef shl_overflows(Writer *w, LLVMValueRef a, LLVMValueRef b) {
  LLVMTypeRef type = LLVMTypeOf(a);
  LLVMValueRef most = LLVMBuildNot(w->builder, int_min(w, type), "");
  most = LLVMBuildLShr(w->builder, most, b, "");
  LLVMValueRef zero = LLVMConstNull(type);
  return LLVMBuildOr(w->builder,
                     LLVMBuildICmp(w->builder, LLVMIntSLT, a, zero, ""),
                     LLVMBuildICmp(w->builder, LLVMIntSGT, a, most, ""), "");
}

static LLVMValueRef div_overflows(Writer *w, LLVMValueRef a, LLVMValueRef b) {
  LLVMTypeRef type = LLVMTypeOf(a);
  return LLVMBuildAnd(w->builder, is_equal(w, a, int_min(w, type)),
                      is_equal(w, b, LLVMConstAllOnes(type)), "");
}

static void guard_overflow(Writer *w, LLVMValueRef i, LLVMOpcode op) {
  LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1), bad;
  bool divides = op == LLVMSDiv || op == LLVMSRem;
  if (!divides && !LLVMGetNSW(i)) return;
  if (divides)
    bad = div_overflows(w, a, b);
  else if (op == LLVMShl)
    bad = shl_overflows(w, a, b);
  else
    bad = overflow_bit(w,
                       op == LLVMAdd   ? "llvm.sadd.with.overflow"
                       : op == LLVMSub ? "llvm.ssub.with.overflow"
                                       : "llvm.smul.with.overflow",
                       a, b);
  check(w, bad, PROPERTY_NO_OVERFLOW);
}

static void guard_shift(Writer *w, LLVMValueRef i) {
  assert(LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind);
  LLVMTypeRef type = LLVMTypeOf(i);
  LLVMValueRef width = LLVMConstInt(type, LLVMGetIntTypeWidth(type), 0);
  LLVMValueRef amount = LLVMGetOperand(i, 1);
  check(w, LLVMBuildICmp(w->builder, LLVMIntUGE, amount, width, ""),
        PROPERTY_NO_BAD_SHIFT);
}

static void guard_division(Writer *w, LLVMValueRef i) {
  assert(LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind);
  LLVMValueRef divisor = LLVMGetOperand(i, 1);
  check(w, is_equal(w, divisor, LLVMConstNull(LLVMTypeOf(divisor))),
        PROPERTY_NO_DIV_ZERO);
}

/* In the order of pass_property: division, shift, overflow. */
static void guard_arithmetic(Writer *w, LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMIntegerTypeKind) return;
  bool divides =
      op == LLVMUDiv || op == LLVMSDiv || op == LLVMURem || op == LLVMSRem;
  bool shifts = op == LLVMShl || op == LLVMLShr || op == LLVMAShr;
  bool overflows = op == LLVMAdd || op == LLVMSub || op == LLVMMul ||
                   op == LLVMShl || op == LLVMSDiv || op == LLVMSRem;
  if (divides && checks(w, PROPERTY_NO_DIV_ZERO)) guard_division(w, i);
  if (shifts && checks(w, PROPERTY_NO_BAD_SHIFT)) guard_shift(w, i);
  if (overflows && checks(w, PROPERTY_NO_OVERFLOW)) guard_overflow(w, i, op);
}

/* ---- pointers ---- */

LLVMValueRef rw_pointer_root(LLVMValueRef v) {
  require(v != NULL);
  while (fe_is_gep(v)) v = LLVMGetOperand(v, 0);
  return v;
}

static void guard_pointer(Writer *w, LLVMValueRef pointer) {
  LLVMValueRef root = rw_pointer_root(pointer);
  if (LLVMGetTypeKind(LLVMTypeOf(root)) != LLVMPointerTypeKind) return;
  if (LLVMIsAAllocaInst(root) || LLVMIsAGlobalValue(root)) return;
  check(w, is_equal(w, root, LLVMConstNull(LLVMTypeOf(root))),
        PROPERTY_NULL_DEREF);
}

/* Accesses by an intrinsic: how many of its first operands are pointers. */
static unsigned n_accessed(LLVMValueRef callee) {
  size_t n;
  const char *name = LLVMGetValueName2(callee, &n);
  if (strncmp(name, "llvm.memcpy.", 12) == 0 ||
      strncmp(name, "llvm.memmove.", 13) == 0)
    return 2;
  return strncmp(name, "llvm.memset.", 12) == 0 ? 1 : 0;
}

static void guard_call(Writer *w, LLVMValueRef i) {
  LLVMValueRef callee = fe_strip_alias(LLVMGetCalledValue(i));
  if (LLVMIsAInlineAsm(callee)) return;
  if (!LLVMIsAFunction(callee)) {
    guard_pointer(w, callee);
    return;
  }
  for (unsigned k = 0; k < n_accessed(callee); k++)
    guard_pointer(w, LLVMGetOperand(i, k));
}

static void guard_access(Writer *w, LLVMValueRef i) {
  if (LLVMIsALoadInst(i)) guard_pointer(w, LLVMGetOperand(i, 0));
  if (LLVMIsAStoreInst(i)) guard_pointer(w, LLVMGetOperand(i, 1));
  if (LLVMIsACallInst(i)) guard_call(w, i);
}

/* ---- checks that the compiler made ---- */

/* The property it violates; COUNT: it is none. */
static PropertyKind failed_check(LLVMValueRef i) {
  size_t n;
  if (!LLVMIsACallInst(i)) return PROPERTY_COUNT;
  const char *callee = LLVMGetValueName2(LLVMGetCalledValue(i), &n);
  if (strcmp(callee, FE_VIOLATES_INIT) == 0) return PROPERTY_VALID_INIT;
  if (strcmp(callee, "llvm.ubsantrap") != 0) return PROPERTY_COUNT;
  switch (LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0))) {
  case FE_BAD_DIVISOR: return PROPERTY_NO_DIV_ZERO;
  case FE_BAD_AMOUNT: return PROPERTY_NO_BAD_SHIFT;
  default: return PROPERTY_NO_OVERFLOW;
  }
}

/* ---- all of them ---- */

static void guard_block(Writer *w, LLVMBasicBlockRef block, bool is_own) {
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  for (; i; i = LLVMGetNextInstruction(i)) {
    if (LLVMIsAPHINode(i)) continue;
    LLVMPositionBuilderBefore(w->builder, i);
    if (checks(w, PROPERTY_NULL_DEREF)) guard_access(w, i);
    if (!is_own) guard_arithmetic(w, i);
    PropertyKind failed = failed_check(i);
    if (failed != PROPERTY_COUNT && checks(w, failed))
      check(w, LLVMConstAllOnes(LLVMInt1TypeInContext(w->context)), failed);
  }
}

/* Is its arithmetic a model's own business? */
static bool is_models_own(LLVMValueRef f) {
  size_t n;
  return fe_is_model(f) && !strstr(LLVMGetValueName2(f, &n), PROG_OPERATION);
}

void rw_add_guards(Writer *w) {
  if (!(w->replay->property->kinds & ~(uint32_t)PROPERTY_OWN_ERRORS)) return;
  LLVMValueRef f = LLVMGetFirstFunction(w->module);
  for (; f; f = LLVMGetNextFunction(f)) {
    LLVMBasicBlockRef b =
        LLVMIsDeclaration(f) ? NULL : LLVMGetFirstBasicBlock(f);
    for (; b; b = LLVMGetNextBasicBlock(b)) guard_block(w, b, is_models_own(f));
  }
}
