/* SPDX-License-Identifier: MIT
 *
 * Calls that end the program, or not, as an argument says.
 *
 * error() and error_at_line() of glibc come back only if their first argument
 * is 0; nothing in their declaration says so.  Behind such a call stands one of
 * a model that ends the program (models/end.c).  A function of the program's
 * own with that name has a body, or another type. */
#include "frontend/library/library.h"
#include "frontend/module.h"

#include <llvm-c/DebugInfo.h>

static const struct Row {
  const char *name;
  unsigned format; /* which argument that is */
} rows[] = {{"error", 2}, {"error_at_line", 4}};

/* Numbers, pointers and a format, behind which there is anything. */
static bool is_meant(LLVMValueRef f, const struct Row *row) {
  LLVMTypeRef type = LLVMGlobalGetValueType(f);
  LLVMTypeRef number =
      LLVMInt32TypeInContext(LLVMGetModuleContext(LLVMGetGlobalParent(f)));
  LLVMTypeRef params[8];
  unsigned n = LLVMCountParamTypes(type);
  if (!LLVMIsDeclaration(f) || !LLVMIsFunctionVarArg(type) ||
      n != row->format + 1)
    return false;
  assert(n <= 8);
  LLVMGetParamTypes(type, params);
  return params[0] == number && params[1] == number &&
         LLVMGetTypeKind(params[row->format]) == LLVMPointerTypeKind &&
         LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind;
}

/* If the call comes back, its first argument is 0. */
static void end_behind(LLVMBuilderRef builder, LLVMValueRef call) {
  LLVMValueRef after = LLVMGetNextInstruction(call);
  LLVMModuleRef module = LLVMGetGlobalParent(
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef number = LLVMInt32TypeInContext(context);
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(context), &number, 1, 0);
  LLVMValueRef code = LLVMGetOperand(call, 0);
  assert(after && LLVMTypeOf(code) == number);
  LLVMPositionBuilderBefore(builder, after);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMBuildCall2(builder, type, fe_function(module, "__cutpoint_ends", type),
                 &code, 1, "");
}

void fe_follow_ends(LLVMModuleRef units) {
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(units));
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    LLVMValueRef f = LLVMGetNamedFunction(units, rows[i].name);
    if (!f || !is_meant(f, &rows[i])) continue;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
      LLVMValueRef call = LLVMGetUser(u);
      if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == f)
        end_behind(builder, call);
    }
  }
  LLVMDisposeBuilder(builder);
}
