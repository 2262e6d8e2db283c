/* SPDX-License-Identifier: MIT
 *
 * Where the program starts.  A main that looks at its arguments is called by
 * a function of the library models (models/start.c), which makes them; so they
 * are objects like all others, for the engines as well as in a replay.  A main
 * that does not look at them starts by itself: nothing is made for nobody.
 *
 * Most programs look at argv[1] and perhaps argv[2], by constant indices.  For
 * them no loop makes strings: the first few are made one by one, and what is
 * behind them nobody reads. */
#include "frontend/read/reader.h"

#define START_ENVIRONMENT PROG_START "_with_environment"
#define START_FEW         PROG_START "_with_" /* and how many */
#define CALLS_MAIN        "__cutpoint_main"

/* How a vector of strings is looked at: not, only the first, ... the first
 * three, or in any way. */
enum { LOOK_NOT, LOOK_MOST = 3, LOOK_ANY };

static bool is_only_loaded(LLVMValueRef address) {
  for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u))
    if (!LLVMIsALoadInst(LLVMGetUser(u))) return false;
  return true;
}

/* One of the first strings, by a constant index. */
static unsigned look_by(LLVMValueRef use) {
  if (LLVMIsALoadInst(use)) return 1; /* argv[0] */
  if (!LLVMIsAGetElementPtrInst(use) || LLVMGetNumOperands(use) != 2)
    return LOOK_ANY;
  LLVMValueRef index = LLVMGetOperand(use, 1);
  LLVMTypeKind element = LLVMGetTypeKind(LLVMGetGEPSourceElementType(use));
  if (element != LLVMPointerTypeKind || !LLVMIsAConstantInt(index) ||
      LLVMConstIntGetZExtValue(index) >= LOOK_MOST || !is_only_loaded(use))
    return LOOK_ANY;
  return 1 + (unsigned)LLVMConstIntGetZExtValue(index);
}

static unsigned look_at_vector(LLVMValueRef loaded) {
  unsigned look = LOOK_NOT;
  for (LLVMUseRef u = LLVMGetFirstUse(loaded); u; u = LLVMGetNextUse(u)) {
    unsigned here = look_by(LLVMGetUser(u));
    if (here > look) look = here;
  }
  return look;
}

/* Of a parameter.  clang stores each one into its slot on the stack first. */
static unsigned look_at(LLVMValueRef param) {
  unsigned look = LOOK_NOT;
  for (LLVMUseRef u = LLVMGetFirstUse(param); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef store = LLVMGetUser(u);
    if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 0) != param)
      return LOOK_ANY;
    LLVMValueRef slot = LLVMGetOperand(store, 1);
    if (!LLVMIsAAllocaInst(slot)) return LOOK_ANY;
    for (LLVMUseRef s = LLVMGetFirstUse(slot); s; s = LLVMGetNextUse(s)) {
      LLVMValueRef load = LLVMGetUser(s);
      if (load == store) continue;
      unsigned here = LLVMIsALoadInst(load) ? look_at_vector(load) : LOOK_ANY;
      if (here > look) look = here;
    }
  }
  return look;
}

/* The function that makes what main looks at; NULL: nothing is to be made. */
static const char *start_for(LLVMValueRef entry) {
  static const char *const names[LOOK_ANY + 1] = {
      NULL, START_FEW "1", START_FEW "2", START_FEW "3", PROG_START};
  unsigned n = LLVMCountParams(entry);
  unsigned looks[2] = {LOOK_NOT, LOOK_NOT};
  for (unsigned i = 1; i < n && i <= 2; i++) {
    LLVMValueRef param = LLVMGetParam(entry, i);
    if (fe_is_pointer(param)) looks[i - 1] = look_at(param);
  }
  if (n > 3) return NULL;
  return looks[1] ? START_ENVIRONMENT : names[looks[0]];
}

void fe_ask_for_start(LLVMModuleRef user) {
  LLVMValueRef entry = LLVMGetNamedFunction(user, "main");
  if (!entry || LLVMIsDeclaration(entry)) return;
  const char *start = start_for(entry);
  if (!start) return;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(user));
  LLVMAddFunction(user, start, LLVMFunctionType(i32, NULL, 0, 0));
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
  const char *const others[] = {START_ENVIRONMENT, START_FEW "1", START_FEW "2",
                                START_FEW "3"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    LLVMValueRef start = LLVMGetNamedFunction(module, others[i]);
    if (start) LLVMSetValueName2(start, PROG_START, strlen(PROG_START));
  }
}

LLVMValueRef rd_entry(LLVMModuleRef module, const char *name) {
  LLVMValueRef start = LLVMGetNamedFunction(module, PROG_START);
  if (start && strcmp(name, "main") == 0) return start;
  return LLVMGetNamedFunction(module, name);
}
