/* SPDX-License-Identifier: MIT
 *
 * Lifetimes of objects, in replay bitcode.
 *
 * The harness has a table of the live objects.  It knows the globals and makes
 * the heap's itself; locals are reported to it here, where they are made and
 * when their activation ends.  In front of each access it is asked whether the
 * bytes lie in a live object, and in front of each free whether a live heap
 * object starts there.  The addresses are the machine's, and so is the
 * answer.
 *
 * Each question carries the position of its instruction: a violation counts
 * only at the position where the interpreter met it.  So an object that was not
 * reported (the registers' area of variable arguments) does no harm. */
#include "replay/bitcode/bitcode_int.h"

static LLVMValueRef number(LLVMTypeRef type, uint64_t value) {
  return LLVMConstInt(type, value, 0);
}

static LLVMValueRef widen(Writer *w, LLVMValueRef value) {
  assert(LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind);
  return LLVMBuildIntCast2(w->builder, value, w->i64, 0, "");
}

/* ---- locals ---- */

static void report_alloca(Writer *w, LLVMValueRef i) {
  assert(LLVMIsAAllocaInst(i));
  LLVMPositionBuilderBefore(w->builder, LLVMGetNextInstruction(i));
  uint64_t size = LLVMABISizeOfType(w->r->layout, LLVMGetAllocatedType(i));
  LLVMValueRef count = widen(w, LLVMGetOperand(i, 0));
  LLVMValueRef bytes =
      LLVMBuildMul(w->builder, count, number(w->i64, size), "");
  rw_call(w, w->object, (LLVMValueRef[]){i, bytes}, 2);
}

/* Copies of arguments are the callee's. */
static void report_arguments(Writer *w, LLVMValueRef f) {
  for (unsigned k = 0; k < LLVMCountParams(f); k++) {
    LLVMAttributeRef byval =
        LLVMGetEnumAttributeAtIndex(f, k + 1, w->r->kind_byval);
    if (!byval) continue;
    LLVMTypeRef type = LLVMGetTypeAttributeValue(byval);
    LLVMValueRef size = number(w->i64, LLVMABISizeOfType(w->r->layout, type));
    rw_call(w, w->object, (LLVMValueRef[]){LLVMGetParam(f, k), size}, 2);
  }
}

/* Report the activation at its start and in front of each return. */
static void frame_function(Writer *w, LLVMValueRef f) {
  assert(!LLVMIsDeclaration(f));
  size_t length;
  const char *name = LLVMGetValueName2(f, &length);
  bool is_entry = strcmp(name, w->replay->property->entry) == 0;
  LLVMBasicBlockRef b = LLVMGetEntryBasicBlock(f);
  LLVMPositionBuilderBefore(w->builder, LLVMGetFirstInstruction(b));
  LLVMValueRef mark = rw_call(w, w->enter, NULL, 0);
  report_arguments(w, f);
  for (b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (!end || !LLVMIsAReturnInst(end)) continue;
    LLVMPositionBuilderBefore(w->builder, end);
    if (is_entry) rw_call(w, w->returning, &mark, 1);
    rw_call(w, w->leave, &mark, 1);
  }
}

/* ---- accesses ---- */

typedef enum AccessKind { ACCESS_READ, ACCESS_WRITE } AccessKind;

static void ask(Writer *w, LLVMValueRef i, LLVMValueRef at, LLVMValueRef bytes,
                AccessKind access) {
  assert(LLVMGetTypeKind(LLVMTypeOf(bytes)) == LLVMIntegerTypeKind);
  LLVMValueRef args[] = {rw_pointer_root(at),
                         at,
                         bytes,
                         number(w->i32, access == ACCESS_WRITE),
                         number(w->i32, LLVMGetDebugLocLine(i)),
                         number(w->i32, LLVMGetDebugLocColumn(i))};
  if (LLVMTypeOf(args[0]) != w->pointer || LLVMTypeOf(at) != w->pointer) return;
  rw_call(w, w->access, args, 6);
}

static LLVMValueRef size_of(Writer *w, LLVMTypeRef type) {
  return number(w->i64, LLVMStoreSizeOfType(w->r->layout, type));
}

static void ask_free(Writer *w, LLVMValueRef i) {
  assert(LLVMGetNumArgOperands(i) >= 1);
  LLVMValueRef args[] = {LLVMGetOperand(i, 0),
                         number(w->i32, LLVMGetDebugLocLine(i)),
                         number(w->i32, LLVMGetDebugLocColumn(i))};
  rw_call(w, w->freeing, args, 3);
}

static void ask_call(Writer *w, LLVMValueRef i) {
  LLVMValueRef callee = fe_strip_alias(LLVMGetCalledValue(i));
  size_t length;
  if (LLVMIsAInlineAsm(callee)) return;
  if (!LLVMIsAFunction(callee)) {
    LLVMValueRef bad = LLVMBuildICmp(w->builder, LLVMIntEQ, callee,
                                     LLVMConstNull(LLVMTypeOf(callee)), "");
    bad = LLVMBuildZExt(w->builder, bad, w->i32, "");
    rw_call(w, w->check,
            (LLVMValueRef[]){bad, number(w->i32, PROPERTY_VALID_DEREF)}, 2);
    return;
  }
  const char *name = LLVMGetValueName2(callee, &length);
  bool copies = text_starts_with(name, "llvm.memcpy.") ||
                text_starts_with(name, "llvm.memmove.");
  bool ranges = copies || text_starts_with(name, "llvm.memset.");
  bool begins = text_starts_with(name, "llvm.lifetime.start.");
  if (begins || text_starts_with(name, "llvm.lifetime.end."))
    rw_call(w, w->life,
            (LLVMValueRef[]){LLVMGetOperand(i, 1), number(w->i32, begins)}, 2);
  if (strcmp(name, "__cutpoint_free") == 0) ask_free(w, i);
  if (copies)
    ask(w, i, LLVMGetOperand(i, 1), widen(w, LLVMGetOperand(i, 2)),
        ACCESS_READ);
  if (ranges)
    ask(w, i, LLVMGetOperand(i, 0), widen(w, LLVMGetOperand(i, 2)),
        ACCESS_WRITE);
  if (strcmp(name, "__cutpoint_havoc") == 0 ||
      strcmp(name, "__VERIFIER_nondet_memory") == 0)
    ask(w, i, LLVMGetOperand(i, 0), widen(w, LLVMGetOperand(i, 1)),
        ACCESS_WRITE);
  if (strcmp(name, "__cutpoint_havoc_object") == 0)
    ask(w, i, LLVMGetOperand(i, 0), number(w->i64, 1), ACCESS_WRITE);
}

static void ask_inst(Writer *w, LLVMValueRef i) {
  LLVMPositionBuilderBefore(w->builder, i);
  LLVMSetCurrentDebugLocation2(w->builder, NULL);
  if (LLVMIsALoadInst(i))
    ask(w, i, LLVMGetOperand(i, 0), size_of(w, LLVMTypeOf(i)), ACCESS_READ);
  if (LLVMIsAStoreInst(i))
    ask(w, i, LLVMGetOperand(i, 1),
        size_of(w, LLVMTypeOf(LLVMGetOperand(i, 0))), ACCESS_WRITE);
  if (LLVMIsACallInst(i)) ask_call(w, i);
}

/* ---- all of them ---- */

static void guard_function(Writer *w, LLVMValueRef f) {
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
  for (; b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef i = LLVMGetFirstInstruction(b), next;
    for (; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (LLVMIsAPHINode(i)) continue;
      if (LLVMIsAAllocaInst(i))
        report_alloca(w, i);
      else
        ask_inst(w, i);
    }
  }
  frame_function(w, f);
}

/* What no program has is not looked at. */
static bool is_for_runs(LLVMValueRef f) {
  size_t n;
  return strstr(LLVMGetValueName2(f, &n), FE_WORLD) != NULL;
}

void rw_add_memory_guards(Writer *w) {
  if (!prog_property_is_memory(w->replay->property)) return;
  LLVMValueRef f = LLVMGetFirstFunction(w->module);
  for (; f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !is_for_runs(f)) guard_function(w, f);
}
