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
 *     amount is good; the result comes through a phi.
 *
 * Operands that C does not evaluate are computed by clang all the same where it
 * asks whether they are constant: those go, with their checks, or a division by
 * zero in one would be an error that no run has. */
#include "frontend/checks.h"

#include "frontend/module.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

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

/* ---- operands that are not evaluated ---- */

/* Nobody uses it, and but for its failure nobody would notice it. */
static bool is_without_effect(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || LLVMGetFirstUse(value)) return false;
  return LLVMIsALoadInst(value)
             ? !LLVMGetVolatile(value)
             : LLVMIsAGetElementPtrInst(value) || LLVMIsACastInst(value) ||
                   LLVMIsABinaryOperator(value) || LLVMIsACmpInst(value) ||
                   LLVMIsAUnaryOperator(value) || LLVMIsASelectInst(value);
}

/* The block that the jump leads to if its check fails; NULL: it is no check. */
static LLVMBasicBlockRef failed_of(const Settle *s, LLVMValueRef jump) {
  if (!LLVMIsABranchInst(jump) || !LLVMIsConditional(jump) ||
      !is_of_check(s, jump))
    return NULL;
  LLVMBasicBlockRef to = LLVMGetSuccessor(jump, 1);
  LLVMValueRef call = LLVMGetFirstInstruction(to);
  return is_of_check(s, call) && LLVMIsACallInst(call) ? to : NULL;
}

/* The jump of a check that alone leads to the block, but for a handler that
 * returns; NULL: there is none. */
static LLVMValueRef check_before(const Settle *s, LLVMBasicBlockRef block) {
  LLVMValueRef jump = NULL;
  unsigned others = 0, handlers = 0;
  LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
  for (; u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsABranchInst(user) || !is_of_check(s, user))
      others++;
    else if (!LLVMIsConditional(user))
      handlers++;
    else if (failed_of(s, user) && !jump)
      jump = user;
    else
      others++;
  }
  return others || handlers > 1 ? NULL : jump;
}

/* Is what failed a division or a shift, as this operation?  Clang's numbers. */
static bool is_about(LLVMBasicBlockRef failed, LLVMValueRef operation) {
  enum { BAD_QUOTIENT = 3, BAD_SHIFT = 20 };
  LLVMOpcode op = LLVMGetInstructionOpcode(operation);
  bool is_shift = op == LLVMShl || op == LLVMLShr || op == LLVMAShr;
  LLVMValueRef call = LLVMGetFirstInstruction(failed);
  size_t n;
  assert(LLVMIsACallInst(call));
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &n);
  if (strcmp(name, "llvm.ubsantrap") == 0)
    return LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)) ==
           (is_shift ? BAD_SHIFT : BAD_QUOTIENT);
  return strcmp(name, is_shift ? SHIFT_HANDLER : DIVISION_HANDLER) == 0;
}

/* Checks stand right in front of the operation, one block each. */
static void drop_checks_before(Settle *s, LLVMValueRef operation) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(operation), failed;
  LLVMValueRef first = operation;
  assert(!LLVMGetFirstUse(operation));
  while (LLVMGetFirstInstruction(block) == first) {
    LLVMValueRef jump = check_before(s, block);
    failed = jump ? failed_of(s, jump) : NULL;
    if (!failed || !is_about(failed, operation)) return;
    block = LLVMGetInstructionParent(jump);
    drop_check(s, failed);
    first = LLVMGetFirstInstruction(block);
    if (!is_of_check(s, first)) return;
  }
}

/* The result of an operation that also says whether it overflows becomes that
 * of the plain one, which is given back; else the value itself. */
static LLVMValueRef without_check(Settle *s, LLVMValueRef value) {
  if (!LLVMIsAExtractValueInst(value) || !is_of_check(s, value)) return value;
  LLVMValueRef pair = LLVMGetOperand(value, 0), before;
  LLVMBasicBlockRef block = LLVMGetInstructionParent(pair), failed = NULL;
  assert(LLVMIsACallInst(pair) && is_of_check(s, pair));
  for (LLVMUseRef u = LLVMGetFirstUse(pair); u; u = LLVMGetNextUse(u)) {
    LLVMUseRef flag = LLVMGetFirstUse(LLVMGetUser(u));
    LLVMUseRef inverse = flag ? LLVMGetFirstUse(LLVMGetUser(flag)) : NULL;
    if (LLVMGetUser(u) != value && inverse)
      failed = failed_of(s, LLVMGetUser(inverse));
  }
  if (!failed) return value;
  before = LLVMGetPreviousInstruction(pair);
  drop_check(s, failed);
  return before ? LLVMGetNextInstruction(before)
                : LLVMGetFirstInstruction(block);
}

enum { OPERAND_MOST = 256 }; /* parts of an operand that wait to be erased */

static unsigned add_once(LLVMValueRef *list, unsigned n, LLVMValueRef value) {
  for (unsigned i = 0; i < n; i++)
    if (list[i] == value) return n;
  assert(n < OPERAND_MOST);
  list[n] = value;
  return n + 1;
}

/* Takes away what is computed for this value alone, with its checks. */
static void erase_operand(Settle *s, LLVMValueRef value) {
  LLVMValueRef waiting[OPERAND_MOST];
  unsigned n = 0;
  waiting[n++] = value;
  while (n) {
    value = waiting[--n];
    if (LLVMIsAInstruction(value) && !LLVMGetFirstUse(value))
      value = without_check(s, value);
    if (!is_without_effect(value)) continue;
    drop_checks_before(s, value);
    LLVMValueRef parts[OPERAND_MOST];
    unsigned n_parts = (unsigned)LLVMGetNumOperands(value);
    if (n + n_parts > OPERAND_MOST) continue;
    for (unsigned i = 0; i < n_parts; i++) parts[i] = LLVMGetOperand(value, i);
    LLVMInstructionEraseFromParent(value);
    for (unsigned i = 0; i < n_parts; i++) n = add_once(waiting, n, parts[i]);
  }
}

/* __builtin_constant_p: no.  __builtin_object_size: not known. */
static void erase_question(Settle *s, LLVMValueRef call) {
  LLVMTypeRef type = LLVMTypeOf(call);
  assert(LLVMIsACallInst(call) && LLVMGetNumArgOperands(call) > 0);
  assert(LLVMGetTypeKind(type) == LLVMIntegerTypeKind);
  LLVMValueRef about = LLVMGetOperand(call, 0), answer = LLVMConstNull(type);
  if (LLVMGetNumArgOperands(call) > 1 && LLVMIsNull(LLVMGetOperand(call, 1)))
    answer = LLVMConstAllOnes(type); /* the most it may be */
  LLVMReplaceAllUsesWith(call, answer);
  LLVMInstructionEraseFromParent(call);
  erase_operand(s, about);
}

static bool is_question(LLVMValueRef function) {
  size_t n;
  const char *name = LLVMGetValueName2(function, &n);
  return text_starts_with(name, "llvm.is.constant.") ||
         text_starts_with(name, "llvm.objectsize.");
}

void fe_drop_unevaluated(LLVMModuleRef module) {
  LLVMValueRef f = LLVMGetFirstFunction(module);
  while (f && !is_question(f)) f = LLVMGetNextFunction(f);
  if (!f) return;
  LLVMContextRef context = LLVMGetModuleContext(module);
  Settle s = {.module = module,
              .builder = LLVMCreateBuilderInContext(context),
              .md_check = LLVMGetMDKindIDInContext(context, "nosanitize", 10)};
  LLVMSetIsNewDbgInfoFormat(module, 0);
  for (; f; f = LLVMGetNextFunction(f))
    for (LLVMUseRef u; is_question(f) && (u = LLVMGetFirstUse(f));)
      erase_question(&s, LLVMGetUser(u));
  join_blocks(&s);
  LLVMSetIsNewDbgInfoFormat(module, 1);
  LLVMDisposeBuilder(s.builder);
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
