/* SPDX-License-Identifier: MIT
 *
 * Calls of the C library's own functions, in replay bitcode.
 *
 * Where a model says less than the real function does, the program has a call
 * of FE_REAL with the model's result and the arguments of the call
 * (frontend/library/format.c).  The reader takes the result; here the real
 * function is called, and its result is taken. */
#include "replay/bitcode/bitcode_int.h"

static void call_real(Writer *w, LLVMValueRef call, const char *name) {
  unsigned n = LLVMGetNumArgOperands(call);
  assert(n >= 2);
  LLVMValueRef *args = MEM_ARRAY(w->r->mem, LLVMValueRef, n);
  for (unsigned i = 1; i < n; i++) args[i - 1] = LLVMGetOperand(call, i);
  LLVMTypeRef first = LLVMTypeOf(args[0]);
  LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(call), &first, 1, 1);
  LLVMValueRef f = LLVMGetNamedFunction(w->module, name);
  if (!f) f = LLVMAddFunction(w->module, name, type);
  LLVMPositionBuilderBefore(w->builder, call);
  LLVMValueRef made = LLVMBuildCall2(w->builder, type, f, args, n - 1, "");
  LLVMReplaceAllUsesWith(call, made);
  LLVMInstructionEraseFromParent(call);
  MEM_FREE_ARRAY(w->r->mem, args, n);
}

/* The first call of the function; the table of all functions has its address,
 * too. */
static LLVMValueRef first_call(LLVMValueRef function) {
  for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u))
    if (LLVMIsACallInst(LLVMGetUser(u))) return LLVMGetUser(u);
  return NULL;
}

/* Nobody calls it any more. */
static void empty(Writer *w, LLVMValueRef function) {
  LLVMPositionBuilderAtEnd(
      w->builder, LLVMAppendBasicBlockInContext(w->context, function, ""));
  LLVMBuildUnreachable(w->builder);
  LLVMSetLinkage(function, LLVMInternalLinkage);
}

void rw_call_real(Writer *w) {
  LLVMValueRef last = LLVMGetLastFunction(w->module), next;
  for (LLVMValueRef f = LLVMGetFirstFunction(w->module); f; f = next) {
    next = f == last ? NULL : LLVMGetNextFunction(f);
    size_t n;
    const char *name = LLVMGetValueName2(f, &n);
    if (!LLVMIsDeclaration(f) || !text_starts_with(name, FE_REAL)) continue;
    LLVMValueRef call;
    while ((call = first_call(f))) call_real(w, call, name + strlen(FE_REAL));
    empty(w, f);
  }
}
