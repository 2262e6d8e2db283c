/* SPDX-License-Identifier: MIT
 *
 * Calls of the C library's own functions, in replay bitcode.
 *
 * Where a model says less than the real function does, the program has a call
 * of FE_REAL with the model's result and the arguments of the call
 * (frontend/library/format.c).  The reader takes the result; here the real
 * function is called, and its result is taken.
 *
 * What the model stored before that would be left where the real function
 * stores nothing.  So between two calls of FE_DRY the harness fills no memory,
 * and the other stores of these models go to where it says. */
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

/* Models that may stand for a real function. */
static bool stands_for_real(LLVMValueRef f) {
  static const char *const prefixes[] = {"__cutpoint_scan_", "__cutpoint_text_",
                                         "__cutpoint_writes"};
  size_t n;
  const char *name = LLVMGetValueName2(f, &n);
  if (text_starts_with(name, RW_PRIVATE)) name += strlen(RW_PRIVATE);
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (text_starts_with(name, prefixes[i])) return !LLVMIsDeclaration(f);
  return false;
}

static void redirect_stores(Writer *w, LLVMValueRef f, LLVMValueRef place) {
  LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
  for (; b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsAStoreInst(i)) continue;
      LLVMValueRef to = LLVMGetOperand(i, 1);
      if (LLVMIsAAllocaInst(to)) continue;
      LLVMPositionBuilderBefore(w->builder, i);
      LLVMSetOperand(i, 1, rw_call(w, place, &to, 1));
    }
}

static void redirect_all_stores(Writer *w) {
  LLVMTypeRef type = LLVMFunctionType(w->pointer, &w->pointer, 1, 0);
  LLVMValueRef place = LLVMAddFunction(w->module, "__cp_place", type);
  for (LLVMValueRef f = LLVMGetFirstFunction(w->module); f;
       f = LLVMGetNextFunction(f))
    if (stands_for_real(f)) redirect_stores(w, f, place);
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
  redirect_all_stores(w);
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

/* ---- variables of the library ---- */

static bool has_function(Writer *w, const char *const *names) {
  for (; *names; names++)
    if (LLVMGetNamedFunction(w->module, *names)) return true;
  return false;
}

/* A stream: some address. */
static LLVMValueRef some_stream(Writer *w) {
  LLVMTypeRef room = LLVMArrayType2(w->i64, 32);
  LLVMValueRef stream = LLVMAddGlobal(w->module, room, "");
  LLVMSetInitializer(stream, LLVMConstNull(room));
  LLVMSetLinkage(stream, LLVMInternalLinkage);
  return stream;
}

bool fe_replay_starts(const char *variable) {
  static const char *const names[] = {"optarg",
                                      "optind",
                                      "opterr",
                                      "optopt",
                                      "stdin",
                                      "stdout",
                                      "stderr",
                                      "environ",
                                      "__environ",
                                      "timezone",
                                      "tzname",
                                      "daylight",
                                      "signgam",
                                      "sys_errlist",
                                      "sys_nerr",
                                      "sys_siglist",
                                      "program_invocation_name",
                                      "program_invocation_short_name"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(variable, names[i]) == 0) return false;
  return true;
}

/* Variables that the library sets before main. */
static const char *const set_by_library[] = {
    " __environ _environ environ ",
    " __libc_single_threaded __progname __progname_full __tzname in6addr_any ",
    " in6addr_loopback program_invocation_name program_invocation_short_name ",
    " tzname ", NULL};

LLVMValueRef rw_start_value(Writer *w, LLVMValueRef variable) {
  static const char *const options[] = {"getopt", "getopt_long",
                                        "getopt_long_only", NULL};
  static const struct {
    const char *name;
    int value; /* -1: an address */
  } known[] = {{"optarg", 0}, {"optind", 1},  {"opterr", 1}, {"optopt", '?'},
               {"stdin", -1}, {"stdout", -1}, {"stderr", -1}};
  enum { OPTIONS = 4 }; /* so many of them are getopt's */
  assert(LLVMIsDeclaration(variable));
  LLVMTypeRef type = LLVMGlobalGetValueType(variable);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  size_t n;
  const char *name = LLVMGetValueName2(variable, &n);
  if (fe_is_listed(set_by_library, name)) return NULL;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strcmp(name, known[i].name) != 0) continue;
    if (i < OPTIONS && has_function(w, options)) return NULL;
    if (known[i].value > 0 && kind == LLVMIntegerTypeKind)
      return LLVMConstInt(type, (unsigned long long)known[i].value, 0);
    if (known[i].value < 0 && type == w->pointer) return some_stream(w);
  }
  return LLVMConstNull(type);
}
