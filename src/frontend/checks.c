/* SPDX-License-Identifier: MIT
 *
 * Clang's own checks: those that are kept, and those that vanish.
 *
 * Problem.  Each property of arithmetic needs checks that only clang can make,
 * and must see none of the others: a check that fails ends the run.  Running
 * the compiler once for each property takes longer than all else that is done
 * for a small program.
 *
 * Idea.  It runs once, with all checks, in a way that tells them apart.  A
 * signed operation that overflows traps (llvm.ubsantrap); a divisor of zero or
 * a bad amount of a shift calls a handler that returns.  Clang joins checks of
 * one operation only where the same is to happen, so each has a branch of its
 * own:
 *
 *     b:       %ok = ...                      the check, marked !nosanitize
 *              br %ok, cont, failed
 *     failed:  trap, or call of a handler
 *     cont:    the operation
 *
 * A check that is kept traps with a number of its own.  One that vanishes takes
 * with it what only it needs: all that is marked and has no use.  Then b and
 * cont are one block again, as they are without the check.  Two more things
 * are different with checks, and are put back:
 *
 *   - an addition, subtraction or multiplication is an intrinsic function that
 *     also says whether it overflows: it becomes the plain operation;
 *   - what a left shift loses is computed in a block of its own, where the
 *     amount is good; the result comes through a phi. */
#include "frontend/checks.h"

#include "frontend/module.h"

#include <llvm-c/DebugInfo.h>

#define DIVISION_HANDLER "__ubsan_handle_divrem_overflow_minimal"
#define SHIFT_HANDLER    "__ubsan_handle_shift_out_of_bounds_minimal"

typedef struct Settle {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  unsigned md_check; /* what belongs to a check */
} Settle;

/* ---- what belongs to a check ---- */

static bool is_of_check(const Settle *s, LLVMValueRef value) {
  return LLVMIsAInstruction(value) && LLVMGetMetadata(value, s->md_check);
}

/* The jump that is left belongs to the check that was here. */
static void jump_to(Settle *s, LLVMValueRef old, LLVMBasicBlockRef to) {
  LLVMPositionBuilderBefore(s->builder, old);
  LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(old));
  LLVMValueRef jump = LLVMBuildBr(s->builder, to);
  LLVMSetMetadata(jump, s->md_check, LLVMGetMetadata(old, s->md_check));
  LLVMInstructionEraseFromParent(old);
}

/* An operation that nobody asks any more whether it overflows. */
static void make_plain(Settle *s, LLVMValueRef call, LLVMValueRef result) {
  static const struct {
    const char *intrinsic;
    LLVMValueRef (*build)(LLVMBuilderRef, LLVMValueRef, LLVMValueRef,
                          const char *);
    const char *name; /* as clang's */
  } rows[] = {{"llvm.sadd.with.overflow.", LLVMBuildNSWAdd, "add"},
              {"llvm.ssub.with.overflow.", LLVMBuildNSWSub, "sub"},
              {"llvm.smul.with.overflow.", LLVMBuildNSWMul, "mul"}};
  size_t n, row = 0;
  const char *callee = LLVMGetValueName2(LLVMGetCalledValue(call), &n);
  while (row < 3 && !text_starts_with(callee, rows[row].intrinsic)) row++;
  require(row < 3);
  LLVMPositionBuilderBefore(s->builder, call);
  LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(call));
  LLVMReplaceAllUsesWith(
      result, rows[row].build(s->builder, LLVMGetOperand(call, 0),
                              LLVMGetOperand(call, 1), rows[row].name));
  LLVMInstructionEraseFromParent(result);
  LLVMInstructionEraseFromParent(call);
}

/* The pair of a result and whether it overflows, of which only the result is
 * used. */
static bool is_result_only(const Settle *s, LLVMValueRef pair) {
  if (!is_of_check(s, pair) || !LLVMIsACallInst(pair)) return false;
  LLVMUseRef use = LLVMGetFirstUse(pair);
  return use && !LLVMGetNextUse(use);
}

static void erase_unused(Settle *s, LLVMValueRef value);

/* The diamond of a left shift: the phi is 1 if the amount is bad, else what the
 * block in between computes.  Nobody uses the phi. */
static void erase_diamond(Settle *s, LLVMValueRef phi) {
  require(LLVMCountIncoming(phi) == 2);
  LLVMBasicBlockRef cont = LLVMGetInstructionParent(phi);
  LLVMBasicBlockRef before = LLVMGetIncomingBlock(phi, 0);
  LLVMBasicBlockRef between = LLVMGetIncomingBlock(phi, 1);
  LLVMValueRef lost = LLVMGetIncomingValue(phi, 1);
  LLVMValueRef jump = LLVMGetBasicBlockTerminator(before);
  require(LLVMIsConditional(jump) &&
          LLVMIsConstant(LLVMGetIncomingValue(phi, 0)));
  LLVMValueRef amount_is_good = LLVMGetCondition(jump);
  LLVMInstructionEraseFromParent(phi);
  erase_unused(s, lost);
  jump_to(s, jump, cont);
  LLVMDeleteBasicBlock(between);
  erase_unused(s, amount_is_good);
}

/* Takes away what belongs to a check and has no use, and what it was made
 * from.  A check is a few instructions deep. */
static void erase_unused(Settle *s, LLVMValueRef value) {
  if (is_result_only(s, value))
    make_plain(s, value, LLVMGetUser(LLVMGetFirstUse(value)));
  else if (is_of_check(s, value) && !LLVMGetFirstUse(value) &&
           LLVMIsAPHINode(value))
    erase_diamond(s, value);
  else if (is_of_check(s, value) && !LLVMGetFirstUse(value)) {
    LLVMValueRef operands[2];
    unsigned n = (unsigned)LLVMGetNumOperands(value);
    require(n <= 2 && !LLVMIsACallInst(value));
    for (unsigned i = 0; i < n; i++) operands[i] = LLVMGetOperand(value, i);
    LLVMInstructionEraseFromParent(value);
    for (unsigned i = 0; i < n; i++)
      if (i == 0 || operands[i] != operands[0]) erase_unused(s, operands[i]);
  }
}

/* ---- checks that vanish ---- */

/* The block that a failed check leads to, and all that it is for. */
static void drop_check(Settle *s, LLVMBasicBlockRef failed) {
  LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(failed));
  require(use && !LLVMGetNextUse(use));
  LLVMValueRef jump = LLVMGetUser(use);
  require(LLVMIsABranchInst(jump) && LLVMIsConditional(jump));
  LLVMValueRef condition = LLVMGetCondition(jump);
  LLVMBasicBlockRef cont = LLVMGetSuccessor(jump, 0);
  require(cont != failed);
  jump_to(s, jump, cont);
  LLVMDeleteBasicBlock(failed);
  erase_unused(s, condition);
}

/* Does the block end in a jump that a check left, to where no other leads? */
static bool goes_on_in_next(const Settle *s, LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  if (!end || !is_of_check(s, end) || !LLVMIsABranchInst(end) ||
      LLVMIsConditional(end))
    return false;
  LLVMBasicBlockRef to = LLVMGetSuccessor(end, 0);
  LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(to));
  return to != block && !LLVMGetNextUse(use) &&
         !LLVMIsAPHINode(LLVMGetFirstInstruction(to));
}

/* The next block becomes a part of this one. */
static void join_next(Settle *s, LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block), next;
  LLVMBasicBlockRef to = LLVMGetSuccessor(end, 0);
  LLVMInstructionEraseFromParent(end);
  LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(to), /* in phis behind */
                         LLVMBasicBlockAsValue(block));
  LLVMPositionBuilderAtEnd(s->builder, block);
  LLVMSetCurrentDebugLocation2(s->builder, NULL); /* they keep their own */
  for (LLVMValueRef i = LLVMGetFirstInstruction(to); i; i = next) {
    char name[64]; /* the builder gives it one */
    size_t n;
    next = LLVMGetNextInstruction(i);
    snprintf(name, sizeof name, "%s", LLVMGetValueName2(i, &n));
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilderWithName(s->builder, i, name);
  }
  LLVMDeleteBasicBlock(to);
}

static void join_blocks(Settle *s) {
  LLVMValueRef f = LLVMGetFirstFunction(s->module);
  for (; f; f = LLVMGetNextFunction(f)) {
    LLVMBasicBlockRef b =
        LLVMIsDeclaration(f) ? NULL : LLVMGetFirstBasicBlock(f);
    for (; b; b = LLVMGetNextBasicBlock(b))
      while (goes_on_in_next(s, b)) join_next(s, b);
  }
}

/* ---- checks that are kept ---- */

/* A handler that returns becomes a trap. */
static void keep_check(Settle *s, LLVMValueRef call, unsigned number) {
  LLVMBasicBlockRef failed = LLVMGetInstructionParent(call);
  unsigned id = LLVMLookupIntrinsicID("llvm.ubsantrap", 14);
  LLVMValueRef trap = LLVMGetIntrinsicDeclaration(s->module, id, NULL, 0);
  LLVMTypeRef type = LLVMGlobalGetValueType(trap), byte;
  LLVMGetParamTypes(type, &byte);
  LLVMValueRef value = LLVMConstInt(byte, number, 0);
  LLVMPositionBuilderBefore(s->builder, call);
  LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(call));
  LLVMBuildCall2(s->builder, type, trap, &value, 1, "");
  LLVMBuildUnreachable(s->builder);
  while (call) {
    LLVMValueRef next = LLVMGetNextInstruction(call);
    LLVMInstructionEraseFromParent(call);
    call = next;
  }
  assert(LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(failed)));
  (void)failed;
}

/* ---- all of them ---- */

/* Calls of what a failed check calls.  `number`: 0 if they stay as they are. */
static void settle_calls(Settle *s, const char *callee, bool is_kept,
                         unsigned number) {
  LLVMValueRef f = LLVMGetNamedFunction(s->module, callee);
  LLVMUseRef next;
  for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL; u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef call = LLVMGetUser(u);
    if (!is_of_check(s, call)) continue;
    if (!is_kept)
      drop_check(s, LLVMGetInstructionParent(call));
    else if (number)
      keep_check(s, call, number);
  }
  if (f && !LLVMGetFirstUse(f)) LLVMDeleteFunction(f);
}

/* Constants that describe what a check looks at. */
static void erase_descriptions(Settle *s) {
  LLVMValueRef next;
  for (LLVMValueRef g = LLVMGetFirstGlobal(s->module); g; g = next) {
    size_t n;
    const char *name = LLVMGetValueName2(g, &n);
    next = LLVMGetNextGlobal(g);
    if (LLVMGetLinkage(g) == LLVMPrivateLinkage && !LLVMGetFirstUse(g) &&
        (n == 0 || text_starts_with(name, ".src")))
      LLVMDeleteGlobal(g);
  }
}

void fe_settle_checks(LLVMModuleRef module, uint32_t made, uint32_t kept) {
  require((kept & ~made) == 0);
  if (!made) return;
  LLVMContextRef context = LLVMGetModuleContext(module);
  Settle s = {.module = module,
              .builder = LLVMCreateBuilderInContext(context),
              .md_check = LLVMGetMDKindIDInContext(context, "nosanitize", 10)};
  /* The C API of LLVM 19 moves debug intrinsics, not debug records. */
  LLVMSetIsNewDbgInfoFormat(module, 0);
  settle_calls(&s, "llvm.ubsantrap", kept & FE_CHECK_OVERFLOW, 0);
  settle_calls(&s, DIVISION_HANDLER, kept & FE_CHECK_DIVISION, FE_BAD_DIVISOR);
  settle_calls(&s, SHIFT_HANDLER, kept & FE_CHECK_SHIFT, FE_BAD_AMOUNT);
  if (kept != made) join_blocks(&s);
  erase_descriptions(&s);
  LLVMSetIsNewDbgInfoFormat(module, 1);
  LLVMDisposeBuilder(s.builder);
}
