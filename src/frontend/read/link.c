/* SPDX-License-Identifier: MIT
 *
 * Loading bitcode or LLVM assembly, and linking it into one module.
 *
 * User files are linked as a linker would.  Files of other programs that share
 * some of these (guests) come after them, each program's as one, with numbers
 * behind the names they define.  The library models that may be
 * needed (choose.c) are linked among themselves first, every function marked as
 * a model's; then all their external definitions become "linkonce": LLVM's
 * linker takes such a definition only when something that is already in needs
 * it, and prefers a definition that is there.  So the user's functions win, and
 * of the models only what the program uses comes in. */
#include "frontend/checks.h"
#include "frontend/read/reader.h"

#include "frontend/structs.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

/* models/memory.c asks whether an allocation fails. */
#define FE_MAY_FAIL "__cutpoint_may_fail"

static void on_llvm_message(LLVMDiagnosticInfoRef info, void *opaque) {
  FeDiag *diag = opaque;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
  char *text = LLVMGetDiagInfoDescription(info);
  fe_diag_add(diag, NULL, 0, 0, "%s", text);
  LLVMDisposeMessage(text);
}

/* LLVM itself verifies what has debug information, when loading it. */
static bool module_is_valid(LLVMModuleRef module, const char *path,
                            FeDiag *diag) {
  const char *flag = "Debug Info Version";
  char *message = NULL;
  if (LLVMGetModuleFlag(module, flag, strlen(flag))) return true;
  bool bad = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
  if (bad) fe_diag_add(diag, path, 0, 0, "not valid LLVM code: %s", message);
  LLVMDisposeMessage(message);
  return !bad;
}

static LLVMModuleRef load(LLVMContextRef context, const char *path,
                          FeDiag *diag) {
  LLVMMemoryBufferRef buffer = NULL;
  LLVMModuleRef module = NULL;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
    fe_diag_add(diag, path, 0, 0, "cannot read: %s", message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  if (LLVMParseIRInContext(context, buffer, &module, &message)) {
    fe_diag_add(diag, path, 0, 0, "neither LLVM bitcode nor assembly: %s",
                message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  if (module_is_valid(module, path, diag)) return module;
  LLVMDisposeModule(module);
  return NULL;
}

/* The data layout and the kind of machine must be the same. */
static bool same_machine(LLVMModuleRef a, LLVMModuleRef b, const char *path,
                         FeDiag *diag) {
  if (strcmp(LLVMGetDataLayoutStr(a), LLVMGetDataLayoutStr(b)) == 0)
    return true;
  fe_diag_add(diag, path, 0, 0,
              "compiled for another machine than the other files (%s, not %s): "
              "check with --32 or --64, whichever the files were made for",
              LLVMGetTarget(b), LLVMGetTarget(a));
  return false;
}

/* `main` of one of several programs gets a number behind its name. */
static void number_main(LLVMModuleRef module, uint32_t number) {
  assert(number > 0);
  LLVMValueRef entry = LLVMGetNamedFunction(module, "main");
  if (!entry || LLVMIsDeclaration(entry)) return;
  char name[32];
  int n = snprintf(name, sizeof name, "main.%u", number);
  LLVMSetValueName2(entry, name, (size_t)n);
}

/* Is the value true, as C sees it?  An int. */
static LLVMValueRef truth_of(LLVMBuilderRef builder, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  LLVMValueRef none = LLVMConstNull(type), truth;
  if (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind)
    truth = LLVMBuildICmp(builder, LLVMIntNE, value, none, "");
  else
    truth = LLVMBuildFCmp(builder, LLVMRealUNE, value, none, "");
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  return LLVMBuildZExt(builder, truth, i32, "");
}

/* The program may declare __VERIFIER_assume and __VERIFIER_assert with a
 * parameter of any type; the model's and the harness's is an int, which would
 * see a part of a longer one only. */
static void fit_condition(LLVMBuilderRef builder, LLVMValueRef call) {
  LLVMValueRef condition = LLVMGetOperand(call, 0);
  LLVMTypeRef type = LLVMTypeOf(condition);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool is_number = kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind ||
                   kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind;
  if ((!is_number && kind != LLVMPointerTypeKind) ||
      (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 32))
    return;
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef truth = truth_of(builder, condition);
  LLVMTypeRef i32 = LLVMTypeOf(truth);
  LLVMTypeRef fitting = LLVMFunctionType(
      LLVMVoidTypeInContext(LLVMGetTypeContext(i32)), &i32, 1, 0);
  LLVMBuildCall2(builder, fitting, LLVMGetCalledValue(call), &truth, 1, "");
  if (LLVMGetFirstUse(call))
    LLVMReplaceAllUsesWith(call, LLVMGetUndef(LLVMTypeOf(call)));
  LLVMInstructionEraseFromParent(call);
}

static void fit_conditions(LLVMContextRef context, LLVMModuleRef module,
                           const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(module, name);
  if (!f || !LLVMIsDeclaration(f)) return;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMUseRef next;
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = next) {
    LLVMValueRef user = LLVMGetUser(u);
    next = LLVMGetNextUse(u);
    if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == f &&
        LLVMGetNumArgOperands(user) == 1)
      fit_condition(builder, user);
  }
  LLVMDisposeBuilder(builder);
}

/* What the property looks at. */
static void ask_for(LLVMContextRef context, LLVMModuleRef module,
                    const char *what) {
  LLVMMetadataRef none = LLVMMDNodeInContext2(context, NULL, 0);
  LLVMAddNamedMetadataOperand(module, what, LLVMMetadataAsValue(context, none));
}

/* The module, ready to be linked with others; NULL: diag says why. */
static LLVMModuleRef load_input(LLVMContextRef context, const FeInput *input,
                                uint32_t number, FeDiag *diag) {
  LLVMModuleRef module = load(context, input->path, diag);
  if (!module) return NULL;
  fe_note_structs(module, diag->texts.mem);
  if (input->origin == FE_UNIT) number_main(module, number);
  fe_drop_unevaluated(module);
  if (input->init == FE_INIT_MATTERS) fe_note_unread(module);
  fit_conditions(context, module, "__VERIFIER_assume");
  fit_conditions(context, module, "__VERIFIER_assert");
  fe_settle_checks(module, input->made, input->kept);
  if (input->init == FE_INIT_MATTERS)
    ask_for(context, module, FE_INIT_METADATA);
  if (input->memory == FE_MEMORY_MATTERS)
    ask_for(context, module, FE_MEMORY_METADATA);
  return module;
}

/* Puts the module, which is gone then, behind what is there. */
static bool append(LLVMModuleRef *to, LLVMModuleRef module, const char *path,
                   FeDiag *diag) {
  assert(module != NULL);
  if (!*to) {
    *to = module;
    return true;
  }
  if (!same_machine(*to, module, path, diag)) {
    LLVMDisposeModule(module);
    return false;
  }
  if (!LLVMLinkModules2(*to, module)) return true;
  fe_diag_add(diag, path, 0, 0, "cannot be linked with the files before it");
  return false;
}

/* A name that others see gets a number, as `main` does.  What is static needs
 * none, and stays the only thing that goes if nobody uses it. */
static void number_name(LLVMValueRef value, uint32_t number) {
  size_t n;
  const char *old = LLVMGetValueName2(value, &n);
  LLVMLinkage linkage = LLVMGetLinkage(value);
  if (LLVMIsDeclaration(value) || linkage == LLVMInternalLinkage ||
      linkage == LLVMPrivateLinkage || linkage == LLVMAppendingLinkage ||
      strncmp(old, "llvm.", 5) == 0)
    return;
  char name[1024];
  int length = snprintf(name, sizeof name, "%s.%u", old, number);
  if ((size_t)length < sizeof name)
    LLVMSetValueName2(value, name, (size_t)length);
}

static void number_names(LLVMModuleRef guest, uint32_t number) {
  assert(number > 0);
  LLVMValueRef v;
  for (v = LLVMGetFirstFunction(guest); v; v = LLVMGetNextFunction(v))
    number_name(v, number);
  for (v = LLVMGetFirstGlobal(guest); v; v = LLVMGetNextGlobal(v))
    number_name(v, number);
  for (v = LLVMGetFirstGlobalAlias(guest); v; v = LLVMGetNextGlobalAlias(v))
    number_name(v, number);
}

/* Does the guest of the input end with it? */
static bool ends_guest(const FeInput *inputs, uint32_t n, uint32_t i) {
  assert(i < n);
  return inputs[i].guest &&
         (i + 1 == n || inputs[i + 1].guest != inputs[i].guest);
}

/* Links all inputs that are wanted.  False: diag says why; *out may be set.
 *
 * LLVM looks at all of the module that another one is put behind, each time: a
 * hundred files one by one are looked at five thousand times.  So a few are
 * linked with each other first, and all of a guest. */
static bool link_some(LLVMContextRef context, const FeInput *inputs, uint32_t n,
                      const bool *wanted, LLVMModuleRef *out, FeDiag *diag) {
  enum { A_FEW = 16 };
  LLVMModuleRef few = NULL;
  const char *last = NULL;
  bool good = true;
  *out = NULL;
  for (uint32_t i = 0, linked = 0; i < n && good; i++) {
    if (!wanted[i]) continue;
    last = inputs[i].path;
    LLVMModuleRef module = load_input(context, &inputs[i], i + 1, diag);
    good = module && append(&few, module, last, diag);
    linked++;
    bool is_last = ends_guest(inputs, n, i);
    bool is_whole = i + 1 < n && !inputs[i].guest && inputs[i + 1].guest;
    if (!good ||
        !(is_last || is_whole || (!inputs[i].guest && linked % A_FEW == 0)))
      continue;
    if (is_last) number_names(few, i + 1);
    good = append(out, few, last, diag);
    few = NULL;
  }
  if (few && good) return append(out, few, last, diag);
  if (few) LLVMDisposeModule(few);
  return good;
}

static void mark_models(LLVMModuleRef module) {
  LLVMValueRef v;
  for (v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v)) {
    if (LLVMIsDeclaration(v)) continue;
    fe_mark_model(v);
    if (LLVMGetLinkage(v) == LLVMExternalLinkage)
      LLVMSetLinkage(v, LLVMLinkOnceAnyLinkage);
  }
  for (v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
    if (!LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalLinkage)
      LLVMSetLinkage(v, LLVMLinkOnceAnyLinkage);
}

/* A program may define functions of the library's names for itself.  What the
 * library's own functions call is not these, but for the ones that get and give
 * back memory, which replace the library's for all. */
static void keep_apart(LLVMModuleRef user, LLVMModuleRef models) {
  static const char *const replacing[] = {
      " malloc calloc realloc reallocarray free aligned_alloc memalign ",
      " posix_memalign valloc pvalloc ", NULL};
  for (LLVMValueRef f = LLVMGetFirstFunction(models); f;
       f = LLVMGetNextFunction(f)) {
    size_t n;
    char own[128];
    const char *name = LLVMGetValueName2(f, &n);
    LLVMValueRef users = LLVMGetNamedFunction(user, name);
    if (LLVMIsDeclaration(f) || !users || LLVMIsDeclaration(users) ||
        fe_is_listed(replacing, name))
      continue;
    snprintf(own, sizeof own, "%s.library", name);
    LLVMSetValueName2(f, own, strlen(own));
  }
}

static bool link_models(LLVMModuleRef user, LLVMModuleRef models,
                        FeDiag *diag) {
  if (!same_machine(user, models, "library models", diag)) {
    LLVMDisposeModule(models);
    return false;
  }
  mark_models(models);
  keep_apart(user, models);
  if (!LLVMLinkModules2(user, models)) return true;
  fe_diag_add(diag, NULL, 0, 0, "the library models cannot be linked");
  return false;
}

/* One program, not units of several. */
static bool is_whole(const FeInput *inputs, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (inputs[i].origin == FE_UNIT) return false;
  return true;
}

FeMemory fe_memory_of(LLVMModuleRef module) {
  bool seen = LLVMGetNamedMetadataNumOperands(module, FE_MEMORY_METADATA) > 0 ||
              LLVMGetNamedMetadataNumOperands(module, FE_INIT_METADATA) > 0;
  return seen ? FE_MEMORY_IS_CHECKED : FE_MEMORY_IS_TRUSTED;
}

static bool reads_formats(const FeInput *inputs, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (inputs[i].formats == FE_FORMATS_CALLED) return false;
  return true;
}

static bool has_models(const FeInput *inputs, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (inputs[i].origin == FE_MODEL) return true;
  return false;
}

/* Calls of FE_MAY_FAIL become an input, or the answer that it does not. */
static void settle_failures(LLVMModuleRef module, const FeInput *inputs,
                            uint32_t n) {
  LLVMValueRef asks = LLVMGetNamedFunction(module, FE_MAY_FAIL);
  bool may = false;
  for (uint32_t i = 0; i < n; i++)
    may |= inputs[i].malloc == FE_MALLOC_MAY_FAIL;
  if (!asks) return;
  if (may) {
    LLVMSetValueName2(asks, PROG_FAILURE, strlen(PROG_FAILURE));
    return;
  }
  LLVMUseRef use;
  while ((use = LLVMGetFirstUse(asks))) {
    LLVMValueRef call = LLVMGetUser(use);
    require(LLVMIsACallInst(call));
    LLVMReplaceAllUsesWith(call, LLVMConstNull(LLVMTypeOf(call)));
    LLVMInstructionEraseFromParent(call);
  }
  LLVMDeleteFunction(asks);
}

/* What the program needs of the models comes in. */
static bool add_models(LLVMModuleRef user, const FeInput *inputs, uint32_t n,
                       bool *wanted, FeDiag *diag) {
  LLVMModuleRef models = NULL;
  fe_ask_for_start(user);
  fe_ask_for_init(user);
  if (is_whole(inputs, n)) {
    fe_follow_errno(user);
    if (reads_formats(inputs, n)) fe_read_formats(user, fe_memory_of(user));
  } else {
    fe_forget_errno(diag->texts.mem, user);
    fe_follow_ends(user);
  }
  fe_choose_models(diag->texts.mem, user, inputs, n, wanted);
  bool good =
      link_some(LLVMGetModuleContext(user), inputs, n, wanted, &models, diag);
  if (!good && models) LLVMDisposeModule(models);
  if (good && models) good = link_models(user, models, diag);
  if (good) fe_finish_start(user);
  if (good) settle_failures(user, inputs, n);
  return good;
}

LLVMModuleRef fe_link(LLVMContextRef context, const FeInput *inputs,
                      uint32_t n_inputs, FeDiag *diag) {
  Mem *mem = diag->texts.mem;
  LLVMModuleRef user = NULL;
  LLVMContextSetDiagnosticHandler(context, on_llvm_message, diag);
  bool *wanted = MEM_ARRAY(mem, bool, n_inputs);
  for (uint32_t i = 0; i < n_inputs; i++)
    wanted[i] = inputs[i].origin != FE_MODEL;
  bool good = link_some(context, inputs, n_inputs, wanted, &user, diag);
  if (good && !user) {
    fe_diag_add(diag, NULL, 0, 0, "there is no program to read");
    good = false;
  }
  if (good && has_models(inputs, n_inputs))
    good = add_models(user, inputs, n_inputs, wanted, diag);
  MEM_FREE_ARRAY(mem, wanted, n_inputs);
  if (good && is_whole(inputs, n_inputs))
    fe_refuse_library(user, fe_memory_of(user));
  if (good) return user;
  if (user) LLVMDisposeModule(user);
  return NULL;
}
