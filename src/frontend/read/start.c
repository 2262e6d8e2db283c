/* SPDX-License-Identifier: MIT
 *
 * Where the program starts.  A main that looks at its arguments is called by
 * a function of the library models (models/start.c), which makes them; so they
 * are objects like all others, for the engines as well as in a replay.  A main
 * that does not look at them starts by itself: nothing is made for nobody. */
#include "frontend/read/reader.h"

#define START_ENVIRONMENT PROG_START "_with_environment"
#define CALLS_MAIN        "__cutpoint_main"

/* Does anything but its own slot on the stack see the parameter?  clang
 * stores each one into its slot first. */
static bool is_looked_at(LLVMValueRef param) {
  for (LLVMUseRef u = LLVMGetFirstUse(param); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef store = LLVMGetUser(u);
    if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 0) != param)
      return true;
    LLVMValueRef slot = LLVMGetOperand(store, 1);
    if (!LLVMIsAAllocaInst(slot)) return true;
    for (LLVMUseRef s = LLVMGetFirstUse(slot); s; s = LLVMGetNextUse(s))
      if (LLVMGetUser(s) != store) return true;
  }
  return false;
}

/* Of the parameters of main that are vectors of strings: how many are there up
 * to the last that is looked at? */
static unsigned vectors_wanted(LLVMValueRef entry) {
  unsigned n = LLVMCountParams(entry), wanted = 0;
  for (unsigned i = 1; i < n && i <= 2; i++) {
    LLVMValueRef param = LLVMGetParam(entry, i);
    if (fe_is_pointer(param) && is_looked_at(param)) wanted = i;
  }
  return n <= 3 ? wanted : 0;
}

void fe_ask_for_start(LLVMModuleRef user) {
  LLVMValueRef entry = LLVMGetNamedFunction(user, "main");
  if (!entry || LLVMIsDeclaration(entry)) return;
  unsigned vectors = vectors_wanted(entry);
  if (vectors == 0) return;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(user));
  LLVMAddFunction(user, vectors == 1 ? PROG_START : START_ENVIRONMENT,
                  LLVMFunctionType(i32, NULL, 0, 0));
}

/* `call` of CALLS_MAIN becomes one of main, with its own type. */
static void call_main(LLVMBuilderRef builder, LLVMValueRef call,
                      LLVMValueRef entry) {
  LLVMTypeRef type = LLVMGlobalGetValueType(entry), params[3];
  unsigned n = LLVMCountParamTypes(type);
  LLVMValueRef args[3];
  require(n <= 3);
  LLVMGetParamTypes(type, params);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  args[0] =
      LLVMBuildIntCast2(builder, LLVMGetOperand(call, 0), params[0], 1, "");
  for (unsigned i = 1; i < n; i++) args[i] = LLVMGetOperand(call, i);
  LLVMValueRef made = LLVMBuildCall2(builder, type, entry, args, n, "");
  LLVMReplaceAllUsesWith(call, LLVMTypeOf(made) == LLVMTypeOf(call)
                                   ? made
                                   : LLVMConstNull(LLVMTypeOf(call)));
  LLVMInstructionEraseFromParent(call);
}

void fe_finish_start(LLVMModuleRef module) {
  LLVMValueRef stand_in = LLVMGetNamedFunction(module, CALLS_MAIN);
  LLVMValueRef entry = LLVMGetNamedFunction(module, "main");
  if (!stand_in || !entry) return;
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  LLVMUseRef use;
  while ((use = LLVMGetFirstUse(stand_in)))
    call_main(builder, LLVMGetUser(use), entry);
  LLVMDeleteFunction(stand_in);
  LLVMDisposeBuilder(builder);
  LLVMValueRef start = LLVMGetNamedFunction(module, START_ENVIRONMENT);
  if (start) LLVMSetValueName2(start, PROG_START, strlen(PROG_START));
}

LLVMValueRef rd_entry(LLVMModuleRef module, const char *name) {
  LLVMValueRef start = LLVMGetNamedFunction(module, PROG_START);
  if (start && strcmp(name, "main") == 0) return start;
  return LLVMGetNamedFunction(module, name);
}
